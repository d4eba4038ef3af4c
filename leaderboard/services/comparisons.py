"""Every pair of ended submissions of a board, compared once and stored."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any  # Any: values of model fields

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from leaderboard.bootstrap import difference_interval
from leaderboard.models import Comparison, Outcomes, Submission
from leaderboard.statistics import TrialOutcomes, leads_by_task, leads_p


def refresh_comparisons(submission: Submission) -> None:
    """Compare an ended submission with every other of its board that has ended.

    One that goes on is in no comparison. Computing twice gives the same rows.
    """
    rows: list[Comparison] = []
    if submission.has_ended:
        own = Outcomes.objects.get(submission=submission).passes
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
    own: TrialOutcomes,
    other: Outcomes,
    categories: Mapping[str, str],
) -> list[Comparison]:
    sides = [(submission.pk, own), (other.pk, other.passes)]
    (first_pk, first), (second_pk, second) = sorted(sides, key=lambda side: side[0])
    shared = sorted(leads_by_task(first, second))
    slices = {"": shared}
    for name in sorted({categories[task] for task in shared} - {""}):
        slices[name] = [task for task in shared if categories[task] == name]
    now = timezone.now()
    return [
        Comparison(
            first_id=first_pk,
            second_id=second_pk,
            category=category,
            **_figures(_only(first, tasks), _only(second, tasks)),
            **_stamp(submission, now),
        )
        for category, tasks in slices.items()
        if tasks
    ]


def _stamp(submission: Submission, now: datetime) -> dict[str, Any]:
    board = submission.board
    return {
        "scorer": board.scorer,
        "dataset_hash": board.dataset_hash,
        "computed_at": now,
    }


def _only(passes: TrialOutcomes, tasks: list[str]) -> TrialOutcomes:
    return {task: passes[task] for task in tasks}


def _figures(first: TrialOutcomes, second: TrialOutcomes) -> dict[str, Any]:
    leads = leads_by_task(first, second)
    level = [task for task, lead in leads.items() if lead == 0]
    ahead = sum(lead > 0 for lead in leads.values())
    behind = sum(lead < 0 for lead in leads.values())
    shares = [_share(first[task], second[task]) for task in level]
    low, high = difference_interval(list(leads.values()))
    return {
        "ahead": ahead,
        "behind": behind,
        "both": shares.count(1.0),
        "neither": shares.count(0.0),
        "alike": sum(0 < share < 1 for share in shares),
        "difference": sum(leads.values()) / len(leads),
        "difference_low": low,
        "difference_high": high,
        "p": leads_p(ahead, behind),
    }


def _share(first: Mapping[int, bool], second: Mapping[int, bool]) -> float:
    """The share of shared trials that the first passed."""
    shared = first.keys() & second.keys()
    return sum(first[trial] for trial in shared) / len(shared)
