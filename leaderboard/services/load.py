"""A board filled with made-up submissions, to measure how the site bears them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any  # Any: values of model fields

from django.contrib.auth.models import User
from django.db import transaction

from bankenv.bank import Dataset
from bankenv.replay import gold_calls, replay
from bankenv.scoring import score
from bankenv.tasks import Task
from bankenv.tools import TOOLS
from leaderboard.models import (
    Board,
    Conversation,
    FindingCount,
    Label,
    Note,
    RecordedOutcome,
    Submission,
    Trajectory,
)
from leaderboard.models.submission import CODE_LETTERS
from leaderboard.services.boards import seed_boards
from leaderboard.services.bulk_rows import delete_rows, insert_rows
from leaderboard.services.made_up_verdicts import MadeUp, made_up_verdicts
from leaderboard.services.outcomes import (
    end_reason,
    outcome_fields,
    store_finding_counts,
    store_trajectory,
)
from leaderboard.services.ranks import rank_board
from leaderboard.services.standings import tally_submission

OWNER = "load"
REAL = 3  # conversations with a trajectory, so that there is one to open
MAKERS = ("Asterion", "Banyan Labs", "Corvus", "Deodar", "Ekam AI", "Firth", "Gneiss")
FIRST_DAY = datetime(2026, 7, 16, 9, tzinfo=UTC)
SIZES = ("mini", "small", "medium", "large", "max")

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Load:
    """How much to store: submissions, tasks of each, trials of each task."""

    submissions: int = 100
    tasks: int = 1000
    trials: int = 4
    seed: int = 7


class InvalidLoad(Exception):
    """A load that cannot be stored; the message says why."""


def others_submissions() -> int:
    """Count the submissions that did not come from a load."""
    return Submission.objects.exclude(owner__username=OWNER).count()


def seed_load(dataset: Dataset, load: Load, say: Say = lambda line: None) -> Board:
    """Fill the board of the whole dataset with a load; an earlier one is removed.

    The same load gives the same rows. Raises InvalidLoad for numbers out of range.
    """
    _check(load, dataset)
    board = seed_boards(dataset)[-1]
    remove_load()
    owner, _ = User.objects.get_or_create(username=OWNER)
    tasks = _spread([dataset.tasks[pk] for pk in dataset.splits[board.split]], load)
    for place in range(load.submissions):
        with transaction.atomic():
            submission = _submission(board, owner, place, load)
            _store(submission, tasks, place, load)
        if place == 0:
            _store_real(submission, tasks[:REAL], dataset)
        tally_submission(submission)
        say(f"{place + 1} of {load.submissions}: {submission.name}")
    rank_board(board)
    return board


def remove_load() -> None:
    """Remove every submission of a load, with all that hangs on it."""
    for submission in Submission.objects.filter(owner__username=OWNER):
        with transaction.atomic():
            for model in (FindingCount, Trajectory, Note, Label, RecordedOutcome):
                rows = model.objects.filter(conversation__submission=submission)
                delete_rows(rows.order_by())
            delete_rows(submission.conversations.order_by())
            submission.delete()


def _check(load: Load, dataset: Dataset) -> None:
    limits = {
        "submissions": (1, 1000),
        "tasks": (1, len(dataset.splits["base"])),
        "trials": (1, 8),
    }
    for name, (least, most) in limits.items():
        value = getattr(load, name)
        if not least <= value <= most:
            raise InvalidLoad(f"{name} is {value}; it is from {least} to {most}.")


def _spread(tasks: list[Task], load: Load) -> list[Task]:
    """Return as many tasks as asked for, from the whole length of the list."""
    return [tasks[at * len(tasks) // load.tasks] for at in range(load.tasks)]


def _submission(board: Board, owner: User, place: int, load: Load) -> Submission:
    dice = Random(f"{load.seed} {place}")  # nosec B311
    maker, size = MAKERS[place % len(MAKERS)], SIZES[place % len(SIZES)]
    began = _clock(place)
    name = f"{maker} {1 + place // 20}.{place % 20} {size}"
    submission = Submission.objects.create(
        pk="".join(dice.choices(CODE_LETTERS, k=12)),
        board=board,
        owner=owner,
        name=name,
        organisation=maker,
        is_baseline=place % 20 == 19,
        visibility=Submission.Visibility.PUBLIC,
        base_url="http://127.0.0.1:9/v1",
        model_name=name.lower().replace(" ", "-"),
        strategy=Submission.Strategy.REACT
        if place % 10 == 9
        else Submission.Strategy.FUNCTION_CALLING,
        trials=load.trials,
        status=Submission.Status.FINISHED,
        started_at=began,
        finished_at=began + timedelta(hours=2),
    )
    Submission.objects.filter(pk=submission.pk).update(created_at=began)
    return submission


def _clock(place: int) -> datetime:
    """Return when the submission at `place` began: one a day, from a fixed day on."""
    return FIRST_DAY + timedelta(days=place)


def _store(
    submission: Submission, tasks: Sequence[Task], place: int, load: Load
) -> None:
    verdicts = list(made_up_verdicts(tasks, load.trials, place, load.seed))
    insert_rows(
        Conversation, [_conversation(submission, one, place) for one in verdicts]
    )
    scored = submission.conversations.filter(status="scored").order_by()
    rows = scored.values_list("task_id", "trial", "pk")
    keys = {(task, trial): pk for task, trial, pk in rows}
    insert_rows(
        FindingCount,
        [
            {
                "conversation_id": keys[one.task.id, one.trial],
                "kind": kind,
                "check_name": check,
                "count": count,
            }
            for one in verdicts
            for kind, check, count in one.findings
            if (one.task.id, one.trial) in keys
        ],
    )


def _conversation(
    submission: Submission, verdict: MadeUp, place: int
) -> dict[str, Any]:
    task, at = verdict.task, verdict.at
    began = _clock(place) + timedelta(seconds=at % 7000)
    errored = place % 25 == 7 and at % 97 == 5
    return {
        "submission_id": submission.pk,
        "task_id": task.id,
        "trial": verdict.trial,
        "family": task.family,
        "category": task.category,
        "area": task.area,
        "attempt": 1,
        "created_at": began,
        "started_at": began,
        "finished_at": began + timedelta(seconds=20),
        **(_errored() if errored else _scored(submission, verdict)),
    }


def _scored(submission: Submission, verdict: MadeUp) -> dict[str, Any]:
    scorer = submission.board.scorer
    return {"status": "scored", "scorer": scorer, **verdict.fields}


def _errored() -> dict[str, Any]:
    return {
        "status": "errored",
        "fault": Conversation.Fault.ENDPOINT,
        "error": "The endpoint answered 503.",
    }


def _store_real(
    submission: Submission, tasks: Sequence[Task], dataset: Dataset
) -> None:
    """Play some tasks through: by the procedure, and once without its reads."""
    for at, task in enumerate(tasks):
        calls = gold_calls(task)
        if at:
            calls = [call for call in calls if TOOLS[call[0]].kind != "read"]
        recording = replay(dataset, task, calls)
        verdict = score(dataset, recording, submission.board.scorer)
        rows = submission.conversations.filter(task_id=task.id, trial=1)
        rows.update(
            status="scored",
            fault="",
            error="",
            end_reason=end_reason(recording)[:40],
            **outcome_fields(verdict),
        )
        row = rows.get()
        store_trajectory(row, recording, verdict)
        store_finding_counts(row, verdict)
