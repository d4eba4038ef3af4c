"""The conversation page and its tabs, over HTTP."""

import re
from dataclasses import replace

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from bankenv.dataset import load_dataset
from bankenv.replay import gold_calls, replay
from bankenv.scoring import score
from bankenv.trajectory import Call, End, Message, Result, Trajectory, Turn
from leaderboard.models import Conversation
from leaderboard.services.notes import add_note
from leaderboard.services.outcomes import store_trajectory
from leaderboard.tests.factories import make_conversation, make_submission, make_user
from leaderboard.tests.recordings import quoted_closure, stored, without

pytestmark = pytest.mark.django_db
QUOTE, CLOSE = "get_deposit_closure_quote", "close_deposit"
TABS = ("", "records/", "compare/", "timing/", "prompt/", "customer/", "raw/")


def page_of(conversation: Conversation, tail: str = "") -> str:
    response = Client().get(f"/conversations/{conversation.pk}/{tail}")
    assert response.status_code == 200, response.status_code
    return response.content.decode()


def hasty() -> Conversation:
    return stored(without(quoted_closure(), QUOTE))


def saying(*texts: str) -> Trajectory:
    """A trajectory in which the assistant says these texts and nothing else happens."""
    recording = replay(load_dataset(), quoted_closure(), [])
    said = [Message(i, 0.0, "assistant", text) for i, text in enumerate(texts, start=1)]
    end = End(len(texts) + 1, 0.0, "customer_ended")
    return Trajectory(recording.header, (recording.events[0], *said, end))


def test_the_page_says_why_it_failed_and_leads_to_the_missed_read() -> None:
    html = page_of(hasty())
    assert "Missed required read" in html
    anchor = re.search(r'class="row ghost"\s+id="(f\d+)"', html)
    assert anchor
    assert f"#{anchor[1]}" in html.replace(f'id="{anchor[1]}"', "")


def test_a_call_is_written_with_named_arguments() -> None:
    html = re.sub(r"<[^>]+>", "", page_of(hasty()))
    assert re.search(r"close_deposit\(deposit_id=&quot;FD\d+&quot;", html)


@pytest.mark.parametrize("tail", TABS)
def test_every_tab_holds_to_the_content_security_policy(tail: str) -> None:
    html = page_of(hasty(), tail)
    assert not re.search(r"<[^>]+\sstyle=", html)
    assert not re.search(r"<[^>]+\son\w+=", html)
    assert not re.search(r"<script(?![^>]*\bsrc=)", html)


@pytest.mark.parametrize("tail", TABS)
def test_every_tab_keeps_the_filter_and_leads_to_the_others(tail: str) -> None:
    conversation = hasty()
    html = page_of(conversation, f"{tail}?category={conversation.category}&evil=1")
    assert f"records/?category={conversation.category}" in html
    assert "evil" not in html


def test_a_private_conversation_is_not_there_for_others() -> None:
    owner = make_user("owner")
    private = make_submission(visibility="private", owner=owner)
    conversation = stored(gold_calls(quoted_closure()), submission=private)
    stranger, itself = Client(), Client()
    itself.force_login(owner, backend="django.contrib.auth.backends.ModelBackend")
    for tail in (*TABS, "trajectory.json", "events/0/", "compare/procedure/"):
        address = f"/conversations/{conversation.pk}/{tail}"
        assert stranger.get(address).status_code == 404, tail
        assert itself.get(address).status_code == 200, tail


def test_a_private_conversation_cannot_be_read_by_comparing_with_it() -> None:
    private = stored(
        gold_calls(quoted_closure()), submission=make_submission(visibility="private")
    )
    public = hasty()
    address = f"/conversations/{public.pk}/compare/{private.pk}/"
    assert Client().get(address).status_code == 404
    assert private.submission.name not in page_of(public, "compare/")


