"""Who runs a conversation and who may record it: claim, keep, finish, release.

A claim is one conditional update that counts the attempt up. Everything after it is
conditional on that number, so a worker that lost its lease changes nothing.
"""

import uuid
from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from bankenv.trajectory import Trajectory
from bankenv.verdict import Verdict
from leaderboard.models import Conversation, FindingCount, Submission
from leaderboard.services.caps import stop_at_caps
from leaderboard.services.dry_runs import end_dry_run
from leaderboard.services.outages import in_outage, note_answer, note_failure
from leaderboard.services.outcomes import (
    count_findings,
    end_reason,
    outcome_fields,
    store_trajectory,
)
from leaderboard.services.submissions import settle_submission
from leaderboard.services.turns import in_turn

MAX_FAILURES = 3  # attempts that an endpoint may fail
MAX_ATTEMPTS = 20  # claims of one conversation, whatever became of the workers
FIRST_WAIT_S, LONGEST_WAIT_S = 5, 300
ERROR_LENGTH = 2_000


@dataclass(frozen=True, slots=True)
class Setback:
    """Why an attempt ended without a score. `retry_after_s`: when to try again."""

    fault: Conversation.Fault
    error: str
    retryable: bool = True
    retry_after_s: float | None = None


@in_turn
def claim_conversation(pk: int, worker: str = "") -> Conversation | None:
    """Take the conversation for this worker, or return None if it is not to be had.

    It is to be had while it waits (or its worker's lease ran out), its submission is
    going, and fewer of the submission run than may at once.
    """
    now = timezone.now()
    with transaction.atomic():
        conversation = _one_of_its_submission(pk)
        if conversation is None:
            return None
        submission = conversation.submission
        running = submission.conversations.filter(status="running", lease_ends__gt=now)
        last = submission.dry_run_until
        kept_back = last is not None and pk > last
        if kept_back or running.count() >= submission.places:
            Conversation.objects.filter(pk=pk).update(rung_at=None)
            return None
        if not _took(conversation, worker, now):
            return None
        if submission.status == Submission.Status.QUEUED:
            _start(submission)
        return conversation


def _one_of_its_submission(pk: int) -> Conversation | None:
    """Return the conversation if its submission goes; others of that wait meanwhile.

    They wait, so that the number of those that run holds while one more is added.
    """
    rows = Conversation.objects.select_related("submission__board__recorded_suite")
    try:
        found = rows.select_for_update(of=("submission",)).get(pk=pk)
    except Conversation.DoesNotExist:
        return None
    return found if found.submission.is_active else None


def _took(conversation: Conversation, worker: str, now: datetime) -> bool:
    """Make the conversation this worker's, unless it has become somebody else's."""
    free = Conversation.objects.claimable(now)
    taken = {
        "status": Conversation.Status.RUNNING,
        "attempt": conversation.attempt + 1,
        "worker": worker[:120],
        "lease_ends": now + lease(),
        "started_at": now,
        "finished_at": None,
        "not_before": None,
        "rung_at": None,
        "request_id": uuid.uuid4().hex,
    }
    same = free.filter(pk=conversation.pk, attempt=conversation.attempt)
    if not same.update(**taken):
        return False
    for name, value in taken.items():
        setattr(conversation, name, value)
    return True


def lease() -> timedelta:
    """How long a conversation stays a worker's without a sign of life."""
    return timedelta(seconds=settings.LEASE_SECONDS)


@in_turn
def extend_leases(held: Collection[tuple[int, int]]) -> set[tuple[int, int]]:
    """Extend the leases of these (pk, attempt); return those that are still held."""
    by_attempt: dict[int, list[int]] = defaultdict(list)
    for pk, attempt in held:
        by_attempt[attempt].append(pk)
    ours: set[tuple[int, int]] = set()
    for attempt, pks in by_attempt.items():
        rows = Conversation.objects.filter(
            pk__in=pks, attempt=attempt, status="running"
        )
        extended = rows.update(lease_ends=timezone.now() + lease())
        still = pks if extended == len(pks) else rows.values_list("pk", flat=True)
        ours |= {(pk, attempt) for pk in still}
    return ours


