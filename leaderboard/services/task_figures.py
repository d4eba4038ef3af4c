"""How a board's submissions fare on each task, stored with the ranks."""

from collections.abc import Mapping

from django.db import transaction
from django.utils import timezone

from leaderboard.discrimination import discriminations, shares_of
from leaderboard.letters import Letters
from leaderboard.models import Board, TaskFigure


def refresh_task_figures(board: Board, letters: Mapping[str, Letters]) -> None:
    """Compute the figures of the board's tasks from its ranked submissions' outcomes.

    Computing twice gives the same rows.
    """
    shares = shares_of(letters)
    by_task: dict[str, list[float]] = {}
    for tasks in shares.values():
        for task, share in tasks.items():
            by_task.setdefault(task, []).append(share)
    told, now = discriminations(shares), timezone.now()
    rows = [
        TaskFigure(
            board=board,
            task_id=task,
            submissions=len(found),
            solved_by=sum(share == 1 for share in found),
            pass_rate=sum(found) / len(found),
            discrimination=told[task],
            computed_at=now,
        )
        for task, found in sorted(by_task.items())
    ]
    with transaction.atomic():
        board.task_figures.all().delete()
        TaskFigure.objects.bulk_create(rows)
