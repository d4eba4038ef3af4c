"""A conversation as HTML, verdict and panes, kept for the next reader of the same."""

from dataclasses import dataclass, field
from functools import lru_cache

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from leaderboard.queries.conversation.notes import notes_by_event
from leaderboard.queries.conversation.page import Page
from leaderboard.queries.conversation.recordings import KEPT, Recorded, Stored


@dataclass(frozen=True, slots=True)
class Drawing:
    """The verdict on top of a page, and the panes below the tabs."""

    outcome: SafeString
    panes: SafeString


@dataclass(frozen=True, slots=True)
class _Asked:
    """One drawing: equal where all that it shows is equal."""

    stored: Stored
    noted: tuple[tuple[int, int], ...]
    query: str
    may_write: bool
    page: Page = field(compare=False)


def drawn(found: Recorded, page: Page) -> Drawing | None:
    """Return the drawing of a conversation; None for a tab that shows another thing."""
    if page.trace is None or found.stored is None:
        return None
    noted = tuple(sorted(notes_by_event(page.notes).items()))
    return _kept(_Asked(found.stored, noted, page.query, page.may_write, page))


def forget() -> None:
    """Forget what was drawn, for a measurement of the first drawing."""
    _kept.cache_clear()


@lru_cache(maxsize=KEPT)
def _kept(asked: _Asked) -> Drawing:
    context = {"page": asked.page}
    return Drawing(
        render_to_string("conversation/_outcome.html", context),
        render_to_string("conversation/_trace.html", context),
    )
