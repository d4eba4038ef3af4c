"""A submission judged by another scorer: looked at first, then published beside it."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import reset_queries, transaction
from django.utils import timezone

from bankenv.bank import Dataset
from bankenv.scoring import SCORERS, score
from bankenv.tasks import Task
from bankenv.trajectory_io import from_json
from leaderboard.models import (
    Board,
    Conversation,
    Import,
    Submission,
)
from leaderboard.queries.suites import recorded_suite, suite_of
from leaderboard.services.imported_rows import BATCH, Judged, batches, store
from leaderboard.services.sibling_boards import sibling_board
from leaderboard.services.standings import refresh_standings
from leaderboard.services.submissions import NotPossible
from runner.recordings.items import Recording

SCORERS_OF = {
    "passbook": ("passbook-1", "published-1.0"),
    "published": ("published-1.0",),
    "recorded": ("recorded-1",),
}
MOST_CHANGES_SHOWN = 200


@dataclass(frozen=True, slots=True)
class VerdictChange:
    """One conversation that the other scorer judges otherwise."""

    conversation: int
    task: str
    trial: int
    before: bool
    after: bool
    sentence: str


@dataclass(frozen=True, slots=True)
class Preview:
    """What another scorer would say of a submission; nothing is stored.

    `same` counts the stored verdicts that it gives again; `unscored` the conversations
    that have none.
    """

    scorer: str
    scored: int
    same: int
    gained: int
    lost: int
    unscored: int
    changes: tuple[VerdictChange, ...]


def scorers_for(board: Board) -> tuple[str, ...]:
    """Return the scorers that can judge what was recorded on this board."""
    suite = recorded_suite(board)
    names = SCORERS_OF["passbook" if suite is None else suite.profile]
    return tuple(name for name in names if name in SCORERS)


def preview_rescore(submission: Submission, scorer: str) -> Preview:
    """Return what would change if `scorer` judged the submission.

    Raises NotPossible for a scorer that cannot judge its board.
    """
    _check(submission, scorer)
    scored = same = 0
    gained = lost = 0
    changes: list[VerdictChange] = []
    for row, judged in _judged(submission, scorer):
        if judged.verdict is None:
            continue
        scored += 1
        if judged.verdict.passed == row.passed:
            same += 1
            continue
        gained += judged.verdict.passed
        lost += not judged.verdict.passed
        if len(changes) < MOST_CHANGES_SHOWN:
            changes.append(_change(row, judged))
    unscored = submission.conversations.count() - scored
    return Preview(scorer, scored, same, gained, lost, unscored, tuple(changes))


def publish_rescore(owner: User, submission: Submission, scorer: str) -> Submission:
    """Return the submission as `scorer` judges it, on that scorer's board; keep both.

    Publishing twice returns the first. Raises NotPossible as the preview does, and for
    the scorer that its board has already.
    """
    _check(submission, scorer)
    if scorer == submission.board.scorer:
        raise NotPossible(f"Its board is scored by {scorer} already.")
    mark = f"rescored:{submission.pk}"
    with transaction.atomic():
        board = sibling_board(submission.board, scorer, scorer=scorer)
        before = Submission.objects.filter(
            board=board, import_of__file_digest=mark
        ).first()
        if before is not None:
            return before
        copy = _copy(owner, submission, board)
        name = f"submission {submission.pk}, scored again by {scorer}"
        Import.objects.create(
            submission=copy,
            file_name=name,
            file_digest=mark,
            file_format="passbook",
            finished_at=timezone.now(),
        )
        _copy_rows(submission, copy, scorer)
    refresh_standings(copy)
    return copy


def _check(submission: Submission, scorer: str) -> None:
    known = scorers_for(submission.board)
    if scorer not in known:
        raise NotPossible(f"{scorer} cannot judge it; {', '.join(known)} can.")
    if not submission.has_ended:
        raise NotPossible("It has not ended yet.")
    closed = recorded_suite(submission.board) is None and not submission.board.is_open
    if closed:
        raise NotPossible("Its board is closed: the dataset was replaced.")


def _judged(
    submission: Submission, scorer: str
) -> Iterator[tuple[Conversation, Judged]]:
    dataset = suite_of(submission.board)
    rows = submission.conversations.filter(trajectory__isnull=False)
    for row in rows.select_related("trajectory").iterator(chunk_size=BATCH):
        task = dataset.tasks[row.task_id]
        yield row, _judge(dataset, scorer, task, row)


def _judge(dataset: Dataset, scorer: str, task: Task, row: Conversation) -> Judged:
    trajectory = from_json(row.trajectory.document)
    recording = Recording("", task.id, row.trial, trajectory, row.error)
    if row.status != Conversation.Status.SCORED:
        return Judged(recording, task, None, row.error or "It has no score.")
    return Judged(recording, task, score(dataset, trajectory, scorer), "")


def _change(row: Conversation, judged: Judged) -> VerdictChange:
    assert judged.verdict is not None  # the caller looked
    return VerdictChange(
        row.pk,
        row.task_id,
        row.trial,
        bool(row.passed),
        judged.verdict.passed,
        judged.verdict.sentence,
    )


def _copy(owner: User, submission: Submission, board: Board) -> Submission:
    return Submission.objects.create(
        board=board,
        owner=owner,
        name=submission.name,
        organisation=submission.organisation,
        openness=submission.openness,
        kind=Submission.Kind.REPLAYED,
        is_baseline=submission.is_baseline,
        has_custom_prompt=submission.has_custom_prompt,
        visibility=Submission.Visibility.PRIVATE,
        model_name=submission.model_name,
        strategy=submission.strategy,
        parameters=submission.parameters,
        trials=submission.trials,
        status=submission.status,
        status_reason=submission.status_reason,
        started_at=submission.started_at,
        finished_at=submission.finished_at,
    )


def _copy_rows(submission: Submission, copy: Submission, scorer: str) -> None:
    for batch in batches(judged for _, judged in _judged(submission, scorer)):
        store(copy, batch)
        reset_queries()
    _copy_unrecorded(submission, copy)


def _copy_unrecorded(submission: Submission, copy: Submission) -> None:
    """Keep what has no recording as it stands: missing stays missing."""
    rows = submission.conversations.filter(trajectory__isnull=True)
    Conversation.objects.bulk_create(
        Conversation(
            submission=copy,
            task_id=row.task_id,
            trial=row.trial,
            family=row.family,
            category=row.category,
            area=row.area,
            status=row.status,
            error=row.error,
            fault=row.fault,
        )
        for row in rows
    )
