"""The board of an imported file: ours where the tasks are ours, else one of its own."""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256

import orjson
from django.db import transaction

from bankenv.dataset import load_dataset
from bankenv.task_io import recorded_task_from_json
from bankenv.tasks import Task
from leaderboard.models import Board, RecordedSuite, RecordedTask
from leaderboard.packing import pack
from leaderboard.services.boards import seed_boards
from runner.recordings.domains import OWN_DOMAIN
from runner.recordings.formats import Survey

SCORER_WITHOUT_ENVIRONMENT = "recorded-1"
NAMES = {"tau": "τ-bench", "tau2": "τ²-bench", "passbook": "Passbook"}


class CannotImport(Exception):
    """A file that is not taken; the message says why and where."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where an import goes: the board, and the tasks that every trial must have."""

    board: Board
    tasks: Mapping[str, Task]


def place_for(found: Survey, file_format: str) -> Place:
    """Return the board for a surveyed file; it is made where there is none yet.

    Raises CannotImport where the file's conversations have no task to be judged by.
    """
    ours = _own_tasks(found)
    if ours is not None:
        return Place(_own_board(set(ours)), ours)
    published = _imported_suite(found)
    if published is not None:
        return published
    if not found.tasks:
        unknown = sorted(set(found.trials))[:3]
        raise CannotImport(
            f"The file defines no tasks, and this site has no task {unknown[0]!r}."
        )
    for task_id in sorted(found.trials.keys() - found.tasks.keys()):
        trials = found.trials.pop(task_id)
        for spot in trials.values():
            found.refuse(spot, f"the file does not define its task {task_id}")
    if not found.trials:
        raise CannotImport("No conversation in the file has its task defined there.")
    tasks = {task_id: found.task(task_id) for task_id in found.tasks}
    return Place(_recorded_board(found, file_format, tasks), tasks)


def _own_tasks(found: Survey) -> dict[str, Task] | None:
    """Return our tasks of these ids, if all are ours and ask for the same calls."""
    if found.domain not in ("", OWN_DOMAIN):
        return None
    own = load_dataset().tasks
    if not set(found.trials) <= own.keys():
        return None
    for task_id in found.tasks:
        if task_id not in own or not same_gold(found.task(task_id), own[task_id]):
            return None
    ids = sorted(set(found.trials) | set(found.tasks))
    return {task_id: own[task_id] for task_id in ids}


def same_gold(one: Task, other: Task) -> bool:
    """Tell whether two tasks ask for the same calls."""
    return _calls(one) == _calls(other)


def _calls(task: Task) -> list[tuple[str, bytes]]:
    return [
        (step.tool, orjson.dumps(step.arguments, option=orjson.OPT_SORT_KEYS))
        for step in task.gold
    ]


def _own_board(ids: set[str]) -> Board:
    """Return the board of the split that these tasks are, or the widest one."""
    dataset = load_dataset()
    boards = seed_boards(dataset)
    for board in boards:
        if set(dataset.splits[board.split]) == ids:
            return board
    return max(boards, key=lambda board: board.task_count)


def _imported_suite(found: Survey) -> Place | None:
    """Return the board of an imported bank that has all these tasks."""
    wanted = set(found.trials)
    for suite in RecordedSuite.objects.exclude(profile="recorded"):
        rows = RecordedTask.objects.filter(board_id=suite.pk, task_id__in=wanted)
        if rows.count() == len(wanted):
            from_rows = {row.task_id: _stored(row) for row in rows}
            return Place(suite.board, from_rows)
    return None


def _stored(row: RecordedTask) -> Task:
    return recorded_task_from_json(orjson.dumps(row.document))


def _recorded_board(
    found: Survey, file_format: str, tasks: Mapping[str, Task]
) -> Board:
    digest = _digest(found)
    known = Board.objects.filter(
        dataset_hash=digest, scorer=SCORER_WITHOUT_ENVIRONMENT
    ).first()
    if known is not None:
        return known
    domain = (found.domain or "recorded")[:30]
    name = f"{NAMES[file_format]} {domain}"
    with transaction.atomic():
        board = Board.objects.create(
            slug=f"{file_format}-{domain.replace('_', '-')}-{digest[:6]}"[:50],
            title=f"{name} · recorded",
            suite=name[:40],
            suite_version="recorded",
            split="recorded",
            customer=Board.Customer.LLM,
            scorer=SCORER_WITHOUT_ENVIRONMENT,
            dataset_hash=digest,
            task_count=len(tasks),
            is_open=False,
        )
        RecordedSuite.objects.create(
            board=board,
            domain=domain,
            source=file_format,
            tool_kinds=dict(found.kinds()),
            policy=found.about.policy.replace("\0", ""),
        )
        store_tasks(board, tasks)
    return board


def store_tasks(board: Board, tasks: Mapping[str, Task]) -> None:
    """Keep task definitions with the board."""
    RecordedTask.objects.bulk_create(
        (
            RecordedTask(
                board=board,
                task_id=task.id,
                title=task.title[:200].replace("\0", ""),
                packed=pack(task),
            )
            for task in tasks.values()
        ),
        batch_size=500,
    )


def _digest(found: Survey) -> str:
    """Return a hash of what the verdicts depend on: tasks and kinds of tools."""
    digest = sha256()
    for task_id in sorted(found.tasks):
        digest.update(found.tasks[task_id])
    digest.update(orjson.dumps(dict(found.kinds()), option=orjson.OPT_SORT_KEYS))
    return digest.hexdigest()