def test_next_and_previous_stay_among_the_failed_of_the_filter() -> None:
    submission, task = make_submission(), quoted_closure()
    chains = (
        without(task, QUOTE),
        gold_calls(task),
        without(task, "close_deposit"),
        without(task, QUOTE),
    )
    rows = [
        stored(calls, submission=submission, trial=trial)
        for trial, calls in enumerate(chains, start=1)
    ]
    html = page_of(rows[0], "?finding=missed_read")
    assert "failed 1 of 2" in html
    assert f'href="/conversations/{rows[3].pk}/?finding=missed_read"' in html
    assert 'rel="prev"' not in html
    assert "failed 2 of 3" in page_of(rows[2])


def test_a_passed_conversation_stands_between_the_failed_ones() -> None:
    submission, task = make_submission(), quoted_closure()
    chains = (without(task, QUOTE), gold_calls(task), without(task, QUOTE))
    rows = [
        stored(calls, submission=submission, trial=trial)
        for trial, calls in enumerate(chains, start=1)
    ]
    html = page_of(rows[1])
    assert "2 failed" in html
    assert f'href="/conversations/{rows[0].pk}/"' in html
    assert f'href="/conversations/{rows[2].pk}/"' in html


@pytest.mark.parametrize("status", ["queued", "running", "errored", "cancelled"])
def test_an_unfinished_conversation_says_how_it_stands(status: str) -> None:
    fault = "endpoint" if status == "errored" else ""
    conversation = make_conversation(
        status=status, fault=fault, error="HTTP 503 <b>busy</b>" if fault else ""
    )
    html = page_of(conversation)
    assert "Nothing is recorded yet" in html
    if fault:
        assert "the endpoint" in html
        assert "&lt;b&gt;busy&lt;/b&gt;" in html


def test_what_a_model_says_is_never_markup() -> None:
    html = page_of(stored(saying("<script>alert(1)</script> {{ 7|add:7 }} \u202e")))
    assert "<script>alert" not in html
    assert "&lt;script&gt;alert(1)&lt;/script&gt; {{ 7|add:7 }}" in html
    assert "<span class=ctl>U+202E</span>" in html


def test_a_thought_is_shown_as_one_and_is_never_markup() -> None:
    said = saying("Hello")
    spoken = Message(1, 0.0, "assistant", "Hello", Turn(1, thought="<b>I greet</b>"))
    events = (said.events[0], spoken, *said.events[2:])
    html = page_of(stored(Trajectory(said.header, events)))
    assert "<b>Thought</b>, said to nobody" in html
    assert "&lt;b&gt;I greet&lt;/b&gt;" in html


def test_ten_thousand_lines_are_folded_and_fetched_whole_on_demand() -> None:
    conversation = stored(saying("\n".join(f"line {i}" for i in range(10_000))))
    html = page_of(conversation)
    assert "show 9,984 more lines" in html
    assert "line 9999" not in html
    assert "line 9999" in page_of(conversation, "events/1/")


def test_an_event_that_holds_no_text_is_not_there() -> None:
    conversation = hasty()
    for index in (1, 10_000):
        address = reverse("conversation-event", args=[conversation.pk, index])
        assert Client().get(address).status_code == 404


def test_the_records_tab_shows_only_what_differs_unless_asked() -> None:
    task = quoted_closure()
    html = page_of(stored(without(task, "close_deposit")), "records/")
    assert "values differ" in html
    assert "as required" in html


def test_the_trajectory_is_downloaded_as_it_was_recorded() -> None:
    conversation = hasty()
    response = Client().get(f"/conversations/{conversation.pk}/trajectory.json")
    assert response["Content-Disposition"].startswith("attachment")
    assert response.json() == conversation.trajectory.document


def test_the_procedure_is_laid_beside_the_conversation() -> None:
    html = page_of(hasty(), "compare/procedure/")
    assert "first divergence" in html
    assert "never called" in html


def test_two_conversations_of_different_tasks_are_not_compared() -> None:
    other = next(t for t in load_dataset().tasks.values() if t != quoted_closure())
    one, two = hasty(), stored(gold_calls(other), task=other)
    address = f"/conversations/{one.pk}/compare/{two.pk}/"
    assert Client().get(address).status_code == 404


