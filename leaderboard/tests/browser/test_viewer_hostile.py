"""Fifty attacks in every place that a model or a customer can write to."""

import pytest
from playwright.sync_api import Page, Request
from pytest_django.live_server_helper import LiveServer

from bankenv.dataset import load_dataset
from bankenv.replay import replay
from bankenv.trajectory import Call, End, Event, Message, Result, Trajectory
from leaderboard.models import Conversation
from leaderboard.tests.browser.attacks import ATTACKS
from leaderboard.tests.factories import make_submission
from leaderboard.tests.recordings import quoted_closure, stored

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# Texts a row cannot say in its own words: our parts, which an attack must not become.
PARTS = "script, style, iframe, object, embed, form, base, meta, link, .row, .outcome"
TABS = ("", "raw/", "prompt/", "timing/", "compare/procedure/", "customer/", "records/")


def hostile() -> Conversation:
    recording = replay(load_dataset(), quoted_closure(), [])
    events: list[Event] = []
    for at, attack in enumerate(ATTACKS):
        speaker = "customer" if at % 2 else "assistant"
        events.append(Message(len(events), 0.0, speaker, attack))  # type: ignore[arg-type]  # one of the two
        name = attack if at % 3 == 0 else "get_fd_details"
        arguments = {attack[:40]: attack, "deposit_ids": [attack]}
        events.append(Call(len(events), 0.0, f"c{at}", name, arguments))
        content = {attack[:40]: attack, "fds": [{attack[:20]: attack}]}
        events.append(Result(len(events), 0.0, f"c{at}", at % 5 > 0, content))
    events.append(Call(len(events), 0.0, "u", "close_deposit", None, raw=ATTACKS[0]))
    events.append(End(len(events), 0.0, "customer_ended", ATTACKS[1]))
    submission = make_submission(name="<b>\u202ename</b>")
    recorded = Trajectory(recording.header, tuple(events))
    return stored(recorded, submission=submission)


def counted(page: Page) -> int:
    return int(page.evaluate("s => document.querySelectorAll(s).length", PARTS))


def test_there_are_fifty_attacks() -> None:
    assert len(set(ATTACKS)) == 50


@pytest.mark.parametrize("tail", TABS)
def test_no_attack_runs_restyles_or_leaves_the_site(
    page: Page, live_server: LiveServer, tail: str
) -> None:
    conversation = hostile()
    asked: list[str] = []

    def note(request: Request) -> None:
        asked.append(request.url)

    page.on("request", note)
    page.on("dialog", lambda dialog: pytest.fail(f"a dialog: {dialog.message}"))
    page.on("pageerror", lambda error: pytest.fail(f"a script failed: {error}"))
    page.goto(f"{live_server.url}/conversations/{conversation.pk}/{tail}")
    title = page.title()
    page.keyboard.press("e")
    page.wait_for_timeout(200)
    assert page.title() == title
    assert "owned" not in title
    assert [url for url in asked if not url.startswith(live_server.url)] == []
    wider = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wider <= 0
    assert page.get_by_role("link", name="Log in again").count() == 0


def test_every_attack_is_a_row_of_its_own_with_its_words_in_it(
    page: Page, live_server: LiveServer
) -> None:
    conversation = hostile()
    page.goto(f"{live_server.url}/conversations/{conversation.pk}/")
    said = page.locator(".row.say")
    assert said.count() == len(ATTACKS)
    texts = said.evaluate_all(
        "rows => rows.map(r => r.querySelector('.words').textContent)"
    )
    for attack, text in zip(ATTACKS, texts, strict=True):
        if attack.isascii() and attack.isprintable() and len(attack) < 500:
            assert text == attack


def test_no_row_draws_over_another(page: Page, live_server: LiveServer) -> None:
    conversation = hostile()
    page.goto(f"{live_server.url}/conversations/{conversation.pk}/")
    boxes = page.locator(".events > .row").evaluate_all(
        "rows => rows.map(r => r.getBoundingClientRect().toJSON())"
    )
    for above, below in zip(boxes, boxes[1:], strict=False):
        assert above["bottom"] <= below["top"]
    contained = page.locator(".row > .box").evaluate_all(
        "boxes => boxes.every(b => getComputedStyle(b).contain.includes('paint'))"
    )
    assert contained


def test_an_attack_adds_no_part_to_the_page(
    page: Page, live_server: LiveServer
) -> None:
    harmless = stored(replay(load_dataset(), quoted_closure(), []))
    conversation = hostile()
    page.goto(f"{live_server.url}/conversations/{harmless.pk}/")
    plain = counted(page) - page.locator(".row").count()
    page.goto(f"{live_server.url}/conversations/{conversation.pk}/")
    assert counted(page) - page.locator(".row").count() == plain
