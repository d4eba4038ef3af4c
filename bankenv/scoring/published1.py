"""The scorer `published-1.0`: the rule that the published bank suite came with.

One call may serve several gold actions, order does not matter, and the final records
are compared after the published normalisation. docs/recordings.md lists where
`passbook-1` decides otherwise.
"""

from collections.abc import Iterator, Sequence

from bankenv.bank import Dataset
from bankenv.published.execution import record_after
from bankenv.published.matching import compared, differing, is_gold
from bankenv.published.normal import differences, normalised, same_state
from bankenv.records import JsonValue, Record
from bankenv.scoring.advisory import conversation_metrics
from bankenv.scoring.calls import MadeCall, made_calls
from bankenv.scoring.scorer import CheckKind, FindingKind, Scorer
from bankenv.scoring.state import replay_calls
from bankenv.scoring.words import done, sentence, shown
from bankenv.tasks import GoldStep, Task
from bankenv.trajectory import NATURAL_ENDS, End, Trajectory
from bankenv.verdict import Check, Finding, Verdict

NAME = "published-1.0"
CHECKS = (
    CheckKind("ended_normally", "Ended normally"),
    CheckKind("actions", "Gold actions"),
    CheckKind("write_purity", "Write purity"),
    CheckKind("final_state", "Final state"),
)
FINDING_KINDS = (
    FindingKind("abnormal_end", "Abnormal end"),
    FindingKind("missed_read", "Missed read"),
    FindingKind("missed_write", "Missed write"),
    FindingKind("missed_hand_over", "Missed hand-over"),
    FindingKind("wrong_arguments", "Wrong arguments"),
    FindingKind("unsolicited_write", "Unsolicited write"),
    FindingKind("state_difference", "State difference"),
)
MISSED = {"write": "missed_write", "hand_over": "missed_hand_over"}
MOST_DIFFERENCES = 50


def score_published1(dataset: Dataset, task: Task, trajectory: Trajectory) -> Verdict:
    """Return the verdict that the published evaluation gives."""
    calls = made_calls(trajectory)
    by_check = {
        "ended_normally": list(_end(trajectory)),
        "actions": list(_actions(dataset, task, calls)),
        "write_purity": list(_purity(dataset, task, calls)),
        "final_state": list(_state(dataset, task, trajectory, calls)),
    }
    findings = tuple(finding for found in by_check.values() for finding in found)
    state = not by_check["final_state"] and not by_check["ended_normally"]
    matches = _matches(task, calls)
    gold = len(task.gold)
    return Verdict(
        scorer=NAME,
        task=task.id,
        trial=trajectory.header.trial,
        passed=not findings,
        final_state_passed=state,
        hidden_violation=state and bool(findings),
        checks=tuple(
            Check(kind.name, kind.label, not found, _summary(found))
            for kind in CHECKS
            for found in [by_check[kind.name]]
        ),
        findings=findings,
        matches=matches,
        metrics={
            "gold_completion": round(len(matches) / gold, 4) if gold else None,
            **conversation_metrics(trajectory, calls),
        },
        sentence=_sentence(findings, state=state),
    )


def _summary(found: Sequence[Finding]) -> str:
    return f"{len(found)} found" if found else "yes"


def _matches(task: Task, calls: Sequence[MadeCall]) -> dict[int, int]:
    found = {}
    for step in task.gold:
        for call in calls:
            if is_gold(step, call.tool, call.arguments):
                found[step.step] = call.event
                break
    return found


def _end(trajectory: Trajectory) -> Iterator[Finding]:
    last = trajectory.events[-1] if trajectory.events else None
    if isinstance(last, End) and last.reason in NATURAL_ENDS:
        return
    reason = last.reason if isinstance(last, End) else "no_end"
    yield Finding(
        kind="abnormal_end",
        detail=f"The conversation ended by {shown(reason)}.",
        check="ended_normally",
        event=last.index if last else None,
        data={"reason": reason},
    )


