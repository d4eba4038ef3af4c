"""The required calls: which gold steps were settled, and how the others went wrong."""

from collections.abc import Sequence

from bankenv.policy import Policy
from bankenv.scoring.calls import MadeCall
from bankenv.scoring.matching import (
    Assignment,
    Need,
    Unit,
    argument_rows,
    differing,
    serves,
)
from bankenv.scoring.words import done, looked_up, past, shown
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
            findings.append(_missed(task, step, calls, assignment, policy))
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
    what = past(step)
    if (
        deadline is not None
        and call.turn == deadline.turn
        and call.event < deadline.event
    ):
        detail = (
            f"{_sentence(what)} only in the same answer that {_deed(deadline)}: "
            "its result could not have been read first."
        )
    elif deadline is not None and call.event > deadline.event:
        detail = f"{_sentence(what)} only after it {_deed(deadline)}."
    else:
        earlier = [task.gold[number - 1] for number in step.after]
        wanted = past(earlier[-1]) if earlier else "the steps before it"
        detail = f"{_sentence(what)} too early: it had to come after it {wanted}."
    return Finding(
        kind="late_call",
        detail=detail,
        check=CHECK,
        event=call.event,
        step=step.step,
        rule=_rule(step),
        data={"needed_before": deadline.event if deadline else None},
    )


def _wrong_arguments(step: GoldStep, call: MadeCall) -> Finding:
    rows = argument_rows(step, call)
    wrong = [row for row in rows if not row["same"]]
    if wrong:
        parts = [
            f"{row['name']} was {shown(row['got'])}, expected {shown(row['gold'])}"
            for row in wrong
        ]
        detail = f"Called {step.tool} with wrong arguments: {'; '.join(parts)}."
    else:
        detail = (
            f"Called {step.tool} as required, but the bank refused it: {_why(call)}."
        )
    return Finding(
        kind="wrong_arguments",
        detail=detail,
        check=CHECK,
        event=call.event,
        step=step.step,
        rule=_rule(step),
        data={"arguments": rows},
    )


def _missed(
    task: Task,
    step: GoldStep,
    calls: Sequence[MadeCall],
    assignment: Assignment,
    policy: Policy,
) -> Finding:
    kind = TOOLS[step.tool].kind
    deadline = needed_before(task, step, assignment)
    if kind == "read":
        detail = f"Never looked up {looked_up(step)}"
    else:
        detail = f"Never {past(step)}"
    if deadline is not None:
        detail += f", which had to come before it {_deed(deadline)}"
    rule = _rule(step)
    if rule is not None and rule in policy.rules:
        detail += f" ({rule}, {policy.rules[rule].title})"
    return Finding(
        kind=MISSED[kind],
        detail=f"{detail}.",
        check=CHECK,
        event=deadline.event if deadline else None,
        step=step.step,
        rule=rule,
        data={"arguments": argument_rows(step, None)},
    )


def _deed(call: MadeCall) -> str:
    if call.kind == "read":
        return f"called {call.tool}"
    return done(call.tool, call.arguments)


def _why(call: MadeCall) -> str:
    content = call.result.content if call.result else None
    if isinstance(content, dict):
        return shown(content.get("error_message") or content.get("error_code"))
    return "no answer"


def _sentence(clause: str) -> str:
    return clause[:1].upper() + clause[1:]
