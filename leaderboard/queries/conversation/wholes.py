"""Single events whole: what a page left off because it is big, or has many of them."""

from collections.abc import Iterable
from dataclasses import dataclass

from bankenv.trajectory import Message, Result, Trajectory
from leaderboard.queries.conversation.answers import raw_text, sheet
from leaderboard.queries.conversation.rows import Sheet

TOGETHER = 300_000  # characters of one delivery


@dataclass(frozen=True, slots=True)
class Whole:
    """All that one event says; `sheet` is None where it is words."""

    index: int
    text: str
    sheet: Sheet | None


def whole_event(trajectory: Trajectory | None, index: int) -> Whole | None:
    """Return one event whole; None where there is no such event, or it says nothing."""
    events = trajectory.events if trajectory else ()
    asked = events[index] if 0 <= index < len(events) else None
    if isinstance(asked, Message):
        return Whole(index, asked.text, None)
    if isinstance(asked, Result):
        return Whole(index, raw_text(asked.content), sheet(asked.content))
    return None


def whole_events(
    trajectory: Trajectory | None, indexes: Iterable[int]
) -> tuple[Whole, ...]:
    """Return the first of these events whole, as many as one delivery may hold.

    It is one at least; what did not fit is to be asked for again.
    """
    found: list[Whole] = []
    size = 0
    for index in indexes:
        whole = whole_event(trajectory, index)
        if whole is None:
            continue
        size += len(whole.text)
        if found and size > TOGETHER:
            break
        found.append(whole)
    return tuple(found)
