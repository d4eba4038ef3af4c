"""A file of recordings that was sent, in parts, and what became of it."""

from django.contrib.auth.models import User
from django.db import models
from django.db.models import Q

from leaderboard.models.submission import Submission, new_code


class Upload(models.Model):
    """One file on its way to a submission: the row is the job.

    `done` and `total` count conversations; `total` is 0 until some were found.
    """

    class Status(models.TextChoices):
        ARRIVING = "arriving"
        QUEUED = "queued"
        RUNNING = "running"
        DONE = "done"
        REFUSED = "refused"

    ENDED = (Status.DONE, Status.REFUSED)

    id = models.CharField(max_length=12, primary_key=True, default=new_code)
    owner = models.ForeignKey(User, models.CASCADE, related_name="uploads")
    file_name = models.CharField(max_length=200)
    file_format = models.CharField(max_length=10)
    size = models.PositiveBigIntegerField(help_text="Bytes of the whole file.")
    domain = models.CharField(max_length=30, blank=True)
    name = models.CharField(max_length=80, blank=True)
    visibility = models.CharField(
        max_length=8,
        choices=Submission.Visibility,
        default=Submission.Visibility.PRIVATE,
    )
    status = models.CharField(max_length=8, choices=Status, default=Status.ARRIVING)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    attempt = models.PositiveSmallIntegerField(default=0)
    lease_ends = models.DateTimeField(null=True, blank=True)
    rung_at = models.DateTimeField(null=True, blank=True)
    submission = models.ForeignKey(
        Submission, models.SET_NULL, null=True, blank=True, related_name="uploads"
    )
    report = models.JSONField(default=dict, help_text="What became of the file.")
    reason = models.TextField(blank=True, help_text="Why it was refused, and where.")
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at", "pk"]
        indexes = [models.Index(fields=["status"])]
        constraints = [
            models.CheckConstraint(
                name="a_refused_upload_has_a_reason",
                condition=~Q(status="refused") | ~Q(reason=""),
            ),
            models.CheckConstraint(
                name="only_an_ended_upload_has_an_end",
                condition=Q(status__in=["done", "refused"], finished_at__isnull=False)
                | Q(~Q(status__in=["done", "refused"]), finished_at__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return self.file_name

    @property
    def has_ended(self) -> bool:
        return self.status in self.ENDED


class UploadPart(models.Model):
    """One part of a file, packed; gone once the file was read."""

    upload = models.ForeignKey(Upload, models.CASCADE, related_name="parts")
    number = models.PositiveIntegerField(help_text="From 0.")
    size = models.PositiveIntegerField(help_text="Bytes, unpacked.")
    packed = models.BinaryField()

    class Meta:
        ordering = ["upload", "number"]
        constraints = [
            models.UniqueConstraint(
                name="a_part_of_an_upload_arrives_once", fields=["upload", "number"]
            )
        ]

    def __str__(self) -> str:
        return f"{self.upload_id}, part {self.number}"
