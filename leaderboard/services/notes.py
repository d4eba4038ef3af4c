"""Notes on conversations: written once, then resolved or opened again."""

from django.contrib.auth.models import User
from django.db.models import Q
from django.utils import timezone

from leaderboard.models import Conversation, Note
from leaderboard.models.note import LONGEST


class EmptyNote(ValueError):
    """A note that says nothing."""


def add_note(
    conversation: Conversation, author: User, text: str, event: int | None = None
) -> Note:
    """Write a note on a conversation, or on one of its events.

    Longer texts are cut at the model's limit. Raises EmptyNote for a blank one.
    """
    words = text.replace("\x00", "").strip()[:LONGEST]
    if not words:
        raise EmptyNote("a note needs words")
    return Note.objects.create(
        conversation=conversation, author=author, text=words, event=event
    )


def settle_note(
    conversation: Conversation, pk: int, user: User, *, resolved: bool
) -> Note | None:
    """Resolve a note or open it again; None where `user` may not, or there is none.

    Its author, the owner of the submission and staff may.
    """
    notes = Note.objects.filter(conversation=conversation, pk=pk)
    if not user.is_staff:
        own = Q(author=user) | Q(conversation__submission__owner=user)
        notes = notes.filter(own)
    moment, resolver = (timezone.now(), user) if resolved else (None, None)
    notes.update(resolved_at=moment, resolved_by=resolver)
    return notes.first()
