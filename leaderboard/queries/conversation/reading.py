"""One conversation read against its task: the parts of the page, from pure data."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from bankenv.bank import Dataset
from bankenv.scoring.calls import made_calls
from bankenv.tasks import Task
from bankenv.trajectory import Trajectory
from bankenv.verdict import Verdict
from leaderboard.queries.conversation.events import Reading, event_rows
from leaderboard.queries.conversation.ghosts import ghost_rows
from leaderboard.queries.conversation.marks import (
    FindingLine,
    FindingRow,
    finding_lines,
    finding_rows,
)
from leaderboard.queries.conversation.outcome import Outcome, outcome
from leaderboard.queries.conversation.procedure import StepRow, step_rows
from leaderboard.queries.conversation.rows import Row


@dataclass(frozen=True, slots=True)
class Trace:
    """What the panes show; `lines` lists the findings, `beyond` those of no step."""

    outcome: Outcome | None
    findings: tuple[FindingRow, ...]
    lines: tuple[FindingLine, ...]
    beyond: tuple[FindingLine, ...]
    steps: tuple[StepRow, ...]
    rows: tuple[Row, ...]


def trace(  # noqa: PLR0913  (one argument for each thing that is read)
    dataset: Dataset,
    task: Task | None,
    trajectory: Trajectory,
    verdict: Verdict | None,
    noted: Mapping[int, int] = MappingProxyType({}),
    *,
    is_whole: bool = False,
) -> Trace:
    """Read a trajectory against its task and verdict.

    A task the dataset no longer has (None) leaves the procedure empty; a conversation
    that was not scored (verdict None) is shown without findings. `noted` says how many
    notes people wrote on each event; `is_whole` keeps everything on the page.
    """
    findings = finding_rows(verdict, trajectory, task) if verdict else ()
    calls = made_calls(trajectory)
    ghosts = ghost_rows(dataset, task, calls, findings) if task else ()
    reading = Reading(
        trajectory,
        verdict,
        findings,
        calls,
        dataset,
        noted,
        is_whole,
    )
    return Trace(
        outcome=outcome(verdict) if verdict else None,
        findings=findings,
        lines=finding_lines(findings),
        beyond=tuple(line for line in finding_lines(findings) if not line.in_procedure),
        steps=step_rows(task, verdict, findings, dataset) if task else (),
        rows=event_rows(reading, ghosts),
    )
