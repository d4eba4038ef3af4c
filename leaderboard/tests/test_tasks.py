"""A bell may ring twice, late or not at all: the conversation runs once."""

from datetime import timedelta

import pytest
from django.utils import timezone
from kombu.exceptions import OperationalError

from leaderboard import tasks
from leaderboard.celery import app
from leaderboard.models import Conversation, Submission
from leaderboard.services.conversations import claim_conversation, finish_conversation
from leaderboard.services.leases import LEASES
from leaderboard.tests.factories import (
    make_conversation,
    make_scored_conversation,
    make_submission,
)
from leaderboard.tests.made_up import judged, recorded

pytestmark = pytest.mark.django_db


@pytest.fixture
def executed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Conversations are scored at once; their keys are noted."""
    keys: list[int] = []

    def execute(conversation: Conversation) -> None:
        keys.append(conversation.pk)
        finish_conversation(conversation, recorded(conversation), judged(conversation))

    monkeypatch.setattr(tasks, "execute", execute)
    return keys


def test_two_deliveries_of_one_bell_run_the_conversation_once(
    executed: list[int],
) -> None:
    conversation = make_conversation()
    for _ in range(2):
        tasks.execute_conversation.apply((conversation.pk,)).get()
    assert executed == [conversation.pk]
    assert Conversation.objects.get().attempt == 1


def queued(number: int) -> list[int]:
    """Make this many conversations of one submission; return their keys."""
    submission = make_submission(concurrency=2)
    return [make_conversation(submission=submission).pk for _ in range(number)]


@pytest.fixture
def for_conversations_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """This process is a worker that leaves the upkeep to another."""
    queues = app.amqp.queues
    served = {tasks.CONVERSATIONS: queues[tasks.CONVERSATIONS]}
    monkeypatch.setattr(queues, "_consume_from", served)


@pytest.fixture
def rung(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """No message leaves; the keys of those that would have are noted."""
    keys: list[int] = []

    def apply_async(args: tuple[int], **_: object) -> None:
        keys.append(*args)

    monkeypatch.setattr(tasks.execute_conversation, "apply_async", apply_async)
    return keys


@pytest.mark.usefixtures("for_conversations_alone")
def test_one_bell_is_enough_for_a_whole_run(
    executed: list[int], rung: list[int]
) -> None:
    keys = queued(5)
    tasks.execute_conversation.apply((keys[0],)).get()
    assert executed == keys
    assert rung == []


@pytest.mark.usefixtures("for_conversations_alone")
def test_a_thread_takes_turns_between_submissions(
    executed: list[int], rung: list[int]
) -> None:
    large, small = queued(4), queued(1)
    claim_conversation(large[3])  # by another worker, so the small one comes next
    tasks.execute_conversation.apply((large[0],)).get()
    assert executed == [large[0], *small, *large[1:3]]


@pytest.mark.usefixtures("for_conversations_alone")
def test_after_a_while_a_thread_looks_at_what_else_waits(
    executed: list[int], rung: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks, "STAYS_S", 0)
    keys = queued(3)
    tasks.execute_conversation.apply((keys[0],)).get()
    assert executed == keys[:1]
    assert rung == keys[1:]


def test_a_worker_that_does_the_upkeep_too_looks_at_once(
    executed: list[int], rung: list[int]
) -> None:
    keys = queued(3)
    tasks.execute_conversation.apply((keys[0],)).get()
    assert executed == keys[:1]


@pytest.mark.usefixtures("for_conversations_alone")
def test_a_worker_that_is_told_to_stop_leaves_the_next_to_others(
    monkeypatch: pytest.MonkeyPatch, rung: list[int]
) -> None:
    keys = queued(3)
    monkeypatch.setattr(tasks, "execute", lambda _: tasks.hand_back())
    try:
        tasks.execute_conversation.apply((keys[0],)).get()
    finally:
        LEASES.stopping.clear()
    others = Conversation.objects.filter(pk__in=keys[1:])
    assert set(others.values_list("status", "rung_at")) == {("queued", None)}


def test_a_bell_for_a_conversation_that_was_deleted_does_nothing(
    executed: list[int],
) -> None:
    tasks.execute_conversation.apply((4711,)).get()
    assert executed == []


def test_a_worker_that_stops_takes_nothing_new(executed: list[int]) -> None:
    conversation = make_conversation(rung_at=timezone.now())
    tasks.hand_back()
    try:
        tasks.execute_conversation.apply((conversation.pk,)).get()
    finally:
        LEASES.stopping.clear()
    assert executed == []
    assert Conversation.objects.get().rung_at is None


def test_a_message_carries_a_key_and_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sent: list[object] = []

    def apply_async(args: object, **options: object) -> None:
        sent.append((args, set(options)))

    monkeypatch.setattr(tasks.execute_conversation, "apply_async", apply_async)
    conversation = make_conversation()
    assert tasks.ring_waiting() == 1
    assert sent == [((conversation.pk,), {"expires"})]


def test_without_a_broker_nothing_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    def apply_async(*_: object, **__: object) -> None:
        raise OperationalError("no broker")

    monkeypatch.setattr(tasks.execute_conversation, "apply_async", apply_async)
    make_conversation()
    assert tasks.ring_waiting() == 0
    assert Conversation.objects.get().rung_at is None


def test_the_sweep_takes_back_what_a_lost_worker_held(executed: list[int]) -> None:
    conversation = claim_conversation(make_conversation().pk)
    assert conversation is not None
    past = timezone.now() - timedelta(seconds=1)
    Conversation.objects.update(lease_ends=past)
    tasks.sweep.apply().get()
    row = Conversation.objects.get()
    assert row.status == "queued"
    assert row.rung_at is not None


def test_the_sweep_ends_and_tallies_what_a_crash_left_open() -> None:
    submission = make_submission()
    make_scored_conversation(submission=submission)
    tasks.sweep.apply().get()
    submission = Submission.objects.get()
    assert submission.status == "finished"
    assert submission.standings.get(slice_kind="all").rank == "1"
