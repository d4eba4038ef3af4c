"""Ranks of a board: ranges of places, by comparing each submission with the next."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise

from django.db import transaction
from django.db.models import F

from leaderboard.letters import Letters, meetings
from leaderboard.models import Board, Conversation, Outcomes, Standing, Submission
from leaderboard.queries.suspects import suspect_tasks
from leaderboard.services.slices import SliceKey, slices_of
from leaderboard.services.task_figures import refresh_task_figures
from leaderboard.statistics import difference_p, rank_ranges

Range = tuple[int | None, int | None]  # best and worst rank; None for no rank
UNRANKED: Range = (None, None)


@dataclass(frozen=True, slots=True)
class Place:
    """A standing as far as ranking looks at it; `rank` is the one it has now."""

    pk: int
    submission: str
    pass_rate: float
    rank: Range


@transaction.atomic
def rank_board(board: Board) -> None:
    """Give each complete, public submission of a board its range of ranks.

    Only standings whose ranks change are written.
    """
    letters = _letters_of(board)
    tasks = _tasks_by_slice(board)
    changed: dict[Range, list[int]] = defaultdict(list)
    for key, places in _places(board, tasks).items():
        ranked = [place for place in places if place.submission in letters]
        ranks = _ranks(ranked, _restricted(letters, tasks[key]))
        for place in places:
            rank = ranks.get(place.pk, UNRANKED)
            if rank != place.rank:
                changed[rank].append(place.pk)
    for (low, high), pks in changed.items():
        rows = Standing.objects.filter(pk__in=pks)
        rows.update(rank_low=low, rank_high=high)
    refresh_task_figures(board, letters)


def _letters_of(board: Board) -> dict[str, Letters]:
    """The outcomes of every submission that may be ranked."""
    complete = Standing.objects.filter(
        submission__board=board,
        submission__visibility=Submission.Visibility.PUBLIC,
        submission__status=Submission.Status.FINISHED,
        slice_kind=Standing.Slice.ALL,
        scored=F("expected"),
    )
    rows = Outcomes.objects.filter(submission__in=complete.values("submission"))
    return {row.pk: row.letters for row in rows if row.passes}


def _tasks_by_slice(board: Board) -> dict[SliceKey, set[str]]:
    """The tasks of each slice that has ranks."""
    rows = Conversation.objects.filter(submission__board=board).order_by()
    labels = rows.values_list("task_id", "category", "area", "family", named=True)
    suspects = suspect_tasks(board)
    tasks: dict[SliceKey, set[str]] = defaultdict(set)
    for row in labels.distinct():
        for key in slices_of(row, suspects):
            tasks[key].add(row.task_id)
    return dict(tasks)


def _places(board: Board, slices: Iterable[SliceKey]) -> dict[SliceKey, list[Place]]:
    """The standings of each slice, the best first; those without a rate come last."""
    wanted = set(slices)
    rows = Standing.objects.filter(
        submission__board=board, slice_kind__in={kind for kind, _ in wanted}
    ).order_by()
    found: dict[SliceKey, list[Place]] = defaultdict(list)
    for pk, submission, kind, value, rate, low, high in rows.values_list(
        *("pk", "submission_id", "slice_kind", "slice_value"),
        *("pass_rate", "rank_low", "rank_high"),
    ):
        if (kind, value) in wanted:
            rate = -1.0 if rate is None else rate
            found[kind, value].append(Place(pk, submission, rate, (low, high)))
    for places in found.values():
        places.sort(key=lambda place: (-place.pass_rate, place.submission))
    return found


def _ranks(ranked: list[Place], letters: Mapping[str, Letters]) -> dict[int, Range]:
    neighbours = [
        difference_p(
            meetings(letters[one.submission], letters[two.submission]).values()
        )
        for one, two in pairwise(ranked)
    ]
    ranges = rank_ranges(neighbours)
    return {place.pk: one for place, one in zip(ranked, ranges, strict=False)}


def _restricted(letters: Mapping[str, Letters], tasks: set[str]) -> dict[str, Letters]:
    return {
        submission: {task: found[task] for task in tasks if task in found}
        for submission, found in letters.items()
    }
