"""The recorded events of a conversation and its verdict, packed."""

from typing import Any

from django.db import models

from leaderboard.models.conversation import Conversation
from leaderboard.packing import unpack


class Trajectory(models.Model):
    """A `passbook.trajectory/1` document, written once, and its verdict."""

    conversation = models.OneToOneField(
        Conversation, models.CASCADE, related_name="trajectory", primary_key=True
    )
    packed = models.BinaryField()
    packed_verdict = models.BinaryField(
        null=True, help_text="Null where the conversation could not be scored."
    )
    attempt = models.PositiveIntegerField(help_text="The attempt that recorded it.")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name_plural = "trajectories"

    def __str__(self) -> str:
        return f"trajectory of conversation {self.pk}"

    @property
    def document(self) -> dict[str, Any]:  # Any: JSON values
        """The trajectory as JSON; bankenv.trajectory_io.from_json reads it."""
        return dict(unpack(self.packed))

    @property
    def verdict_document(self) -> dict[str, Any] | None:  # Any: JSON values
        """The verdict as JSON, its fields those of bankenv.verdict.Verdict, or None."""
        return (
            None if self.packed_verdict is None else dict(unpack(self.packed_verdict))
        )
