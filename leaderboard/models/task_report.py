"""A task that somebody thinks is wrong, and what staff made of it."""

from django.contrib.auth.models import User
from django.db import models
from django.db.models import Q

LONGEST = 2000


class TaskReport(models.Model):
    """Open until staff confirm or dismiss it; a confirmed one makes its task suspect.

    A report is of one version of the data: a mended task begins with none.
    """

    class Reason(models.TextChoices):
        GOLD = "gold", "the reference procedure is wrong"
        UNCLEAR = "unclear", "the request is unclear"
        IMPOSSIBLE = "unsolved", "the tools cannot solve it"
        RECORDS = "records", "the customer's records are wrong"
        OTHER = "other", "something else"

    class Status(models.TextChoices):
        OPEN = "open"
        CONFIRMED = "confirmed"
        DISMISSED = "dismissed"

    dataset_hash = models.CharField(max_length=64)
    task_id = models.CharField(max_length=100)
    reporter = models.ForeignKey(User, models.CASCADE, related_name="task_reports")
    reason = models.CharField(max_length=8, choices=Reason)
    text = models.TextField(max_length=LONGEST)
    created_at = models.DateTimeField(auto_now_add=True)
    status = models.CharField(max_length=9, choices=Status, default=Status.OPEN)
    answer = models.CharField(max_length=500, blank=True)
    decided_by = models.ForeignKey(
        User, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    decided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at", "pk"]
        indexes = [models.Index(fields=["dataset_hash", "task_id"])]
        constraints = [
            models.UniqueConstraint(
                name="one_open_report_per_reader_and_task",
                fields=["reporter", "dataset_hash", "task_id"],
                condition=Q(status="open"),
            ),
            models.CheckConstraint(
                name="a_report_says_something", condition=~Q(text="")
            ),
            models.CheckConstraint(
                name="only_a_decided_report_has_a_moment_of_decision",
                condition=Q(status="open", decided_at__isnull=True)
                | Q(~Q(status="open"), decided_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"report {self.pk} on task {self.task_id}"
