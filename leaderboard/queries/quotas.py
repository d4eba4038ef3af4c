"""What a user has used of the day's quota. Everything is counted from the rows.

A platform failure is given back by itself: a conversation that is errored through
this site's fault does not count, and neither does a submission of nothing else. Nor
does a conversation that was cancelled before it was ever tried.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import Count, Min, Q
from django.utils import timezone

from leaderboard.models import Allowance, Conversation, Submission

DAY = timedelta(days=1)

GIVEN_BACK = Q(status="errored", fault=Conversation.Fault.PLATFORM) | Q(
    status="cancelled", attempt=0
)


@dataclass(frozen=True, slots=True)
class Usage:
    """Used of what one may use in any 24 hours; a `limit` of None is none."""

    used: int
    limit: int | None

    @property
    def left(self) -> int | None:
        return None if self.limit is None else max(self.limit - self.used, 0)

    def has_room_for(self, more: int) -> bool:
        return self.limit is None or self.used + more <= self.limit


@dataclass(frozen=True, slots=True)
class Quota:
    """What a user has used. `frees_at`: when the oldest entry ceases to count."""

    submissions: Usage
    conversations: Usage
    imports: Usage
    frees_at: datetime | None


def quota_of(user: User) -> Quota:
    """Return what `user` has used in the last 24 hours; staff have no limits."""
    entered = Submission.objects.filter(
        owner=user, is_baseline=False, created_at__gt=timezone.now() - DAY
    )
    ran = entered.filter(kind=Submission.Kind.RUN_HERE)
    counted = Conversation.objects.filter(submission__in=ran).exclude(GIVEN_BACK)
    figures = counted.aggregate(
        submissions=Count("submission", distinct=True), conversations=Count("pk")
    )
    imported = entered.filter(kind=Submission.Kind.REPLAYED)
    oldest = entered.aggregate(at=Min("created_at"))["at"]
    limits = _limits(user)
    return Quota(
        submissions=Usage(figures["submissions"], limits.submissions_per_day),
        conversations=Usage(figures["conversations"], limits.conversations_per_day),
        imports=Usage(imported.count(), limits.imports_per_day),
        frees_at=oldest and oldest + DAY,
    )


def _limits(user: User) -> Allowance:
    """Return the limits of `user`, not stored: the own ones before everybody's."""
    if user.is_staff:
        return Allowance()
    own = Allowance.objects.filter(user=user).first() or Allowance()
    return Allowance(
        submissions_per_day=_first(
            own.submissions_per_day, settings.SUBMISSIONS_PER_DAY
        ),
        conversations_per_day=_first(
            own.conversations_per_day, settings.CONVERSATIONS_PER_DAY
        ),
        imports_per_day=_first(own.imports_per_day, settings.IMPORTS_PER_DAY),
    )


def _first(own: int | None, of_everybody: int) -> int:
    return of_everybody if own is None else own
