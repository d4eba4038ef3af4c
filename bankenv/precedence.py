"""Whether a chain of calls made the reads that the policy demands before each write."""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from bankenv.records import JsonValue, Record

EXCEPTIONS = ("paid_by_closure",)

# What the result of a read shows: a kind of object to where its id stands.
Shows = Mapping[str, Mapping[str, str]]
# Tool, arguments, result content.
ChainCall = tuple[str, Record, JsonValue]

Problem = Literal["missing", "late", "other_object"]
SAID: Mapping[Problem, str] = {
    "missing": "never called",
    "late": "called only after it",
    "other_object": "called before it for something else",
}

_AMOUNTS = {"create_fd": "principal_amount", "create_rd": "monthly_installment"}


@dataclass(frozen=True, slots=True)
class Precedence:
    """Reads that must have been made before a write, because `rule` says so.

    `reads` is a list of groups; of each group at least one tool must have been called.
    `when` limits it to writes whose arguments have one of the listed values.
    `same_object` maps a kind of object ("deposit") to the write's argument that names
    it; the read must have shown that very object. `fixed_object` maps a kind to the
    value that must have been shown. `unless` names an exception in EXCEPTIONS.
    A `declared` precedence cannot be told from the arguments; it holds only for calls
    that are said to follow the rule (a gold step does so in its `rules`).
    """

    rule: str
    write: str
    reads: tuple[tuple[str, ...], ...]
    when: Mapping[str, tuple[JsonValue, ...]] = field(default_factory=dict)
    same_object: Mapping[str, str] = field(default_factory=dict)
    fixed_object: Mapping[str, JsonValue] = field(default_factory=dict)
    unless: str | None = None
    declared: bool = False


@dataclass(frozen=True, slots=True)
class PolicyViolation:
    """A write whose required read was not made before it.

    `call` is the write's position in the chain, `reads` the tools any one of which
    would have done. `problem`: `missing` (never read), `late` (read after the write)
    or `other_object` (read before it, but of something else).
    """

    rule: str
    call: int
    tool: str
    reads: tuple[str, ...]
    problem: Problem
    detail: str


def broken_order(
    must_precede: Sequence[Precedence],
    shows: Shows,
    tools: Collection[str],
    calls: Sequence[ChainCall],
    declared: Mapping[int, Collection[str]] | None = None,
) -> list[PolicyViolation]:
    """Return where a chain breaks the policy's order of reads and writes.

    `calls` are (tool, arguments, result content) in order; a read whose result shows
    an `error_code` counts as not made. `tools` are the names the bank offers.
    `declared` maps a call's position to the rules it is said to follow, for what
    arguments cannot tell (a foreclosure request, an escalation).
    Raises ValueError if the policy asks for a read that the bank does not offer.
    """
    return [
        violation
        for position, call in enumerate(calls)
        for precedence in must_precede
        if applies(precedence, call[0], call[1], (declared or {}).get(position, ()))
        and not (precedence.unless and _paid_by_closure(calls, position))
        for reads in _known(precedence, tools)
        if (violation := _judge(shows, precedence, reads, calls, position))
    ]


def _known(
    precedence: Precedence, tools: Collection[str]
) -> tuple[tuple[str, ...], ...]:
    for read in (read for group in precedence.reads for read in group):
        if read not in tools:
            raise ValueError(f"{precedence.rule} asks for {read}: no such tool")
    return precedence.reads


def objects_shown(shows: Shows, tool: str, content: JsonValue) -> dict[str, set[str]]:
    """Return the ids that the result of a read shows, by kind of object."""
    places = shows.get(tool, {})
    return {kind: set(_at(content, place.split("."))) for kind, place in places.items()}


def _at(content: JsonValue, path: list[str]) -> list[str]:
    if not path:
        return [content] if isinstance(content, str) else []
    key = path[0].removesuffix("[]")
    value = content.get(key) if isinstance(content, dict) else None
    if not path[0].endswith("[]"):
        return _at(value, path[1:])
    items = value if isinstance(value, list) else []
    return [found for item in items for found in _at(item, path[1:])]


def applies(
    precedence: Precedence, tool: str, arguments: Record, rules: Collection[str] = ()
) -> bool:
    """Return whether the precedence holds for this call, exceptions aside.

    `rules` are those that the call is declared to follow.
    """
    if tool != precedence.write:
        return False
    if precedence.declared and precedence.rule not in rules:
        return False
    return all(
        arguments.get(name) in values for name, values in precedence.when.items()
    )


def _judge(
    shows: Shows,
    precedence: Precedence,
    reads: tuple[str, ...],
    calls: Sequence[ChainCall],
    position: int,
) -> PolicyViolation | None:
    wanted = _wanted(precedence, calls[position][1])
    made = [i for i, call in enumerate(calls) if call[0] in reads and not _failed(call)]
    right = [i for i in made if _shows(shows, calls[i], wanted)]
    if any(i < position for i in right):
        return None
    other = any(i < position for i in made)
    problem: Problem = "late" if right else "other_object" if other else "missing"
    detail = f"{precedence.write} needs {' or '.join(reads)} before it; {SAID[problem]}"
    return PolicyViolation(
        precedence.rule, position, precedence.write, reads, problem, detail
    )


def _wanted(precedence: Precedence, arguments: Record) -> dict[str, JsonValue]:
    """Return the objects the read must show; an argument not given demands none."""
    named = {
        kind: arguments[argument]
        for kind, argument in precedence.same_object.items()
        if arguments.get(argument) is not None
    }
    return {**precedence.fixed_object, **named}


def _shows(shows: Shows, call: ChainCall, wanted: Mapping[str, JsonValue]) -> bool:
    shown = objects_shown(shows, call[0], call[2])
    # list(): a model may name an object by something that cannot be hashed
    return all(value in list(shown.get(kind, ())) for kind, value in wanted.items())


def _failed(call: ChainCall) -> bool:
    return isinstance(call[2], dict) and "error_code" in call[2]


def _paid_by_closure(calls: Sequence[ChainCall], position: int) -> bool:
    """Return whether today's payouts into the source account cover this booking.

    What earlier bookings of the conversation took from that account is no longer there.
    """
    source = calls[position][1].get("source_account")
    amounts = [
        _paise(arguments.get(_AMOUNTS[tool]))
        for at, (tool, arguments, _) in enumerate(calls[: position + 1])
        if tool in _AMOUNTS
        and arguments.get("source_account") == source
        and (at == position or not _failed(calls[at]))
    ]
    return amounts[-1] > 0 and sum(amounts) <= _paid_into(source, calls[:position])


def _paid_into(account: JsonValue, calls: Sequence[ChainCall]) -> int:
    return sum(
        _paise(content.get("net_payout"))
        for tool, _, content in calls
        if tool == "close_deposit"
        and isinstance(content, dict)
        and content.get("payout_account") == account
    )


def _paise(rupees: JsonValue) -> int:
    """Return paise, or 0 for what is not an amount."""
    if isinstance(rupees, bool) or not isinstance(rupees, int | float):
        return 0
    if isinstance(rupees, int):
        return rupees * 100
    return round(rupees * 100) if math.isfinite(rupees * 100) else 0
