"""Every pair of ended submissions of a board, compared once and stored."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from statistics import fmean
from typing import Any  # Any: values of model fields

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from leaderboard.bootstrap import difference_interval
from leaderboard.letters import Letters, Meeting, meetings
from leaderboard.models import Comparison, Outcomes, Submission
from leaderboard.statistics import leads_p


def refresh_comparisons(submission: Submission) -> None:
    """Compare an ended submission with every other of its board that has ended.

    One that goes on is in no comparison. Computing twice gives the same rows.
    """
    rows: list[Comparison] = []
    if submission.has_ended:
        own = Outcomes.objects.get(submission=submission).letters
        categories = _categories(submission)
        for other in _others(submission):
            rows += _pair(submission, own, other, categories)
    with transaction.atomic():
        _of(submission).delete()
        Comparison.objects.bulk_create(rows)


def _of(submission: Submission) -> QuerySet[Comparison]:
    return Comparison.objects.filter(Q(first=submission) | Q(second=submission))


def _others(submission: Submission) -> Iterator[Outcomes]:
    ended = Outcomes.objects.filter(
        submission__board=submission.board, submission__status__in=Submission.ENDED
    )
    return ended.exclude(submission=submission).iterator(chunk_size=20)


def _categories(submission: Submission) -> dict[str, str]:
    rows = submission.conversations.order_by().values_list("task_id", "category")
    return dict(rows.distinct())


def _pair(
    submission: Submission,
    own: Letters,
    other: Outcomes,
    categories: Mapping[str, str],
) -> list[Comparison]:
    sides = [(submission.pk, own), (other.pk, other.letters)]
    (first_pk, first), (second_pk, second) = sorted(sides, key=lambda side: side[0])
    met = meetings(first, second)
    slices = {"": list(met.values())} if met else {}
    for task, one in met.items():
        if categories[task]:
            slices.setdefault(categories[task], []).append(one)
    now = timezone.now()
    return [
        Comparison(
            first_id=first_pk,
            second_id=second_pk,
            category=category,
            **_figures(part),
            **_stamp(submission, now),
        )
        for category, part in sorted(slices.items())
    ]


def _stamp(submission: Submission, now: datetime) -> dict[str, Any]:
    board = submission.board
    return {
        "scorer": board.scorer,
        "dataset_hash": board.dataset_hash,
        "computed_at": now,
    }


def _figures(met: Sequence[Meeting]) -> dict[str, Any]:
    leads = [one.lead for one in met]
    ahead, behind = sum(lead > 0 for lead in leads), sum(lead < 0 for lead in leads)
    level = [one.share for one in met if one.lead == 0]
    low, high = difference_interval(leads)
    return {
        "ahead": ahead,
        "behind": behind,
        "both": level.count(1.0),
        "neither": level.count(0.0),
        "alike": sum(0 < share < 1 for share in level),
        "difference": fmean(leads),
        "difference_low": low,
        "difference_high": high,
        "p": leads_p(ahead, behind),
    }
