"""The viewer in a real browser: keys, find, folds, themes, widths, scripts."""

import re
from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from bankenv.dataset import load_dataset
from bankenv.replay import gold_calls, replay
from bankenv.trajectory import Call, End, Message, Result, Trajectory
from leaderboard.tests.factories import make_submission
from leaderboard.tests.recordings import (
    freezing,
    quoted_closure,
    saying,
    stored,
    without,
)

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FREEZE_MS = 500  # on a busy machine; 100 is the aim
QUOTE = "get_deposit_closure_quote"


def big() -> Trajectory:
    """400 events, some of their answers of 200 KB."""
    recording = replay(load_dataset(), quoted_closure(), [])
    entry = {"description": "UPI to a shop", "amount": -123.45, "channel": "upi"}
    events: list[Message | Call | Result | End] = [*recording.events[:1]]
    for turn in range(100):
        rows = [entry] * (3000 if turn % 25 == 0 else 3)
        events += [
            Message(len(events), 0.0, "assistant", f"Turn {turn}: I am looking. " * 4),
            Call(len(events) + 1, 0.0, f"c{turn}", "get_transaction_history", {}),
            Result(len(events) + 2, 0.0, f"c{turn}", True, {"transactions": rows}),
            Message(len(events) + 3, 0.0, "customer", "Please go on."),
        ]
    events.append(End(len(events), 0.0, "customer_ended"))
    return Trajectory(recording.header, tuple(events))


def test_keys_walk_the_findings_and_the_failed_conversations(
    opened: Callable[..., Page],
) -> None:
    task, submission = quoted_closure(), make_submission()
    one = stored(without(task, QUOTE), submission=submission)
    two = stored(without(task, QUOTE), submission=submission, trial=2)
    page = opened(one, "?finding=missed_read")
    page.keyboard.press("n")
    assert re.search(r"#f\d+$", page.url)
    page.keyboard.press("j")
    assert re.search(r"#e\d+$", page.url)
    page.keyboard.press("]")
    page.wait_for_url(f"**/conversations/{two.pk}/?finding=missed_read")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("c")
    page.wait_for_url(f"**/conversations/{two.pk}/compare/?finding=missed_read")


def test_keys_do_nothing_while_somebody_types(opened: Callable[..., Page]) -> None:
    page = opened(stored(without(quoted_closure(), QUOTE)))
    address = page.url
    page.keyboard.press("/")
    page.keyboard.type("njk")
    assert page.url == address
    expect(page.get_by_role("searchbox")).to_have_value("njk")


def test_find_counts_steps_and_opens_what_is_folded(
    opened: Callable[..., Page],
) -> None:
    page = opened(stored(gold_calls(quoted_closure())))
    page.keyboard.press("/")
    page.keyboard.type("penalty_rate")
    count = page.locator("[data-find-count]")
    expect(count).to_have_text(re.compile(r"^1 / \d+$"))
    total = count.inner_text().split(" / ")[1]
    page.keyboard.press("Enter")
    expect(count).to_have_text(f"2 / {total}")
    page.keyboard.press("Shift+Enter")
    expect(count).to_have_text(f"1 / {total}")
    expect(page.locator(".row details[open]").first).to_be_visible()


def test_find_sees_a_call_as_it_is_written(opened: Callable[..., Page]) -> None:
    page = opened(stored(gold_calls(quoted_closure())))
    page.keyboard.press("/")
    page.keyboard.type('close_deposit(deposit_id="')
    expect(page.locator("[data-find-count]")).to_have_text("1 / 1")


def test_the_whole_of_a_long_text_is_fetched_in_place(
    opened: Callable[..., Page],
) -> None:
    recording = replay(load_dataset(), quoted_closure(), [])
    long = Message(1, 0.0, "assistant", "\n".join(f"line {i}" for i in range(10_000)))
    events = (recording.events[0], long, End(2, 0.0, "customer_ended"))
    page = opened(stored(Trajectory(recording.header, events)))
    page.get_by_text("show 9,984 more lines").click()
    expect(page.locator("#e1")).to_contain_text("line 9999")


