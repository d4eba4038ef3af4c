"""The suite behind a board: the embedded dataset, or what came with an import."""

from collections.abc import Iterable
from dataclasses import replace

import orjson

from bankenv.bank import Dataset
from bankenv.dataset import load_dataset
from bankenv.policy import Policy
from bankenv.task_io import recorded_task_from_json
from leaderboard.models import Board, RecordedSuite, RecordedTask


def recorded_suite(board: Board) -> RecordedSuite | None:
    """Return what an imported board brought with it; None for our own boards."""
    found: RecordedSuite | None = getattr(board, "recorded_suite", None)
    return found


def suite_of(board: Board, task_ids: Iterable[str] | None = None) -> Dataset:
    """Return the suite of a board; of an imported one with these tasks, or all."""
    suite = recorded_suite(board)
    if suite is None:
        return load_dataset()
    rows = RecordedTask.objects.filter(board=board)
    if task_ids is not None:
        rows = rows.filter(task_id__in=list(task_ids))
    tasks = {
        row.task_id: recorded_task_from_json(orjson.dumps(row.document)) for row in rows
    }
    return replace(_frame(suite, board), tasks=tasks)


def _frame(suite: RecordedSuite, board: Board) -> Dataset:
    """Return the suite without tasks. Nobody's environment stands behind it."""
    return replace(
        load_dataset(),
        suite=board.suite,
        version=board.suite_version,
        policy=Policy(suite.policy, {}, (), {}),
        customers={},
        tasks={},
        splits={},
        documents=(),
        hashes={"tools": board.dataset_hash},
        profile=suite.profile,
        tool_kinds=suite.tool_kinds or {"": "unknown"},
    )
