"""Ranks of a board: ranges of places, by comparing each submission with the next."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from leaderboard.letters import Letters
from leaderboard.models import Board, Conversation, Outcomes, Standing, Submission
from leaderboard.outcome_table import OutcomeTable, neighbours_led, outcome_table
from leaderboard.queries.suspects import suspect_tasks
from leaderboard.services.slices import RANKED, SliceKey, slices_of
from leaderboard.services.task_figures import refresh_task_figures
from leaderboard.services.verdicts import Labels
from leaderboard.statistics import leads_ps, rank_ranges

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
    table = outcome_table(letters)
    tasks = _tasks_by_slice(board, letters, table)
    changed: dict[Range, list[int]] = defaultdict(list)
    for key, places in _places(board).items():
        ranked = [place for place in places if place.submission in letters]
        ranks = _ranks(ranked, table, tasks[key]) if key in tasks else {}
        for place in places:
            rank = ranks.get(place.pk, UNRANKED)
            if rank != place.rank:
                changed[rank].append(place.pk)
    for (low, high), pks in changed.items():
        rows = Standing.objects.filter(pk__in=pks)
        rows.update(rank_low=low, rank_high=high)
    refresh_task_figures(board, table)
    note_change(board)


def note_change(board: Board) -> None:
    """Say that figures of the board are others now, so that no page keeps the old."""
    Board.objects.filter(pk=board.pk).update(figures_changed_at=timezone.now())


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
    found = rows.order_by("submission").values_list("submission", "letters")
    return {submission: letters for submission, letters in found if letters}


def _tasks_by_slice(
    board: Board, letters: Mapping[str, Letters], table: OutcomeTable
) -> dict[SliceKey, list[int]]:
    """The places in the table of the tasks of each slice that has ranks."""
    rows = Conversation.objects.filter(submission__in=_covering(letters)).order_by()
    suspects = suspect_tasks(board)
    tasks: dict[SliceKey, set[int]] = defaultdict(set)
    for labels in map(Labels._make, rows.values_list(*Labels._fields).distinct()):
        for key in slices_of(labels, suspects):
            tasks[key].add(table.tasks[labels.task_id])
    return {key: sorted(found) for key, found in tasks.items()}


def _covering(letters: Mapping[str, Letters]) -> list[str]:
    """Return submissions that ran all tasks between them: one, if it ran them all."""
    found, seen = [], set[str]()
    for name, own in letters.items():
        if not own.keys() <= seen:
            found.append(name)
            seen |= own.keys()
    return found


def _places(board: Board) -> dict[SliceKey, list[Place]]:
    """The standings of each slice, the best first; those without a rate come last."""
    rows = Standing.objects.filter(
        submission__board=board, slice_kind__in=RANKED
    ).order_by()
    found: dict[SliceKey, list[Place]] = defaultdict(list)
    for pk, submission, kind, value, rate, low, high in rows.values_list(
        *("pk", "submission_id", "slice_kind", "slice_value"),
        *("pass_rate", "rank_low", "rank_high"),
    ):
        rate = -1.0 if rate is None else rate
        found[kind, value].append(Place(pk, submission, rate, (low, high)))
    for places in found.values():
        places.sort(key=lambda place: (-place.pass_rate, place.submission))
    return found


def _ranks(
    ranked: list[Place], table: OutcomeTable, tasks: list[int]
) -> dict[int, Range]:
    ordered = [place.submission for place in ranked]
    neighbours = leads_ps(*neighbours_led(table, ordered, tasks)) if ranked else []
    ranges = rank_ranges(neighbours)
    return {place.pk: one for place, one in zip(ranked, ranges, strict=False)}
