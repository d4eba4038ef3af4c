"""Signs of life: which workers are there, and what they did."""

from datetime import timedelta

import pytest
from django.utils import timezone

from leaderboard.models import Conversation, WorkerSign
from leaderboard.services.leases import LEASES
from leaderboard.services.worker_signs import (
    Doings,
    give_sign,
    introduce_worker,
    say_good_bye,
)
from leaderboard.tests.factories import make_conversation

pytestmark = pytest.mark.django_db


def alive() -> list[str]:
    return [sign.name for sign in WorkerSign.objects.alive(timezone.now())]


def age(name: str, by: timedelta) -> None:
    WorkerSign.objects.filter(pk=name).update(seen_at=timezone.now() - by)


def test_a_worker_is_there_from_its_first_sign_on() -> None:
    introduce_worker("one@host")
    assert alive() == ["one@host"]


def test_a_worker_that_gives_no_sign_is_gone_until_it_gives_one() -> None:
    introduce_worker("one@host")
    age("one@host", timedelta(seconds=30))
    assert alive() == []
    give_sign("one@host")
    assert alive() == ["one@host"]


def test_a_worker_that_stopped_says_so_at_once() -> None:
    introduce_worker("one@host")
    say_good_bye("one@host")
    assert alive() == []
    introduce_worker("one@host")
    assert alive() == ["one@host"]


def test_a_worker_of_long_ago_is_forgotten() -> None:
    introduce_worker("old@host")
    age("old@host", timedelta(days=2))
    introduce_worker("new@host")
    assert [sign.name for sign in WorkerSign.objects.all()] == ["new@host"]


def test_a_sign_after_the_database_was_emptied_introduces_the_worker_again() -> None:
    give_sign("one@host")
    assert alive() == ["one@host"]


def test_a_sign_tells_how_many_conversations_are_in_hand() -> None:
    conversation = make_conversation(status="running")
    with LEASES.keep(conversation):
        introduce_worker("one@host")
    assert WorkerSign.objects.get().running == 1


def test_doings_are_counted_by_whose_fault_they_were() -> None:
    doings = Doings()
    doings.note_scored()
    doings.note_failure(Conversation.Fault.ENDPOINT)
    doings.note_failure(Conversation.Fault.ENDPOINT)
    doings.note_failure(Conversation.Fault.PLATFORM)
    doings.note_sweep()
    fields = doings.as_fields()
    assert fields["scored"] == 1
    assert fields["endpoint_failures"] == 2
    assert fields["platform_failures"] == 1
    assert fields["customer_failures"] == 0
    assert fields["swept_at"] is not None
