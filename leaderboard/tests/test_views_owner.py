"""What an owner may do to a submission, and nobody else."""

import pytest
from django.test import Client

from leaderboard.models import Submission
from leaderboard.tests.factories import (
    make_conversation,
    make_scored_conversation,
    make_submission,
    make_user,
)

pytestmark = pytest.mark.django_db
MOVES = ("pause", "resume", "cancel", "seen-by")


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
