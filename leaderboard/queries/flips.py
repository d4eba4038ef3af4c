"""The tasks that one submission does better than another, by kind of task."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from statistics import fmean

from django.urls import reverse

from leaderboard.kept import Kept
from leaderboard.letters import Letters, Meeting, meetings
from leaderboard.models import Conversation, Standing
from leaderboard.queries.comparisons import Pair, outcomes_of
from leaderboard.queries.conversations import task_titles

# The kinds of task by which flips are counted: fields of a conversation.
KINDS = (Standing.Slice.CATEGORY, Standing.Slice.AREA, Standing.Slice.FAMILY)

Part = tuple[str, str]  # a kind and its value: ("family", "SQ_FDC")


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


@dataclass(frozen=True, slots=True)
class Parting:
    """How a pair parts on tasks of one kind: on `ahead` of them the left does better.

    `difference` is the left's pass rate less the right's on the shared tasks.
    """

    tasks: int
    ahead: int
    behind: int
    difference: float


@dataclass(frozen=True, slots=True)
class Meetings:
    """Two submissions at every task they share, and the kinds of those tasks."""

    left: Letters = field(default_factory=dict)
    right: Letters = field(default_factory=dict)
    met: Mapping[str, Meeting] = field(default_factory=dict)
    parts: Mapping[str, frozenset[Part]] = field(default_factory=dict)

    def flips(self, direction: str = "", part: Part | None = None) -> list[Flip]:
        """Return the tasks the left does better (ahead), worse (behind), or either.

        Of the kind that `part` names alone, where it names one.
        """
        titles = task_titles()
        return [
            Flip(
                task,
                titles.get(task, ""),
                met.lead > 0,
                self.left[task],
                self.right[task],
            )
            for task, met in self.met.items()
            if met.lead
            and direction in ("", "ahead" if met.lead > 0 else "behind")
            and (part is None or part in self.parts.get(task, ()))
        ]

    def by_part(self) -> dict[Part, Parting]:
        """Return how the two part on each kind of task."""
        leads: dict[Part, list[float]] = {}
        for part, lead in self._leads():
            leads.setdefault(part, []).append(lead)
        return {
            part: Parting(
                len(found),
                sum(lead > 0 for lead in found),
                sum(lead < 0 for lead in found),
                fmean(found),
            )
            for part, found in leads.items()
        }

    def _leads(self) -> Iterator[tuple[Part, float]]:
        for task, met in self.met.items():
            for part in self.parts.get(task, ()):
                yield part, met.lead


def meetings_of(pair: Pair) -> Meetings:
    """Return the two at every task they share; none until both have outcomes."""
    found = outcomes_of([pair.left, pair.right])
    left, right = found.get(pair.left.pk), found.get(pair.right.pk)
    if left is None or right is None:
        return Meetings()
    met = meetings(left.letters, right.letters)
    return Meetings(left.letters, right.letters, met, _parts(pair))


def _parts(pair: Pair) -> Mapping[str, frozenset[Part]]:
    """The kinds of each task, which are the data's and so do not change."""
    kept = PARTS.get((pair.left.pk, pair.left.tallied_at))
    if kept is not None:
        return kept
    rows = pair.left.conversations.filter(trial=1).order_by()
    found = {
        task: frozenset(zip(map(str, KINDS), values, strict=True))
        for task, *values in rows.values_list("task_id", *KINDS)
    }
    PARTS.put((pair.left.pk, pair.left.tallied_at), found)
    return found


# Of the last submissions that were compared.
PARTS: Kept[tuple[str, datetime | None], Mapping[str, frozenset[Part]]] = Kept(16)


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
    # The viewer lays the other conversation to the left of its own.
    address = reverse("conversation-compare-with", args=[RIGHT, LEFT])
    return [FlipRow(flip, _href(pair, flip, keys, address)) for flip in flips]


RIGHT, LEFT = 998, 999  # stand in for any two conversations


def _href(
    pair: Pair, flip: Flip, keys: dict[tuple[str, str, int], int], address: str
) -> str:
    trial = _parting_trial(flip)
    left = keys.get((pair.left.pk, flip.task_id, trial))
    right = keys.get((pair.right.pk, flip.task_id, trial))
    if left is None or right is None:
        return ""
    numbers = {str(RIGHT): str(right), str(LEFT): str(left)}
    return "/".join(numbers.get(part, part) for part in address.split("/"))


def _parting_trial(flip: Flip) -> int:
    """The first trial that the one who leads passed and the other did not."""
    leader, other = (
        (flip.left, flip.right) if flip.left_leads else (flip.right, flip.left)
    )
    for trial, (mine, theirs) in enumerate(zip(leader, other, strict=False), start=1):
        if mine == "p" and theirs in "fh":
            return trial
    return 1
