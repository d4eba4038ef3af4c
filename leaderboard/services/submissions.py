"""Submissions: entered whole or not at all, then paused, resumed, cancelled, ended."""

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from bankenv.bank import Dataset
from bankenv.tasks import Task
from leaderboard.models import Board, Conversation, Submission
from leaderboard.models.submission import REASON_LENGTH
from leaderboard.queries.suites import suite_of
from leaderboard.services.credentials import (
    Secrets,
    forget_secrets,
    replace_key,
    store_secrets,
)
from leaderboard.services.dry_runs import begin_dry_run, few_first
from leaderboard.services.entries import Entry, check_entry
from leaderboard.services.notices import queue_notices
from leaderboard.services.quotas import check_quota


class NotPossible(Exception):
    """A move that the submission's status does not allow; the message says why."""


def submit(
    owner: User,
    entry: Entry,
    dataset: Dataset | None = None,
    *,
    unlimited: bool = False,
) -> Submission:
    """Queue every conversation of `entry`; return the submission.

    `unlimited` is for who has a shell on this machine: no quota is asked. Raises
    InvalidEntry naming the fields at fault, QuotaExceeded; then nothing is stored.
    """
    board = check_entry(entry)
    tasks = _tasks_of(board, dataset or suite_of(board))
    parameters = dict(entry.parameters)
    headers = parameters.pop("extra_headers", {})
    with transaction.atomic():
        if not unlimited:
            check_quota(owner, len(tasks) * entry.trials)
        submission = _create(owner, entry, board, parameters)
        store_secrets(submission, Secrets(entry.api_key.strip(), headers))
        in_order = few_first(tasks) if entry.dry_run else tasks
        Conversation.objects.bulk_create(
            _conversations(submission, in_order), batch_size=500
        )
        if entry.dry_run:
            begin_dry_run(submission)
    return submission


def _tasks_of(board: Board, dataset: Dataset) -> list[Task]:
    return [dataset.tasks[task_id] for task_id in dataset.splits[board.split]]


def _create(
    owner: User, entry: Entry, board: Board, parameters: dict[str, object]
) -> Submission:
    return Submission.objects.create(
        board=board,
        owner=owner,
        name=entry.name.strip(),
        organisation=entry.organisation.strip(),
        openness=entry.openness,
        base_url=entry.base_url.strip(),
        model_name=entry.model_name.strip(),
        strategy=entry.strategy,
        parameters=parameters,
        price_in=entry.price_in,
        price_out=entry.price_out,
        spend_cap=entry.spend_cap,
        token_cap=entry.token_cap,
        requests_per_minute=entry.requests_per_minute,
        trials=entry.trials,
        concurrency=entry.concurrency,
        visibility=entry.visibility,
        keeps_credential=entry.keeps_credential,
        is_baseline=entry.is_baseline,
        notify_email=entry.notify_email.strip(),
        webhook_url=entry.webhook_url.strip(),
        status=Submission.Status.QUEUED,
    )


def _conversations(submission: Submission, tasks: list[Task]) -> list[Conversation]:
    """All tasks of trial 1 first, so that a first result over all tasks comes early."""
    return [
        Conversation(
            submission=submission,
            task_id=task.id,
            trial=trial,
            family=task.family,
            category=task.category,
            area=task.area,
        )
        for trial in range(1, submission.trials + 1)
        for task in tasks
    ]


def pause_submission(submission: Submission, reason: str = "") -> None:
    """Start no more conversations; those that run go on to their end.

    A break that it takes by itself becomes a pause until it is resumed. Raises
    NotPossible unless it waits, runs or takes a break.
    """
    paused = (
        Submission.objects.going_on()
        .filter(pk=submission.pk)
        .update(status="paused", status_reason=reason[:REASON_LENGTH], resume_at=None)
    )
    if not paused:
        raise NotPossible(_refusal("paused", submission))
    submission.refresh_from_db()


