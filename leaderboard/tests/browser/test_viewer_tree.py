"""What a screen reader is told: landmarks, headings, lists with names, what changes."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from bankenv.replay import gold_calls
from leaderboard.models import Conversation
from leaderboard.tests.recordings import freezing, quoted_closure, stored, without

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
QUOTE = "get_deposit_closure_quote"
HEADINGS = "h1, h2, h3, h4, h5, h6"


def failed() -> Conversation:
    task = quoted_closure()
    return stored([*without(task, QUOTE), freezing(task)])


def test_the_verdict_is_a_region_with_named_lists(opened: Callable[..., Page]) -> None:
    page = opened(failed())
    expect(page.get_by_role("region", name="Verdict")).to_match_aria_snapshot(
        """
        - region "Verdict":
          - paragraph: Fail
          - paragraph: /without first looking up the closure quote/
          - list "Findings":
            - listitem:
              - text: Missed required read
              - link /get_deposit_closure_quote before/
            - listitem:
              - text: Unsolicited write
              - link /toggle_card_freeze at/
          - list "Checks":
            - listitem: Ended normally
            - listitem: /failed. Required calls/
            - listitem: /failed. Write purity/
        """
    )


def test_the_panes_are_landmarks_and_their_steps_say_their_state(
    opened: Callable[..., Page],
) -> None:
    page = opened(failed())
    steps = page.get_by_role("complementary", name="Required procedure")
    missed = steps.get_by_role("listitem").filter(has_text=QUOTE)
    expect(missed).to_contain_text("Step 2:")
    expect(missed.get_by_role("link", name="never called")).to_be_visible()
    happened = page.get_by_role("region", name="What happened")
    first = happened.get_by_role("listitem").first
    expect(first.get_by_role("link", name="Event 0")).to_be_visible()
    ghost = happened.get_by_role("listitem").filter(has_text="Missed required read")
    expect(ghost).to_contain_text(re.compile(r"step\s+2"))
    expect(page.get_by_role("navigation", name="Views of this")).to_be_visible()
    assert page.get_by_role("main").count() == 1
    assert page.locator("#map").get_attribute("aria-hidden") == "true"


@pytest.mark.parametrize("tail", ["", "records/", "notes/", "prompt/", "customer/"])
def test_headings_begin_at_one_and_skip_no_level(
    opened: Callable[..., Page], tail: str
) -> None:
    page = opened(failed(), tail)
    levels = page.locator(HEADINGS).evaluate_all(
        "found => found.filter(e => e.checkVisibility()).map(e => +e.tagName[1])"
    )
    assert levels[0] == 1
    assert levels.count(1) == 1
    for before, after in zip(levels, levels[1:], strict=False):
        assert after <= before + 1, levels


def test_where_the_reader_is_gets_announced(opened: Callable[..., Page]) -> None:
    page = opened(failed())
    said = page.get_by_role("search").get_by_role("status")
    page.keyboard.press("n")
    expect(said.nth(1)).to_have_text(re.compile(r"^finding 1 / \d+$"))
    reached = page.evaluate("document.activeElement.closest('.row').textContent")
    assert "Missed required read" in reached
    page.keyboard.press("/")
    page.keyboard.type(QUOTE)
    expect(said.first).to_have_text(re.compile(r"^1 / \d+$"))


def test_every_part_of_the_page_is_reached_with_the_tab_key(
    opened: Callable[..., Page],
) -> None:
    page = opened(stored(gold_calls(quoted_closure())))
    reached = set()
    for _ in range(120):
        page.keyboard.press("Tab")
        reached.add(
            page.evaluate(
                """() => {
                  const parts = "#conversation-head, #tabs, #procedure, #find, .row";
                  const at = document.activeElement.closest(parts);
                  return at?.id || at?.className || "";
                }"""
            )
        )
        if "end" in reached:
            break
    assert {"conversation-head", "tabs", "procedure", "find", "e0"} <= reached
