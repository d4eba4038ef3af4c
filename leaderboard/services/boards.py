"""Boards follow the dataset: one for each split that people compare on."""

import hashlib

import orjson
from django.db import transaction
from django.utils import timezone

from bankenv.bank import Dataset
from bankenv.scoring import SCORERS
from leaderboard.models import Board, Submission
from leaderboard.services.submissions import cancel_submission

SPLITS = ("lite", "base")
SCORER = next(iter(SCORERS))


def dataset_hash(dataset: Dataset) -> str:
    """Return one hash of all that can change a verdict: bank, tasks, policy, tools."""
    return hashlib.sha256(
        orjson.dumps(dict(dataset.hashes), option=orjson.OPT_SORT_KEYS)
    ).hexdigest()


def seed_boards(dataset: Dataset) -> list[Board]:
    """Make the boards of `dataset`, or return those that are there.

    A board whose dataset has changed since is closed and keeps its figures under
    another address: they cannot be compared with new ones.
    """
    return [_seed_board(dataset, split) for split in SPLITS if split in dataset.splits]


def _seed_board(dataset: Dataset, split: str) -> Board:
    slug = f"{dataset.suite}-{split}"
    current = dataset_hash(dataset)
    board = Board.objects.filter(slug=slug).first()
    if board is not None and board.dataset_hash == current:
        return board
    with transaction.atomic():
        if board is not None:
            _retire(board)
        return Board.objects.create(
            slug=slug,
            title=f"{dataset.suite.capitalize()} {dataset.version} · {split}",
            suite=dataset.suite,
            suite_version=dataset.version,
            split=split,
            scorer=SCORER,
            dataset_hash=current,
            task_count=len(dataset.splits[split]),
        )


def _retire(board: Board) -> None:
    going = Submission.objects.filter(board=board).exclude(status__in=Submission.ENDED)
    for submission in going:
        cancel_submission(submission, "The dataset of its board was replaced.")
    mark = board.dataset_hash[:8]
    board.slug = f"{board.slug}-{mark}"
    board.title = f"{board.title} (data {mark}, closed {timezone.localdate()})"[:80]
    board.is_open = False
    board.save(update_fields=["slug", "title", "is_open"])
