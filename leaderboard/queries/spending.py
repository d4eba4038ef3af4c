"""What a submission has cost so far."""

from dataclasses import dataclass

from leaderboard.queries.counts import Counts


@dataclass(frozen=True, slots=True)
class Spending:
    """US dollars and tokens, as far as the endpoint told; `wasted`: without a score."""

    usd: float
    tokens: int
    wasted_usd: float
    wasted_tokens: int


def spending_of(counts: Counts) -> Spending:
    """Add up all attempts of a submission; unknown amounts count nothing."""
    wasted_usd, wasted_tokens = counts.sum("wasted_usd"), counts.sum("wasted_tokens")
    return Spending(
        usd=counts.sum("usd") + wasted_usd,
        tokens=int(counts.sum("tokens") + wasted_tokens),
        wasted_usd=wasted_usd,
        wasted_tokens=int(wasted_tokens),
    )
