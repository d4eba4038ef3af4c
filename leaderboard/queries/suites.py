"""The suite behind a board: the embedded dataset, or what came with an import."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date
from functools import lru_cache

import orjson

from bankenv.bank import Dataset
from bankenv.dataset import load_dataset
from bankenv.policy import Policy
from bankenv.published.constants import CLOCK, SEED
from bankenv.task_io import recorded_task_from_json
from leaderboard.models import Board, RecordedSuite, RecordedTask
from leaderboard.packing import unpack


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
    """Return the suite without tasks: its policy, its tools, its bank if it has one."""
    return replace(
        load_dataset(),
        suite=board.suite,
        version=board.suite_version,
        clock=date.fromisoformat(CLOCK),
        seed=SEED,
        policy=Policy(suite.policy, {}, (), {}),
        customers=_customers(suite.pk, board.dataset_hash),
        tasks={},
        splits={},
        documents=(),
        hashes={"tools": board.dataset_hash},
        profile=suite.profile,
        tool_kinds=suite.tool_kinds or {"": "unknown"},
    )


@lru_cache(maxsize=4)
def _customers(suite: int, dataset_hash: str) -> Mapping[str, bytes]:
    """Return the records of an imported bank; none where there is no bank.

    They belong to `dataset_hash`, so they are read once per process.
    """
    packed = RecordedSuite.objects.values_list("packed_bank", flat=True).get(pk=suite)
    if packed is None:
        return {}
    records = unpack(packed)["customers"]
    return {name: orjson.dumps(record) for name, record in records.items()}
