"""The policy and the knowledge base as pages show them."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from bankenv.bank import Dataset
from bankenv.dataset import load_dataset
from bankenv.knowledge import Document, Section
from bankenv.policy import Rule


@dataclass(frozen=True, slots=True)
class RuleUse:
    """One rule, and how many gold steps quote it."""

    rule: Rule
    steps: int


@dataclass(frozen=True, slots=True)
class RuleGroup:
    """The rules under one heading."""

    name: str
    rules: tuple[RuleUse, ...]


@dataclass(frozen=True, slots=True)
class PolicyPage:
    """The whole policy, its hash and the documents beside it."""

    groups: tuple[RuleGroup, ...]
    sha: str
    documents: tuple[Document, ...]
    today: date


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, or a table of cells whose first row is its header."""

    text: str = ""
    table: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class SectionView:
    """One section of a document, its text in blocks."""

    section: Section
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class DocumentPage:
    """One document; `replaced_by` is what is in force in its stead."""

    document: Document
    sections: tuple[SectionView, ...]
    in_force: bool
    replaced_by: Document | None


def policy_page() -> PolicyPage:
    """Return every rule in order, under its heading."""
    dataset = load_dataset()
    uses = _uses(dataset)
    groups = tuple(
        RuleGroup(name, tuple(RuleUse(rule, uses.get(rule.id, 0)) for rule in rules))
        for name, rules in groupby(
            dataset.policy.rules.values(), lambda rule: rule.group
        )
    )
    return PolicyPage(
        groups, dataset.hashes["policy"], dataset.documents, dataset.clock
    )


def document_page(slug: str) -> DocumentPage | None:
    """Return one document, or None where there is none of that name."""
    dataset = load_dataset()
    documents = {document.slug: document for document in dataset.documents}
    if slug not in documents:
        return None
    newer = {document.replaces: document for document in dataset.documents}
    document = documents[slug]
    sections = tuple(SectionView(s, _blocks(s.text)) for s in document.sections)
    in_force = document.in_force(dataset.clock)
    return DocumentPage(document, sections, in_force, newer.get(slug))


def _blocks(text: str) -> tuple[Block, ...]:
    """Read the two things our documents are written in: paragraphs and tables."""
    parts = (part.strip() for part in text.split("\n\n"))
    return tuple(_block(part) for part in parts if part)


def _block(part: str) -> Block:
    lines = part.splitlines()
    if not all(line.startswith("|") for line in lines):
        return Block(text=part)
    rows = (tuple(map(str.strip, line.strip("|").split("|"))) for line in lines)
    return Block(table=tuple(row for row in rows if set("".join(row)) - set("-: ")))


def _uses(dataset: Dataset) -> Mapping[str, int]:
    uses: dict[str, int] = {}
    for task in dataset.tasks.values():
        for step in task.gold:
            for rule in step.rules:
                uses[rule] = uses.get(rule, 0) + 1
    return uses
