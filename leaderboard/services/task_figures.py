"""How a board's submissions fare on each task, stored with the ranks."""

from typing import Any  # Any: values of model fields

from django.db import transaction
from django.utils import timezone

from leaderboard.discrimination import discriminations, shares_of
from leaderboard.models import Board, TaskFigure
from leaderboard.outcome_table import OutcomeTable
from leaderboard.services.bulk_rows import insert_rows


def refresh_task_figures(board: Board, table: OutcomeTable) -> None:
    """Compute the figures of the board's tasks from its ranked submissions' outcomes.

    Computing twice gives the same rows.
    """
    rows = _rows(board, table)
    with transaction.atomic():
        board.task_figures.all().delete()
        insert_rows(TaskFigure, rows)


def _rows(board: Board, table: OutcomeTable) -> list[dict[str, Any]]:
    import numpy

    shares, now = shares_of(table), timezone.now()
    ran = (~numpy.isnan(shares)).sum(axis=0)
    columns = (
        table.tasks,
        ran.tolist(),
        (shares == 1).sum(axis=0).tolist(),
        numpy.nansum(shares, axis=0).tolist(),
        discriminations(shares),
    )
    return [
        {
            "board_id": board.pk,
            "task_id": task,
            "submissions": submissions,
            "solved_by": solved_by,
            "pass_rate": passed / submissions,
            "discrimination": discrimination,
            "computed_at": now,
        }
        for task, submissions, solved_by, passed, discrimination in zip(
            *columns, strict=True
        )
        if submissions
    ]