def test_the_page_asks_the_database_as_often_for_two_failed_as_for_many(
    django_assert_num_queries: pytest.FixtureRequest,
) -> None:
    submission, task = make_submission(), quoted_closure()
    first = stored(without(task, QUOTE), submission=submission)
    page_of(first)  # the recording is kept from here on
    with django_assert_num_queries(QUERIES):  # type: ignore[operator]  # a context
        page_of(first)
    for trial in range(2, 6):
        stored(without(task, QUOTE), submission=submission, trial=trial)
    with django_assert_num_queries(QUERIES):  # type: ignore[operator]  # a context
        page_of(first)


# The conversation, its notes, its failed neighbours.
QUERIES = 3


def test_the_export_is_one_file_that_asks_for_nothing_and_holds_everything() -> None:
    conversation = stored(saying("\n".join(f"line {i}" for i in range(10_000))))
    response = Client().get(f"/conversations/{conversation.pk}/export.html")
    html = response.content.decode()
    assert response["Content-Disposition"].endswith('.html"')
    assert "line 9999" in html
    assert not re.search(r'(src|href)="(?!#|")', html)
    assert "<script" not in html
    assert "as required" in html


def test_a_waiting_page_looks_again_until_there_is_something_to_show() -> None:
    waiting = make_conversation()
    address = f"/conversations/{waiting.pk}/"
    assert 'hx-trigger="every 2s"' in page_of(waiting)
    fragment = Client().get(address, headers={"HX-Request": "true"})
    assert fragment.content.decode().lstrip().startswith('<div class="empty"')
    recorded = hasty()
    answer = Client().get(
        f"/conversations/{recorded.pk}/", headers={"HX-Request": "true"}
    )
    assert answer["HX-Refresh"] == "true"


def test_a_conversation_that_its_provider_broke_off_shows_what_there_is() -> None:
    broken = make_conversation(status="errored", fault="endpoint", error="HTTP 503")
    recording = replay(load_dataset(), quoted_closure(), [])
    end = End(1, 0.0, "provider_failure", "HTTP 503")
    cut = Trajectory(recording.header, (recording.events[0], end))
    store_trajectory(broken, cut, None)
    html = page_of(broken)
    assert "the endpoint failed; not scored" in html
    assert "It was the fault of the endpoint" in html


def addressed(owner: User) -> Conversation:
    """A conversation whose recording says where the owner's endpoint is."""
    played = replay(load_dataset(), quoted_closure(), [])
    assistant = {"model": "m", "base_url": ADDRESS}
    recording = replace(played, header=replace(played.header, assistant=assistant))
    return stored(recording, submission=make_submission(owner=owner))


ADDRESS = "https://10.11.12.13/v1?key=of-the-owner"


@pytest.mark.parametrize("tail", ["raw/", "trajectory.json", "prompt/", "export.html"])
def test_where_the_endpoint_is_stays_with_its_owner(tail: str) -> None:
    owner = make_user("owner")
    address = f"/conversations/{addressed(owner).pk}/{tail}"
    itself = Client()
    itself.force_login(owner, backend="django.contrib.auth.backends.ModelBackend")
    own, others = itself.get(address), Client().get(address)
    assert "10.11.12.13" not in others.content.decode()
    assert ("10.11.12.13" in own.content.decode()) == (tail != "export.html")


def test_a_new_verdict_shows_at_once_though_recordings_are_kept() -> None:
    conversation = hasty()
    assert "Missed required read" in page_of(conversation)
    right = replay(load_dataset(), quoted_closure())
    store_trajectory(conversation, right, score(load_dataset(), right))
    assert "Missed required read" not in page_of(conversation)


def test_a_note_marks_its_event_though_pages_are_kept() -> None:
    conversation, author = hasty(), make_user("author")
    page_of(conversation)
    add_note(conversation, author, "Why not the quote first?", 2)
    assert "1 note" in page_of(conversation)


