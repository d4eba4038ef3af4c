"""Required calls that were never made, and what the bank would have answered then."""

from collections.abc import Mapping
from dataclasses import dataclass

from bankenv.bank import Dataset
from bankenv.scoring.calls import MadeCall
from bankenv.scoring.state import replay_calls
from bankenv.tasks import GoldStep, Task
from bankenv.trajectory import Result
from leaderboard.queries.conversation.answers import (
    ANSWERS_ON_PAGE,
    answer,
    argument_texts,
    change_rows,
)
from leaderboard.queries.conversation.marks import MISSED, FindingRow
from leaderboard.queries.conversation.procedure import rule_texts
from leaderboard.queries.conversation.rows import GhostRow


@dataclass(frozen=True)
class Scene:
    """A conversation and the steps it missed, by the event each was needed before."""

    dataset: Dataset
    task: Task
    calls: tuple[MadeCall, ...]
    missed: Mapping[int, int | None]

    def answer_to(self, step: GoldStep) -> Result:
        """Return what the bank would have answered to a missed step at its place.

        The conversation's own writes before that place are played first, then what was
        missed there before this step: the records are those of the moment.
        """
        place = self.missed[step.step]
        writes = (call for call in self.calls if call.kind == "write")
        made = [c for c in writes if place is None or c.event < place]
        steps = [s for s in self.task.gold if self._is_due(s, step, place)]
        played = [(call.tool, call.arguments) for call in made]
        wanted = [(due.tool, due.arguments) for due in steps]
        answered = replay_calls(self.dataset, self.task, [*played, *wanted]).results[-1]
        return Result(
            index=-1,
            ms=0.0,
            call="",
            ok=answered.ok,
            content=answered.content,
            error=answered.error,
            changes=answered.changes,
        )

    def _is_due(self, other: GoldStep, step: GoldStep, place: int | None) -> bool:
        together = other.step in self.missed and self.missed[other.step] == place
        return together and other.step <= step.step


def ghost_rows(
    dataset: Dataset,
    task: Task,
    calls: tuple[MadeCall, ...],
    findings: tuple[FindingRow, ...],
) -> tuple[GhostRow, ...]:
    """Return a row for each missed call, answered on the records of its moment."""
    missed = {
        row.finding.step: row
        for row in findings
        if row.finding.kind in MISSED and row.finding.step is not None
    }
    places = {step: row.finding.event for step, row in missed.items()}
    scene = Scene(dataset, task, calls, places)
    return tuple(
        _ghost(scene, step, missed[step.step])
        for step in task.gold
        if step.step in missed
    )


def _ghost(scene: Scene, step: GoldStep, row: FindingRow) -> GhostRow:
    known = scene.dataset.profile == "passbook"
    result = scene.answer_to(step) if known else None
    return GhostRow(
        finding=row,
        step=step.step,
        tool=step.tool,
        arguments=argument_texts(step.arguments),
        rules=rule_texts(scene.dataset.policy, step.rules),
        answer=answer(result, ANSWERS_ON_PAGE),
        changes=change_rows(result.changes) if result else (),
        needed_before=row.finding.event,
    )
