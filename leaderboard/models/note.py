"""A note: what somebody wrote about a conversation, or about one of its events."""

from django.contrib.auth.models import User
from django.db import models
from django.db.models import Q

from leaderboard.models.conversation import Conversation

LONGEST = 4000


class Note(models.Model):
    """Open until somebody resolves it; its words are never edited."""

    conversation = models.ForeignKey(Conversation, models.CASCADE, related_name="notes")
    event = models.PositiveIntegerField(
        null=True, blank=True, help_text="Index of the event; none for the whole."
    )
    author = models.ForeignKey(User, models.CASCADE, related_name="notes")
    text = models.TextField(max_length=LONGEST)
    created_at = models.DateTimeField(auto_now_add=True)
    resolved_at = models.DateTimeField(null=True, blank=True)
    resolved_by = models.ForeignKey(
        User, models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        ordering = ["conversation", "created_at", "pk"]
        constraints = [
            models.CheckConstraint(name="a_note_says_something", condition=~Q(text="")),
            models.CheckConstraint(
                name="only_a_resolved_note_has_a_resolver",
                condition=Q(resolved_by__isnull=True) | Q(resolved_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"note {self.pk} on conversation {self.conversation_id}"

    @property
    def is_open(self) -> bool:
        return self.resolved_at is None
