"""The tasks that one submission does better than another, with both conversations."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from django.urls import reverse

from leaderboard.letters import meetings
from leaderboard.models import Conversation
from leaderboard.queries.comparisons import Pair, outcomes_of
from leaderboard.queries.conversations import task_titles

Direction = Literal["ahead", "behind", ""]


@dataclass(frozen=True, slots=True)
class Flip:
    """A task that one of the two does better; letters are outcomes by trial."""

    task_id: str
    title: str
    left_leads: bool
    left: str
    right: str


@dataclass(frozen=True, slots=True)
class FlipRow:
    """A flip with the address of its two conversations side by side."""

    flip: Flip
    href: str


def flips_of(pair: Pair, direction: str = "") -> list[Flip]:
    """Return the tasks the left does better (ahead), worse (behind), or either."""
    found = outcomes_of([pair.left, pair.right])
    left, right = found.get(pair.left.pk), found.get(pair.right.pk)
    if left is None or right is None:
        return []
    titles = task_titles()
    return [
        Flip(
            task,
            titles.get(task, ""),
            met.lead > 0,
            left.letters[task],
            right.letters[task],
        )
        for task, met in meetings(left.letters, right.letters).items()
        if met.lead and direction in ("", "ahead" if met.lead > 0 else "behind")
    ]


def opened(pair: Pair, flips: Sequence[Flip]) -> list[FlipRow]:
    """Return the flips with addresses: of the first trial that tells the two apart."""
    rows = Conversation.objects.filter(
        submission__in=[pair.left, pair.right],
        task_id__in=[flip.task_id for flip in flips],
    ).order_by()
    keys = {
        (submission, task, trial): pk
        for pk, submission, task, trial in rows.values_list(
            "pk", "submission_id", "task_id", "trial"
        )
    }
    return [FlipRow(flip, _href(pair, flip, keys)) for flip in flips]


def _href(pair: Pair, flip: Flip, keys: dict[tuple[str, str, int], int]) -> str:
    trial = _parting_trial(flip)
    left = keys.get((pair.left.pk, flip.task_id, trial))
    right = keys.get((pair.right.pk, flip.task_id, trial))
    if left is None or right is None:
        return ""
    # The viewer lays the other conversation to the left of its own.
    return reverse("conversation-compare-with", args=[right, left])


def _parting_trial(flip: Flip) -> int:
    """The first trial that the one who leads passed and the other did not."""
    leader, other = (
        (flip.left, flip.right) if flip.left_leads else (flip.right, flip.left)
    )
    for trial, (mine, theirs) in enumerate(zip(leader, other, strict=False), start=1):
        if mine == "p" and theirs in "fh":
            return trial
    return 1
