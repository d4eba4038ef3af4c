"""What the policy demands: the gold chain as steps, each with what became of it."""

from dataclasses import dataclass

from bankenv.bank import Dataset
from bankenv.policy import Policy
from bankenv.records import JsonValue, Record
from bankenv.scoring.matching import compared_arguments
from bankenv.tasks import GoldStep, Task
from bankenv.tools import TOOLS
from bankenv.verdict import Verdict
from leaderboard.queries.conversation.answers import argument_texts
from leaderboard.queries.conversation.marks import MISSED, FindingRow
from leaderboard.queries.conversation.rows import ArgumentText, RuleText
from leaderboard.queries.conversation.words import json_line


@dataclass(frozen=True, slots=True)
class Comparison:
    """One argument: what gold has, what the call had, and the rule that decided."""

    name: str
    gold: str
    got: str
    same: bool
    rule: str
    left_out: bool


@dataclass(frozen=True, slots=True)
class StepRow:
    """One step of the required procedure.

    `state` is `matched`, `late`, `wrong`, `missed` or `unknown` (nothing scored yet);
    `at` is the call it was matched with or meant for, `needed_before` the event that a
    missed or late call should have come before.
    """

    number: int
    tool: str
    kind: str
    why: str
    rules: tuple[RuleText, ...]
    arguments: tuple[ArgumentText, ...]
    compares: str
    after: tuple[int, ...]
    state: str
    at: int | None
    needed_before: int | None
    finding: FindingRow | None
    comparisons: tuple[Comparison, ...]


STATES = {
    "missed_read": "missed",
    "missed_write": "missed",
    "missed_hand_over": "missed",
    "wrong_arguments": "wrong",
    "late_call": "late",
}


def step_rows(
    task: Task,
    verdict: Verdict | None,
    findings: tuple[FindingRow, ...],
    dataset: Dataset,
) -> tuple[StepRow, ...]:
    """Return the steps of the task's gold chain in order."""
    by_step = {
        row.finding.step: row
        for row in reversed(findings)
        if row.finding.kind in STATES
    }
    return tuple(
        _step(step, verdict, by_step.get(step.step), dataset) for step in task.gold
    )


def rule_texts(policy: Policy, ids: tuple[str, ...]) -> tuple[RuleText, ...]:
    """Return the policy's rules; one that is not there stands as its id alone."""
    found = [policy.rules.get(rule) for rule in ids]
    return tuple(
        RuleText(rule.id, rule.title, rule.text) if rule else RuleText(name, "", "")
        for name, rule in zip(ids, found, strict=True)
    )


def _step(
    step: GoldStep,
    verdict: Verdict | None,
    finding: FindingRow | None,
    dataset: Dataset,
) -> StepRow:
    matched = verdict.matches.get(step.step) if verdict else None
    state = _state(verdict, finding, matched)
    return StepRow(
        number=step.step,
        tool=step.tool,
        kind=dataset.kind_of(step.tool),
        why=step.why,
        rules=rule_texts(dataset.policy, step.rules),
        arguments=argument_texts(step.arguments),
        compares=_compares(step),
        after=step.after,
        state=state,
        at=_at(finding, matched),
        needed_before=_needed_before(finding),
        finding=finding,
        comparisons=_comparisons(finding) if state == "wrong" else (),
    )


def _state(
    verdict: Verdict | None, finding: FindingRow | None, matched: int | None
) -> str:
    if finding is not None:
        return STATES[finding.finding.kind]
    if matched is not None:
        return "matched"
    return "missed" if verdict else "unknown"


def _at(finding: FindingRow | None, matched: int | None) -> int | None:
    if finding is None or finding.finding.kind in MISSED:
        return matched
    return finding.finding.event


def _needed_before(finding: FindingRow | None) -> int | None:
    if finding is None:
        return None
    if finding.finding.kind in MISSED:
        return finding.finding.event
    before = finding.finding.data.get("needed_before")
    return before if isinstance(before, int) else None


def _compares(step: GoldStep) -> str:
    names = compared_arguments(step) if step.tool in TOOLS else tuple(step.arguments)
    return ", ".join(names)


def _comparisons(finding: FindingRow | None) -> tuple[Comparison, ...]:
    rows = finding.finding.data.get("arguments", ()) if finding else ()
    return tuple(_comparison(row) for row in rows)


def _comparison(row: Record) -> Comparison:
    gold, got = row.get("gold"), row.get("got")
    same = bool(row.get("same"))
    return Comparison(
        str(row.get("name")),
        json_line(gold),
        "not given" if got is None else json_line(got),
        same,
        rule_words(gold, got, same=same),
        bool(row.get("left_out")) and got is not None,
    )


def rule_words(gold: JsonValue, got: JsonValue, *, same: bool) -> str:
    """Return in words the rule by which two argument values were compared."""
    if got is None and gold is not None:
        return "must be given"
    kinds = (kind_of(gold), kind_of(got))
    if kinds[0] != kinds[1] and not same:
        return f"{kinds[1]} where {kinds[0]} is due"
    return RULES.get(kinds[0], "equal")


RULES = {
    "a number": "numbers, by value",
    "a list": "lists, in any order",
    "an object": "field by field",
    "a text": "text, letter by letter",
}


def kind_of(value: JsonValue) -> str:
    """Return the JSON kind of a value in words."""
    words = {str: "a text", int: "a number", float: "a number", bool: "yes or no"}
    words |= {list: "a list", dict: "an object"}
    return words.get(type(value), "nothing")
