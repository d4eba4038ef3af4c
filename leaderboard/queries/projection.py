"""What the rest of a submission would take and cost, judged by what was scored."""

from dataclasses import dataclass
from datetime import timedelta

from leaderboard.models import Conversation, Submission
from leaderboard.queries.counts import Counts

FEWEST = 3  # scored conversations without which nothing is projected


@dataclass(frozen=True, slots=True)
class Projection:
    """Of the conversations left: seconds, US dollars, tokens. None: not known."""

    based_on: int
    left: int
    seconds: float | None
    usd: float | None
    tokens: int | None


def projection_of(counts: Counts) -> Projection | None:
    """Return the projection; None where all is done or too little was scored."""
    submission = counts.submission
    if submission.has_ended:
        return None
    scored = counts.of(Conversation.Status.SCORED)
    left = counts.total - scored
    if not left or scored < FEWEST:
        return None
    usd, tokens = counts.scored_mean("usd_each"), counts.scored_mean("tokens_each")
    took, turns = counts.scored_mean("took"), counts.scored_mean("turns_each")
    return Projection(
        based_on=scored,
        left=left,
        seconds=_seconds(submission, left, took, turns),
        usd=None if usd is None else usd * left,
        tokens=None if tokens is None else round(tokens * left),
    )


def _seconds(
    submission: Submission, left: int, took: timedelta | None, turns: float | None
) -> float | None:
    """How long the rest takes: bound by its places, or by its pace."""
    if took is None:
        return None
    by_places = took.total_seconds() * left / min(submission.concurrency, left)
    pace = submission.requests_per_minute
    by_pace = (turns or 0.0) * left / pace * 60 if pace else 0.0
    return max(by_places, by_pace)
