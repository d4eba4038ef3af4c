"""Standings of many submissions, read from the database once per process and version.

A board says when its figures last changed: as long as it says the same, nothing is
asked. When it says another time, what changed is read: a standing is written once and
then changes in its ranks alone, so that its id, its time and its ranks say which
version it is.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import datetime

from django.db.models import QuerySet

from leaderboard.kept import Kept
from leaderboard.models import Board, Standing, Submission

SliceKey = tuple[str, str]
Version = tuple[int, datetime, int | None, int | None]
BySlice = Mapping[SliceKey, Standing]
OnBoard = Mapping[str, BySlice]  # by submission

# Some 5 KB each, in each process: a few boards in a few slices.
KEPT: Kept[Version, Standing] = Kept(4000)


def version_of(standing: Standing) -> Version:
    """Return what names the content of a stored standing."""
    return (
        standing.pk,
        standing.computed_at,
        standing.rank_low,
        standing.rank_high,
    )


# Of the last boards that were looked at, each in some slices.
BOARDS: Kept[tuple[int, datetime, frozenset[SliceKey]], OnBoard] = Kept(16)
FAMILIES: Kept[tuple[int, datetime], Sequence[str]] = Kept(16)
EVERY = "*"  # value of a slice of a kind


def standings_on(board: Board, slices: Collection[SliceKey]) -> OnBoard:
    """Return the standings of all submissions of a board in these slices.

    Those that the reader may not see too. No query where this process has read them
    since the board's figures changed.
    """
    rows = Standing.objects.filter(
        submission__board=board,
        slice_kind__in={kind for kind, _ in slices},
        slice_value__in={value for _, value in slices},
    )

    def read() -> OnBoard:
        return {
            submission: {key: one for key, one in found.items() if key in slices}
            for submission, found in _by_submission(rows).items()
        }

    return _kept_on(board, slices, read)


def rates_on(board: Board, kinds: Collection[str]) -> OnBoard:
    """Return the pass rates of all submissions of a board in every slice of a kind.

    Standings with nothing but what a chart of many shows; kept as above.
    """
    rows = Standing.objects.filter(submission__board=board, slice_kind__in=kinds)
    shown = ("submission", "slice_kind", "slice_value", "pass_rate", "scored")

    def read() -> OnBoard:
        found: dict[str, dict[SliceKey, Standing]] = defaultdict(dict)
        for one in rows.order_by().only(*shown):
            found[one.submission_id][one.slice_kind, one.slice_value] = one
        return found

    return _kept_on(board, [(kind, EVERY) for kind in kinds], read)


def _kept_on(
    board: Board, slices: Iterable[SliceKey], read: Callable[[], OnBoard]
) -> OnBoard:
    changed = board.figures_changed_at
    if changed is None:
        return read()
    name = (board.pk, changed, frozenset(slices))
    kept = BOARDS.get(name)
    if kept is None:
        kept = read()
        BOARDS.put(name, kept)
    return kept


def families_on(board: Board) -> Sequence[str]:
    """Return the families of a board's tasks, as any submission with figures has."""
    changed = board.figures_changed_at
    kept = FAMILIES.get((board.pk, changed)) if changed else None
    if kept is None:
        rows = Standing.objects.filter(submission__board=board, slice_kind="family")
        kept = sorted(rows.order_by().values_list("slice_value", flat=True).distinct())
        if changed is not None:
            FAMILIES.put((board.pk, changed), kept)
    return kept


# Of the last submissions that were looked at, in all slices.
SUBMISSIONS: Kept[tuple[str, datetime], BySlice] = Kept(16)


def standings_of(submissions: Collection[Submission]) -> dict[str, BySlice]:
    """Return the standings of submissions by slice.

    No query where this process has read them since their board's figures changed.
    """
    found: dict[str, BySlice] = {}
    missing: dict[str, datetime | None] = {}
    for one in submissions:
        changed = one.board.figures_changed_at
        kept = SUBMISSIONS.get((one.pk, changed)) if changed else None
        if kept is None:
            missing[one.pk] = changed
        else:
            found[one.pk] = kept
    if missing:
        fresh = _by_submission(Standing.objects.filter(submission__in=missing))
        for pk, standings in fresh.items():
            changed = missing[pk]
            if changed is not None:
                SUBMISSIONS.put((pk, changed), standings)
        found |= fresh
    return found


def _by_submission(rows: QuerySet[Standing]) -> dict[str, BySlice]:
    places = {
        (pk, *version): (submission, (kind, value))
        for pk, submission, kind, value, *version in rows.order_by().values_list(
            *("pk", "submission_id", "slice_kind", "slice_value"),
            *("computed_at", "rank_low", "rank_high"),
        )
    }
    found: dict[str, dict[SliceKey, Standing]] = defaultdict(dict)
    for version, standing in _read(places).items():
        submission, key = places[version]
        found[submission][key] = standing
    return dict(found)


def _read(versions: Collection[Version]) -> dict[Version, Standing]:
    found = {version: KEPT.get(version) for version in versions}
    missing = {version[0]: version for version, one in found.items() if one is None}
    read = Standing.objects.filter(pk__in=missing).order_by() if missing else ()
    fresh = {missing[standing.pk]: standing for standing in read}
    for standing in fresh.values():
        KEPT.put(version_of(standing), standing)  # which may be newer than asked for
    kept = {version: one for version, one in found.items() if one is not None}
    return kept | fresh
