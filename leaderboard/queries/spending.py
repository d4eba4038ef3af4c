"""What a submission has cost so far."""

from dataclasses import dataclass

from django.db.models import F, Sum
from django.db.models.functions import Coalesce

from leaderboard.models import Submission


@dataclass(frozen=True, slots=True)
class Spending:
    """US dollars and tokens, as far as the endpoint told; `wasted`: without a score."""

    usd: float
    tokens: int
    wasted_usd: float
    wasted_tokens: int


def spending_of(submission: Submission) -> Spending:
    """Add up all attempts of a submission; unknown amounts count nothing."""
    tokens = Coalesce(F("tokens_in"), 0) + Coalesce(F("tokens_out"), 0)
    found = submission.conversations.aggregate(
        scored_usd=Coalesce(Sum("cost_usd"), 0.0),
        scored_tokens=Coalesce(Sum(tokens), 0),
        wasted_usd=Coalesce(Sum("wasted_usd"), 0.0),
        wasted_tokens=Coalesce(Sum("wasted_tokens"), 0),
    )
    return Spending(
        usd=found["scored_usd"] + found["wasted_usd"],
        tokens=found["scored_tokens"] + found["wasted_tokens"],
        wasted_usd=found["wasted_usd"],
        wasted_tokens=found["wasted_tokens"],
    )
