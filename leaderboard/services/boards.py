"""Boards follow the dataset: one for each split that people compare on."""

import hashlib

import orjson
from django.db import transaction
from django.utils import timezone

from bankenv.bank import Dataset
from bankenv.scoring import SCORERS
from leaderboard.models import Board, Submission
from leaderboard.services.customers import customer_model
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

    One a split for the agenda customer; one more where a model is configured to play
    the customer.
    A board whose dataset has changed since is closed and keeps its figures under
    another address: they cannot be compared with new ones.
    """
    splits = [split for split in SPLITS if split in dataset.splits]
    model = customer_model()
    models = ("", model) if model else ("",)
    return [_seed_board(dataset, split, of) for of in models for split in splits]


def _seed_board(dataset: Dataset, split: str, model: str) -> Board:
    """Make the board of a split; `model` plays its customer, none the agenda one."""
    slug = f"{dataset.suite}-{split}" + ("-llm" if model else "")
    current = dataset_hash(dataset)
    board = Board.objects.filter(slug=slug).first()
    if board is not None and _compares(board, current, model):
        return board
    title = f"{dataset.suite.capitalize()} {dataset.version} · {split}"
    title += f" · {model}"[:40] if model else ""
    with transaction.atomic():
        if board is not None:
            _retire(board)
        return _reopened(slug, title, current, model) or Board.objects.create(
            slug=slug,
            title=title[:80],
            suite=dataset.suite,
            suite_version=dataset.version,
            split=split,
            customer=Board.Customer.LLM if model else Board.Customer.AGENDA,
            customer_model=model,
            scorer=SCORER,
            dataset_hash=current,
            task_count=len(dataset.splits[split]),
        )


def _compares(board: Board, current: str, model: str) -> bool:
    return (board.dataset_hash, board.customer_model) == (current, model)


def _reopened(slug: str, title: str, current: str, model: str) -> Board | None:
    """Open again a board that was closed when its data or customer were replaced."""
    mark = _mark(current, model)
    board = Board.objects.filter(slug=f"{slug}-{mark}").first()
    if board is None or not _compares(board, current, model):
        return None
    board.slug, board.title, board.is_open = slug, title[:80], True
    board.save(update_fields=["slug", "title", "is_open"])
    return board


def _mark(current: str, model: str) -> str:
    """Return what tells a closed board's address from those of its successors."""
    if not model:
        return current[:8]
    return hashlib.sha256(f"{current} {model}".encode()).hexdigest()[:8]


def _retire(board: Board) -> None:
    going = Submission.objects.filter(board=board).exclude(status__in=Submission.ENDED)
    for submission in going:
        cancel_submission(
            submission, "The dataset or the customer of its board was replaced."
        )
    mark = _mark(board.dataset_hash, board.customer_model)
    board.slug = f"{board.slug}-{mark}"
    closed = f" ({'customer' if board.customer_model else 'data'} {mark}, closed "
    closed += f"{timezone.localdate()})"
    board.title = board.title[: 80 - len(closed)] + closed
    board.is_open = False
    board.save(update_fields=["slug", "title", "is_open"])
