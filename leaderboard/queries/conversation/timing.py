"""Where the time went: one bar an event, from the event before it."""

from collections.abc import Iterator
from dataclasses import dataclass

from bankenv.trajectory import Call, End, Event, Message, Result, Trajectory
from leaderboard.queries.conversation.turns import (
    cost_words,
    duration_words,
    tokens_words,
)

WIDTH = 1000.0


@dataclass(frozen=True, slots=True)
class TimeRow:
    """One event on the time axis; `x` and `width` are thousandths of the whole."""

    index: int
    who: str
    what: str
    began: str
    took: str
    tokens: str
    cost: str
    retries: str
    x: float
    width: float


@dataclass(frozen=True, slots=True)
class Timing:
    """The waterfall of a conversation and its sums, in words."""

    rows: tuple[TimeRow, ...]
    total: str
    shares: tuple[tuple[str, str], ...]


def timing(trajectory: Trajectory) -> Timing:
    """Return the waterfall; times count from the start of the conversation."""
    spans = list(_spans(trajectory))
    total = max((end for _, _, end in spans), default=0.0)
    rows = tuple(_row(event, began, end, total) for event, began, end in spans)
    spent: dict[str, float] = {}
    for event, began, end in spans:
        spent[_who(event)] = spent.get(_who(event), 0.0) + end - began
    shares = tuple((who, duration_words(ms)) for who, ms in spent.items() if ms)
    return Timing(rows, duration_words(total), shares)


def _spans(trajectory: Trajectory) -> Iterator[tuple[Event, float, float]]:
    before = 0.0
    for event in trajectory.events:
        now = max(event.ms, before)
        yield event, before, now
        before = now


def _row(event: Event, began: float, end: float, total: float) -> TimeRow:
    turn = event.turn if isinstance(event, Message | Call) else None
    scale = WIDTH / total if total else 0.0
    return TimeRow(
        index=event.index,
        who=_who(event),
        what=_what(event),
        began=duration_words(began),
        took=duration_words(end - began),
        tokens=tokens_words(turn) or "–",
        cost=cost_words(turn) or "–",
        retries=str(turn.retries) if turn and turn.retries else "–",
        x=round(began * scale, 1),
        width=round(max((end - began) * scale, 2.0), 1),
    )


def _who(event: Event) -> str:
    if isinstance(event, Message):
        return event.speaker
    return {Call: "assistant", Result: "bank", End: "end"}[type(event)]


def _what(event: Event) -> str:
    if isinstance(event, Message):
        return "words"
    if isinstance(event, Call):
        return event.tool
    return "answer" if isinstance(event, Result) else event.reason
