"""The suite behind a board: the embedded dataset, or what came with an import."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache

import orjson

from bankenv.bank import Dataset
from bankenv.dataset import load_dataset
from bankenv.policy import Policy
from bankenv.published.constants import CLOCK, SEED
from bankenv.published.documents import Section, sections_of
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
    splits = {board.split: tuple(tasks)}
    return replace(_frame(suite, board), tasks=tasks, splits=splits)


def _frame(suite: RecordedSuite, board: Board) -> Dataset:
    """Return the suite without tasks: its policy, its tools, its bank if it has one."""
    bank = _bank(board.dataset_hash)
    return replace(
        load_dataset(),
        suite=board.suite,
        version=board.suite_version,
        clock=date.fromisoformat(CLOCK),
        seed=SEED,
        policy=Policy(suite.policy, {}, (), {}),
        customers=bank.customers,
        tasks={},
        splits={},
        documents=(),
        hashes=dict.fromkeys(("bank", "policy", "tasks", "tools"), board.dataset_hash),
        profile=suite.profile,
        tool_kinds=suite.tool_kinds or {"": "unknown"},
        instruction=bank.instruction,
        sections=bank.sections,
    )


@dataclass(frozen=True, slots=True)
class ImportedBank:
    """What the assistant of an imported bank works with; empty where there is none."""

    customers: Mapping[str, bytes]
    instruction: str = ""
    sections: tuple[Section, ...] = ()


@lru_cache(maxsize=4)
def _bank(dataset_hash: str) -> ImportedBank:
    """Return the bank that came with these data, the same on each of their boards."""
    rows = RecordedSuite.objects.filter(board__dataset_hash=dataset_hash)
    packed = rows.values_list("packed_bank", flat=True).first()
    if packed is None:
        return ImportedBank({})
    bank = unpack(packed)
    return ImportedBank(
        {name: orjson.dumps(record) for name, record in bank["customers"].items()},
        bank["instruction"],
        tuple(
            section
            for stem, text in bank["documents"].items()
            for section in sections_of(stem, text, bank["provenance"])
        ),
    )
