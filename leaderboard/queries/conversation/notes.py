"""Notes on a conversation, those that are open first."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import AnonymousUser, User

from leaderboard.models import Conversation, Note


@dataclass(frozen=True, slots=True)
class NoteRow:
    """One note as the page shows it; `may_settle` says whether this reader may."""

    pk: int
    event: int | None
    author: str
    text: str
    created_at: datetime
    is_open: bool
    resolved_by: str
    may_settle: bool


def notes_of(
    conversation: Conversation, user: User | AnonymousUser
) -> tuple[NoteRow, ...]:
    """Return the notes on a conversation: open ones first, oldest first in each."""
    rows = Note.objects.filter(conversation=conversation)
    listed = rows.select_related("author", "resolved_by").order_by("created_at", "pk")
    owner = conversation.submission.owner_id
    shown = [_row(note, owner, user) for note in listed]
    return tuple(sorted(shown, key=lambda row: not row.is_open))


def notes_by_event(notes: Iterable[NoteRow]) -> Mapping[int, int]:
    """Return how many open notes each event has."""
    return Counter(n.event for n in notes if n.is_open and n.event is not None)


def _row(note: Note, owner: int, user: User | AnonymousUser) -> NoteRow:
    return NoteRow(
        pk=note.pk,
        event=note.event,
        author=note.author.get_username(),
        text=note.text,
        created_at=note.created_at,
        is_open=note.is_open,
        resolved_by=note.resolved_by.get_username() if note.resolved_by else "",
        may_settle=user.is_staff or user.pk in (note.author_id, owner),
    )
