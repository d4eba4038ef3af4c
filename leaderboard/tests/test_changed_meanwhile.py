"""Limits and key of a submission, changed by its owner while it runs or is paused."""

from decimal import Decimal
from typing import Any  # Any: the test client's response

import pytest
from django.test import Client
from django.utils import timezone

from leaderboard.models import Credential, Submission
from leaderboard.services.credentials import Secrets, read_secrets, store_secrets
from leaderboard.tests.factories import make_submission, make_user

pytestmark = pytest.mark.django_db
OLD, NEW = "sk-the-old-one-1234", "sk-the-new-one-5678"


@pytest.fixture
def submission(client: Client) -> Submission:
    """A running submission with a key, of the user who is logged in."""
    owner = make_user()
    client.force_login(owner)
    submission = make_submission(owner=owner, token_cap=10, concurrency=2)
    store_secrets(submission, Secrets(OLD, {"X-Team": "one"}))
    return submission


def send(client: Client, submission: Submission, name: str, body: object) -> Any:
    ask = client.put if name == "key" else client.patch
    url = f"/api/v1/submissions/{submission.pk}/{name}/"
    return ask(url, body, "application/json")


@pytest.mark.parametrize("status", ["running", "paused"])
def test_limits_are_changed_by_api_and_the_others_stay(
    client: Client, submission: Submission, status: str
) -> None:
    Submission.objects.update(status=status)
    body = {"concurrency": 4, "token_cap": None, "spend_cap": "2.50"}
    prices = {"price_in": "1", "price_out": "2"}
    answer = send(client, submission, "limits", body | prices)
    assert answer.status_code == 200, answer.content
    submission.refresh_from_db()
    assert (submission.concurrency, submission.token_cap) == (4, None)
    assert submission.spend_cap == Decimal("2.50")
    assert submission.requests_per_minute is None
    assert submission.status == status


def test_a_limit_out_of_range_is_named_and_nothing_changes(
    client: Client, submission: Submission
) -> None:
    body = {"concurrency": 5_000, "token_cap": 99}
    answer = send(client, submission, "limits", body)
    assert answer.status_code == 400
    assert list(answer.json()["error"]["fields"]) == ["concurrency"]
    submission.refresh_from_db()
    assert (submission.concurrency, submission.token_cap) == (2, 10)


def test_a_new_key_by_api_takes_the_place_of_the_old_one(
    client: Client, submission: Submission
) -> None:
    answer = send(client, submission, "key", {"api_key": NEW})
    assert answer.status_code == 200
    assert NEW not in answer.content.decode()
    assert read_secrets(submission) == Secrets(NEW, {"X-Team": "one"})
    assert NEW not in Credential.objects.get().encrypted


def test_a_new_key_by_the_form_is_kept_and_not_shown(
    client: Client, submission: Submission
) -> None:
    url = f"/submissions/{submission.pk}/key/"
    assert OLD not in client.get(url).content.decode()
    said = client.post(url, {"api_key": NEW}, follow=True).content.decode()
    assert "The new key is used from now on." in said
    assert NEW not in said
    assert read_secrets(submission).api_key == NEW


@pytest.mark.parametrize("wrong", ["", "   ", "two words", "schlüssel"])
def test_what_is_no_key_is_refused_by_form_and_api(
    client: Client, submission: Submission, wrong: str
) -> None:
    page = client.post(f"/submissions/{submission.pk}/key/", {"api_key": wrong})
    assert page.status_code == 422
    if wrong.strip():
        assert wrong not in page.content.decode()
    answer = send(client, submission, "key", {"api_key": wrong})
    assert answer.status_code == 400
    assert list(answer.json()["error"]["fields"]) == ["api_key"]
    assert read_secrets(submission).api_key == OLD


def test_what_has_ended_takes_no_new_key(
    client: Client, submission: Submission
) -> None:
    Submission.objects.update(status="finished", finished_at=timezone.now())
    assert send(client, submission, "key", {"api_key": NEW}).status_code == 409
    page = client.post(f"/submissions/{submission.pk}/key/", {"api_key": NEW})
    assert "It takes no new key: it is finished." in page.content.decode()
    assert NEW not in page.content.decode()
    assert read_secrets(submission).api_key == OLD
