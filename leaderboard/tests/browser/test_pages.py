"""The site's pages in a real browser, as they stand with much on them; by keyboard."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from leaderboard.models import Submission
from leaderboard.services.standings import refresh_standings
from leaderboard.tests.factories import (
    make_board,
    make_conversation,
    make_finding_count,
    make_scored_conversation,
    make_submission,
    make_user,
)

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def entered() -> Submission:
    """A board with a finished, an incomplete and a running submission."""
    board, owner = make_board("lite", title="Procedures 1.0 · lite"), make_user("asha")
    found = {}
    for name, status in (
        ("Best", "finished"),
        ("Partial", "finished"),
        ("Now", "running"),
    ):
        submission = make_submission(
            board=board, owner=owner, name=name, status=status, organisation="Example"
        )
        for passed in (True, False, True):
            row = make_scored_conversation(submission=submission, passed=passed)
            if not passed:
                make_finding_count(row)
                make_finding_count(row, "unsolicited_write", check_name="write_purity")
        found[name] = submission
    make_conversation(
        submission=found["Partial"], status="errored", fault="endpoint", error="503"
    )
    make_conversation(submission=found["Now"])
    for submission in found.values():
        refresh_standings(submission)
    return found["Now"]


@pytest.fixture
def signed_in(page: Page, live_server: LiveServer, entered: Submission) -> Page:
    """A page of the submissions' owner."""
    client = Client()
    client.force_login(entered.owner)
    cookie = client.cookies["sessionid"].value
    page.context.add_cookies(
        [{"name": "sessionid", "value": cookie, "url": live_server.url}]
    )
    return page


def compared(submission: Submission) -> str:
    """Return the query that compares every submission of the board."""
    return "&".join(f"s={one.pk}" for one in submission.board.submissions.all())


def addresses(submission: Submission) -> list[str]:
    return [
        "/",
        "/?text=zzz",
        "/?category=control&sort=-cost",
        "/?cols=final&cols=gold&density=compact",
        "/boards/lite/charts/",
        f"/submissions/{submission.pk}/charts/",
        "/compare/",
        f"/compare/?{compared(submission)}",
        f"/submissions/{submission.pk}/",
        f"/submissions/{submission.pk}/?outcome=passed&text=zzz",
        f"/submissions/{submission.pk}/cancel/",
        "/submit/",
        "/login/?next=/submit/",
        "/no-such-page/",
    ]


def violations(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{v['id']}: {v['nodes'][0]['html'][:200]}" for v in found]


@pytest.mark.parametrize(("theme", "width"), [("light", 1280), ("dark", 390)])
def test_no_page_has_an_accessibility_fault_or_scrolls_sideways(
    signed_in: Page,
    live_server: LiveServer,
    entered: Submission,
    theme: str,
    width: int,
) -> None:
    page = signed_in
    page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    page.set_viewport_size({"width": width, "height": 900})
    for address in addresses(entered):
        page.goto(live_server.url + address)
        assert not violations(page), address
        wide = "document.documentElement.scrollWidth > innerWidth"
        assert not page.evaluate(wide), address


def test_the_theme_stays_as_it_was_set(page: Page, live_server: LiveServer) -> None:
    page.goto(live_server.url + "/policy/")
    switch = page.locator("[data-theme-switch]")
    switch.click()
    switch.click()
    expect(switch).to_contain_text("dark")
    page.reload()
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    expect(page.locator("[data-theme-switch]")).to_contain_text("dark")


def test_rows_are_walked_and_opened_by_keyboard(
    page: Page, live_server: LiveServer, entered: Submission
) -> None:
    page.goto(live_server.url + "/?sort=name")
    for key in ("j", "j", "k", "Enter"):
        page.keyboard.press(key)
    expect(page.locator("h1")).to_have_text("Best")


def test_letters_typed_into_a_field_move_nothing(
    page: Page, live_server: LiveServer, entered: Submission
) -> None:
    page.goto(live_server.url + "/")
    page.keyboard.press("/")
    page.keyboard.type("jjk")
    expect(page.get_by_label("Find a model")).to_have_value("jjk")
    expect(page.locator("tr[data-current]")).to_have_count(0)


def test_a_definition_is_one_focus_away_and_escape_closes_it(
    page: Page, live_server: LiveServer, entered: Submission
) -> None:
    page.goto(live_server.url + "/")
    page.get_by_role("link", name="Hidden").focus()
    expect(page.locator(".tip")).to_be_visible()
    expect(page.locator(".tip")).to_contain_text("although a required call was skipped")
    page.keyboard.press("Escape")
    expect(page.locator(".tip")).to_be_hidden()


def test_sorting_changes_the_address_and_back_undoes_it(
    page: Page, live_server: LiveServer, entered: Submission
) -> None:
    page.goto(live_server.url + "/")
    page.get_by_role("link", name="Pass %").click()
    page.wait_for_url("**/?sort=-rate")
    expect(page.get_by_role("columnheader", name="Pass %")).to_have_attribute(
        "aria-sort", "descending"
    )
    page.go_back()
    expect(page.get_by_role("columnheader", name="Rank", exact=True)).to_have_attribute(
        "aria-sort", "ascending"
    )


def test_a_live_page_moves_by_itself_and_stops_at_the_end(
    page: Page, live_server: LiveServer, entered: Submission
) -> None:
    page.goto(f"{live_server.url}/submissions/{entered.pk}/")
    live = page.locator("#live")
    expect(live).to_contain_text("3 of 4 conversations")
    entered.conversations.filter(status="queued").delete()
    now = timezone.now() + timedelta(seconds=1)
    Submission.objects.filter(pk=entered.pk).update(
        status="finished", finished_at=now, tallied_at=now
    )
    expect(live.locator(".status")).to_have_text("Finished", timeout=8000)
    expect(live).not_to_have_attribute("hx-trigger", "every 2s")
    polls: list[str] = []
    page.on("request", lambda request: polls.append(request.url))
    page.wait_for_timeout(5000)
    assert len(polls) <= 1  # the table's last look


@pytest.fixture
def without_scripts(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(java_script_enabled=False)
    yield context.new_page()
    context.close()


def test_the_board_is_filtered_and_sorted_without_scripts(
    without_scripts: Page, live_server: LiveServer, entered: Submission
) -> None:
    page = without_scripts
    page.goto(live_server.url + "/")
    page.get_by_role("link", name="Pass %").click()
    page.get_by_label("Find a model").fill("best")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_role("link", name="Best", exact=True)).to_be_visible()
    expect(page.get_by_role("link", name="Partial")).to_have_count(0)
    assert "sort=-rate" in page.url
