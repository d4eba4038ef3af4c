"""Caps count every attempt; a pace holds over all workers; owners may change both."""

from datetime import timedelta
from decimal import Decimal
from threading import Event as Flag

import pytest
from django.utils import timezone

from bankenv.trajectory import Message, Turn
from leaderboard.models import Conversation, Submission
from leaderboard.queries.counts import Counts
from leaderboard.queries.spending import spending_of
from leaderboard.services.caps import counting_waste
from leaderboard.services.conversations import (
    Setback,
    claim_conversation,
    release_conversation,
)
from leaderboard.services.entries import InvalidEntry
from leaderboard.services.leases import Leases, WorkerStopping
from leaderboard.services.limits import change_limits
from leaderboard.services.pace import book_request, pace_of
from leaderboard.tests.factories import (
    make_conversation,
    make_scored_conversation,
    make_submission,
)

pytestmark = pytest.mark.django_db

AWAY = Setback(Conversation.Fault.ENDPOINT, "It timed out.")


def answer(usd: float | None, tokens_in: int, tokens_out: int) -> Message:
    turn = Turn(1, tokens_in=tokens_in, tokens_out=tokens_out, cost_usd=usd)
    return Message(1, 0.0, "assistant", "Good day.", turn)


def waste(submission: Submission, usd: float | None, tokens: int) -> None:
    """Let an attempt spend this and end without a score."""
    conversation = claim_conversation(make_conversation(submission=submission).pk)
    assert conversation is not None
    with counting_waste(conversation) as meter:
        meter.add(answer(usd, tokens, 0))
    release_conversation(conversation, AWAY)
    submission.refresh_from_db()


def test_attempts_without_a_score_count_towards_the_spend_cap() -> None:
    submission = make_submission(spend_cap="0.40", price_in=1, price_out=1)
    waste(submission, 0.25, 10)
    assert submission.status == "running"
    waste(submission, 0.25, 10)
    assert submission.status == "paused"
    assert "US$ 0.40" in submission.status_reason


def test_a_cap_that_was_raised_meanwhile_is_the_one_that_holds() -> None:
    submission = make_submission(token_cap=100)
    conversation = claim_conversation(make_conversation(submission=submission).pk)
    assert conversation is not None
    change_limits(submission, {"token_cap": 1_000})
    with counting_waste(conversation) as meter:
        meter.add(answer(None, 500, 0))
    release_conversation(conversation, AWAY)
    submission.refresh_from_db()
    assert submission.status == "running"


def test_attempts_without_a_score_count_towards_the_token_cap() -> None:
    submission = make_submission(token_cap=1_000)
    make_scored_conversation(submission=submission, tokens_in=500, tokens_out=100)
    waste(submission, None, 300)
    assert submission.status == "running"
    waste(submission, None, 100)
    assert submission.status == "paused"
    assert "1,000 tokens" in submission.status_reason
    spent = spending_of(Counts(submission))
    assert (spent.tokens, spent.wasted_tokens, spent.usd) == (1_000, 400, 0.0)


def test_waste_is_counted_also_when_a_worker_is_told_to_stop() -> None:
    conversation = make_conversation()
    with pytest.raises(WorkerStopping), counting_waste(conversation) as meter:
        meter.add(answer(0.5, 20, 5))
        raise WorkerStopping
    conversation.refresh_from_db()
    assert (conversation.wasted_usd, conversation.wasted_tokens) == (0.5, 25)


def test_requests_are_booked_one_after_the_other_whoever_asks() -> None:
    submission = make_submission(requests_per_minute=30)
    waits = [book_request(submission.pk, 30) for _ in range(4)]
    assert waits == pytest.approx([0, 2, 4, 6], abs=0.5)


def test_a_pace_that_was_not_used_is_not_saved_up() -> None:
    submission = make_submission(requests_per_minute=30)
    submission.next_request_at = timezone.now() - timedelta(hours=1)
    submission.save()
    waits = [book_request(submission.pk, 30) for _ in range(2)]
    assert waits == pytest.approx([0, 2], abs=0.5)


def test_without_a_pace_nothing_waits_and_nothing_is_booked() -> None:
    submission = make_submission()
    pace_of(submission, nap=lambda _: pytest.fail("it waited"))()
    submission.refresh_from_db()
    assert submission.next_request_at is None


def test_a_nap_ends_when_the_worker_is_told_to_stop() -> None:
    leases = Leases()
    assert isinstance(leases.stopping, Flag)
    leases.stopping.set()
    with pytest.raises(WorkerStopping):
        leases.nap((1, 1), 3600)


def test_an_owner_may_raise_a_cap_and_slow_down() -> None:
    submission = make_submission(spend_cap=1, price_in=1, price_out=1)
    change_limits(submission, {"spend_cap": Decimal(5), "requests_per_minute": 60})
    submission.refresh_from_db()
    assert (submission.spend_cap, submission.requests_per_minute) == (
        Decimal(5),
        60,
    )
    assert submission.concurrency == 8


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("concurrency", 0, "0 at once"),
        ("requests_per_minute", 0, "0 a minute"),
        ("token_cap", -5, "-5 tokens"),
        ("spend_cap", Decimal(5), "prices"),
    ],
)
def test_a_limit_that_cannot_be_is_refused_with_its_value(
    field: str, value: object, words: str
) -> None:
    submission = make_submission()
    with pytest.raises(InvalidEntry) as refusal:
        change_limits(submission, {field: value})
    assert words in refusal.value.errors[field]
    assert list(refusal.value.errors) == [field]
