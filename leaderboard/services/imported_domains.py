"""A published bank as a suite of its own: checked, stored, and with boards to fill."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

import orjson
from django.db import transaction

from bankenv.bank import Dataset
from bankenv.published.execution import execute, open_ledger
from bankenv.task_io import task_to_json
from bankenv.tasks import Task
from leaderboard.models import Board, RecordedSuite
from leaderboard.packing import pack
from leaderboard.queries.suites import suite_of
from leaderboard.services.customers import customer_model
from leaderboard.services.imported_boards import CannotImport, store_tasks
from leaderboard.services.imported_runs import open_board
from runner.recordings.domain_files import DomainFiles, read_domain
from runner.recordings.domains import BANKING
from runner.recordings.stream import BrokenFile

SCORER = "published-1.0"
PREFERRED = ("base", "lite")


@dataclass(frozen=True, slots=True)
class DomainReport:
    """What became of a directory. `faults` are remarks on what was taken as it is.

    `boards` take recordings; `open_boards` new models. There are none of these where
    nothing can play the customers.
    """

    boards: list[Board]
    open_boards: list[Board]
    tasks: int
    customers: int
    documents: int
    faults: list[str]


def import_domain(root: Path, name: str) -> DomainReport:
    """Make a suite of a directory in the published layout, with a board a split.

    Importing the same data again returns the same boards. Raises CannotImport naming
    the file and the place where it cannot be used.
    """
    try:
        files = read_domain(root)
    except (BrokenFile, ValueError, OSError) as fault:
        raise CannotImport(str(fault)) from None
    digest = _digest(files)
    named = [s for s in PREFERRED if s in files.splits] or list(files.splits)
    with transaction.atomic():
        boards = [_board(files, name, split, digest) for split in named]
    faults = [*files.faults, *gold_remarks(suite_of(boards[0]))]
    model = customer_model()
    opened = [made for board in boards if (made := open_board(board, model))]
    return DomainReport(
        boards,
        opened,
        len(files.tasks),
        len(files.customers),
        len(files.documents),
        faults,
    )


def gold_remarks(dataset: Dataset) -> list[str]:
    """Return the gold actions that the bank refuses or that fail.

    The published evaluation does not notice them: gold's records are then incomplete.
    """
    remarks = []
    for task in dataset.tasks.values():
        ledger = open_ledger(dataset, task)
        for step in task.gold:
            answer = execute(ledger, step.tool, dict(step.arguments))
            if not answer.ok:
                remarks.append(
                    f"{task.id} step {step.step}: {step.tool} {answer.error}"
                )
    return remarks


def _board(files: DomainFiles, name: str, split: str, digest: str) -> Board:
    known = Board.objects.filter(
        dataset_hash=digest, split=split, scorer=SCORER, suite=name
    ).first()
    if known is not None:
        return known
    tasks = {task_id: files.tasks[task_id] for task_id in files.splits[split]}
    board = Board.objects.create(
        slug=f"{name}-{split}-{digest[:6]}"[:50],
        title=f"{name} · {split}"[:80],
        suite=name[:40],
        suite_version="published",
        split=split,
        customer=Board.Customer.LLM,
        scorer=SCORER,
        dataset_hash=digest,
        task_count=len(tasks),
        is_open=False,
    )
    RecordedSuite.objects.create(
        board=board,
        domain="banking",
        source="published",
        profile="published",
        tool_kinds=dict(BANKING),
        policy=files.policy.replace("\0", ""),
        packed_bank=pack(_bank(files, tasks)),
    )
    store_tasks(board, tasks)
    return board


def _bank(files: DomainFiles, tasks: Mapping[str, Task]) -> dict[str, object]:
    return {
        "customers": files.customers,
        "documents": files.documents,
        "provenance": files.provenance,
        "instruction": files.instruction,
        "splits": {"tasks": list(tasks)},
    }


def _digest(files: DomainFiles) -> str:
    digest = sha256()
    option = orjson.OPT_SORT_KEYS
    for value in (files.customers, files.documents, files.policy, files.splits):
        digest.update(orjson.dumps(value, option=option, default=dict))
    for task_id in sorted(files.tasks):
        digest.update(task_to_json(replace(files.tasks[task_id], title="")))
    return digest.hexdigest()
