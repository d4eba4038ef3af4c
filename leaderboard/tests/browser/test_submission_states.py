"""What stands still or went wrong explains itself: light, dark, narrow, axe-clean."""

from datetime import timedelta

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Page

from leaderboard.models import Submission
from leaderboard.tests.factories import (
    make_conversation,
    make_scored_conversation,
    make_submission,
)

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SEE_LOG = "RuntimeError, see the log."
LONG = "The endpoint answered with HTTP status 502. Seen: " + "upstream_error/" * 12


def in_trouble() -> Submission:
    """Paused by itself, with errors of two kinds, a projection and notices."""
    now = timezone.now()
    submission = make_submission(
        status="paused",
        status_reason=f"Its endpoint failed 10 times in a row. Last seen: {LONG}",
        resume_at=now + timedelta(minutes=4),
        webhook_url="https://ci.example.org/" + "hook/" * 40,
        spend_cap=5,
        price_in=1,
        price_out=1,
    )
    for _ in range(3):
        make_scored_conversation(submission=submission, tokens_in=900, tokens_out=90)
    for fault, error in (
        ("endpoint", LONG),
        ("platform", "RuntimeError, see the log."),
    ):
        make_conversation(
            submission=submission,
            status="errored",
            fault=fault,
            error=error,
            request_id="5f1e" * 8,
            started_at=now,
            finished_at=now,
        )
    return submission


def waiting() -> Submission:
    """Queued for longer than it should be: no part of the site runs."""
    submission = make_submission(status="queued", started_at=None)
    make_conversation(submission=submission)
    entered = timezone.now() - timedelta(minutes=2)
    Submission.objects.filter(pk=submission.pk).update(created_at=entered)
    return submission


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 390)])
def test_what_went_wrong_is_readable_everywhere(
    page: Page, live_server: object, scheme: str, width: int
) -> None:
    trouble, silent = in_trouble(), waiting()
    client = Client()
    client.force_login(trouble.owner)
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies(
        [{"name": "sessionid", "value": session, "url": str(live_server)}]
    )
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.set_viewport_size({"width": width, "height": 900})
    seen = {
        f"/submissions/{trouble.pk}/": "#troubles",
        f"/submissions/{silent.pk}/": "#standstill",
        f"/submissions/{trouble.pk}/limits/": "form",
    }
    for address, what in seen.items():
        page.goto(f"{live_server}{address}")
        assert page.locator(what).first.is_visible()
        page.locator("details").evaluate_all("all => all.forEach(d => d.open = true)")
        found = Axe().run(page).response["violations"]
        assert [(v["id"], v["nodes"][0]["html"][:200]) for v in found] == [], address
        assert page.evaluate("document.documentElement.scrollWidth") <= width, address
