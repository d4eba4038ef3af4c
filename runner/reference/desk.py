"""What a teller has at hand in one conversation: ids, looked-up records, manners."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from bankenv.records import JsonValue, Record
from runner.assistants import ChatMessage, ToolSchema
from runner.reference.figures import rupees
from runner.reference.minimums import Minimums, minimums_in
from runner.reference.script import Outcome, Script, do, say
from runner.reference.words import Words, read

_ID = re.compile(r"\b(?:SB|CA|NO|FD|RD|HL|PL|VL|GL|EL|BL|CARD|POL)\d{5,10}\b")
_ACCOUNT = re.compile(r"(?:SB|CA|NO)\d")

_LOANS = ("HL", "PL", "VL", "GL", "EL", "BL")


@dataclass(frozen=True, slots=True)
class Manner:
    """How a teller works: the careful one looks everything up and adds nothing."""

    looks_up: bool = True
    oversteps: bool = False


@dataclass(slots=True)
class Desk:
    """The session's ids, what the customer said, and what was looked up so far.

    `focus` remembers, by kind ("account", "fd", "card" ...), what was last spoken of.
    """

    today: str
    accounts: list[str]
    deposits: list[str]
    loans: list[str]
    cards: list[str]
    tools: frozenset[str]
    manner: Manner
    minimums: Minimums = field(default_factory=dict)
    policies: list[str] = field(default_factory=list)
    heard: list[Words] = field(default_factory=list)
    focus: dict[str, str] = field(default_factory=dict)
    wrote: int = 0
    known: dict[str, Record] = field(default_factory=dict)

    def say(self, text: str) -> Script[Words]:
        """Speak, and return the customer's next words."""
        words = read((yield from say(text)))
        self.heard.append(words)
        return words

    def look(self, tool: str, **arguments: JsonValue) -> Script[Outcome]:
        """Look something up, if there is a tool for it."""
        if tool not in self.tools:
            return Outcome(
                {"error_code": "UNAVAILABLE", "error_message": "no such tool"}
            )
        return (yield from do(tool, **arguments))

    def records(self, tool: str, parameter: str, ids: Sequence[str], key: str) -> Any:
        """Look up the records of `ids` that are not known yet; return all of them.

        A script of list[Record]; Any, because generators nest here.
        """
        missing = [id_ for id_ in ids if f"{tool} {id_}" not in self.known]
        if missing:
            outcome = yield from self.look(tool, **{parameter: missing})
            for row in outcome.rows(key):
                self.known[f"{tool} {_own_id(row, missing)}"] = row
        found = (self.known.get(f"{tool} {id_}") for id_ in ids)
        return [row for row in found if row is not None]

    def forget(self, tool: str, id_: str) -> None:
        """Drop what was looked up of a record that a write has changed."""
        self.known.pop(f"{tool} {id_}", None)

    def write(self, tool: str, **arguments: JsonValue) -> Script[Outcome]:
        """Make a change; the caller has the customer's yes."""
        outcome = yield from do(tool, **arguments)
        self.wrote += outcome.ok
        return outcome

    def all_heard(self) -> Words:
        """Return everything the customer said so far as one text."""
        return read("\n".join(words.raw for words in self.heard))

    def choose(self, options: Iterable[str], words: Words) -> list[str]:
        """Return the ids among `options` whose last digits or whole id were said."""
        digits, ids = words.last_digits(), words.ids()
        return [o for o in options if o[-4:] in digits or o.upper() in ids]


def _own_id(row: Record, candidates: Sequence[str]) -> str:
    values = {value for value in row.values() if isinstance(value, str)}
    return next((c for c in candidates if c in values), "")


def desk_for(
    messages: Sequence[ChatMessage], tools: Sequence[ToolSchema], manner: Manner
) -> Desk:
    """Return the desk that the system message sets up."""
    systems = (str(m.get("content")) for m in messages if m.get("role") == "system")
    prompt = next(systems, "")
    # The header comes last; what looks like an id or a date before it is policy.
    header = prompt.rpartition("\nSession")[2] or prompt
    said = " ".join(str(m.get("content")) for m in messages if m.get("role") == "user")
    ids = list(dict.fromkeys(_ID.findall(header) or _ID.findall(said)))
    today = re.search(r"20\d\d-\d\d-\d\d", header)
    return Desk(
        today=today[0] if today else "2026-07-16",
        accounts=[i for i in ids if _ACCOUNT.match(i)],
        deposits=[i for i in ids if i.startswith(("FD", "RD"))],
        loans=[i for i in ids if i.startswith(_LOANS)],
        cards=[i for i in ids if i.startswith("CARD")],
        policies=[i for i in ids if i.startswith("POL")],
        tools=frozenset(str(tool["function"]["name"]) for tool in tools),
        manner=manner,
        minimums=minimums_in(prompt),
    )


def ending(id_: str) -> str:
    """Return how an id is called aloud."""
    return f"ending {id_[-4:]}"


def amount_of(record: Record, *keys: str) -> float:
    """Return the first number among the record's keys, or 0."""
    numbers = (record.get(key) for key in keys)
    return next((float(n) for n in numbers if isinstance(n, (int, float))), 0.0)


def money_of(record: Record, *keys: str) -> str:
    return rupees(amount_of(record, *keys))


def why_refused(outcome: Outcome) -> str:
    """Return the bank's own reason for refusing, as a sentence."""
    reason = str(outcome.get("error_message") or "the system did not accept it")
    return f"I could not do that: {reason.rstrip('.')}."


Handler = Callable[[Desk, Words], Script[Words]]
Score = Callable[[Words], int]


@dataclass(frozen=True, slots=True)
class Intent:
    """One kind of request: how strongly words point at it, and how it is handled.

    `handle` returns the customer's first words that it did not deal with.
    """

    name: str
    score: Score
    handle: Handler
