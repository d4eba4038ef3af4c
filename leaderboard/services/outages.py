"""A run-wide circuit breaker: an endpoint that keeps failing is left alone for a while.

After so many failures in a row, over all conversations of a submission, it takes a
break: it pauses, says why, and goes on by itself later, or when its owner asks. Then
one conversation runs alone to see whether the endpoint is back. Failures of an outage
do not count against the conversations that met them.
"""

from datetime import datetime, timedelta

from django.db.models import F, Q
from django.utils import timezone

from leaderboard.models import Submission
from leaderboard.models.submission import FAILURES_IN_A_ROW, REASON_LENGTH
from leaderboard.services.notices import queue_notices

FIRST_BREAK, LONGEST_BREAK = timedelta(minutes=1), timedelta(hours=1)
# About eight hours; an endpoint that is away for longer needs its owner.
MAX_BREAKS = 12


def note_answer(pk: str) -> None:
    """Note that the endpoint of a submission works: a conversation came to its end."""
    failing = Q(failures_in_a_row__gt=0) | Q(breaks__gt=0)
    Submission.objects.filter(failing, pk=pk).update(failures_in_a_row=0, breaks=0)


def in_outage(pk: str) -> bool:
    """Say whether one more failure in a row is one too many, or this one was."""
    row = Submission.objects.filter(pk=pk, failures_in_a_row__gte=FAILURES_IN_A_ROW - 1)
    return row.exists()


def note_failure(pk: str, seen: str, *, may_pass: bool) -> bool:
    """Count a failure of the endpoint; say whether it was one too many.

    `may_pass`: whether trying later may help; else only the owner can.
    """
    rows = Submission.objects.filter(pk=pk)
    rows.update(failures_in_a_row=F("failures_in_a_row") + 1)
    row = rows.get()
    if not row.is_active or row.failures_in_a_row < FAILURES_IN_A_ROW:
        return False
    return _take_a_break(row, seen, may_pass)


def end_breaks(now: datetime | None = None) -> int:
    """Let the submissions go on whose break is over; count them."""
    due = Submission.objects.filter(
        status="paused", resume_at__lte=now or timezone.now()
    )
    return due.update(
        status="queued",
        resume_at=None,
        failures_in_a_row=FAILURES_IN_A_ROW - 1,
        status_reason="Its endpoint failed; one conversation tries whether it is back.",
    )


def _take_a_break(row: Submission, seen: str, may_pass: bool) -> bool:
    again = may_pass and row.breaks < MAX_BREAKS
    words = f"Its endpoint failed {row.failures_in_a_row} times in a row. "
    if not again:
        words += "It goes on when its owner resumes it. "
    active = Submission.objects.active().filter(pk=row.pk)
    paused = active.update(
        status="paused",
        status_reason=f"{words}Last seen: {seen}"[:REASON_LENGTH],
        resume_at=timezone.now() + _length(row.breaks) if again else None,
        breaks=F("breaks") + 1,
    )
    if paused:
        hit = row.conversations.filter(status="queued", fault="endpoint")
        hit.update(failures=0, not_before=None)
        if not again:
            queue_notices(row.pk, "paused")
    return bool(paused)


def _length(breaks: int) -> timedelta:
    """Return how long the next break is, after so many of them without an answer."""
    longest = LONGEST_BREAK / FIRST_BREAK
    return FIRST_BREAK * min(2.0**breaks, longest)