@in_turn
def finish_conversation(
    conversation: Conversation,
    trajectory: Trajectory,
    verdict: Verdict,
    simulator_reruns: int = 0,
) -> bool:
    """Record the verdict if the conversation is still this attempt's; say whether."""
    with transaction.atomic():
        won = _held(conversation).update(
            status=Conversation.Status.SCORED,
            lease_ends=None,
            finished_at=timezone.now(),
            error="",
            fault="",
            end_reason=end_reason(trajectory)[:40],
            simulator_reruns=simulator_reruns,
            **outcome_fields(verdict),
        )
        if not won:
            return False
        store_trajectory(conversation, trajectory, verdict)
        FindingCount.objects.bulk_create(count_findings(conversation, verdict))
    note_answer(conversation.submission_id)
    _look_at_submission(conversation)
    settle_submission(conversation.submission_id)
    return True


@in_turn
def release_conversation(
    conversation: Conversation, setback: Setback, trajectory: Trajectory | None = None
) -> bool:
    """Give the conversation back unscored: to wait again, or errored for good.

    Returns whether it was still this attempt's. `trajectory` is how far it came. In an
    outage of the endpoint its failures do not count against the conversation.
    """
    of_endpoint = setback.fault == Conversation.Fault.ENDPOINT
    outage = of_endpoint and in_outage(conversation.submission_id)
    failures = conversation.failures + (0 if outage else 1)
    final = (
        not setback.retryable
        or max(failures - MAX_FAILURES, conversation.attempt - MAX_ATTEMPTS) >= 0
    )
    with transaction.atomic():
        won = _held(conversation).update(
            status="errored" if final else "queued",
            failures=failures,
            lease_ends=None,
            not_before=None if final else _next_try(failures, setback),
            finished_at=timezone.now() if final else None,
            fault=setback.fault,
            error=setback.error[:ERROR_LENGTH],
            end_reason=end_reason(trajectory)[:40] if trajectory else "",
        )
        if not won:
            return False
        if trajectory is not None:
            store_trajectory(conversation, trajectory, None)
    if of_endpoint:
        submission, may_pass = conversation.submission_id, setback.retryable
        note_failure(submission, setback.error, may_pass=may_pass)
    _look_at_submission(conversation)
    if final:
        settle_submission(conversation.submission_id)
    return True


def _look_at_submission(conversation: Conversation) -> None:
    """Pause the submission if it has spent what it may, or its dry run is over."""
    stop_at_caps(conversation.submission)
    if conversation.submission.dry_run_until is not None:
        end_dry_run(conversation.submission_id)


@in_turn
def hand_back_conversation(conversation: Conversation) -> bool:
    """Let another worker run the conversation at once: this one is going away."""
    return bool(_held(conversation).update(status="queued", lease_ends=None))


@in_turn
def return_expired_leases() -> int:
    """Queue what workers that are gone were running; count it.

    What has been claimed MAX_ATTEMPTS times is errored: it may be what kills them.
    """
    expired = Conversation.objects.expired(timezone.now())
    given_up = list(expired.filter(attempt__gte=MAX_ATTEMPTS))
    for conversation in given_up:
        words = f"Its worker was lost {MAX_ATTEMPTS} times."
        lost = Setback(Conversation.Fault.PLATFORM, words, retryable=False)
        release_conversation(conversation, lost)
    return len(given_up) + expired.update(
        status="queued", lease_ends=None, rung_at=None
    )


def return_all_leases() -> int:
    """Queue everything that runs; count it. For whoever knows that no worker does."""
    running = Conversation.objects.filter(status="running")
    return running.update(status="queued", lease_ends=None, rung_at=None)


def _held(conversation: Conversation) -> QuerySet[Conversation]:
    """The row, for as long as the attempt that `conversation` is holds it."""
    return Conversation.objects.filter(
        pk=conversation.pk, attempt=conversation.attempt, status="running"
    )


def _start(submission: Submission) -> None:
    Submission.objects.filter(pk=submission.pk, status="queued").update(
        status="running", started_at=Coalesce("started_at", timezone.now())
    )
    submission.refresh_from_db(fields=["status", "started_at"])


def _next_try(failures: int, setback: Setback) -> datetime:
    wait = min(FIRST_WAIT_S * 2 ** max(failures - 1, 0), LONGEST_WAIT_S)
    asked = min(setback.retry_after_s or 0, LONGEST_WAIT_S)
    return timezone.now() + timedelta(seconds=max(wait, asked))
