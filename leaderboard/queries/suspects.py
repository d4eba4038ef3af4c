"""Tasks that readers reported and staff confirmed: a board is also shown without."""

from leaderboard.models import Board, TaskReport


def suspect_tasks(board: Board) -> frozenset[str]:
    """Return the tasks of the board's data that a confirmed report makes suspect."""
    confirmed = TaskReport.objects.filter(
        dataset_hash=board.dataset_hash, status=TaskReport.Status.CONFIRMED
    ).order_by()
    return frozenset(confirmed.values_list("task_id", flat=True))
