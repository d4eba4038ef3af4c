"""The bank's written policy: numbered rules, and which reads must precede a write."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import orjson

from bankenv.precedence import (
    EXCEPTIONS,
    ChainCall,
    PolicyViolation,
    Precedence,
    Shows,
    broken_order,
)
from bankenv.records import JsonValue

PROSE = "policy.md"
MACHINE = "rules.json"

_HEADING = re.compile(r"^## (?P<group>.+)$")
_RULE = re.compile(r"^\*\*(?P<id>R[1-9]\d*)\. (?P<title>[^*]+)\*\* (?P<text>.+)$")
_KEYS = {
    "rule",
    "write",
    "reads",
    "when",
    "same_object",
    "fixed_object",
    "unless",
    "declared",
}


@dataclass(frozen=True, slots=True)
class Rule:
    """One numbered rule: its heading, a short title, the text."""

    id: str
    group: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Policy:
    """The whole policy: its text, its rules in order, and its machine part.

    `shows` maps a read tool to what its result shows: a kind of object to the place in
    the result where the object's id stands (`quotes[].deposit_id`).
    """

    text: str
    rules: Mapping[str, Rule]
    must_precede: tuple[Precedence, ...]
    shows: Shows


def load_policy(root: Path) -> Policy:
    """Return the policy in `root` (a folder with policy.md and rules.json).

    Raises ValueError naming the file and the place where it is not well formed.
    """
    text = (root / PROSE).read_text(encoding="utf-8")
    rules = _parse_rules(text)
    try:
        machine = orjson.loads((root / MACHINE).read_bytes())
    except orjson.JSONDecodeError as error:
        raise ValueError(f"{MACHINE}: not JSON: {error}") from error
    if not isinstance(machine, dict) or machine.keys() != {"shows", "must_precede"}:
        raise ValueError(f"{MACHINE}: expected the keys shows and must_precede")
    shows = machine["shows"]
    must_precede = []
    for number, entry in enumerate(machine["must_precede"]):
        precedence = _precedence(entry, f"{MACHINE}: must_precede[{number}]")
        _check(precedence, rules, shows, f"{MACHINE}: must_precede[{number}]")
        must_precede.append(precedence)
    return Policy(text, rules, tuple(must_precede), shows)


def _parse_rules(text: str) -> dict[str, Rule]:
    rules: dict[str, Rule] = {}
    group = ""
    for number, line in enumerate(text.splitlines(), start=1):
        if heading := _HEADING.match(line):
            group = heading["group"]
        elif line.startswith("**"):
            rule = _RULE.match(line)
            expected = f"R{len(rules) + 1}"
            if rule is None or rule["id"] != expected or not group:
                place = f"{PROSE} line {number}"
                raise ValueError(f"{place}: expected **{expected}. Title.** text")
            title = rule["title"].removesuffix(".")
            rules[expected] = Rule(expected, group, title, rule["text"])
    return rules


def _precedence(entry: JsonValue, place: str) -> Precedence:
    if not isinstance(entry, dict) or not {"rule", "write", "reads"} <= entry.keys():
        raise ValueError(f"{place}: expected an object with rule, write and reads")
    if unknown := entry.keys() - _KEYS:
        raise ValueError(f"{place}: unknown key {sorted(unknown)[0]}")
    return Precedence(
        rule=entry["rule"],
        write=entry["write"],
        reads=tuple(tuple(group) for group in entry["reads"]),
        when={name: tuple(values) for name, values in entry.get("when", {}).items()},
        same_object=entry.get("same_object") or {},
        fixed_object=entry.get("fixed_object") or {},
        unless=entry.get("unless"),
        declared=entry.get("declared", False),
    )


def _check(
    precedence: Precedence,
    rules: Mapping[str, Rule],
    shows: Shows,
    place: str,
) -> None:
    if precedence.rule not in rules:
        raise ValueError(f"{place}: there is no rule {precedence.rule} in {PROSE}")
    if not precedence.reads or not all(precedence.reads):
        raise ValueError(f"{place}: reads must hold at least one tool in each group")
    if precedence.unless not in (None, *EXCEPTIONS):
        raise ValueError(f"{place}: unknown exception {precedence.unless}")
    for read in (read for group in precedence.reads for read in group):
        for kind in (*precedence.same_object, *precedence.fixed_object):
            if kind not in shows.get(read, {}):
                raise ValueError(f"{place}: shows does not say where {read} has {kind}")


def violations(
    policy: Policy,
    tools: Collection[str],
    calls: Sequence[ChainCall],
    declared: Mapping[int, Collection[str]] | None = None,
) -> list[PolicyViolation]:
    """Return where a chain of calls breaks the policy's order of reads and writes.

    `calls` are (tool, arguments, result content) in order; a read whose result has an
    `error_code` counts as not made. `tools` are the names the bank offers. `declared`
    maps a call's position to the rules it is said to follow, for what arguments cannot
    tell: a foreclosure request (R18), an escalation (R26).
    Raises ValueError if the policy asks for a read that the bank does not offer.
    """
    return broken_order(policy.must_precede, policy.shows, tools, calls, declared)