def _actions(
    dataset: Dataset, task: Task, calls: Sequence[MadeCall]
) -> Iterator[Finding]:
    matches = _matches(task, calls)
    for step in task.gold:
        if step.step in matches:
            continue
        near = [call for call in calls if call.tool == step.tool]
        if near:
            best = min(near, key=lambda call: len(differing(step, call.arguments)))
            yield _wrong(step, best)
        else:
            kind = MISSED.get(dataset.kind_of(step.tool), "missed_read")
            yield Finding(
                kind=kind,
                detail=sentence(f"never {done(step.tool, step.arguments)}"),
                check="actions",
                step=step.step,
                data={"arguments": _rows(step, {})},
            )


def _wrong(step: GoldStep, call: MadeCall) -> Finding:
    names = ", ".join(differing(step, call.arguments))
    return Finding(
        kind="wrong_arguments",
        detail=f"Called {shown(call.tool)}, but {names} differ from gold.",
        check="actions",
        event=call.event,
        step=step.step,
        data={"arguments": _rows(step, call.arguments)},
    )


def _rows(step: GoldStep, arguments: Record) -> list[JsonValue]:
    wrong = differing(step, arguments)
    return [
        {
            "name": name,
            "gold": step.arguments.get(name),
            "got": arguments.get(name),
            "same": name not in wrong,
        }
        for name in compared(step)
    ]


def _purity(
    dataset: Dataset, task: Task, calls: Sequence[MadeCall]
) -> Iterator[Finding]:
    """Yield the writes that match no gold write; with no gold nothing is looked at."""
    writes = [step for step in task.gold if dataset.kind_of(step.tool) == "write"]
    if not task.gold:
        return
    for call in calls:
        if dataset.kind_of(call.tool) != "write":
            continue
        if any(is_gold(step, call.tool, call.arguments) for step in writes):
            continue
        refused = call.result is not None and not call.result.ok
        yield Finding(
            kind="unsolicited_write",
            detail=sentence(f"{done(call.tool, call.arguments)}, which gold has not"),
            check="write_purity",
            event=call.event,
            data={"changes": [], "undone_at": None, "refused": refused},
        )


def _state(
    dataset: Dataset, task: Task, trajectory: Trajectory, calls: Sequence[MadeCall]
) -> Iterator[Finding]:
    sent = [
        (call.tool, getattr(trajectory.events[call.event], "arguments", None))
        for call in calls
    ]
    gold = [(step.tool, dict(step.arguments)) for step in task.gold]
    wanted, here = _record(dataset, task, gold, "gold"), _record(dataset, task, sent)
    if same_state(wanted, here):
        return
    places = differences("", normalised(wanted), normalised(here))
    for path, gold_value, value in list(places)[:MOST_DIFFERENCES]:
        yield Finding(
            kind="state_difference",
            detail=f"{path} ended as {shown(value)}, expected {shown(gold_value)}.",
            check="final_state",
            path=path,
            data={"before": None, "gold": gold_value, "here": value},
        )


def _record(
    dataset: Dataset,
    task: Task,
    calls: Sequence[tuple[str, JsonValue]],
    salt: str = "",
) -> Record:
    """Return the final record: by the published rules, or by ours on our own data."""
    if dataset.profile == "published":
        return record_after(dataset, task, calls, salt)
    writes = [call for call in calls if dataset.kind_of(call[0]) == "write"]
    return replay_calls(dataset, task, writes).record


def _sentence(findings: Sequence[Finding], *, state: bool) -> str:
    if not findings:
        return (
            "Every gold action was called, no other write was, and the records agree."
        )
    told = " ".join(finding.detail for finding in findings[:3])
    more = f" {len(findings) - 3} more." if len(findings) > 3 else ""
    ending = " The final records agree with gold's." if state else ""
    return f"{told}{more}{ending}"


PUBLISHED_1 = Scorer(
    name=NAME, checks=CHECKS, finding_kinds=FINDING_KINDS, score=score_published1
)
