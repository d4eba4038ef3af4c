"""Cue phrases, read once from data and found in a sentence in one pass."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import orjson

CUES = Path(__file__).parents[2] / "fixtures" / "customer" / "cues.json"
_SHORTEST_STEM = 3


@dataclass(frozen=True, slots=True)
class Mark:
    """A cue phrase found in a sentence, from token `start` up to, not including, `end`.

    `kind` is the section of the data (`acts`, `deed`, `done`, `object`, `figure`,
    `slot`, `option`, `idiom`, `idiom_done`); `name` the entry in it.
    """

    start: int
    end: int
    kind: str
    name: str


@dataclass(frozen=True, slots=True)
class _Phrase:
    rest: tuple[str, ...]
    kind: str
    name: str


@dataclass(frozen=True, slots=True)
class _Starts:
    """The phrases that start with one word: alone, by their second word, the rest."""

    alone: tuple[_Phrase, ...]
    by_second: Mapping[str, tuple[_Phrase, ...]]
    by_stem: tuple[_Phrase, ...]


class Lexicon:
    """All phrases, keyed by their first word, or its stem where that ends in `*`."""

    def __init__(self, phrases: Sequence[tuple[str, str, str]]) -> None:
        self._words: dict[str, list[_Phrase]] = {}
        self._stems: dict[str, list[_Phrase]] = {}
        self._known: dict[str, _Starts] = {}
        for text, kind, name in phrases:
            first, *rest = text.split()
            table = self._stems if first.endswith("*") else self._words
            phrase = _Phrase(tuple(rest), kind, name)
            table.setdefault(first.rstrip("*"), []).append(phrase)

    def spot(self, tokens: Sequence[str]) -> list[Mark]:
        """Return the phrases in `tokens`; of two in one section the longer stands."""
        found: list[Mark] = []
        for start, token in enumerate(tokens):
            starts = self._known.get(token) or self._starting(token)
            if starts is None:
                continue
            for phrase in starts.alone:
                found.append(Mark(start, start + 1, phrase.kind, phrase.name))
            if start + 1 < len(tokens):
                longer = starts.by_second.get(tokens[start + 1], ())
                for phrase in (*longer, *starts.by_stem):
                    if _follows(tokens, start + 1, phrase.rest):
                        end = start + 1 + len(phrase.rest)
                        found.append(Mark(start, end, phrase.kind, phrase.name))
        return _longest(found)

    def _starting(self, token: str) -> _Starts | None:
        phrases = list(self._words.get(token, ()))
        for size in range(_SHORTEST_STEM, len(token) + 1):
            phrases += self._stems.get(token[:size], ())
        if not phrases:  # Words without a phrase are endless, so they are not kept.
            return None
        by_second: dict[str, tuple[_Phrase, ...]] = {}
        for phrase in phrases:
            if phrase.rest and phrase.rest[0][-1] != "*":
                second = phrase.rest[0]
                by_second[second] = (*by_second.get(second, ()), phrase)
        starts = _Starts(
            tuple(p for p in phrases if not p.rest),
            by_second,
            tuple(p for p in phrases if p.rest and p.rest[0][-1] == "*"),
        )
        self._known[token] = starts
        return starts


def _follows(tokens: Sequence[str], at: int, rest: tuple[str, ...]) -> bool:
    if at + len(rest) > len(tokens):
        return False
    for offset, word in enumerate(rest):
        token = tokens[at + offset]
        if word != token and not (word[-1] == "*" and token.startswith(word[:-1])):
            return False
    return True


def _longest(found: list[Mark]) -> list[Mark]:
    """Drop a mark of a section that lies inside a longer one of the same section."""
    if len(found) < 2:
        return found
    widest: dict[tuple[str, int], int] = {}
    for mark in found:
        if mark.kind in _EXCLUSIVE and mark.end - mark.start > 1:
            for position in range(mark.start, mark.end):
                key = (mark.kind, position)
                widest[key] = max(widest.get(key, 0), mark.end - mark.start)
    return [
        mark
        for mark in found
        if mark.kind not in _EXCLUSIVE
        or widest.get((mark.kind, mark.start), 0) <= mark.end - mark.start
    ]


_EXCLUSIVE = frozenset({"figure", "option", "object", "slot"})


@dataclass(frozen=True, slots=True)
class Cues:
    """The data behind the customer's understanding, compiled."""

    lexicon: Lexicon
    actions: Mapping[str, tuple[frozenset[str], frozenset[str]]]
    deeds: Mapping[str, frozenset[str]]
    figures: Mapping[str, frozenset[str]]
    option_slots: Mapping[str, str]
    numbers: Mapping[str, Any]  # Any: several tables of the data file, as they stand


@lru_cache(maxsize=1)
def cues() -> Cues:
    """Return the cue data of fixtures/customer/cues.json, read once."""
    raw = orjson.loads(CUES.read_bytes())
    actions = {
        name: (frozenset(entry["verbs"]), frozenset(entry["objects"]))
        for name, entry in raw["actions"].items()
    }
    verbs = {verb for needed, _ in actions.values() for verb in needed}
    return Cues(
        lexicon=Lexicon(list(_phrases(raw))),
        actions=actions,
        deeds={
            v: frozenset(a for a, (n, _) in actions.items() if v in n) for v in verbs
        },
        figures={n: frozenset(e["kinds"]) for n, e in raw["figures"].items()},
        option_slots={o: s for s, values in raw["options"].items() for o in values},
        numbers=raw["numbers"],
    )


def _phrases(raw: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    sections = [("acts", n, by) for n, by in raw["acts"].items()]
    sections += [("object", n, by) for n, by in raw["objects"].items()]
    sections += [("slot", n, by) for n, by in raw["slots"].items()]
    for name, entry in raw["verbs"].items():
        sections += [("deed", name, entry["deed"]), ("done", name, entry["done"])]
    for name, entry in raw["actions"].items():
        sections += [("idiom", name, entry["phrases"])]
        sections += [("idiom_done", name, entry["done"])]
    for name, entry in raw["figures"].items():
        sections.append(("figure", name, entry["cues"]))
    for values in raw["options"].values():
        sections += [("option", value, by) for value, by in values.items()]
    return sorted(
        {
            (phrase, kind, name)
            for kind, name, by_language in sections
            for phrases in by_language.values()
            for phrase in phrases
        }
    )
