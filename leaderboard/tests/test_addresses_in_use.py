"""Neither a form nor a webhook leads the site inwards, whatever a URL looks like."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from leaderboard.models import Notice, Submission
from leaderboard.services.notices import deliver_notice
from leaderboard.tests.factories import make_board, make_submission, make_user
from runner.tests.inward_addresses import URLS
from runner.tests.misbehaving import HELLO, http
from runner.tests.test_addresses_in_use import Net, listening, net

__all__ = ["net"]

pytestmark = pytest.mark.django_db

ENTERED = {
    "base_url": "http://public.example/v1",
    "model_name": "m",
    "name": "Model A",
    "board": "lite",
    "trials": "1",
    "concurrency": "1",
    "visibility": "private",
    "strategy": "function_calling",
}


@pytest.fixture(autouse=True)
def _as_in_production(settings: Settings) -> None:
    settings.ALLOW_PRIVATE_ENDPOINTS = False
    settings.RATES = settings.RATES | {"submit": "1000/min", "api_user": "1000/min"}


@pytest.fixture
def owner(client: Client) -> User:
    make_board("lite")
    user = make_user()
    client.force_login(user, "django.contrib.auth.backends.ModelBackend")
    return user


@pytest.mark.parametrize("field", ["base_url", "webhook_url"])
def test_no_spelling_is_taken_by_form_or_api(
    owner: User, client: Client, net: Net, field: str
) -> None:
    for url in URLS[::9]:  # all of them went through the guard in runner/tests
        entered = ENTERED | {field: url}
        page = client.post("/submit/", entered)
        assert (page.status_code, field in page.context["form"].errors) == (422, True)
        whole = entered | {"trials": 1, "concurrency": 1}
        answer = client.post("/api/v1/submissions/", whole, "application/json")
        assert answer.status_code == 400, url
        assert field in answer.json()["error"]["fields"], url
    assert not Submission.objects.exists()
    assert net.wires == []


def told(url: str) -> Notice:
    """A notice to `url`, tried once: as if it had been taken when it was submitted."""
    submission = make_submission(webhook_url=url)
    notice = Notice.objects.create(
        submission=submission,
        way=Notice.Way.WEBHOOK,
        address=url,
        event="finished",
        body="{}",
        next_try_at=timezone.now(),
    )
    deliver_notice(notice.pk)
    notice.refresh_from_db()
    return notice


def test_no_webhook_is_sent_inwards(net: Net) -> None:
    storable = [url for url in URLS if "\0" not in url]
    for url in storable:
        notice = told(url)
        assert notice.sent_at is None, url
        assert notice.problem, url
    assert net.wires == []


def test_a_webhook_follows_no_redirect(net: Net) -> None:
    moved = http(307, b"", Location="http://169.254.169.254/")
    with listening(net, moved, HELLO) as server:
        assert "307" in told("http://public.example/hook").problem
        assert len(server.requests) == 1


def test_a_webhook_whose_name_has_come_to_point_inwards_is_not_sent(net: Net) -> None:
    net.names["public.example"] = ["10.0.0.1"]
    assert "10.0.0.1" in told("http://public.example/hook").problem
    assert net.wires == []
