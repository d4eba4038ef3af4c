"""What the site has to do and how it goes: the queue, the workers, the failures."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, F, Min, Q
from django.db.models.functions import Coalesce, Greatest
from django.utils import timezone

from leaderboard.models import Conversation, Submission, WorkerSign

WINDOWS = (
    ("15 minutes", timedelta(minutes=15)),
    ("hour", timedelta(hours=1)),
    ("day", timedelta(days=1)),
)


@dataclass(frozen=True, slots=True)
class QueueLoad:
    """Conversations that could run now, must wait yet, stand still, or run.

    `oldest_s`: how long the first of those that could run has been waiting.
    """

    waiting: int
    later: int
    paused: int
    running: int
    submissions: int
    oldest_s: float | None


@dataclass(frozen=True, slots=True)
class ErrorRate:
    """What ended within a window: scored, or errored, by whose fault."""

    window: str
    scored: int
    endpoint: int
    customer: int
    platform: int

    @property
    def ended(self) -> int:
        return self.scored + self.errored

    @property
    def errored(self) -> int:
        return self.endpoint + self.customer + self.platform

    @property
    def share(self) -> float | None:
        """Share that was errored; None where nothing ended."""
        return self.errored / self.ended if self.ended else None


def queue_load() -> QueueLoad:
    """Count the conversations that are not done yet."""
    now = timezone.now()
    going = Q(submission__status__in=["queued", "running"])
    ready = Q(not_before__isnull=True) | Q(not_before__lte=now)
    queued = Q(status="queued")
    since = Greatest(
        F("created_at"), Coalesce("not_before", F("created_at"))
    )  # a retry waits from when it may be tried
    figures = Conversation.objects.unfinished().aggregate(
        waiting=Count("pk", filter=queued & going & ready),
        later=Count("pk", filter=queued & going & ~ready),
        paused=Count("pk", filter=queued & ~going),
        running=Count("pk", filter=Q(status="running")),
        oldest=Min(since, filter=queued & going & ready),
    )
    oldest: datetime | None = figures.pop("oldest")
    return QueueLoad(
        **figures,
        submissions=Submission.objects.active().count(),
        oldest_s=None if oldest is None else (now - oldest).total_seconds(),
    )


def error_rates() -> list[ErrorRate]:
    """Return what ended within each window, the shortest first."""
    return [_error_rate(name, length) for name, length in WINDOWS]


def _error_rate(name: str, length: timedelta) -> ErrorRate:
    ended = Conversation.objects.filter(
        finished_at__gte=timezone.now() - length, submission__kind="run_here"
    )
    faults = ("endpoint", "customer", "platform")
    figures = ended.aggregate(
        scored=Count("pk", filter=Q(status="scored")),
        **{
            fault: Count("pk", filter=Q(status="errored", fault=fault))
            for fault in faults
        },
    )
    return ErrorRate(window=name, **figures)


def worker_signs() -> list[WorkerSign]:
    """Return the workers of the last day, those that are there first."""
    return sorted(WorkerSign.objects.all(), key=lambda sign: not sign.is_alive)