def test_neighbours_honour_every_filter_of_the_list_and_its_order() -> None:
    submission, task = make_submission(), quoted_closure()
    chains = (without(task, QUOTE), without(task, CLOSE), without(task, QUOTE))
    one, two, three = (
        stored(calls, submission=submission, trial=trial)
        for trial, calls in enumerate(chains, start=1)
    )
    assert "failed 1 of 3" in page_of(three, "?sort=-trial")
    assert "hidden violation 2 of 2" in page_of(three, "?outcome=hidden")
    asked = f"?text={two.sentence[:40]}"
    assert "failed 1 of 1" in page_of(two, asked)
    assert "2 failed" not in page_of(one, asked)
    html = page_of(one, "?outcome=hidden&sort=-trial")
    assert f'href="/conversations/{three.pk}/?outcome=hidden&amp;sort=-trial"' in html


def test_among_the_passed_the_passed_are_neighbours() -> None:
    submission, task = make_submission(), quoted_closure()
    for trial in (1, 2):
        stored(gold_calls(task), submission=submission, trial=trial)
    last = stored(gold_calls(task), submission=submission, trial=3)
    assert "passed 3 of 3" in page_of(last, "?outcome=passed")


def test_the_list_hands_its_order_to_the_conversation() -> None:
    conversation = hasty()
    address = f"/submissions/{conversation.submission_id}/?sort=-turns&outcome=failed"
    html = Client().get(address).content.decode()
    link = f"/conversations/{conversation.pk}/?sort=-turns&amp;outcome=failed"
    assert link in html


def test_an_answer_too_big_for_the_page_is_linked_and_laid_out_whole() -> None:
    played = replay(load_dataset(), quoted_closure(), [])
    rows = [{"description": f"entry {i}", "amount": -1.5} for i in range(3000)]
    call = Call(1, 0.0, "c", "get_transaction_history", {})
    result = Result(2, 0.0, "c", True, {"transactions": rows})
    end = End(3, 0.0, "customer_ended")
    events = (played.events[0], call, result, end)
    conversation = stored(Trajectory(played.header, events))
    html = page_of(conversation)
    assert "show the whole answer" in html
    assert "entry 2999" not in html
    whole = page_of(conversation, "events/2/")
    assert '<td dir="auto">entry 2999</td>' in whole
    assert f'href="/conversations/{conversation.pk}/#e2"' in whole
    assert "-₹1.50" in whole or "−₹1.50" in whole


def test_what_a_page_left_off_comes_together_as_much_as_one_delivery_holds() -> None:
    played = replay(load_dataset(), quoted_closure(), [])
    events: list[Message | Call | Result | End] = [played.events[0]]
    for at in range(1, 9, 2):
        rows = [{"description": f"entry {i}", "amount": at} for i in range(3000)]
        call = f"c{at}"
        events += [
            Call(at, 0.0, call, "get_transaction_history", {}),
            Result(at + 1, 0.0, call, True, {"transactions": rows}),
        ]
    events.append(End(9, 0.0, "customer_ended"))
    conversation = stored(Trajectory(played.header, tuple(events)))
    html = page_of(conversation, "events/?at=1,2,nonsense,4,6,8,77")
    assert re.findall(r'data-whole="(\d+)"', html) == ["2"]
    assert re.findall(r'data-whole="(\d+)"', page_of(conversation, "events/")) == []


def test_a_long_conversation_leaves_closed_answers_to_be_fetched() -> None:
    task = quoted_closure()
    read = next(call for call in gold_calls(task) if call[0] == QUOTE)
    short, long = stored([read] * 20, trial=2), stored([read] * 30, trial=3)
    assert "data-load" not in page_of(short)
    html = page_of(long)
    assert html.count("data-load=") == 30
    assert "data-big" not in html


def test_the_procedure_of_another_filter_is_not_kept_for_this_one() -> None:
    conversation = hasty()
    page_of(conversation, "?finding=missed_read")
    assert "finding=missed_read" not in page_of(conversation)
