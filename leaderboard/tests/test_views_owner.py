"""What an owner may do to a submission, and nobody else."""

from decimal import Decimal

import pytest
from django.test import Client
from django.utils import timezone

from leaderboard.models import Conversation, Submission
from leaderboard.tests.factories import (
    make_conversation,
    make_scored_conversation,
    make_submission,
    make_user,
)

pytestmark = pytest.mark.django_db
MOVES = ("pause", "resume", "cancel", "seen-by", "limits", "key")


def own(client: Client, **fields: object) -> Submission:
    """A submission of the user who is logged in."""
    owner = make_user()
    client.force_login(owner)
    return make_submission(owner=owner, **fields)


def test_an_owner_pauses_and_resumes(client: Client) -> None:
    submission = own(client)
    make_conversation(submission=submission)
    client.post(f"/submissions/{submission.pk}/pause/")
    submission.refresh_from_db()
    assert submission.status == "paused"
    client.post(f"/submissions/{submission.pk}/resume/")
    submission.refresh_from_db()
    assert submission.status == "queued"


def test_cancelling_says_first_what_it_does(client: Client) -> None:
    submission = own(client, name="Big one")
    make_scored_conversation(submission=submission)
    make_conversation(submission=submission)
    said = client.get(f"/submissions/{submission.pk}/cancel/").content.decode()
    assert "Cancel Big one?" in said
    assert "1 of 2 conversations will not be run" in " ".join(said.split())
    submission.refresh_from_db()
    assert submission.status == "running"
    client.post(f"/submissions/{submission.pk}/cancel/")
    submission.refresh_from_db()
    assert submission.status == "cancelled"


def test_a_move_that_is_not_possible_says_why(client: Client) -> None:
    submission = own(client, status="finished")
    response = client.post(f"/submissions/{submission.pk}/pause/", follow=True)
    assert "cannot be paused: it is finished" in response.content.decode()


def test_an_owner_shows_a_submission_to_everybody(client: Client) -> None:
    submission = own(client, visibility="private", status="finished")
    client.post(f"/submissions/{submission.pk}/seen-by/", {"visibility": "public"})
    submission.refresh_from_db()
    assert submission.visibility == "public"


def test_an_owner_changes_the_limits_of_what_runs(client: Client) -> None:
    submission = own(client, concurrency=8, price_in=1, price_out=2, spend_cap=3)
    address = f"/submissions/{submission.pk}/limits/"
    page = client.get(address).content.decode()
    assert 'value="3.00"' in page
    limits = {"concurrency": "2", "requests_per_minute": "90", "spend_cap": "4.5"}
    assert client.post(address, limits).status_code == 302
    submission.refresh_from_db()
    assert (submission.concurrency, submission.requests_per_minute) == (2, 90)
    assert submission.spend_cap == Decimal("4.50")


def test_a_limit_that_cannot_be_is_shown_at_its_field(client: Client) -> None:
    submission = own(client)
    address = f"/submissions/{submission.pk}/limits/"
    answer = client.post(address, {"concurrency": "900"})
    assert answer.status_code == 422
    assert "900 at once were asked for" in answer.content.decode()
    submission.refresh_from_db()
    assert submission.concurrency == 8


def test_the_page_says_when_a_break_is_over_and_what_was_spent(client: Client) -> None:
    submission = own(
        client, status="paused", resume_at=timezone.now(), token_cap=2_000_000
    )
    row = make_scored_conversation(submission=submission, tokens_in=9, tokens_out=1)
    Conversation.objects.filter(pk=row.pk).update(wasted_tokens=70)
    said = " ".join(
        client.get(f"/submissions/{submission.pk}/").content.decode().split()
    )
    assert "It goes on by itself at" in said
    assert "Spent: 80 tokens of 2.0M" in said
    assert "70 tokens of it on attempts without a score" in said
    client.force_login(make_user())
    assert "Spent:" not in client.get(f"/submissions/{submission.pk}/").content.decode()


def test_a_visibility_there_is_not_changes_nothing(client: Client) -> None:
    submission = own(client, visibility="private")
    client.post(f"/submissions/{submission.pk}/seen-by/", {"visibility": "all"})
    submission.refresh_from_db()
    assert submission.visibility == "private"


@pytest.mark.parametrize("move", MOVES)
def test_somebody_elses_submission_is_not_there(client: Client, move: str) -> None:
    submission = make_submission()
    client.force_login(make_user())
    response = client.post(
        f"/submissions/{submission.pk}/{move}/", {"visibility": "private"}
    )
    assert response.status_code == 404
    submission.refresh_from_db()
    assert (submission.status, submission.visibility) == ("running", "public")


@pytest.mark.parametrize("move", MOVES)
def test_nobody_moves_anything_without_an_account(client: Client, move: str) -> None:
    submission = make_submission()
    response = client.post(f"/submissions/{submission.pk}/{move}/")
    assert response.headers["Location"].startswith("/login/")


def test_a_link_cannot_cancel(client: Client) -> None:
    submission = own(client)
    assert client.get(f"/submissions/{submission.pk}/pause/").status_code == 405
    client.get(f"/submissions/{submission.pk}/cancel/")
    submission.refresh_from_db()
    assert submission.status == "running"


def test_a_page_of_another_site_cannot_move_anything() -> None:
    client = Client(enforce_csrf_checks=True)
    submission = own(client)
    assert client.post(f"/submissions/{submission.pk}/pause/").status_code == 403
