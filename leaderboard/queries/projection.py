"""What the rest of a submission would take and cost, judged by what was scored."""

from dataclasses import dataclass

from django.db.models import Avg, Count, DurationField, ExpressionWrapper, F

from leaderboard.models import Conversation, Submission

FEWEST = 3  # scored conversations without which nothing is projected


@dataclass(frozen=True, slots=True)
class Projection:
    """Of the conversations left: seconds, US dollars, tokens. None: not known."""

    based_on: int
    left: int
    seconds: float | None
    usd: float | None
    tokens: int | None


def projection_of(submission: Submission) -> Projection | None:
    """Return the projection; None where all is done or too little was scored."""
    left = submission.conversations.exclude(status=Conversation.Status.SCORED).count()
    scored = submission.conversations.filter(status=Conversation.Status.SCORED)
    took = ExpressionWrapper(F("finished_at") - F("started_at"), DurationField())
    seen = scored.aggregate(
        number=Count("pk"),
        seconds=Avg(took),
        usd=Avg("cost_usd"),
        tokens=Avg(F("tokens_in") + F("tokens_out")),
        turns=Avg("turns"),
    )
    if submission.has_ended or not left or seen["number"] < FEWEST:
        return None
    return Projection(
        based_on=seen["number"],
        left=left,
        seconds=_seconds(submission, left, seen["seconds"], seen["turns"]),
        usd=None if seen["usd"] is None else seen["usd"] * left,
        tokens=None if seen["tokens"] is None else round(seen["tokens"] * left),
    )


def _seconds(
    submission: Submission, left: int, took: object, turns: float | None
) -> float | None:
    """How long the rest takes: bound by its places, or by its pace."""
    total = getattr(took, "total_seconds", None)
    if total is None:
        return None
    by_places = float(total()) * left / min(submission.concurrency, left)
    pace = submission.requests_per_minute
    by_pace = (turns or 0.0) * left / pace * 60 if pace else 0.0
    return max(by_places, by_pace)
