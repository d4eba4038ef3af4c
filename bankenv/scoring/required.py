"""The required calls: which gold steps were settled, and how the others went wrong."""

from collections.abc import Mapping, Sequence

from bankenv.policy import Policy
from bankenv.records import JsonValue
from bankenv.scoring.calls import MadeCall
from bankenv.scoring.matching import (
    Assignment,
    Need,
    Unit,
    argument_rows,
    differing,
    serves,
)
from bankenv.scoring.words import done, looked_up, past, sentence, shown
from bankenv.tasks import GoldStep, Task
from bankenv.tools import TOOLS
from bankenv.verdict import Finding

MISSED = {
    "read": "missed_read",
    "write": "missed_write",
    "hand_over": "missed_hand_over",
}
CHECK = "required_calls"


def required_findings(
    task: Task, calls: Sequence[MadeCall], assignment: Assignment, policy: Policy
) -> list[Finding]:
    """Return one finding for each gold step that no call settled in its place."""
    left = assignment.leftovers(calls)
    findings: list[Finding] = []
    for step in task.gold:
        unserved = assignment.unserved(step)
        if not unserved:
            continue
        late = _late(unserved, left)
        wrong = None if late else _wrong(step, left)
        for unit in [unit for unit in left if unit in (late, wrong)]:
            left.remove(unit)
        if late:
            findings.append(_late_call(task, step, late.call, assignment))
        elif wrong:
            findings.append(_wrong_arguments(step, wrong.call))
        else:
            findings.append(_missed(task, step, assignment, policy))
    return findings


def _late(unserved: Sequence[Need], left: Sequence[Unit]) -> Unit | None:
    """Return a call that would have settled the step, had it come in its place."""
    fitting = (unit for unit in left for need in unserved if serves(unit, need))
    return next(fitting, None)


def _wrong(step: GoldStep, left: Sequence[Unit]) -> Unit | None:
    """Return the call of the step's tool that comes closest, the last one of equals."""
    same_tool = [unit for unit in left if unit.call.tool == step.tool]
    same_tool = [u for u in same_tool if u.call.succeeded or u.call.result is None] or (
        same_tool
    )
    if not same_tool:
        return None
    return min(reversed(same_tool), key=lambda unit: len(differing(step, unit.call)))


def dependents(task: Task, step: GoldStep) -> list[GoldStep]:
    """Return the steps that must come after this one, nearest first."""
    return [other for other in task.gold if step.step in other.after]


def needed_before(
    task: Task, step: GoldStep, assignment: Assignment
) -> MadeCall | None:
    """Return the first call before which the step was needed, if one was made."""
    made = [assignment.call_of(other) for other in dependents(task, step)]
    return min(
        (call for call in made if call is not None),
        key=lambda call: call.event,
        default=None,
    )


def _rule(step: GoldStep) -> str | None:
    return step.rules[0] if step.rules else None


def _late_call(
    task: Task, step: GoldStep, call: MadeCall, assignment: Assignment
) -> Finding:
    deadline = needed_before(task, step, assignment)
    return Finding(
        kind="late_call",
        detail=sentence(past(step) + _wrong_side(task, step, call, deadline)),
        check=CHECK,
        event=call.event,
        step=step.step,
        rule=_rule(step),
        data={"needed_before": deadline.event if deadline else None},
    )


def _wrong_side(
    task: Task, step: GoldStep, call: MadeCall, deadline: MadeCall | None
) -> str:
    if deadline is None or call.turn < deadline.turn:
        earlier = [past(task.gold[number - 1]) for number in step.after]
        return f" too early: this had to come after it {(earlier or ['went on'])[-1]}"
    if call.event > deadline.event:
        return f" only after it {_deed(deadline)}"
    return (
        f" in the same breath as it {_deed(deadline)}, "
        "so the answer could not have been read first"
    )


def _wrong_arguments(step: GoldStep, call: MadeCall) -> Finding:
    rows = argument_rows(step, call)
    wrong = [row for row in rows if not row["same"]]
    return Finding(
        kind="wrong_arguments",
        detail=sentence(_mismatch(call, wrong)),
        check=CHECK,
        event=call.event,
        step=step.step,
        rule=_rule(step),
        data={"arguments": rows},
    )


def _mismatch(call: MadeCall, wrong: Sequence[Mapping[str, JsonValue]]) -> str:
    deed = _deed(call)
    if not wrong:
        return f"asked for as required, but refused by the bank: {_why(call)}"
    if len(wrong) == 1 and shown(wrong[0]["got"]) in deed:
        return f"{deed} instead of {shown(wrong[0]['gold'])}"
    parts = [
        f"{row['name']} was {'left at ' if row.get('left_out') else ''}"
        f"{shown(row['got'])} instead of {shown(row['gold'])}"
        for row in wrong
    ]
    return f"{deed}, but {', '.join(parts)}"


def _missed(
    task: Task,
    step: GoldStep,
    assignment: Assignment,
    policy: Policy,
) -> Finding:
    kind = TOOLS[step.tool].kind
    deadline = needed_before(task, step, assignment)
    if kind == "read" and deadline is not None:
        what = looked_up(step.tool, step.arguments)
        detail = f"{_deed(deadline)} without first looking up {what}"
    else:
        detail = f"never {past(step)}"
    rule = _rule(step)
    if rule is not None and rule in policy.rules:
        detail += f" ({rule}, {policy.rules[rule].title})"
    return Finding(
        kind=MISSED[kind],
        detail=sentence(detail),
        check=CHECK,
        event=deadline.event if deadline else None,
        step=step.step,
        rule=rule,
        data={"arguments": argument_rows(step, None)},
    )


def _deed(call: MadeCall) -> str:
    return done(call.tool, call.arguments)


def _why(call: MadeCall) -> str:
    content = call.result.content if call.result else None
    if isinstance(content, dict):
        return shown(content.get("error_message") or content.get("error_code"))
    return "no answer"