def test_an_answer_that_the_page_left_off_comes_when_its_call_is_opened(
    opened: Callable[..., Page],
) -> None:
    page = opened(stored(big()))
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.keyboard.press("r")
    page.locator("#e6 summary").first.click()
    expect(page.locator("#e6 pre")).to_contain_text('"UPI to a shop"')
    page.keyboard.press("e")
    expect(page.locator("a[data-load]:not([data-big])")).to_have_count(0)
    expect(page.locator("a[data-load][data-big]")).to_have_count(4)
    asked = [address for address in asked if "/events/?at=" in address]
    assert len(asked) == 3  # one for the first, then fifty at once


def test_without_javascript_the_page_reads_and_links_work(
    browser_type_launch_args: dict[str, object],
    playwright: object,
    live_server: LiveServer,
) -> None:
    conversation = stored(without(quoted_closure(), QUOTE))
    browser = playwright.chromium.launch(**browser_type_launch_args)  # type: ignore[attr-defined]  # a Playwright
    context = browser.new_context(
        java_script_enabled=False, viewport={"width": 390, "height": 800}
    )
    page: Page = context.new_page()
    page.goto(f"{live_server.url}/conversations/{conversation.pk}/")
    expect(page.locator("#what-happened")).to_be_visible()
    expect(page.locator("#procedure")).to_be_hidden()
    page.get_by_role("link", name="Required procedure").click()
    expect(page.locator("#procedure")).to_be_visible()
    expect(page.locator("#what-happened")).to_be_hidden()
    page.locator("#procedure").get_by_role("link", name="never called").click()
    expect(page.locator(".row.ghost")).to_be_in_viewport()
    browser.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    "tail",
    [
        "",
        "records/",
        "compare/",
        "compare/procedure/",
        "timing/",
        "prompt/",
        "customer/",
        "notes/",
        "raw/",
    ],
)
def test_the_viewer_is_accessible_in_both_themes(
    page: Page, opened: Callable[..., Page], scheme: str, tail: str
) -> None:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]  # the two literals
    task = quoted_closure()
    conversation = stored([*without(task, QUOTE), freezing(task)])
    opened(conversation, tail)
    page.evaluate(
        "document.querySelectorAll('main details').forEach(d => d.open = true)"
    )
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


def test_paper_holds_both_panes_and_nothing_to_press(
    opened: Callable[..., Page],
) -> None:
    page = opened(stored(without(quoted_closure(), QUOTE)))
    page.set_viewport_size({"width": 700, "height": 900})  # about A4
    page.emulate_media(media="print")
    for read in ("#outcome", "#procedure", "#what-happened"):
        expect(page.locator(read)).to_be_visible()
    for pressed in (".site-header", "#find", "#tabs", ".panes", "main button"):
        for found in page.locator(pressed).all():
            expect(found).to_be_hidden()


@pytest.mark.parametrize("width", [390, 768, 1440])
def test_nothing_widens_the_page(opened: Callable[..., Page], width: int) -> None:
    recording = replay(load_dataset(), quoted_closure(), [])
    said = Message(1, 0.0, "assistant", "A" * 900 + " मेरी एफडी مرحبا தமிழ் 👨‍👩‍👧")
    call = Call(2, 0.0, "c", "x" * 300, {"y" * 300: "z" * 300})
    result = Result(3, 0.0, "c", False, {"error_message": "e" * 900}, "unknown_tool")
    events = (recording.events[0], said, call, result, End(4, 0.0, "customer_ended"))
    conversation = stored(Trajectory(recording.header, events))
    page = opened(conversation)
    page.set_viewport_size({"width": width, "height": 800})
    page.keyboard.press("e")
    wider = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wider <= 0


