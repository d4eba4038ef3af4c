"""The knowledge base: documents of sections, each with the dates it is valid for."""

import re
from dataclasses import dataclass
from datetime import date
from pathlib import Path

SECTION_LIMIT = 1200  # characters of a section's text

_TITLE = re.compile(r"\A# (?P<title>.+)\n")
_SECTION = re.compile(r"^## (?P<label>.+)\n(?P<text>(?:(?!## ).*\n?)*)", re.MULTILINE)
_VALIDITY = re.compile(
    r"Valid from: (?P<valid_from>\S+) · Valid to: (?P<valid_to>\S+)"
    r" · Replaces: (?P<replaces>\S+) · Fictional, for testing\."
)


@dataclass(frozen=True, slots=True)
class Section:
    """One section of a document: heading, anchor for links, and Markdown text."""

    label: str
    anchor: str
    text: str


@dataclass(frozen=True, slots=True)
class Document:
    """One document. `valid_to` is its last day, None while nothing has replaced it.

    `replaces` is the slug of the document that this one superseded.
    """

    slug: str
    title: str
    sections: tuple[Section, ...]
    valid_from: date
    valid_to: date | None
    replaces: str | None

    def in_force(self, day: date) -> bool:
        """Return whether the document is valid on that day."""
        return self.valid_from <= day and (
            self.valid_to is None or day <= self.valid_to
        )


def load_documents(root: Path) -> tuple[Document, ...]:
    """Return the documents of a folder, in the order of their file names.

    Raises ValueError naming the file for a missing title, section or validity line, a
    section that is too long, or a replaced document that is not there.
    """
    documents = tuple(_document(path) for path in sorted(root.glob("*.md")))
    slugs = {document.slug for document in documents}
    for document in documents:
        if document.replaces is not None and document.replaces not in slugs:
            raise ValueError(
                f"{document.slug}.md replaces {document.replaces}: no such file"
            )
    return documents


def _document(path: Path) -> Document:
    text = path.read_text(encoding="utf-8")
    title = _TITLE.match(text)
    sections = tuple(
        Section(match["label"].strip(), _anchor(match["label"]), match["text"].strip())
        for match in _SECTION.finditer(text)
    )
    if title is None or not sections:
        raise ValueError(f"{path.name}: expected a # title and ## sections")
    for section in sections:
        if not 0 < len(section.text) <= SECTION_LIMIT:
            length = len(section.text)
            raise ValueError(f"{path.name} ({section.label}): {length} characters")
    validity = _VALIDITY.search(sections[0].text)
    if validity is None:
        raise ValueError(f"{path.name}: no validity line in its first section")
    replaces = validity["replaces"]
    try:
        valid_from = date.fromisoformat(validity["valid_from"])
        valid_to = _open_date(validity["valid_to"])
    except ValueError as error:
        raise ValueError(f"{path.name}: {error}") from error
    return Document(
        slug=path.stem,
        title=title["title"].strip(),
        sections=sections,
        valid_from=valid_from,
        valid_to=valid_to,
        replaces=None if replaces == "none" else replaces,
    )


def _open_date(text: str) -> date | None:
    return None if text == "open" else date.fromisoformat(text)


def _anchor(label: str) -> str:
    return re.sub(r"\W+", "-", label.casefold()).strip("-")
