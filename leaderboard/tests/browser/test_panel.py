"""A conversation beside the list it was opened from."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from leaderboard.models import Conversation
from leaderboard.tests.factories import make_submission
from leaderboard.tests.recordings import quoted_closure, stored, without

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
QUOTE = "get_deposit_closure_quote"
FRAME = ".panel iframe[data-settled]"


@pytest.fixture
def listed(page: Page, live_server: LiveServer) -> list[Conversation]:
    """Three failed conversations, their list on a wide screen."""
    submission, task = make_submission(trials=3), quoted_closure()
    rows = [
        stored(without(task, QUOTE), submission=submission, trial=trial)
        for trial in (1, 2, 3)
    ]
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(f"{live_server.url}/submissions/{submission.pk}/?finding=missed_read")
    return rows


def test_a_row_opens_its_conversation_beside_the_list(
    page: Page, listed: list[Conversation]
) -> None:
    asked = page.url
    page.locator(f"#c{listed[0].pk}").click()
    frame = page.frame_locator(FRAME)
    expect(frame.locator("#outcome")).to_contain_text("Fail")
    expect(frame.locator("#site-header")).to_be_hidden()
    expect(page.locator("#conversations-table")).to_be_visible()
    own = re.compile(rf"/conversations/{listed[0].pk}/\?finding=missed_read$")
    expect(page).to_have_url(own)
    page.keyboard.press("j")
    expect(page).to_have_url(re.compile(rf"/conversations/{listed[1].pk}/"))
    page.keyboard.press("k")
    expect(page).to_have_url(own)
    page.keyboard.press("Escape")
    expect(page.locator(".panel")).to_have_count(0)
    expect(page).to_have_url(asked)
    expect(page.locator(f"#c{listed[0].pk}")).to_be_focused()


def test_the_address_follows_the_reader_inside_the_panel(
    page: Page, listed: list[Conversation]
) -> None:
    page.locator(f"#c{listed[0].pk}").click()
    frame = page.frame_locator(FRAME)
    expect(frame.locator("#outcome")).to_be_visible()
    page.keyboard.press("n")
    expect(page).to_have_url(re.compile(r"#f\d+$"))
    page.keyboard.press("]")
    expect(page).to_have_url(re.compile(rf"/conversations/{listed[1].pk}/\?finding"))
    expect(page.locator("tr[data-current]")).to_contain_text(listed[1].task_id)
    frame.locator("#tabs").get_by_role("link", name="Records").click()
    expect(page).to_have_url(re.compile(r"/records/\?finding"))
    page.reload()
    expect(page.locator("#records")).to_be_visible()
    expect(page.locator("#site-header")).to_be_visible()


def test_back_closes_the_panel_and_a_new_tab_has_none(
    page: Page, listed: list[Conversation]
) -> None:
    asked = page.url
    page.locator(f"#c{listed[0].pk}").click()
    expect(page.frame_locator(FRAME).locator("#outcome")).to_be_visible()
    page.go_back()
    expect(page.locator(".panel")).to_have_count(0)
    expect(page).to_have_url(asked)
    page.set_viewport_size({"width": 700, "height": 900})
    page.locator(f"#c{listed[0].pk}").click()
    expect(page.locator("#outcome")).to_be_visible()


def test_no_other_site_may_frame_a_conversation(
    page: Page, live_server: LiveServer, listed: list[Conversation]
) -> None:
    answer = page.goto(f"{live_server.url}/conversations/{listed[0].pk}/")
    assert answer is not None
    assert answer.headers["x-frame-options"] == "SAMEORIGIN"
    assert "frame-ancestors 'self'" in answer.headers["content-security-policy"]


def test_the_panel_is_accessible(page: Page, listed: list[Conversation]) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.locator(f"#c{listed[0].pk}").click()
    expect(page.frame_locator(FRAME).locator("#outcome")).to_be_visible()
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
