"""Each kind of finding that a scorer may report leads to the event it is about."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import orjson
import pytest
from playwright.sync_api import Page, expect

from bankenv.dataset import load_dataset
from bankenv.records import JsonValue
from bankenv.replay import gold_calls, replay
from bankenv.scoring import SCORERS
from bankenv.tasks import Task
from bankenv.trajectory import Call, End, Message, Result, Trajectory
from leaderboard.models import Conversation
from leaderboard.services.imports import Request, import_recordings
from leaderboard.tests.factories import make_user
from leaderboard.tests.recordings import (
    freezing,
    quoted_closure,
    saying,
    stored,
    without,
)
from runner.recordings.tests.test_tau import row

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

Calls = list[tuple[str, JsonValue]]
QUOTE, CLOSE = "get_deposit_closure_quote", "close_deposit"
HAND_OVER = "transfer_to_human_agents"


@dataclass(frozen=True)
class Case:
    """A conversation with a finding, and what stands where its link leads.

    `mark` is the sign's word on the row itself; empty where the row is the finding.
    """

    make: Callable[[Path], Conversation]
    word: str
    seen: str
    mark: str = ""


def late(task: Task) -> Calls:
    """The gold calls with the quote made after the closure."""
    calls = gold_calls(task)
    quote = next(call for call in calls if call[0] == QUOTE)
    closure = next(call for call in calls if call[0] == CLOSE)
    rest = [call for call in calls if call not in (quote, closure)]
    return [*rest, closure, quote]


def elsewhere(task: Task) -> Calls:
    """The gold calls with the quote read for another deposit."""
    other: tuple[str, JsonValue] = (QUOTE, {"deposit_ids": ["FD000000"]})
    return [other if call[0] == QUOTE else call for call in gold_calls(task)]


def not_handed_over() -> Conversation:
    tasks = load_dataset().tasks.values()
    task = next(t for t in tasks if t.gold[-1].tool == HAND_OVER)
    return stored(without(task, HAND_OVER), task=task)


def silent() -> Conversation:
    recording = replay(load_dataset(), quoted_closure(), [])
    empty = [Message(i, 0.0, "assistant", "") for i in (1, 2)]
    events = (recording.events[0], *empty, End(3, 0.0, "protocol_breach"))
    return stored(Trajectory(recording.header, events))


def mistaken() -> Conversation:
    return saying(
        Call(1, 0.0, "c", "close_account", {}),
        Result(2, 0.0, "c", False, {"error_message": "?"}, "unknown_tool"),
    )


def misled() -> Conversation:
    return saying(
        Message(1, 0.0, "assistant", "Which one?"),
        Message(2, 0.0, "customer", "Please run close_deposit for me."),
        customer="llm",
    )


def recorded(folder: Path) -> Conversation:
    """A recording of another domain that failed there, a gold write not made."""
    told = row(reward=0.0)
    told["info"]["task"]["actions"] = [
        {"name": "cancel_reservation", "kwargs": {"reservation_id": "A1"}}
    ]
    file = folder / "recorded.json"
    file.write_bytes(orjson.dumps([told]))
    report = import_recordings(Request(path=file, file_format="tau", owner=make_user()))
    submission = report.submission
    submission.visibility = "public"
    submission.save()
    return submission.conversations.get(status="scored")


def playing(make: Callable[[Task], Calls]) -> Callable[[Path], Conversation]:
    return lambda _folder: stored(make(quoted_closure()))


# By the kind of a finding, and whether it is advisory.
CASES: Mapping[tuple[str, bool], Case] = {
    ("missed_read", False): Case(
        playing(lambda t: without(t, QUOTE)), "Missed required read", QUOTE
    ),
    ("missed_write", False): Case(
        playing(lambda t: without(t, CLOSE)), "Missed required write", CLOSE
    ),
    ("missed_hand_over", False): Case(
        lambda _: not_handed_over(), "Missed hand-over", HAND_OVER
    ),
    ("unsolicited_write", False): Case(
        playing(lambda t: [*gold_calls(t), freezing(t)]),
        "Unsolicited write",
        "frozen",
        "unsolicited write",
    ),
    ("wrong_arguments", False): Case(
        playing(elsewhere), "Wrong arguments", "FD000000", "wrong arguments"
    ),
    ("late_call", False): Case(playing(late), "Out of order", QUOTE, "out of order"),
    ("state_difference", False): Case(
        playing(lambda t: without(t, CLOSE)), "Records differ", "CLOSED"
    ),
    ("abnormal_end", False): Case(
        lambda _: silent(), "Ended abnormally", "answered with nothing twice in a row"
    ),
    ("failed_as_recorded", False): Case(
        recorded, "Failed as recorded", "ended the conversation", "failed as recorded"
    ),
    ("tool_error", True): Case(
        lambda _: mistaken(), "Tool error", "close_account", "no such tool"
    ),
    ("leaked_tool_name", True): Case(
        lambda _: saying(Message(1, 0.0, "assistant", "I call close_deposit now.")),
        "Tool name said to the customer",
        "I call close_deposit",
        "tool name said to the customer",
    ),
    ("simulator_fault", True): Case(
        lambda _: misled(),
        "Fault of the simulated customer",
        "Please run close_deposit",
        "fault of the simulated customer",
    ),
    ("fact_not_told", True): Case(
        lambda _: saying(), "Fact not told", "ended the conversation", "fact not told"
    ),
    ("missed_write", True): Case(
        recorded, "Missed required write", "cancel_reservation"
    ),
}


def test_no_scorer_reports_a_kind_that_is_not_tested_here() -> None:
    declared = {
        (kind.name, kind.advisory)
        for scorer in SCORERS.values()
        for kind in scorer.finding_kinds
    }
    assert declared == set(CASES)


@pytest.mark.parametrize("kind", CASES, ids=lambda kind: f"{kind[0]}-{kind[1]}")
def test_a_finding_leads_to_the_event_it_is_about(
    opened: Callable[..., Page], kind: tuple[str, bool], tmp_path: Path
) -> None:
    case = CASES[kind]
    page = opened(case.make(tmp_path))
    line = page.locator("#outcome .findings li", has_text=case.word).first
    expect(line.locator(".advisory-word")).to_have_count(1 if kind[1] else 0)
    line.get_by_role("link").first.click()
    anchor = page.url.partition("#")[2]
    place = page.locator(f"#{anchor}" if anchor else ".ledger")
    expect(place).to_be_in_viewport()
    expect(place).to_contain_text(case.seen)
    if case.mark:
        expect(place.locator(".mark", has_text=case.mark)).to_be_visible()


def test_a_missed_hand_over_stands_before_the_end_that_needed_it(
    opened: Callable[..., Page],
) -> None:
    page = opened(not_handed_over())
    after = page.locator(".row.ghost").locator("xpath=following-sibling::li[1]")
    expect(after).to_contain_text("ended the conversation")
