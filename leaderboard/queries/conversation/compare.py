"""Which conversations one can be compared with, and the two of them read."""

from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser, User
from django.urls import reverse

from bankenv.replay import replay
from bankenv.scoring import score
from leaderboard.models import Conversation, Submission
from leaderboard.queries.conversation.reading import Trace, trace
from leaderboard.queries.conversation.recordings import Recorded, recorded, traced
from leaderboard.queries.conversation.sides import Stretch, stretches

MOST_OTHERS = 60


@dataclass(frozen=True, slots=True)
class Other:
    """One conversation of the same task to compare with."""

    name: str
    trial: int
    passed: bool | None
    sentence: str
    href: str
    same_submission: bool


@dataclass(frozen=True, slots=True)
class Side:
    """The head of one column: what it is, how it went."""

    name: str
    word: str
    tone: str
    sentence: str
    href: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two conversations of a task, side by side."""

    left: Side
    right: Side
    stretches: tuple[Stretch, ...]
    differing: int


def others(
    found: Recorded, user: User | AnonymousUser, suffix: str = ""
) -> tuple[Other, ...]:
    """Return the scored conversations of the same task that `user` may read.

    Those of the same submission come first, then those that passed.
    """
    row = found.conversation
    rows = (
        Conversation.objects.filter(
            task_id=row.task_id,
            status=Conversation.Status.SCORED,
            submission__in=Submission.objects.listed_for(user),
            submission__board__suite=row.submission.board.suite,
        )
        .exclude(pk=row.pk)
        .select_related("submission")
        .order_by("-passed", "submission__name", "trial")[:MOST_OTHERS]
    )
    listed = [_other(row, other, suffix) for other in rows]
    return tuple(sorted(listed, key=lambda other: not other.same_submission))


def compared(
    found: Recorded, other_pk: int, user: User | AnonymousUser
) -> Comparison | None:
    """Return a conversation beside another of its task; None if there is no such."""
    other = recorded(other_pk, user)
    if other is None or other.trajectory is None or found.trajectory is None:
        return None
    if other.conversation.task_id != found.conversation.task_id:
        return None
    return _comparison(
        (_side(other), _read(other)),
        (_side(found), _read(found)),
    )


def compared_with_gold(found: Recorded) -> Comparison | None:
    """Return a conversation beside the gold chain, replayed; None without its task."""
    if found.task is None or found.trajectory is None:
        return None
    dataset = found.dataset
    if dataset.profile != "passbook":
        return None
    played = replay(dataset, found.task, trial=found.conversation.trial)
    read = trace(dataset, found.task, played, score(dataset, played))
    gold = Side("Required procedure, replayed", "Gold", "pass", "", "")
    return _comparison((gold, read), (_side(found), _read(found)))


def _comparison(left: tuple[Side, Trace], right: tuple[Side, Trace]) -> Comparison:
    laid = stretches(left[1].rows, right[1].rows)
    differing = sum(len(stretch.rows) for stretch in laid if not stretch.folded)
    return Comparison(left[0], right[0], laid, differing)


def _read(found: Recorded) -> Trace:
    read = traced(found, {})
    assert read is not None  # both callers looked
    return read


def _side(found: Recorded) -> Side:
    row = found.conversation
    word, tone = {
        True: ("✓ Pass", "pass"),
        False: ("✕ Fail", "fail"),
        None: ("– not scored", "soft"),
    }[row.passed]
    return Side(
        f"{row.submission.name}, trial {row.trial}",
        word,
        tone,
        row.sentence,
        reverse("conversation", args=[row.pk]),
    )


def _other(row: Conversation, other: Conversation, suffix: str) -> Other:
    return Other(
        other.submission.name,
        other.trial,
        other.passed,
        other.sentence,
        reverse("conversation-compare-with", args=[row.pk, other.pk]) + suffix,
        other.submission_id == row.submission_id,
    )