def test_a_conversation_of_400_events_is_found_in_without_a_freeze(
    opened: Callable[..., Page],
) -> None:
    page = opened(stored(big()))
    page.keyboard.press("/")
    page.keyboard.type("Turn 99")
    expect(page.locator("[data-find-count]")).to_have_text("1 / 4")
    frozen = page.evaluate(
        """async () => {
          const began = performance.now();
          document.querySelector("#find-text").dispatchEvent(
            new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
          await new Promise(requestAnimationFrame);
          return performance.now() - began;
        }"""
    )
    assert frozen < FREEZE_MS
    expect(page.get_by_text("Turn 99").first).to_be_in_viewport()


SCRIPTS = {
    "Devanagari": "मेरी एफडी बंद कर दीजिए, क्ष त्र ज्ञ",
    "Tamil": "என் வைப்புத்தொகையை மூடவும்",
    "Arabic": "أغلق وديعتي من فضلك ١٢٣",
    "emoji": "👨‍👩‍👧 👍🏽 🇮🇳 ok",
}


@pytest.mark.parametrize("script", SCRIPTS)
def test_a_script_is_drawn_as_it_was_written(
    opened: Callable[..., Page], script: str
) -> None:
    text = SCRIPTS[script]
    page = opened(saying(Message(1, 0.0, "assistant", text)))
    words = page.locator("#e1 .words")
    assert words.text_content() == text
    assert words.locator(".ctl").count() == 0
    direction = words.evaluate(
        "e => e.matches(':dir(rtl)') ? 'rtl' : 'ltr'",
    )
    assert direction == ("rtl" if script == "Arabic" else "ltr")
    line = words.evaluate("e => parseFloat(getComputedStyle(e).lineHeight)")
    size = words.evaluate("e => parseFloat(getComputedStyle(e).fontSize)")
    assert line >= 1.5 * size
    page.keyboard.press("/")
    page.keyboard.type(text.split()[0])
    expect(page.locator("[data-find-count]")).to_have_text("1 / 1")


def test_what_a_reader_chose_holds_in_the_next_conversation(
    opened: Callable[..., Page],
) -> None:
    task, submission = quoted_closure(), make_submission()
    one = stored(gold_calls(task), submission=submission)
    two = stored(gold_calls(task), submission=submission, trial=2)
    page = opened(one)
    for key in "ter":
        page.keyboard.press(key)
    opened(two)
    expect(page.locator(".trace[data-dense][data-raw]")).to_have_count(1)
    expect(page.get_by_role("button", name="Denser")).to_have_attribute(
        "aria-pressed", "true"
    )
    assert page.locator(".row details.box:not([open])").count() == 0


def test_a_match_in_what_is_not_on_the_page_is_counted_and_brought(
    opened: Callable[..., Page],
) -> None:
    rows = [{"description": f"entry {i}", "amount": -1.5} for i in range(3000)]
    call = Call(1, 0.0, "c", "get_transaction_history", {})
    result = Result(2, 0.0, "c", True, {"transactions": rows})
    page = opened(saying(call, result))
    page.keyboard.press("/")
    page.keyboard.type("entry 2999")
    expect(page.locator("[data-find-count]")).to_have_text(re.compile(r" / 2$"))
    expect(page.locator("a[data-load]")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator("a[data-load]")).to_have_count(0)
    expect(page.locator("td", has_text="entry 2999")).to_be_in_viewport()


def test_the_finding_that_keys_went_to_is_numbered(opened: Callable[..., Page]) -> None:
    task = quoted_closure()
    page = opened(stored([*without(task, QUOTE), freezing(task)]))
    page.keyboard.press("n")
    count = page.locator("[data-finding-count]")
    expect(count).to_have_text(re.compile(r"^finding 1 / \d+$"))
    page.keyboard.press("p")
    expect(count).not_to_have_text(re.compile("^finding 1 /"))
