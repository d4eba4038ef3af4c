"""The verdict in one plain sentence, made from the findings."""

from collections.abc import Sequence

from bankenv.tasks import Task
from bankenv.verdict import Finding

# What stops a reader first comes first; a difference that a finding above already
# explains is not told again.
ORDER = (
    "abnormal_end",
    "missed_read",
    "late_call",
    "wrong_arguments",
    "missed_hand_over",
    "missed_write",
    "unsolicited_write",
    "state_difference",
)
MOST_CLAUSES = 3


def verdict_sentence(
    task: Task, findings: Sequence[Finding], passed: bool, state_passed: bool
) -> str:
    """Return what happened, and what the final records alone would have said."""
    if passed:
        steps = len(task.gold)
        calls = "required call was" if steps == 1 else f"{steps} required calls were"
        start = "The one" if steps == 1 else "All"
        return (
            f"{start} {calls} made, nothing was written that nobody asked for, "
            "and the final records are right."
        )
    told = _told(findings)
    clauses = [finding.detail.rstrip(".") for finding in _first_of_each(told)]
    more = len(told) - len(clauses)
    if more > 0:
        clauses.append(f"{more} more finding{'s' if more > 1 else ''}")
    ending = (
        "The final records are right: a check of them alone would have passed this."
        if state_passed
        else "The final records are wrong too."
        if any(f.kind == "state_difference" for f in findings)
        else "The final records are right."
    )
    return f"{'. '.join(clauses)}. {ending}"


def _first_of_each(told: Sequence[Finding]) -> list[Finding]:
    """Return what to say in full: no second finding of a kind while another waits."""
    firsts = {f.kind: at for at, f in reversed(list(enumerate(told)))}
    order = sorted(range(len(told)), key=lambda at: firsts[told[at].kind] != at)
    return [told[at] for at in sorted(order[:MOST_CLAUSES])]


def _told(findings: Sequence[Finding]) -> list[Finding]:
    causes = [f for f in findings if f.kind != "state_difference"]
    explained = {
        f.event for f in causes if f.kind in ("unsolicited_write", "wrong_arguments")
    }
    wrong = {f.event for f in causes if f.kind == "wrong_arguments"}
    told = [
        f
        for f in findings
        if not (f.kind == "state_difference" and (causes or f.event in explained))
        and not (f.kind == "unsolicited_write" and f.event in wrong)
    ]
    return sorted(told, key=lambda f: ORDER.index(f.kind))
