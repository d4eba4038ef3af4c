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


def test_a_program_at_a_wrong_address_is_told_in_its_own_language(
    client: Client,
) -> None:
    for address in ("/api/v1/nothing/", "/api/v1/submissions/a b/"):
        response = client.get(address)
        assert response.status_code == 404
        assert response.json()["error"]["code"] == "not_found"


def test_a_program_is_told_of_a_bug_by_its_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("a bug")

    monkeypatch.setattr("leaderboard.api.bank.bank_summary", fail)
    response = Client(raise_request_exception=False).get("/api/v1/bank/")
    assert response.status_code == 500
    error = response.json()["error"]
    assert error["code"] == "server_error"
    assert response.headers["X-Request-Id"] in error["message"]


def test_a_site_by_another_name_is_refused_with_a_page(client: Client) -> None:
    response = client.get("/", headers={"Host": "elsewhere.example"})
    assert response.status_code == 400
    assert "This request cannot be understood" in response.content.decode()
    response = client.get("/api/v1/boards/", headers={"Host": "elsewhere.example"})
    assert response.json()["error"]["code"] == "bad_request"


def test_a_nul_character_is_refused_wherever_it_stands(client: Client) -> None:
    client.force_login(make_user(), "django.contrib.auth.backends.ModelBackend")
    form = "application/x-www-form-urlencoded"
    for answer in (
        client.get("/?text=%00"),
        client.get("/tasks/%00/"),
        client.get("/api/v1/tasks/?text=a%00b"),
        client.post("/account/tokens/", b"name=a%00b", content_type=form),
    ):
        assert answer.status_code == 400


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
