"""Ranks the sections of the knowledge base for a query in any of our languages."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain
from pathlib import Path
from typing import Any

import orjson

from bankenv.knowledge import Document, Section

TERMS = "terms.json"
QUERY_LIMIT = 400  # characters of a query that are ranked; the rest is not read
_DIGITS_APART = re.compile(r"(?<=\d),(?=\d)")
# Nukta and joiners, which people type or leave out; chandrabindu is read as anusvara.
_SPELLING = {0x093C: None, 0x200C: None, 0x200D: None, 0x0901: 0x0902}


@dataclass(frozen=True, eq=False)
class Terms:
    """Words of customers, as the terms file lists them.

    `ignored` say nothing on their own; `means` maps words of the documents to the
    phrases that customers use for them.
    """

    ignored: tuple[str, ...]
    means: Mapping[str, tuple[str, ...]]

    # Folding the phrases takes longer than reading the file: left to the first search.
    @cached_property
    def silent(self) -> frozenset[str]:
        """Return the ignored words, folded."""
        return frozenset(words(" ".join(self.ignored)))

    @cached_property
    def phrases(self) -> Mapping[str, Mapping[tuple[str, ...], list[str]]]:
        """Return each phrase's meanings, by its first word and all its words."""
        found: dict[str, dict[tuple[str, ...], list[str]]] = {}
        for meaning, phrases in self.means.items():
            meant = words(meaning)
            for phrase in phrases:
                key = tuple(words(phrase))
                found.setdefault(key[0], {}).setdefault(key, []).extend(meant)
        return found


NO_TERMS = Terms((), {})


@dataclass(frozen=True, slots=True)
class Hit:
    """One section found; a higher `score` fits the query better."""

    document: Document
    section: Section
    score: float


def load_terms(root: Path) -> Terms:
    """Return the customers' words in `root`/terms.json; none where there is no file.

    Raises ValueError naming the file where it is not well formed.
    """
    path = root / TERMS
    if not path.exists():
        return NO_TERMS
    try:
        data = orjson.loads(path.read_bytes())
        ignored, means = data["ignored"], data["means"]
        for phrase in chain(ignored, means, *means.values()):
            if not any(map(str.isalnum, phrase)):
                raise ValueError(f"{TERMS}: expected words, got {phrase!r}")
    except (orjson.JSONDecodeError, AttributeError, KeyError, TypeError) as error:
        raise ValueError(f"{TERMS}: expected ignored and means: {error!r}") from error
    return Terms(tuple(ignored), {key: tuple(said) for key, said in means.items()})


def words(text: str) -> list[str]:
    """Return the words of a text in any script: case, width, digits, plurals folded."""
    folded = unicodedata.normalize("NFKC", text).casefold().translate(_SPELLING)
    folded = _DIGITS_APART.sub("", folded)
    spaced = "".join(map(_letter, folded))
    return [_singular(word) for word in spaced.split()]


def _letter(character: str) -> str:
    """Return a character of a word, an ASCII digit, or a space."""
    if character.isascii():
        return character if character.isalnum() else " "
    category = unicodedata.category(character)
    if category == "Nd":
        return str(unicodedata.decimal(character))
    return character if category[0] in "LM" else " "


def _singular(word: str) -> str:
    if not word.isascii() or len(word) < 3 or word.endswith("ss"):
        return word
    return f"{word[:-3]}y" if word.endswith("ies") else word.removesuffix("s")


def meanings(text: str, terms: Terms) -> list[str]:
    """Return the words of a text that say something, and what they mean."""
    spoken = words(text)
    found = [word for word in spoken if word not in terms.silent]
    for start, word in enumerate(spoken):
        for phrase, meant in terms.phrases.get(word, {}).items():
            if tuple(spoken[start : start + len(phrase)]) == phrase:
                found.extend(meant)
    return found


class Index:
    """The sections of a knowledge base, ready to be searched."""

    def __init__(self, documents: Sequence[Document], terms: Terms) -> None:
        """Index every section by its document's title, its heading and its text."""
        # imported here: loading a bank must not pay for numpy
        import bm25s  # type: ignore[import-untyped]  # it ships no types

        self._terms = terms
        self._places = [(d, s) for d in documents for s in d.sections]
        self._words = [
            meanings(f"{d.title}\n{s.label}\n{s.label}\n{s.text}", terms)
            for d, s in self._places
        ]
        self._vocabulary = {word for section in self._words for word in section}
        self._ranker: Any = bm25s.BM25()  # no types
        if self._vocabulary:
            self._ranker.index(self._words, show_progress=False)

    def search(self, query: str) -> list[Hit]:
        """Return the sections that share a word with the query, best first.

        Sections that fit equally well keep the order of the documents.
        """
        asked = sorted(
            set(meanings(query[:QUERY_LIMIT], self._terms)) & self._vocabulary
        )
        if not asked:
            return []
        scores = self._ranker.get_scores(asked).tolist()
        hits = [
            Hit(document, section, round(score, 4))
            for (document, section), score in zip(self._places, scores, strict=True)
            if score > 0
        ]
        return sorted(hits, key=lambda hit: -hit.score)


@lru_cache(maxsize=4)
def index_of(documents: tuple[Document, ...], terms: Terms) -> Index:
    """Return the index of a knowledge base, built once."""
    return Index(documents, terms)
