"""Bells are few at a time and fair between submissions."""

from collections import Counter
from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from leaderboard.models import Conversation, Submission
from leaderboard.services.bells import BELL_LIFE, forget_bells, pick_conversations
from leaderboard.services.conversations import (
    claim_conversation,
    hand_back_conversation,
)
from leaderboard.tests.factories import make_conversation, make_submission

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def two_threads(settings: Settings) -> None:
    settings.WORKER_THREADS = 2  # so that four bells are out at most


def queue(number: int, **fields: object) -> Submission:
    submission = make_submission(**fields)
    for _ in range(number):
        make_conversation(submission=submission)
    return submission


def rung_for(pks: list[int]) -> Counter[str]:
    rows = Conversation.objects.filter(pk__in=pks)
    return Counter(rows.values_list("submission_id", flat=True))


def test_few_bells_are_out_at_any_time() -> None:
    queue(10)
    assert len(pick_conversations()) == 4
    assert pick_conversations() == []


def test_a_bell_is_not_rung_beyond_the_places_of_its_submission() -> None:
    queue(10, concurrency=3)
    assert len(pick_conversations()) == 3


def test_what_runs_takes_up_places() -> None:
    submission = queue(10, concurrency=3)
    for row in submission.conversations.order_by("pk")[:2]:
        assert claim_conversation(row.pk) is not None
    assert len(pick_conversations()) == 1


def test_a_newcomer_gets_the_next_bells() -> None:
    large = queue(50, concurrency=30)
    for row in large.conversations.order_by("pk")[:6]:
        assert claim_conversation(row.pk) is not None
    small = queue(5)
    assert rung_for(pick_conversations()) == {small.pk: 4}


def test_equal_submissions_get_equal_shares() -> None:
    one, two = queue(9), queue(9)
    assert rung_for(pick_conversations()) == {one.pk: 2, two.pk: 2}


def test_four_thousand_conversations_do_not_starve_five() -> None:
    """The five run within the next dozen places that become free."""
    large = make_submission(concurrency=32)
    Conversation.objects.bulk_create(
        Conversation(submission=large, task_id=f"T{n}", family="f") for n in range(4000)
    )
    for pk in pick_conversations():
        assert claim_conversation(pk) is not None
    small = queue(5)
    turns = 0
    while Conversation.objects.filter(submission=small, attempt=0).exists():
        turns += 1
        assert turns <= 12
        done = Conversation.objects.filter(status="running").earliest("pk")
        hand_back_conversation(done)
        for pk in pick_conversations():
            claim_conversation(pk)
    assert large.conversations.filter(attempt__gt=0).count() > 4, "nor is it starved"


def test_a_bell_that_nobody_answered_is_rung_again() -> None:
    queue(1)
    picked = pick_conversations()
    assert pick_conversations() == []
    earlier = timezone.now() - BELL_LIFE
    Conversation.objects.update(rung_at=earlier - timedelta(seconds=1))
    assert pick_conversations() == picked


def test_a_bell_that_did_not_ring_is_rung_again_at_once() -> None:
    queue(1)
    picked = pick_conversations()
    forget_bells(picked)
    assert pick_conversations() == picked


@pytest.mark.parametrize("status", ["paused", "cancelled", "finished"])
def test_nothing_is_rung_for_what_does_not_go_on(status: str) -> None:
    queue(3, status=status)
    assert pick_conversations() == []


def test_what_waits_for_a_later_time_is_not_rung_yet() -> None:
    make_conversation(not_before=timezone.now() + timedelta(minutes=1))
    due = make_conversation(not_before=timezone.now() - timedelta(minutes=1))
    assert pick_conversations() == [due.pk]
