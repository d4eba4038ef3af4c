"""What the conversations of a submission add up to, by one query for all who ask."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property
from typing import Any

from django.db.models import Avg, Count, DurationField, ExpressionWrapper, F, Q, Sum
from django.db.models.functions import Coalesce
from django.utils import timezone

from leaderboard.models import Conversation, Submission

# The pace is taken over the last minutes: a stalled start says nothing about the end.
RECENT = timedelta(minutes=2)
_TOOK = ExpressionWrapper(F("finished_at") - F("started_at"), DurationField())
SUMS = {
    "passed": Count("pk", filter=Q(passed=True)),
    "hidden": Count("pk", filter=Q(hidden_violation=True)),
    "retried": Count("pk", filter=Q(failures__gt=0)),
    "usd": Sum("cost_usd"),
    "tokens": Sum(Coalesce(F("tokens_in"), 0) + Coalesce(F("tokens_out"), 0)),
    "wasted_usd": Sum("wasted_usd"),
    "wasted_tokens": Sum("wasted_tokens"),
}
MEANS = {
    "took": Avg(_TOOK),
    "usd_each": Avg("cost_usd"),
    "tokens_each": Avg(F("tokens_in") + F("tokens_out")),
    "turns_each": Avg("turns"),
}


@dataclass(frozen=True)
class Counts:
    """The conversations of a submission by status; counted when first asked for."""

    submission: Submission

    def of(self, status: str) -> int:
        """Return how many have this status."""
        return int(self._by_status.get(status, {}).get("number", 0))

    @property
    def total(self) -> int:
        return int(self.sum("number"))

    def sum(self, name: str) -> float:
        """Return a sum over all of them, whatever their status; see SUMS."""
        return sum(row[name] or 0 for row in self._by_status.values())

    def scored_mean(self, name: str) -> Any:  # Any: a number, or a length of time
        """Return a mean over those that were scored, None if unknown; see MEANS."""
        return self._by_status.get(Conversation.Status.SCORED, {}).get(name)

    @cached_property
    def _by_status(self) -> Mapping[str, Mapping[str, Any]]:
        recent = Q(finished_at__gte=timezone.now() - RECENT)
        rows = self.submission.conversations.order_by().values("status")
        counted = rows.annotate(
            number=Count("pk"), recent=Count("pk", filter=recent), **SUMS, **MEANS
        )
        return {row["status"]: row for row in counted}
