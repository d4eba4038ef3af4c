"""The published knowledge base and its keyword search."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any  # Any: a tool takes whatever it is sent, unchecked

from bankenv.records import JsonValue, Record

LONGEST_SECTION = 1200
MOST_TOKENS = 200
FEWEST = 3
_TITLE = re.compile(r"\A# (.+)")
_SECTION = re.compile(r"^## ", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Section:
    """One section: its document's title, its heading, its text."""

    category: str
    label: str
    text: str
    source_url: str
    source_date: str


def sections_of(
    stem: str, text: str, provenance: Sequence[Mapping[str, JsonValue]] = ()
) -> list[Section]:
    """Return the sections of one document; what stands before the first is dropped."""
    named = _TITLE.match(text)
    title = named[1].strip() if named else stem.replace("_", " ").title()
    source = next((row for row in provenance if row.get("topic") == stem), {})
    urls = source.get("urls") or [f"kb/{stem}.md"]
    found = []
    for part in _SECTION.split(text)[1:]:
        label, _, body = part.partition("\n")
        body = body.strip()[:LONGEST_SECTION]
        if body:
            date = str(source.get("retrieved") or "")
            found.append(Section(title, label.strip(), body, str(urls[0]), date))
    return found


def search(
    sections: Sequence[Section],
    query: Any,
    bank_id: Any = None,
    category: Any = None,
    top_k: Any = None,
) -> Record:
    """Return what the search answers: sections by the share of tokens they contain."""
    if not sections:
        return {"query": query, "total_results": 0, "results": [], "note": "Empty."}
    tokens = [t for t in re.split(r"[^a-z0-9]+", query.lower()) if t][:MOST_TOKENS]
    pool = _filtered(sections, bank_id, category)
    scored = [(_score(section, tokens), section) for section in pool]
    scored.sort(key=lambda one: -one[0])
    limit = top_k or FEWEST
    hits = [one for one in scored if one[0] > 0.5][:limit]
    shown = hits or scored[: min(FEWEST, limit)]
    return {
        "query": query,
        "total_results": len(shown),
        "results": [_row(score, section) for score, section in shown],
    }


def _filtered(
    sections: Sequence[Section], bank_id: Any, category: Any
) -> Sequence[Section]:
    """Return the sections of a category; a filter that leaves nothing is ignored."""
    pool = sections
    if category:
        wanted = category.lower()
        pool = [s for s in pool if wanted in s.category.lower()] or pool
    return pool


def _score(section: Section, tokens: Sequence[str]) -> float:
    hay = f"{section.label} {section.text}".lower()
    hits = sum(token in hay for token in tokens)
    return round(0.5 + 0.4 * min(1, hits / max(1, len(tokens))), 4)


def _row(score: float, section: Section) -> Record:
    return {
        "text": section.text,
        "source_url": section.source_url,
        "source_date": section.source_date,
        "bank_id": "",
        "category": section.category,
        "label": section.label,
        "relevance": "YES",
        "score": score,
        "similarity": score,
    }
