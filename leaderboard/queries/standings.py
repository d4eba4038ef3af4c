"""Standings of many submissions, read from the database once per process and version.

A standing is written once and then changes in its ranks alone, so that its id, its time
and its ranks say which version it is. Only those are asked for on every page.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime

from django.db.models import QuerySet

from leaderboard.kept import Kept
from leaderboard.models import Standing, Submission

SliceKey = tuple[str, str]
Version = tuple[int, datetime, int | None, int | None]
BySlice = Mapping[SliceKey, Standing]

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


def standings_in(
    submissions: Collection[Submission], slices: Iterable[SliceKey]
) -> dict[str, BySlice]:
    """Return the standings that submissions have in these slices, by submission.

    One query, and another where some have changed since this process last read them.
    """
    wanted = set(slices)
    rows = Standing.objects.filter(
        slice_kind__in={kind for kind, _ in wanted},
        slice_value__in={value for _, value in wanted},
    )
    return {
        submission: {key: one for key, one in found.items() if key in wanted}
        for submission, found in standings_of(submissions, rows).items()
    }


def standings_of(
    submissions: Collection[Submission], among: QuerySet[Standing] | None = None
) -> dict[str, BySlice]:
    """Return the standings of submissions by slice, all or some; queries as above."""
    rows = Standing.objects.all() if among is None else among
    rows = rows.filter(submission__in=[one.pk for one in submissions])
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
