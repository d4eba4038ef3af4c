"""How every model fares on a task: stored figures of a board, and one task's rows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import QuerySet

from leaderboard.models import Board, Conversation, Submission, TaskFigure, TaskReport
from leaderboard.queries.boards import busiest


@dataclass(frozen=True, slots=True)
class Trial:
    """One conversation of a submission at the task."""

    conversation: Conversation

    @property
    def letter(self) -> str:
        """How `compare/_letters.html` writes it."""
        row = self.conversation
        if row.passed is None:
            return "e" if row.status == Conversation.Status.ERRORED else "-"
        if row.hidden_violation:
            return "h"
        return "p" if row.passed else "f"


@dataclass(frozen=True, slots=True)
class TaskResult:
    """One submission at one task; `share` is of its scored trials, None if none is."""

    submission: Submission
    trials: tuple[Trial, ...]

    @property
    def share(self) -> float | None:
        scored = [t for t in self.trials if t.conversation.passed is not None]
        passed = sum(t.letter == "p" for t in scored)
        return passed / len(scored) if scored else None


def task_boards() -> QuerySet[Board]:
    """Return the boards whose tasks are those of the embedded data."""
    return Board.objects.filter(recorded_suite__isnull=True, is_open=True)


def chosen_board(slug: str) -> Board | None:
    """Return the board asked for, or the one with most results; None for no board."""
    boards = task_boards()
    return boards.filter(slug=slug).first() if slug else busiest(boards)


def task_figures(board: Board | None) -> Mapping[str, TaskFigure]:
    """Return the figures of a board's tasks by id; none before anything is ranked."""
    rows = (
        TaskFigure.objects.filter(board=board) if board else TaskFigure.objects.none()
    )
    return {row.task_id: row for row in rows}


def task_results(
    task_id: str, board: Board, user: User | AnonymousUser
) -> list[TaskResult]:
    """Return how each submission that `user` may list fares, the best first."""
    listed = Submission.objects.listed_for(user).filter(board=board)
    rows = (
        Conversation.objects.filter(submission__in=listed, task_id=task_id)
        .select_related("submission")
        .order_by("submission__name", "submission_id", "trial")
    )
    by_submission: dict[str, list[Conversation]] = {}
    for row in rows:
        by_submission.setdefault(row.submission_id, []).append(row)
    found = [
        TaskResult(trials[0].submission, tuple(map(Trial, trials)))
        for trials in by_submission.values()
    ]
    return sorted(found, key=lambda one: (one.share is None, -(one.share or 0)))


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
