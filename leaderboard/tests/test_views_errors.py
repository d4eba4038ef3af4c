"""Pages for when something is wrong: designed, and saying what to do."""

import pytest
from django.template.loader import render_to_string
from django.test import Client

from leaderboard.tests.factories import make_submission, make_user

pytestmark = pytest.mark.django_db


def test_a_page_that_is_not_there_leads_on(client: Client) -> None:
    response = client.get("/no-such-page/")
    assert response.status_code == 404
    assert "To the leaderboard" in response.content.decode()


def test_a_form_of_another_site_is_told_what_happened() -> None:
    client = Client(enforce_csrf_checks=True)
    submission = make_submission(owner=make_user())
    client.force_login(submission.owner)
    response = client.post(f"/submissions/{submission.pk}/pause/")
    assert response.status_code == 403
    assert "This form is out of date" in response.content.decode()


def test_the_page_of_last_resort_needs_nothing() -> None:
    assert "Something broke on our side" in render_to_string("500.html")


def test_guessing_passwords_is_stopped_with_a_page(client: Client) -> None:
    make_user("asha", password="gulmohar-72")
    wrong = {"username": "asha", "password": "nope"}
    statuses = [client.post("/login/", wrong).status_code for _ in range(11)]
    assert statuses[-1] == 429
    right = {"username": "asha", "password": "gulmohar-72"}
    response = client.post("/login/", right)
    assert response.status_code == 429
    assert "Too many wrong passwords" in response.content.decode()
