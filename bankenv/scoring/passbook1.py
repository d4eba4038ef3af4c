"""The scorer `passbook-1`: four gates, each false one explained. docs/scoring.md."""

from collections.abc import Mapping, Sequence

from bankenv.bank import Dataset
from bankenv.scoring.advisory import advisory_findings, metrics_of
from bankenv.scoring.calls import MadeCall, made_calls
from bankenv.scoring.matching import Assignment, assign
from bankenv.scoring.purity import purity_findings
from bankenv.scoring.required import required_findings
from bankenv.scoring.scorer import CheckKind, FindingKind, Scorer
from bankenv.scoring.sentence import verdict_sentence
from bankenv.scoring.state import Difference, differences, touched_paths, writes_replay
from bankenv.scoring.words import shown
from bankenv.tasks import Task
from bankenv.trajectory import NATURAL_ENDS, End, Trajectory
from bankenv.verdict import Check, Finding, Verdict

NAME = "passbook-1"

GATES = (
    CheckKind("ended_normally", "Ended normally"),
    CheckKind("required_calls", "Required calls"),
    CheckKind("write_purity", "Write purity"),
    CheckKind("final_state", "Final state"),
)
ADVISORY = (
    CheckKind("facts_told", "Told the facts", gate=False),
    CheckKind("no_leak", "No tool names said", gate=False),
)
ADVISORY_WORDS = {"facts_told": "not told", "no_leak": "said"}
FINDING_KINDS = (
    FindingKind("missed_read", "Missed read"),
    FindingKind("missed_write", "Missed write"),
    FindingKind("missed_hand_over", "Missed hand-over"),
    FindingKind("unsolicited_write", "Unsolicited write"),
    FindingKind("wrong_arguments", "Wrong arguments"),
    FindingKind("late_call", "Call out of order"),
    FindingKind("state_difference", "State difference"),
    FindingKind("abnormal_end", "Abnormal end"),
    FindingKind("tool_error", "Tool error", advisory=True),
    FindingKind("fact_not_told", "Fact not told", advisory=True),
    FindingKind("leaked_tool_name", "Tool name said", advisory=True),
    FindingKind("simulator_fault", "Customer at fault", advisory=True),
)
END_WORDS = {
    "step_limit": "the limit of steps was reached",
    "tool_error_limit": "too many calls were not valid",
    "protocol_breach": "the assistant answered with nothing, twice in a row",
}


def score_passbook1(dataset: Dataset, task: Task, trajectory: Trajectory) -> Verdict:
    """Return the verdict on one trajectory; no partial credit, no judge, no clock."""
    calls = tuple(call for call in made_calls(trajectory) if call.by is None)
    assignment = assign(task.gold, calls)
    by_check = {
        "ended_normally": _end_findings(trajectory),
        "required_calls": required_findings(task, calls, assignment, dataset.policy),
        "write_purity": purity_findings(task, calls, assignment),
        "final_state": _state_findings(dataset, task, calls),
    }
    advisory = advisory_findings(task, trajectory, calls)
    checks = tuple(
        Check(gate.name, gate.label, not found, _summary(gate.name, found, task))
        for gate in GATES
        for found in [by_check[gate.name]]
    ) + tuple(
        Check(
            kind.name,
            kind.label,
            not found,
            f"{len(found)} {ADVISORY_WORDS[kind.name]}" if found else "yes",
            gate=False,
        )
        for kind in ADVISORY
        for found in [[f for f in advisory if f.check == kind.name]]
    )
    findings = tuple(f for found in by_check.values() for f in found)
    passed = not findings
    state_passed = not by_check["final_state"] and not by_check["ended_normally"]
    return Verdict(
        scorer=NAME,
        task=task.id,
        trial=trajectory.header.trial,
        passed=passed,
        final_state_passed=state_passed,
        hidden_violation=state_passed and not passed,
        checks=checks,
        findings=findings + tuple(advisory),
        matches=_matches(task, assignment),
        metrics=metrics_of(task, trajectory, calls, assignment),
        sentence=verdict_sentence(task, findings, passed, state_passed),
    )


def _matches(task: Task, assignment: Assignment) -> dict[int, int]:
    served = ((step.step, assignment.call_of(step)) for step in task.gold)
    return {number: call.event for number, call in served if call is not None}


def _summary(check: str, found: Sequence[Finding], task: Task) -> str:
    if check == "required_calls":
        return f"{len(task.gold) - len(found)} / {len(task.gold)}"
    if check == "write_purity":
        return f"{len(found)} unsolicited" if found else "nothing unasked"
    if check == "final_state":
        return f"{len(found)} different" if found else "as it should be"
    return found[0].data["reason"] if found else "yes"


def _end_findings(trajectory: Trajectory) -> list[Finding]:
    last = trajectory.events[-1] if trajectory.events else None
    if isinstance(last, End) and last.reason in NATURAL_ENDS:
        return []
    reason = last.reason if isinstance(last, End) else "no_end"
    words = END_WORDS.get(reason, f"it stopped with {shown(reason)!r}")
    return [
        Finding(
            kind="abnormal_end",
            detail=f"The conversation did not end by itself: {words}.",
            check="ended_normally",
            event=last.index if last else None,
            data={"reason": reason},
        )
    ]


def _state_findings(
    dataset: Dataset, task: Task, calls: Sequence[MadeCall]
) -> list[Finding]:
    here = writes_replay(dataset, task, calls)
    touched = touched_paths(dataset, task, calls, here)
    return [
        _state_finding(difference, _event_of(difference.path, touched))
        for difference in differences(dataset, task, here)
    ]


def _state_finding(difference: Difference, event: int | None) -> Finding:
    return Finding(
        kind="state_difference",
        detail=(
            f"{difference.path} ended as {_value(difference.here)}, "
            f"expected {_value(difference.gold)}."
        ),
        check="final_state",
        event=event,
        path=difference.path,
        data={
            "before": difference.before,
            "gold": difference.gold,
            "here": difference.here,
        },
    )


def _event_of(path: str, touched: Mapping[str, Sequence[int]]) -> int | None:
    """Return the last write that set the path, something inside it or around it."""
    events = [
        events[-1]
        for changed, events in touched.items()
        if f"{changed}.".startswith(f"{path}.") or f"{path}.".startswith(f"{changed}.")
    ]
    return max(events, default=None)


def _value(value: object) -> str:
    return "nothing" if value is None else shown(value)


PASSBOOK_1 = Scorer(
    name=NAME,
    checks=GATES + ADVISORY,
    finding_kinds=FINDING_KINDS,
    score=score_passbook1,
)
