"""The customer's wording: by register, never the same sentence twice."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any
from zlib import crc32

import orjson

from bankenv.money import PAISE_PER_RUPEE, rupee_text
from bankenv.records import JsonValue

WORDINGS = Path(__file__).parents[2] / "fixtures" / "customer" / "wordings.json"
_SHORTEST_ECHO = 2
_BREAK = re.compile(r"[.?!।]+(?:\s+|$)|\n+")


@lru_cache(maxsize=1)
def wordings() -> Mapping[str, Any]:  # Any: the data file's tables, as they stand
    """Return fixtures/customer/wordings.json, read once."""
    return dict(orjson.loads(WORDINGS.read_bytes()))


@lru_cache(maxsize=4096)
def said_in(text: str) -> frozenset[str]:
    """Return the sentences of a message as they are compared."""
    plain = (" ".join(s.split()).lower() for s in _BREAK.split(text))
    return frozenset(s for s in plain if s)


def without_echo(text: str, said: set[str]) -> str:
    """Return an assistant's message without sentences that are the customer's own."""
    echoed = {s for s in said_in(text) & said if s.count(" ") >= _SHORTEST_ECHO}
    if not echoed:
        return text
    parts = (part for part in _BREAK.split(text) if part)
    return ". ".join(p for p in parts if " ".join(p.split()).lower() not in echoed)


@dataclass(slots=True)
class Voice:
    """How one customer talks in one conversation, and what was said so far."""

    register: str
    key: str
    turn: int = 0
    said: set[str] = field(default_factory=set)

    def say(self, act: str, **fill: str) -> str:
        """Return a fresh wording of `act`, or "" if every one has been used."""
        return self.choose(act, (), **fill)

    def choose(self, act: str, own: Sequence[str], **fill: str) -> str:
        """Return a wording that was not said yet, or "" if none is left.

        `own` (the scenario's own wordings) come first, then the register's for `act`,
        then those of the registers it falls back to, then all of them once more with
        an opening such as "Again:".
        """
        pools = [own, *_pools(self.register, act)]
        again = [prefix for pool in _pools(self.register, "again") for prefix in pool]
        first = crc32(f"{self.key}|{self.turn}|{act}".encode())
        for prefix in ("", *again):
            for pool in pools:
                text = self._fresh(pool, first, prefix, fill)
                if text:
                    return text
        return ""

    def _fresh(
        self, pool: Sequence[str], first: int, prefix: str, fill: Mapping[str, str]
    ) -> str:
        for step in range(len(pool)):
            text = _filled(pool[(first + step) % len(pool)], fill)
            text = f"{prefix} {text}" if prefix else text
            if not said_in(text) & self.said:
                self.said |= said_in(text)
                return text
        return ""

    def phrase(self, table: str, name: str) -> str:
        """Return how the register puts an action, a figure, a value ("" if unknown)."""
        found = _phrases(self.register, table)
        return found.get(name, found.get("", ""))

    def value(self, value: JsonValue) -> str:
        """Return a value in words: rupees in Indian grouping, an option spelled."""
        if isinstance(value, bool):
            return ""
        if isinstance(value, int | float):
            return rupee_text(round(value * PAISE_PER_RUPEE))
        known = _phrases(self.register, "value")
        return known.get(str(value), str(value).replace("_", " "))


@lru_cache(maxsize=256)
def _pools(register: str, act: str) -> tuple[tuple[str, ...], ...]:
    data = wordings()
    acts = data["acts"]
    return tuple(
        tuple(acts[name][act])
        for name in data["fallback"][register]
        if act in acts[name]
    )


@lru_cache(maxsize=64)
def _phrases(register: str, table: str) -> Mapping[str, str]:
    tables = wordings()["phrases"]
    hindi = register in ("hinglish", "hindi")
    plain: Mapping[str, str] = tables["plain"][table]
    return {**plain, **tables["hinglish"][table]} if hindi else plain


def _filled(text: str, fill: Mapping[str, str]) -> str:
    for name, value in fill.items():
        text = text.replace("{" + name + "}", value)
        text = text.replace("{" + name.capitalize() + "}", _capital(value))
    return text


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
