"""How many findings of each kind a verdict has: what lists filter by."""

from django.db import models
from django.db.models import Q

from leaderboard.models.conversation import Conversation


class FindingCount(models.Model):
    """Findings of one kind under one check; the findings are in the verdict."""

    conversation = models.ForeignKey(
        Conversation, models.CASCADE, related_name="finding_counts"
    )
    kind = models.CharField(max_length=40)
    check_name = models.CharField(max_length=40)
    is_advisory = models.BooleanField(default=False)
    count = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["conversation_id", "check_name", "kind"]
        indexes = [models.Index(fields=["kind", "conversation"])]
        constraints = [
            models.UniqueConstraint(
                name="one_count_per_conversation_check_and_kind",
                fields=["conversation", "check_name", "kind", "is_advisory"],
            ),
            models.CheckConstraint(
                name="a_counted_finding_was_found", condition=Q(count__gt=0)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.count} {self.kind}"
