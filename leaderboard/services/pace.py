"""How fast an endpoint is asked: one pace for all workers, kept in the database.

Each request books the next free moment of its submission and waits for it. Redis may
lose everything; the pace holds.
"""

from collections.abc import Callable
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from leaderboard.models import Submission
from leaderboard.services.turns import in_turn

Nap = Callable[[float], object]


def pace_of(submission: Submission, nap: Nap) -> Callable[[], None]:
    """Return what to call before each request; it waits by calling `nap` (seconds)."""
    per_minute = submission.requests_per_minute
    if per_minute is None:
        return _at_once

    def wait() -> None:
        seconds = book_request(submission.pk, per_minute)
        if seconds > 0:
            nap(seconds)

    return wait


@in_turn
@transaction.atomic
def book_request(pk: str, per_minute: int) -> float:
    """Book the next moment at which the endpoint may be asked; return seconds to it."""
    row = Submission.objects.select_for_update().only("next_request_at").get(pk=pk)
    now = timezone.now()
    moment = max(now, row.next_request_at or now)
    Submission.objects.filter(pk=pk).update(
        next_request_at=moment + timedelta(minutes=1) / per_minute
    )
    return (moment - now).total_seconds()


def _at_once() -> None:
    """Keep no pace."""
