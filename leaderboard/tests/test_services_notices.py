"""Owners are told of the end by e-mail and signed webhook, until it arrives."""

import hmac
from datetime import timedelta
from hashlib import sha256

import orjson
import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from leaderboard.models import Conversation, Notice, Submission
from leaderboard.services.conversations import (
    claim_conversation,
    finish_conversation,
)
from leaderboard.services.notices import (
    MAX_TRIES,
    deliver_notice,
    due_notices,
)
from leaderboard.services.submissions import cancel_submission
from leaderboard.signatures import signing_key
from leaderboard.tests.factories import make_conversation, make_submission
from leaderboard.tests.made_up import judged, recorded
from runner.tests.misbehaving import Behaviour, MisbehavingServer, http, misbehaving

pytestmark = pytest.mark.django_db

OK = http(200, b"{}")


def ended(**fields: object) -> Submission:
    """A submission whose only conversation was just scored."""
    submission = make_submission(**fields)
    conversation = claim_conversation(make_conversation(submission=submission).pk)
    assert conversation is not None
    finish_conversation(conversation, recorded(conversation), judged(conversation))
    submission.refresh_from_db()
    return submission


def notice() -> Notice:
    return Notice.objects.get()


def test_who_asked_for_nothing_is_told_nothing() -> None:
    ended()
    assert not Notice.objects.exists()


def test_a_letter_tells_how_it_ended_and_where_to_look() -> None:
    submission = ended(name="Model A", notify_email="owner@example.org")
    (pk,) = due_notices()
    assert deliver_notice(pk)
    (letter,) = mail.outbox
    assert letter.to == ["owner@example.org"]
    assert letter.subject == "Model A: finished"
    assert f"/submissions/{submission.pk}/" in letter.body
    assert "1 of 1 conversations have a score" in letter.body
    assert due_notices() == []
    assert not deliver_notice(pk), "it was sent"
    assert len(mail.outbox) == 1


def test_a_webhook_is_signed_over_its_moment_and_body() -> None:
    with misbehaving(OK) as server:
        submission = ended(webhook_url=server.url)
        assert deliver_notice(notice().pk)
    ((head, body),) = server.requests
    headers = dict(line.split(": ", 1) for line in head.split("\r\n")[1:])
    headers = {name.lower(): value for name, value in headers.items()}
    moment, signed = headers["passbook-signature"].split(",")
    key = signing_key(submission).encode()
    expected = hmac.new(key, f"{moment[2:]}.".encode() + body, sha256).hexdigest()
    assert signed == f"v1={expected}"
    assert abs(timezone.now().timestamp() - int(moment[2:])) < 60
    told = orjson.loads(body)
    assert told["event"] == "finished"
    assert told["submission"]["id"] == submission.pk
    assert told["conversations"]["scored"] == 1


def test_each_submission_has_a_key_of_its_own() -> None:
    assert signing_key(make_submission()) != signing_key(make_submission())


@pytest.mark.parametrize(
    ("behaviour", "words"),
    [
        (http(500, b""), "500"),
        (http(302, b"", Location="http://127.0.0.1/"), "302"),
        (lambda connection: None, "Error"),
    ],
)
def test_a_webhook_that_fails_is_tried_again_later(
    behaviour: Behaviour, words: str
) -> None:
    with misbehaving(behaviour) as server:
        ended(webhook_url=server.url)
        assert not deliver_notice(notice().pk)
    row = notice()
    assert words in row.problem
    assert row.next_try_at is not None
    assert row.next_try_at > timezone.now() + timedelta(seconds=50)
    assert due_notices() == []


def test_a_webhook_that_never_works_is_given_up() -> None:
    ended(webhook_url="http://127.0.0.1:9/hook")
    for _ in range(MAX_TRIES):
        Notice.objects.update(next_try_at=timezone.now())
        assert not deliver_notice(notice().pk)
    assert notice().is_given_up
    assert notice().tries == MAX_TRIES


def test_a_webhook_goes_nowhere_that_the_address_guard_forbids(
    settings: Settings,
) -> None:
    with misbehaving(OK) as server:
        ended(webhook_url=server.url)
        settings.ALLOW_PRIVATE_ENDPOINTS = False
        assert not deliver_notice(notice().pk)
        assert server.requests == []
    assert "AddressRefused" in notice().problem


def test_two_deliveries_of_the_same_bell_send_once() -> None:
    with misbehaving(OK) as server:
        ended(webhook_url=server.url)
        pk = notice().pk
        assert [deliver_notice(pk), deliver_notice(pk)] == [True, False]
        assert len(server.requests) == 1


def test_cancelling_is_told_too() -> None:
    submission = make_submission(notify_email="owner@example.org")
    make_conversation(submission=submission)
    cancel_submission(submission)
    assert notice().event == "cancelled"
    assert set(Conversation.objects.values_list("status")) == {("cancelled",)}


def test_the_page_tells_its_owner_how_it_went(client: Client) -> None:
    submission = ended(webhook_url="http://127.0.0.1:9/hook")
    deliver_notice(notice().pk)
    address = f"/submissions/{submission.pk}/"
    assert "127.0.0.1:9" not in client.get(address).content.decode()
    client.force_login(submission.owner)
    said = client.get(address).content.decode()
    assert signing_key(submission) in said
    assert "tried 1 time, again later" in " ".join(said.split())


def test_no_redirect_is_followed() -> None:
    with misbehaving(OK) as inner:
        away = http(307, b"", Location=inner.url)
        with misbehaving(away) as server:
            ended(webhook_url=server.url)
            assert not deliver_notice(notice().pk)
        assert isinstance(inner, MisbehavingServer)
        assert inner.requests == []
