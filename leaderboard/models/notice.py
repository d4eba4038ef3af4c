"""A notice to the owner of a submission: kept up until it arrives or is given up."""

from datetime import datetime

from django.db import models
from django.db.models import Q

from leaderboard.models.submission import Submission


class NoticeQuerySet(models.QuerySet["Notice"]):
    def due(self, now: datetime) -> "NoticeQuerySet":
        """Those whose time to be sent has come."""
        return self.filter(next_try_at__lte=now)


class Notice(models.Model):
    """One message about one event. `next_try_at` is null once it is over."""

    class Way(models.TextChoices):
        EMAIL = "email", "e-mail"
        WEBHOOK = "webhook", "webhook"

    submission = models.ForeignKey(Submission, models.CASCADE, related_name="notices")
    way = models.CharField(max_length=7, choices=Way)
    address = models.CharField(max_length=500)
    event = models.CharField(max_length=20)
    body = models.TextField()
    created_at = models.DateTimeField(auto_now_add=True)
    next_try_at = models.DateTimeField(null=True, blank=True, db_index=True)
    tries = models.PositiveSmallIntegerField(default=0)
    sent_at = models.DateTimeField(null=True, blank=True)
    problem = models.CharField(max_length=500, blank=True)

    objects = NoticeQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "pk"]
        constraints = [
            models.CheckConstraint(
                name="a_notice_that_was_sent_is_not_sent_again",
                condition=Q(sent_at__isnull=True) | Q(next_try_at__isnull=True),
            )
        ]

    def __str__(self) -> str:
        return f"{self.event} by {self.way}"

    @property
    def is_given_up(self) -> bool:
        return self.sent_at is None and self.next_try_at is None