@transaction.atomic
def resume_submission(submission: Submission, api_key: str = "") -> int:
    """Queue all that was not scored, errored conversations included; count them.

    A key that was deleted at the end must be given again. Raises NotPossible while it
    waits or runs, for replayed ones, and where everything was scored.
    """
    row = Submission.objects.select_for_update().get(pk=submission.pk)
    if row.is_active or row.kind != Submission.Kind.RUN_HERE:
        raise NotPossible(_refusal("resumed", row))
    if not row.board.is_open:
        raise NotPossible("Its board is closed: the dataset was replaced.")
    left = row.conversations.filter(status__in=["errored", "cancelled"])
    left.update(status="queued", fault="", failures=0, rung_at=None, not_before=None)
    queued = row.conversations.unfinished().count()
    if not queued:
        raise NotPossible("Every conversation has been scored; there is nothing left.")
    replace_key(row, api_key.strip())
    _queue(row)
    submission.refresh_from_db()
    return queued


@transaction.atomic
def cancel_submission(submission: Submission, reason: str = "") -> None:
    """End it now. What was scored is kept; what runs is told to stop and not recorded.

    Raises NotPossible if it has ended already.
    """
    row = Submission.objects.select_for_update().get(pk=submission.pk)
    if row.has_ended:
        raise NotPossible(_refusal("cancelled", row))
    row.conversations.unfinished().update(status="cancelled", lease_ends=None)
    _end(row, Submission.Status.CANCELLED, reason)
    submission.refresh_from_db()


def settle_submission(pk: str) -> bool:
    """End the submission if nothing of it waits or runs; say whether it ended now."""
    # Asked after each conversation; only after the last is the row worth locking.
    if Conversation.objects.unfinished().filter(submission=pk).exists():
        return False
    return _settle(pk)


@transaction.atomic
def _settle(pk: str) -> bool:
    row = Submission.objects.select_for_update().get(pk=pk)
    if row.has_ended or row.conversations.unfinished().exists():
        return False
    statuses = list(row.conversations.values_list("status", flat=True))
    errored = statuses.count("errored")
    reason = f"{errored} of {len(statuses)} conversations errored." if errored else ""
    none_scored = "scored" not in statuses
    status = Submission.Status.FAILED if none_scored else Submission.Status.FINISHED
    _end(row, status, reason)
    return True


def unfinished_of(owner: User, entry: Entry) -> Submission | None:
    """Return the newest submission of the same that has not ended, if there is one."""
    same = Submission.objects.exclude(status__in=Submission.ENDED).filter(
        owner=owner,
        board__slug=entry.board,
        name=entry.name.strip(),
        base_url=entry.base_url.strip(),
        model_name=entry.model_name.strip(),
        strategy=entry.strategy,
        parameters=entry.parameters,
        trials=entry.trials,
        kind=Submission.Kind.RUN_HERE,
    )
    return same.select_related("board").first()


def unsettled_submissions() -> list[str]:
    """Return the submissions that go on although nothing waits or runs any more."""
    unfinished = Q(conversations__status__in=["queued", "running"])
    return list(
        Submission.objects.filter(
            status__in=["queued", "running", "paused"],
            kind=Submission.Kind.RUN_HERE,
        )
        .exclude(unfinished)
        .values_list("pk", flat=True)
    )


def _queue(row: Submission) -> None:
    """Let it go on as if nothing had failed before; a dry run stays one."""
    row.status, row.status_reason = Submission.Status.QUEUED, ""
    row.finished_at = row.resume_at = None
    row.failures_in_a_row = row.breaks = 0
    row.save(
        update_fields=[
            "status",
            "status_reason",
            "finished_at",
            "resume_at",
            "failures_in_a_row",
            "breaks",
        ]
    )


def _end(row: Submission, status: Submission.Status, reason: str) -> None:
    row.status, row.status_reason = status, reason[:REASON_LENGTH]
    row.finished_at, row.resume_at = timezone.now(), None
    row.save(update_fields=["status", "status_reason", "finished_at", "resume_at"])
    if not row.keeps_credential:
        forget_secrets(row)
    queue_notices(row.pk, status)


def _refusal(move: str, submission: Submission) -> str:
    return f"It cannot be {move}: it is {submission.get_status_display().lower()}."
