"""What a submission may spend, and what it has spent: attempts without a score too."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.db.models import F

from bankenv.trajectory import Call, Event, Message, Trajectory
from leaderboard.models import Conversation, Submission
from leaderboard.models.submission import REASON_LENGTH
from leaderboard.queries.counts import Counts
from leaderboard.queries.spending import spending_of
from leaderboard.services.notices import queue_notices
from leaderboard.services.turns import turn


@dataclass
class Meter:
    """Counts what the runs of one attempt cost; what is not kept was in vain."""

    usd: float = 0.0
    tokens: int = 0

    def add(self, event: Event, sign: int = 1) -> None:
        """Count the answer that begins with this event."""
        turn = event.turn if isinstance(event, Message | Call) else None
        if turn is not None:
            self.usd += sign * (turn.cost_usd or 0.0)
            self.tokens += sign * ((turn.tokens_in or 0) + (turn.tokens_out or 0))

    def keep(self, trajectory: Trajectory) -> None:
        """Take out a run that gets a score: its verdict counts it."""
        for event in trajectory.events:
            self.add(event, -1)


@contextmanager
def counting_waste(conversation: Conversation) -> Iterator[Meter]:
    """Give a meter; what it holds at the end of the block was spent without a score.

    What a worker spent that is killed in the middle is not known.
    """
    meter = Meter()
    try:
        yield meter
    finally:
        if meter.tokens > 0 or meter.usd > 0:
            with turn():
                Conversation.objects.filter(pk=conversation.pk).update(
                    wasted_usd=F("wasted_usd") + max(meter.usd, 0.0),
                    wasted_tokens=F("wasted_tokens") + meter.tokens,
                )


def stop_at_caps(submission: Submission) -> bool:
    """Pause the submission if it has spent what it may; say whether it did.

    What is under way then goes on to its end and is spent on top.
    """
    if submission.spend_cap is None and submission.token_cap is None:
        return False
    # Its owner may have raised them since the conversation began.
    submission = Submission.objects.get(pk=submission.pk)
    spent = spending_of(Counts(submission))
    if submission.spend_cap is not None and spent.usd >= float(submission.spend_cap):
        return _pause(submission, f"Its cap of US$ {submission.spend_cap} is reached.")
    if submission.token_cap is not None and spent.tokens >= submission.token_cap:
        cap = f"{submission.token_cap:,}"
        return _pause(submission, f"Its cap of {cap} tokens is reached.")
    return False


def _pause(submission: Submission, reason: str) -> bool:
    active = Submission.objects.active().filter(pk=submission.pk)
    words = f"{reason} Raise it to go on."
    if not active.update(status="paused", status_reason=words[:REASON_LENGTH]):
        return False
    queue_notices(submission.pk, "paused")
    return True
