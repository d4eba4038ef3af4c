"""The page about a bug, with DEBUG on and off, shows nothing that opens anything."""

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.http.response import HttpResponseBase
from django.test import Client
from pytest_django import Settings

from leaderboard.models import Board
from leaderboard.services.credentials import Secrets, store_secrets
from leaderboard.services.tokens import create_token
from leaderboard.tests.factories import (
    make_board,
    make_conversation,
    make_submission,
    make_user,
)

pytestmark = pytest.mark.django_db

KEY = "sk/marked-key-0123456789"
HEADER = "marked-header-0123456789"
PASSWORD = "marked-password-01'2345"
SETTINGS = {
    "SECRET_KEY": "marked-secret-key-0123456789",
    "METRICS_TOKEN": "marked-metrics-0123456789",
    "EMAIL_HOST_PASSWORD": "marked-mail-0123456789",
    "LLM_CUSTOMER_API_KEY": "marked-customer-0123456789",
    "CELERY_BROKER_URL": "redis://:marked-broker-0123456789@127.0.0.1/0",
}
ENTERED = {
    "base_url": "https://93.184.216.34/v1",
    "model_name": "m",
    "api_key": KEY,
    "extra_headers": f"X-Key: {HEADER}",
    "name": "Model A",
    "board": "lite",
    "trials": "1",
    "concurrency": "1",
    "visibility": "private",
    "strategy": "function_calling",
}


@pytest.fixture(params=[True, False], ids=["DEBUG on", "DEBUG off"])
def broken(
    request: pytest.FixtureRequest,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
) -> Client:
    """Somebody signed in at a site where whatever is done with secrets is a bug."""

    def fail(*given: object, **named: object) -> None:
        copies = [repr(given), str(named)]  # what a frame may hold under any name
        raise RuntimeError(f"a bug, {given} {named} {copies}")

    settings.DEBUG = request.param
    for name, value in SETTINGS.items():
        setattr(settings, name, value)
    for place in (
        "leaderboard.services.connection.probe",
        "leaderboard.forms.account.SignUpForm.save",
        "leaderboard.views.account.LogInForm.clean",
        "leaderboard.services.submissions.replace_key",
        "leaderboard.views.account.own_submissions",
    ):
        monkeypatch.setattr(place, fail)
    make_board("lite")
    client = Client(raise_request_exception=False)
    client.force_login(
        make_user("owner"), backend="django.contrib.auth.backends.ModelBackend"
    )
    return client


def report(response: HttpResponseBase) -> str:
    """Return the page of a bug; whole where DEBUG is on."""
    page = b"".join(response).decode()
    assert response.status_code == 500, page[:2000]
    assert ("RuntimeError" in page) is settings.DEBUG
    return page


def shows_a_secret(page: str) -> bool:
    return any(part in page for part in ("marked-", "0123456789", "01'2345"))


def test_entering_a_model(broken: Client) -> None:
    for address in ("/submit/", "/submit/test/"):
        assert not shows_a_secret(report(broken.post(address, ENTERED)))


def test_entering_a_model_by_the_api(broken: Client) -> None:
    _, token = create_token(User.objects.get(), "ci")
    headers = {"Authorization": f"Bearer {token}"}
    entered = {
        **{k: ENTERED[k] for k in ENTERED if k != "extra_headers"},
        "trials": 1,
        "concurrency": 1,
        "parameters": {"extra_headers": {"X-Key": HEADER}},
    }
    broken.logout()
    answer = broken.post(
        "/api/v1/submissions/", entered, "application/json", headers=headers
    )
    page = report(answer)
    assert not shows_a_secret(page)
    assert token not in page


def test_signing_up_and_logging_in(broken: Client) -> None:
    broken.logout()
    who = {"username": "new", "password1": PASSWORD, "password2": PASSWORD}
    assert not shows_a_secret(report(broken.post("/signup/", who)))
    who = {"username": "new", "password": PASSWORD}
    assert not shows_a_secret(report(broken.post("/login/", who)))


def test_going_on_with_a_new_key(broken: Client) -> None:
    submission = make_submission(
        board=Board.objects.get(), owner=User.objects.get(), status="paused"
    )
    store_secrets(submission, Secrets("sk-marked-old-0123456789", {"X": HEADER}))
    make_conversation(submission=submission)
    address = f"/submissions/{submission.pk}/resume/"
    assert not shows_a_secret(report(broken.post(address, {"api_key": KEY})))


def test_a_visitors_cookies_and_token(broken: Client) -> None:
    session = broken.cookies["sessionid"].value
    headers = {"Authorization": f"Bearer {KEY}", "X-Api-Key": HEADER}
    page = report(broken.get("/account/", headers=headers))
    assert session not in page
    assert not shows_a_secret(page)
