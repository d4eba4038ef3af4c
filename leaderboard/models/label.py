"""A label: a failure behaviour that somebody saw, or did not see, in a conversation."""

from django.contrib.auth.models import User
from django.db import models

from leaderboard.models.conversation import Conversation


class Label(models.Model):
    """One person's last word on one behaviour in one conversation."""

    class Behaviour(models.TextChoices):
        SKIPPED_CHECK = "skipped_check", "skipped a check"
        SKIPPED_DEED = "skipped_deed", "left the deed undone"
        WRONG_ORDER = "wrong_order", "did things in the wrong order"
        UNASKED_DEED = "unasked_deed", "did what nobody asked for"
        REPEATED_DEED = "repeated_deed", "did it more than once"
        WRONG_OBJECT = "wrong_object", "took the wrong thing or figure"
        WITHHELD_FACT = "withheld_fact", "did not say what had to be said"
        FALSE_CLAIM = "false_claim", "claimed what was not done"
        BROKE_DOWN = "broke_down", "lost the conversation"

    # Families in the order people read them.
    FAMILIES = (
        ("Left out", ("skipped_check", "skipped_deed", "wrong_order")),
        ("Went too far", ("unasked_deed", "repeated_deed", "wrong_object")),
        ("Misled", ("withheld_fact", "false_claim", "broke_down")),
    )

    conversation = models.ForeignKey(
        Conversation, models.CASCADE, related_name="labels"
    )
    behaviour = models.CharField(max_length=20, choices=Behaviour)
    is_seen = models.BooleanField(help_text="False: somebody looked and says no.")
    set_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    set_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["conversation_id", "behaviour"]
        constraints = [
            models.UniqueConstraint(
                name="one_label_per_conversation_and_behaviour",
                fields=["conversation", "behaviour"],
            )
        ]

    def __str__(self) -> str:
        return f"{self.behaviour} in conversation {self.conversation_id}"
