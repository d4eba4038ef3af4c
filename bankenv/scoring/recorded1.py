"""The scorer `recorded-1`: recordings of domains whose environment is not here.

The outcome is taken as the file gives it. The calls are judged from the gold actions
and the declared kinds of the tools: gold reads that were never made, writes that are
not in gold. docs/recordings.md.
"""

from collections.abc import Iterator, Sequence

from bankenv.bank import Dataset
from bankenv.records import JsonValue
from bankenv.scoring.advisory import conversation_metrics
from bankenv.scoring.calls import MadeCall, made_calls
from bankenv.scoring.scorer import CheckKind, FindingKind, Scorer
from bankenv.scoring.values import same_value
from bankenv.scoring.words import shown
from bankenv.tasks import GoldStep, Task
from bankenv.trajectory import Trajectory
from bankenv.verdict import Check, Finding, Verdict

NAME = "recorded-1"
CHECKS = (
    CheckKind("recorded_outcome", "Outcome, as recorded"),
    CheckKind("required_reads", "Required reads"),
    CheckKind("write_purity", "Write purity"),
    CheckKind("gold_writes", "Gold writes to the letter", gate=False),
)
FINDING_KINDS = (
    FindingKind("failed_as_recorded", "Failed as recorded"),
    FindingKind("missed_read", "Missed read"),
    FindingKind("unsolicited_write", "Unsolicited write"),
    FindingKind("missed_write", "Gold write not made", advisory=True),
)
MISSED = {"read": "missed_read", "write": "missed_write"}
CHECK_OF = {"missed_read": "required_reads", "missed_write": "gold_writes"}


def score_recorded1(dataset: Dataset, task: Task, trajectory: Trajectory) -> Verdict:
    """Return the verdict: the outcome as recorded, the calls as they were made.

    Without a recorded outcome the first check does not apply, and nothing passes.
    """
    calls = made_calls(trajectory)
    matches = {
        step.step: call.event
        for step in task.gold
        if (call := _call_of(step, calls)) is not None
    }
    findings = [
        *_outcome_findings(trajectory),
        *_missed(dataset, task, matches),
        *_unsolicited(dataset, task, calls),
    ]
    passed = _passed_as_recorded(trajectory) is True
    gating = [finding for finding in findings if not finding.advisory]
    state = _state_as_recorded(trajectory) is True
    return Verdict(
        scorer=NAME,
        task=task.id,
        trial=trajectory.header.trial,
        passed=passed and not gating,
        final_state_passed=state,
        hidden_violation=state and passed and bool(gating),
        checks=_checks(trajectory, findings),
        findings=tuple(findings),
        matches=matches,
        metrics={
            "gold_completion": (
                round(len(matches) / len(task.gold), 4) if task.gold else None
            ),
            **conversation_metrics(trajectory, calls),
        },
        sentence=_sentence(trajectory, gating),
    )


def agrees(step: GoldStep, call: MadeCall) -> bool:
    """Tell whether a call is the one a gold action names, on the compared arguments."""
    if call.tool != step.tool:
        return False
    names = step.arguments if step.compare is None else step.compare
    return all(
        same_value(step.arguments.get(name), call.arguments.get(name)) for name in names
    )


def _call_of(step: GoldStep, calls: Sequence[MadeCall]) -> MadeCall | None:
    return next((call for call in calls if agrees(step, call)), None)


def _passed_as_recorded(trajectory: Trajectory) -> bool | None:
    reward = trajectory.header.recorded.get("reward")
    return None if reward is None else bool(reward >= 1 - 1e-6)


def _state_as_recorded(trajectory: Trajectory) -> bool | None:
    state = trajectory.header.recorded.get("state")
    return _passed_as_recorded(trajectory) if state is None else bool(state)


def _outcome_findings(trajectory: Trajectory) -> Iterator[Finding]:
    passed = _passed_as_recorded(trajectory)
    if passed:
        return
    reward = trajectory.header.recorded.get("reward")
    yield Finding(
        kind="failed_as_recorded",
        detail=(
            "The file gives no outcome for this conversation."
            if passed is None
            else f"The file gives it reward {reward:g}: it failed when it was recorded."
        ),
        check="recorded_outcome",
    )


def _missed(dataset: Dataset, task: Task, matches: dict[int, int]) -> Iterator[Finding]:
    for step in task.gold:
        kind = MISSED.get(dataset.kind_of(step.tool))
        if kind is None or step.step in matches:
            continue
        arguments = ", ".join(shown(value) for value in step.arguments.values())
        yield Finding(
            kind=kind,
            detail=f"Never called {shown(step.tool)} for {arguments or 'anything'}.",
            check=CHECK_OF[kind],
            step=step.step,
            advisory=kind == "missed_write",
            data={"arguments": _argument_rows(step)},
        )


def _argument_rows(step: GoldStep) -> list[JsonValue]:
    return [
        {"name": name, "gold": value, "got": None, "same": False}
        for name, value in step.arguments.items()
    ]


def _unsolicited(
    dataset: Dataset, task: Task, calls: Sequence[MadeCall]
) -> Iterator[Finding]:
    for call in calls:
        if dataset.kind_of(call.tool) != "write":
            continue
        if any(agrees(step, call) for step in task.gold):
            continue
        refused = call.result is not None and not call.result.ok
        tried = "Tried" if refused else "Called"
        yield Finding(
            kind="unsolicited_write",
            detail=f"{tried} {shown(call.tool)} in a way that gold does not ask for.",
            check="write_purity",
            event=call.event,
            data={"changes": [], "undone_at": None, "refused": refused},
        )


def _checks(trajectory: Trajectory, findings: Sequence[Finding]) -> tuple[Check, ...]:
    counts = {kind.name: sum(f.check == kind.name for f in findings) for kind in CHECKS}
    outcome = _passed_as_recorded(trajectory)
    words = {None: "not recorded", True: "passed", False: "failed"}
    return tuple(
        Check(kind.name, kind.label, outcome, words[outcome])
        if kind.name == "recorded_outcome"
        else Check(
            kind.name,
            kind.label,
            not counts[kind.name],
            f"{counts[kind.name]} found" if counts[kind.name] else "yes",
            gate=kind.gate,
        )
        for kind in CHECKS
    )


def _sentence(trajectory: Trajectory, gating: Sequence[Finding]) -> str:
    if not gating:
        return (
            "It passed when it was recorded; every gold read was made and nothing was "
            "written beyond gold. The final state is taken as recorded."
        )
    told = " ".join(finding.detail for finding in gating[:3])
    if len(gating) > 3:
        told += f" {len(gating) - 3} more."
    if _passed_as_recorded(trajectory):
        told += " It passed when it was recorded: its final state was right."
    return told


RECORDED_1 = Scorer(
    name=NAME,
    checks=CHECKS,
    finding_kinds=FINDING_KINDS,
    score=score_recorded1,
)
