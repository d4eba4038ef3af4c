"""How every model fares on a task: stored figures of a board, and one task's rows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any  # Any: rows of values

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import QuerySet

from leaderboard.kept import Kept
from leaderboard.letters import letter_of, share_of
from leaderboard.models import Board, Conversation, Submission, TaskFigure, TaskReport
from leaderboard.queries.boards import busiest


@dataclass(frozen=True, slots=True)
class TaskResult:
    """One submission at one task: its conversations and their outcomes, in order.

    `letters` are those of `leaderboard.letters`; `said` is what the first trial's
    verdict or error says.
    """

    submission: str
    name: str
    conversations: tuple[int, ...]
    letters: str
    said: str

    @property
    def share(self) -> float | None:
        """The share of its scored trials that passed; None if none is."""
        return share_of(self.letters)


def task_boards() -> QuerySet[Board]:
    """Return the boards whose tasks are those of the embedded data."""
    return Board.objects.filter(recorded_suite__isnull=True, is_open=True)


def chosen_board(slug: str) -> Board | None:
    """Return the board asked for, or the one with most results; None for no board."""
    boards = task_boards()
    return boards.filter(slug=slug).first() if slug else busiest(boards)


def task_figures(board: Board | None) -> Mapping[str, TaskFigure]:
    """Return the figures of a board's tasks by id; none before anything is ranked.

    They are computed all at once, and read once in a process for each time they were.
    """
    if board is None:
        return {}
    rows = TaskFigure.objects.filter(board=board)
    computed = rows.order_by().values_list("computed_at", flat=True).first()
    if computed is None:
        return {}
    kept = FIGURES.get((board.pk, computed))
    if kept is not None:
        return kept
    found = {row.task_id: row for row in rows}
    for row in found.values():  # perhaps newer than asked for; all are of one time
        computed = row.computed_at
    FIGURES.put((board.pk, computed), found)
    return found


# A thousand rows each, in each process.
FIGURES: Kept[tuple[int, datetime], Mapping[str, TaskFigure]] = Kept(8)


def task_results(
    task_id: str, board: Board, user: User | AnonymousUser
) -> list[TaskResult]:
    """Return how each submission that `user` may list fares, the best first."""
    listed = Submission.objects.listed_for(user).filter(board=board)
    rows = (
        Conversation.objects.filter(submission__in=listed, task_id=task_id)
        .order_by("submission__name", "submission_id", "trial")
        .values_list("submission_id", "submission__name", *TOLD, named=True)
    )
    found = [
        _result(list(trials))
        for _, trials in groupby(rows, key=lambda row: row.submission_id)
    ]
    return sorted(found, key=lambda one: (one.share is None, -(one.share or 0)))


TOLD = ("pk", "status", "passed", "hidden_violation", "sentence", "error")


def _result(trials: Sequence[Any]) -> TaskResult:
    first = trials[0]
    outcomes = ((one.status, one.passed, one.hidden_violation) for one in trials)
    return TaskResult(
        submission=first.submission_id,
        name=first.submission__name,
        conversations=tuple(one.pk for one in trials),
        letters="".join(letter_of(*outcome) for outcome in outcomes),
        said=first.sentence or first.error,
    )


def reports_on(task_id: str, dataset_hash: str) -> Sequence[TaskReport]:
    """Return what readers said of the task, newest first."""
    rows = TaskReport.objects.filter(dataset_hash=dataset_hash, task_id=task_id)
    return list(rows.select_related("reporter", "decided_by"))


def reports_by_task(dataset_hash: str) -> Mapping[str, str]:
    """Return for each task with an open or confirmed report which of the two it has."""
    rows = TaskReport.objects.filter(dataset_hash=dataset_hash).exclude(
        status=TaskReport.Status.DISMISSED
    )
    found: dict[str, str] = {}
    for task_id, status in rows.order_by().values_list("task_id", "status"):
        if found.get(task_id) != TaskReport.Status.CONFIRMED:
            found[task_id] = status
    return found
