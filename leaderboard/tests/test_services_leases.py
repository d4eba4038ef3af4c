"""A process keeps what it runs, and knows when it no longer may."""

from datetime import timedelta

import pytest
from django.utils import timezone

from leaderboard.models import Conversation
from leaderboard.services.conversations import claim_conversation
from leaderboard.services.leases import LeaseLost, Leases, WorkerStopping
from leaderboard.tests.factories import make_conversation

pytestmark = pytest.mark.django_db


@pytest.fixture
def leases() -> Leases:
    """Leases of this test alone."""
    return Leases()


def claimed() -> Conversation:
    conversation = claim_conversation(make_conversation().pk)
    assert conversation is not None
    return conversation


def test_a_lease_is_extended_while_its_conversation_runs(leases: Leases) -> None:
    conversation = claimed()
    soon = timezone.now() + timedelta(seconds=1)
    Conversation.objects.update(lease_ends=soon)
    with leases.keep(conversation) as held:
        leases.extend()
        leases.check(held)
    row = Conversation.objects.get()
    assert row.lease_ends is not None
    assert row.lease_ends > soon


def test_a_lease_is_not_extended_once_its_conversation_is_over(leases: Leases) -> None:
    with leases.keep(claimed()):
        pass
    soon = timezone.now() + timedelta(seconds=1)
    Conversation.objects.update(lease_ends=soon)
    leases.extend()
    assert Conversation.objects.get().lease_ends == soon


def test_a_conversation_given_to_another_worker_is_noticed(leases: Leases) -> None:
    with leases.keep(claimed()) as held:
        Conversation.objects.update(attempt=2)
        leases.extend()
        with pytest.raises(LeaseLost):
            leases.check(held)


def test_a_cancelled_conversation_is_noticed(leases: Leases) -> None:
    with leases.keep(claimed()) as held:
        Conversation.objects.update(status="cancelled", lease_ends=None)
        leases.extend()
        with pytest.raises(LeaseLost):
            leases.check(held)


def test_a_process_that_stops_goes_on_with_nothing(leases: Leases) -> None:
    with leases.keep(claimed()) as held:
        leases.stopping.set()
        with pytest.raises(WorkerStopping):
            leases.check(held)
