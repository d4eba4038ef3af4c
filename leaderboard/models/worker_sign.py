"""A worker's sign of life: it writes its own row every few seconds."""

from datetime import datetime, timedelta

from django.db import models
from django.utils import timezone

# Three missed signs: a worker writes one every few seconds.
ALIVE_FOR = timedelta(seconds=20)


class WorkerSignQuerySet(models.QuerySet["WorkerSign"]):
    def alive(self, now: datetime) -> "WorkerSignQuerySet":
        """Those that gave a sign lately and did not say good-bye."""
        return self.filter(seen_at__gt=now - ALIVE_FOR, stopped_at__isnull=True)


class WorkerSign(models.Model):
    """One worker process since its start. The counters only grow while it lives."""

    name = models.CharField(max_length=120, primary_key=True)
    started_at = models.DateTimeField()
    seen_at = models.DateTimeField(db_index=True)
    stopped_at = models.DateTimeField(null=True, blank=True)
    swept_at = models.DateTimeField(
        null=True, blank=True, help_text="When it last did beat's round."
    )
    threads = models.PositiveIntegerField(default=0)
    running = models.PositiveIntegerField(default=0, help_text="Conversations in hand.")
    scored = models.PositiveIntegerField(default=0)
    endpoint_failures = models.PositiveIntegerField(
        default=0, help_text="Attempts that an endpoint failed, tried again or not."
    )
    customer_failures = models.PositiveIntegerField(default=0)
    platform_failures = models.PositiveIntegerField(default=0)

    objects = WorkerSignQuerySet.as_manager()

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name

    @property
    def failures(self) -> int:
        """Attempts that ended without a score, whosever fault it was."""
        of_others = self.endpoint_failures + self.customer_failures
        return of_others + self.platform_failures

    @property
    def is_alive(self) -> bool:
        """Whether it gave a sign lately and did not say good-bye."""
        lately = timezone.now() - self.seen_at < ALIVE_FOR
        return lately and self.stopped_at is None
