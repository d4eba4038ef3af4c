"""Searching the bank's papers: sections as assistants find them, and policy rules."""

from dataclasses import dataclass

from bankenv.dataset import load_dataset
from bankenv.knowledge import Document
from bankenv.policy import Rule
from bankenv.search import Hit, index_of
from bankenv.search import words as folded

MOST_SECTIONS = 12
LONGEST_QUERY = 400


@dataclass(frozen=True, slots=True)
class Found:
    """One section found, and whether its document is in force at the bank today."""

    hit: Hit
    in_force: bool


@dataclass(frozen=True, slots=True)
class SearchPage:
    """What a query finds; without a query, nothing. `total` counts every section."""

    query: str
    found: tuple[Found, ...]
    total: int
    rules: tuple[Rule, ...]


def search_page(query: str) -> SearchPage:
    """Return the sections that fit a query best, and the rules that have its words."""
    dataset = load_dataset()
    query = query.strip()[:LONGEST_QUERY]
    if not query:
        return SearchPage("", (), 0, ())
    hits = index_of(dataset.documents, dataset.terms).search(query)
    found = (Found(h, h.document.in_force(dataset.clock)) for h in hits[:MOST_SECTIONS])
    wanted = set(folded(query)) - dataset.terms.silent
    rules = [rule for rule in dataset.policy.rules.values() if _has(rule, wanted)]
    return SearchPage(query, tuple(found), len(hits), tuple(rules))


def documents() -> tuple[Document, ...]:
    """Return the documents in their order."""
    return load_dataset().documents


def _has(rule: Rule, wanted: set[str]) -> bool:
    """Tell whether the rule has every word of the query, or is named by it."""
    return bool(wanted) and wanted <= set(folded(f"{rule.id} {rule.title} {rule.text}"))
