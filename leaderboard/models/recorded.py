"""What comes with an imported file: its own tasks, its recorded outcomes, its fate."""

from typing import Any

from django.db import models
from django.db.models import Q

from leaderboard.models.board import Board
from leaderboard.models.conversation import Conversation
from leaderboard.models.submission import Submission
from leaderboard.packing import unpack


class RecordedSuite(models.Model):
    """The suite of a board whose tasks are not those of the embedded dataset.

    `profile` is `recorded` where no environment is here, or `published` where the
    published bank's rules answer.
    """

    board = models.OneToOneField(
        Board, models.CASCADE, related_name="recorded_suite", primary_key=True
    )
    domain = models.CharField(max_length=40)
    source = models.CharField(max_length=20, help_text="Format of the first file.")
    profile = models.CharField(max_length=12, default="recorded")
    tool_kinds = models.JSONField(default=dict)
    policy = models.TextField(blank=True)
    packed_bank = models.BinaryField(
        null=True, help_text="Records, rules and documents of an imported bank."
    )

    def __str__(self) -> str:
        return f"{self.domain} ({self.source})"


class RecordedTask(models.Model):
    """One task definition of an imported suite, packed JSON of bankenv.tasks.Task."""

    board = models.ForeignKey(Board, models.CASCADE, related_name="recorded_tasks")
    task_id = models.CharField(max_length=64)
    title = models.CharField(max_length=200, blank=True)
    packed = models.BinaryField()

    class Meta:
        ordering = ["board", "task_id"]
        constraints = [
            models.UniqueConstraint(
                name="one_definition_of_a_task_on_a_board",
                fields=["board", "task_id"],
            )
        ]

    def __str__(self) -> str:
        return self.task_id

    @property
    def document(self) -> dict[str, Any]:  # Any: JSON values
        return dict(unpack(self.packed))


class RecordedOutcome(models.Model):
    """What the file said of a conversation, and whether the verdict here agrees."""

    conversation = models.OneToOneField(
        Conversation, models.CASCADE, related_name="recorded_outcome", primary_key=True
    )
    reward = models.FloatField(null=True)
    passed = models.BooleanField(null=True)
    agrees = models.BooleanField(null=True)
    reason = models.CharField(max_length=500, blank=True)

    class Meta:
        indexes = [models.Index(fields=["agrees"])]
        constraints = [
            models.CheckConstraint(
                name="a_disagreement_has_a_reason",
                condition=~Q(agrees=False) | ~Q(reason=""),
            )
        ]

    def __str__(self) -> str:
        return f"recorded outcome of conversation {self.pk}"


class Import(models.Model):
    """The file a replayed submission came from, and what of it was refused.

    `finished_at` is null while conversations are still being read; the submission is a
    draft until then.
    """

    submission = models.OneToOneField(
        Submission, models.CASCADE, related_name="import_of", primary_key=True
    )
    file_name = models.CharField(max_length=200)
    file_digest = models.CharField(max_length=64, db_index=True)
    file_format = models.CharField(max_length=10)
    refused = models.JSONField(default=list, help_text="[place, reason] each.")
    pass_hat_k = models.JSONField(default=list, help_text="Of the recorded outcomes.")
    finished_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.file_name
