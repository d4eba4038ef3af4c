"""Signing up, logging in, and what an account's page shows."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from leaderboard.models import ApiToken
from leaderboard.services.tokens import create_token
from leaderboard.tests.factories import make_submission, make_user

pytestmark = pytest.mark.django_db
GOOD = {"username": "asha", "password1": "gulmohar-72", "password2": "gulmohar-72"}


def test_whoever_signs_up_is_logged_in_and_goes_on(client: Client) -> None:
    response = client.post("/signup/", GOOD | {"next": "/submit/?board=lite"})
    assert response.headers["Location"] == "/submit/?board=lite"
    assert client.get("/account/").status_code == 200


def test_signing_up_leads_nobody_to_another_site(client: Client) -> None:
    response = client.post("/signup/", GOOD | {"next": "https://evil.example/"})
    assert response.headers["Location"] == "/submit/"


def test_a_weak_password_is_told_at_its_field(client: Client) -> None:
    weak = GOOD | {"password1": "12345678", "password2": "12345678"}
    said = client.post("/signup/", weak).content.decode()
    assert 'aria-invalid="true"' in said
    assert not User.objects.exists()


def test_a_wrong_password_says_what_would_work(client: Client) -> None:
    make_user("asha", password="gulmohar-72")
    wrong = {"username": "asha", "password": "nope"}
    assert "case-sensitive" in client.post("/login/", wrong).content.decode()


def test_logging_in_goes_back_to_where_the_reader_was(client: Client) -> None:
    make_user("asha", password="gulmohar-72")
    assert client.get("/submit/").headers["Location"] == "/login/?next=/submit/"
    right = {"username": "asha", "password": "gulmohar-72", "next": "/submit/"}
    assert client.post("/login/", right).headers["Location"] == "/submit/"


def test_an_account_lists_its_own_submissions_alone(client: Client) -> None:
    user = make_user()
    make_submission(owner=user, name="Mine", visibility="private")
    make_submission(name="Yours")
    client.force_login(user)
    said = client.get("/account/").content.decode()
    assert "Mine" in said
    assert "Yours" not in said


def test_a_new_token_is_shown_once(client: Client) -> None:
    client.force_login(make_user())
    shown = client.post(
        "/account/tokens/", {"name": "CI"}, follow=True
    ).content.decode()
    start = ApiToken.objects.get().start
    assert shown.count(start) > 1
    assert client.get("/account/").content.decode().count(start) == 1


def test_a_token_is_revoked_by_its_user_alone(client: Client) -> None:
    user = make_user()
    row, _ = create_token(user, "CI")
    client.force_login(make_user())
    assert client.post(f"/account/tokens/{row.pk}/revoke/").status_code == 404
    client.force_login(user)
    client.post(f"/account/tokens/{row.pk}/revoke/")
    assert not ApiToken.objects.exists()


def test_logging_out_takes_a_post(client: Client) -> None:
    client.force_login(make_user())
    assert client.get("/logout/").status_code == 405
    client.post("/logout/")
    assert client.get("/account/").status_code == 302
