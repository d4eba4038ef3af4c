"""Write purity: every write call is one that gold asks for, and only as often."""

from collections.abc import Sequence

from bankenv.records import Change
from bankenv.scoring.calls import MadeCall
from bankenv.scoring.matching import Assignment, differing
from bankenv.scoring.words import done, sentence, shown
from bankenv.tasks import GoldStep, Task
from bankenv.tools import TOOLS
from bankenv.verdict import Finding

CHECK = "write_purity"


def purity_findings(
    task: Task, calls: Sequence[MadeCall], assignment: Assignment
) -> list[Finding]:
    """Return one finding for each write call that matches no gold write of its own.

    Refused and later undone writes count. A call that the bank could not read as a
    valid call changes nothing and asks for nothing; it counts only where gold has no
    write of that tool at all.
    """
    steps = [step for step in task.gold if TOOLS[step.tool].kind == "write"]
    asked = {step.tool for step in steps}
    served = {id(call) for step in steps if (call := assignment.call_of(step))}
    free = [step for step in steps if assignment.call_of(step) is None]
    findings = []
    for call in calls:
        if call.kind != "write" or id(call) in served:
            continue
        if call.malformed and call.tool in asked:
            continue
        asked_for = _take(free, call)
        if not asked_for:
            findings.append(_unsolicited(call, calls, steps))
    return findings


def _take(free: list[GoldStep], call: MadeCall) -> bool:
    """Use up the gold write that the call is, whatever its order or outcome."""
    for step in free:
        if step.tool == call.tool and not differing(step, call):
            free.remove(step)
            return True
    return False


def _unsolicited(
    call: MadeCall, calls: Sequence[MadeCall], steps: Sequence[GoldStep]
) -> Finding:
    undone = _undone_at(call, calls)
    refused = call.result is not None and not call.result.ok
    detail = done(call.tool, call.arguments) + _reason(call, steps)
    if refused:
        detail = f"tried what the bank refused: {detail}"
    if undone is not None:
        detail += f"; undoing it at #{undone} does not clear it"
    changes = call.result.changes if call.result else ()
    return Finding(
        kind="unsolicited_write",
        detail=sentence(detail),
        check=CHECK,
        event=call.event,
        path=changes[0].path if changes else None,
        data={
            "changes": [
                {"path": c.path, "before": c.before, "after": c.after} for c in changes
            ],
            "undone_at": undone,
            "refused": refused,
        },
    )


def _reason(call: MadeCall, steps: Sequence[GoldStep]) -> str:
    same_tool = [step for step in steps if step.tool == call.tool]
    if not same_tool:
        return ", which nobody asked for"
    closest = min(same_tool, key=lambda step: len(differing(step, call)))
    wrong = differing(closest, call)
    if not wrong:
        return " once more than was asked for"
    return f", but {shown(closest.arguments.get(wrong[0]))} was asked for"


def _undone_at(call: MadeCall, calls: Sequence[MadeCall]) -> int | None:
    """Return the event of the later call that set every changed value back."""
    if call.result is None or not call.result.changes:
        return None
    waiting = {change.path: change.before for change in call.result.changes}
    for later in calls:
        if later.event <= call.event or later.result is None:
            continue
        for change in later.result.changes:
            _settle(waiting, change)
        if not waiting:
            return later.event
    return None


def _settle(waiting: dict[str, object], change: Change) -> None:
    if change.path in waiting and waiting[change.path] == change.after:
        del waiting[change.path]
