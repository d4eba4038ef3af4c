"""A board beside another: the same suite and split, another scorer or customer."""

from typing import Any  # Any: values of model fields

from django.db import transaction

from leaderboard.models import Board, RecordedSuite, RecordedTask
from leaderboard.queries.suites import recorded_suite

SUITE_FIELDS = (
    "domain",
    "source",
    "profile",
    "tool_kinds",
    "policy",
    "packed_bank",
)
SLUG_LENGTH, TITLE_LENGTH, MARK_LENGTH = 50, 80, 24


@transaction.atomic
def sibling_board(
    board: Board,
    mark: str,
    *,
    is_open: bool = False,
    **differing: Any,  # values of fields that decide what may be compared
) -> Board:
    """Return the board that differs in these fields alone; it is made once.

    `mark` tells its address and title from the first one's.
    """
    key = {
        "suite": board.suite,
        "suite_version": board.suite_version,
        "dataset_hash": board.dataset_hash,
        "split": board.split,
        "customer": board.customer,
        "customer_model": board.customer_model,
        "scorer": board.scorer,
    } | differing
    slug_mark = mark.replace(".", "-").replace(" ", "-")[:MARK_LENGTH]
    made, new = Board.objects.get_or_create(
        **key,
        defaults={
            "slug": f"{board.slug[: SLUG_LENGTH - 1 - len(slug_mark)]}-{slug_mark}",
            "title": f"{board.title} · {mark}"[:TITLE_LENGTH],
            "task_count": board.task_count,
            "max_trials": board.max_trials,
            "is_open": is_open,
        },
    )
    if new:
        _copy_suite(board, made)
    return made


def _copy_suite(board: Board, made: Board) -> None:
    """Give a new board what came with an imported one: its bank and its tasks."""
    suite = recorded_suite(board)
    if suite is None:
        return
    fields = {name: getattr(suite, name) for name in SUITE_FIELDS}
    RecordedSuite.objects.create(board=made, **fields)
    rows = RecordedTask.objects.filter(board=board)
    RecordedTask.objects.bulk_create(
        (
            RecordedTask(
                board=made, task_id=row.task_id, title=row.title, packed=row.packed
            )
            for row in rows
        ),
        batch_size=500,
    )
