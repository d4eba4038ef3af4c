"""The conversation page: one stored conversation, read and framed."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.contrib.auth.models import AnonymousUser, User
from django.urls import reverse

from leaderboard.models import Conversation
from leaderboard.queries.conversation.ledger import Ledger, ledger
from leaderboard.queries.conversation.marks import FindingLine
from leaderboard.queries.conversation.neighbours import (
    Neighbours,
    neighbours,
    query_string,
)
from leaderboard.queries.conversation.notes import NoteRow, notes_by_event, notes_of
from leaderboard.queries.conversation.outcome import Outcome, outcome
from leaderboard.queries.conversation.reading import Trace, trace
from leaderboard.queries.conversation.recordings import Recorded, traced
from leaderboard.queries.conversation.turns import duration_words
from leaderboard.templatetags.figures import count, dollars


@dataclass(frozen=True, slots=True)
class Crumb:
    """One step of the way down to the page."""

    word: str
    href: str = ""


@dataclass(frozen=True, slots=True)
class Head:
    """The frame of every tab: where it is, what it is, how it went."""

    title: str
    task: str
    trial: int
    crumbs: tuple[Crumb, ...]
    neighbours: Neighbours
    verdict_word: str
    sentence: str
    figures: str


@dataclass(frozen=True, slots=True)
class Tab:
    """One view of the conversation."""

    word: str
    href: str
    here: bool
    count: str = ""
    key: str = ""


@dataclass(frozen=True, slots=True)
class Page:
    """One tab of one conversation. `base` is the conversation's own address."""

    pk: int
    head: Head
    tabs: tuple[Tab, ...]
    outcome: Outcome | None
    trace: Trace | None
    notes: tuple[NoteRow, ...]
    base: str
    query: str
    records: str
    is_waiting: bool
    whole: bool
    may_write: bool

    @property
    def lines(self) -> tuple[FindingLine, ...]:
        """Return the findings to list on top: all of them, on the first tab alone."""
        return self.trace.lines if self.trace and self.whole else ()


TABS = (
    ("conversation", "Conversation"),
    ("conversation-records", "Records"),
    ("conversation-compare", "Compare"),
    ("conversation-timing", "Timing"),
    ("conversation-prompt", "Prompt & tools"),
    ("conversation-scenario", "Customer"),
    ("conversation-notes", "Notes"),
    ("conversation-raw", "Raw"),
)
KEYS = {"conversation-compare": "c"}
STATES = {
    "queued": "This conversation waits for its turn.",
    "running": "This conversation is running; its events are recorded when it ends.",
    "errored": "This conversation could not be finished and has no score.",
    "cancelled": "This conversation was cancelled and has no score.",
    "scored": "This conversation was scored, but its verdict is not stored.",
}


def page(
    found: Recorded,
    query: Mapping[str, str],
    route: str,
    user: User | AnonymousUser,
) -> Page:
    """Return the frame of a conversation for one tab (`route`), the first one read."""
    notes = notes_of(found.conversation, user)
    whole = route == TABS[0][0]
    read = traced(found, notes_by_event(notes)) if whole else None
    return Page(
        pk=found.conversation.pk,
        head=head(found, query, route),
        tabs=tabs(found, query, route, sum(note.is_open for note in notes)),
        outcome=outcome(found.verdict) if found.verdict else None,
        trace=read,
        notes=notes,
        base=reverse("conversation", args=[found.conversation.pk]),
        query=query_string(query),
        records=reverse("conversation-records", args=[found.conversation.pk])
        + query_string(query),
        is_waiting=found.conversation.is_unfinished,
        whole=whole,
        may_write=user.is_authenticated,
    )


def exported(found: Recorded, user: User | AnonymousUser) -> Page:
    """Return a page that holds everything and links to nothing but itself."""
    recording = found.trajectory
    read = None
    if recording is not None:
        read = trace(found.dataset, found.task, recording, found.verdict, is_whole=True)
    framed = page(found, {}, "conversation-raw", user)
    return replace(
        framed, trace=read, base="", query="", records="#records", whole=True
    )


def records_ledger(found: Recorded) -> Ledger | None:
    """Return the ledger of a recorded conversation whose task and bank are at hand."""
    if found.task is None or found.trajectory is None:
        return None
    if found.dataset.profile != "passbook":
        return None
    return ledger(found.dataset, found.task, found.trajectory)


def head(found: Recorded, query: Mapping[str, str], route: str) -> Head:
    """Return the frame for one tab (`route`) with the reader's filter kept."""
    row = found.conversation
    return Head(
        title=found.task.title if found.task else row.task_id,
        task=row.task_id,
        trial=row.trial,
        crumbs=_crumbs(row, query),
        neighbours=neighbours(row, query, route),
        verdict_word=_word(row),
        sentence=row.sentence or _state_words(row),
        figures=_figures(row),
    )


def tabs(
    found: Recorded, query: Mapping[str, str], here: str, open_notes: int = 0
) -> tuple[Tab, ...]:
    """Return the tabs of a conversation; one that is not recorded has only one."""
    shown = TABS if found.trajectory else TABS[:1]
    counts = {
        "conversation-records": _differing(found),
        "conversation-notes": str(open_notes or ""),
    }
    return tuple(
        Tab(
            word,
            reverse(route, args=[found.conversation.pk]) + query_string(query),
            route == here,
            counts.get(route, ""),
            KEYS.get(route, ""),
        )
        for route, word in shown
    )


def _differing(found: Recorded) -> str:
    findings = found.verdict.findings if found.verdict else ()
    differing = sum(f.kind == "state_difference" for f in findings)
    return f"{differing} differ" if differing else ""


def _crumbs(row: Conversation, query: Mapping[str, str]) -> tuple[Crumb, ...]:
    submission = row.submission
    return (
        Crumb(submission.board.title, reverse("board", args=[submission.board.slug])),
        Crumb(
            submission.name,
            reverse("submission", args=[submission.pk]) + query_string(query),
        ),
        Crumb(f"{row.task_id}, trial {row.trial}"),
    )


def _word(row: Conversation) -> str:
    if row.passed is None:
        return row.get_status_display()
    return "Pass" if row.passed else "Fail"


def _state_words(row: Conversation) -> str:
    said = STATES[row.status]
    fault = f" It was the fault of {row.get_fault_display()}." if row.fault else ""
    return f"{said}{fault} {row.error}".strip()


def _figures(row: Conversation) -> str:
    tokens = None
    if row.tokens_in is not None and row.tokens_out is not None:
        tokens = row.tokens_in + row.tokens_out
    words = [
        _counted(row.turns, "turn"),
        _counted(row.calls, "call"),
        f"{count(tokens)} tokens" if tokens is not None else "",
        dollars(row.cost_usd) if row.cost_usd is not None else "",
        duration_words(row.latency_ms) if row.latency_ms is not None else "",
    ]
    return " · ".join(word for word in words if word)


def _counted(number: int | None, noun: str) -> str:
    if number is None:
        return ""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
