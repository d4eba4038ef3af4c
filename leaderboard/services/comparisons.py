"""Every pair of ended submissions of a board, compared once and stored."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from math import fsum
from typing import Any  # Any: values of model fields, numpy arrays

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from leaderboard.bootstrap import difference_intervals
from leaderboard.letters import Letters
from leaderboard.models import Comparison, Outcomes, Submission
from leaderboard.outcome_table import Meetings, OutcomeTable, meetings_of, outcome_table
from leaderboard.services.bulk_rows import insert_rows
from leaderboard.statistics import leads_ps

Row = dict[str, Any]


def refresh_comparisons(submission: Submission) -> None:
    """Compare an ended submission with every other of its board that has ended.

    One that goes on is in no comparison. Computing twice gives the same rows.
    """
    rows = _rows(submission) if submission.has_ended else []
    with transaction.atomic():
        _of(submission).delete()
        insert_rows(Comparison, rows)


def _of(submission: Submission) -> QuerySet[Comparison]:
    return Comparison.objects.filter(Q(first=submission) | Q(second=submission))


def _rows(submission: Submission) -> list[Row]:
    letters = _letters_of(submission)
    table = outcome_table(letters)
    slices = _slices(submission, table)
    told: list[tuple[Row, Meetings]] = [
        ({"first_id": first, "second_id": second, "category": category}, met)
        for first, second in _pairs(submission.pk, letters)
        for category, met in _parts(meetings_of(table, first, second), slices)
    ]
    stamp = _stamp(submission, timezone.now())
    rows = [of | _counted(met) | stamp for of, met in told]
    intervals = difference_intervals([met.lead.tolist() for _, met in told])
    for row, (low, high) in zip(rows, intervals, strict=True):
        row |= {"difference_low": low, "difference_high": high}
    ps = leads_ps([row["ahead"] for row in rows], [row["behind"] for row in rows])
    return [row | {"p": p} for row, p in zip(rows, ps, strict=True)]


def _letters_of(submission: Submission) -> dict[str, Letters]:
    """The outcomes of the submission and of all that ended on its board."""
    ended = Q(
        submission__board=submission.board, submission__status__in=Submission.ENDED
    )
    rows = Outcomes.objects.filter(ended | Q(submission=submission))
    return dict(rows.order_by("submission").values_list("submission", "letters"))


def _slices(submission: Submission, table: OutcomeTable) -> dict[str, Any]:
    """Whether a task counts, for all tasks and for those of each category."""
    import numpy

    rows = submission.conversations.order_by().values_list("task_id", "category")
    slices = {"": numpy.ones(len(table.tasks), bool)}
    for task, category in rows.distinct():
        if category:
            none = numpy.zeros(len(table.tasks), bool)
            slices.setdefault(category, none)[table.tasks[task]] = True
    return dict(sorted(slices.items()))


def _pairs(own: str, letters: Mapping[str, Letters]) -> Iterator[tuple[str, str]]:
    for other in letters:
        if other != own:
            yield min(own, other), max(own, other)


def _parts(met: Meetings, slices: Mapping[str, Any]) -> Iterator[tuple[str, Meetings]]:
    """Yield what two submissions did in each slice that they share a task of."""
    for category, counts in slices.items():
        inside = counts[met.tasks]
        if inside.any():
            parts = (met.tasks[inside], met.lead[inside], met.share[inside])
            yield category, Meetings(*parts)


def _stamp(submission: Submission, now: datetime) -> Row:
    board = submission.board
    return {
        "scorer": board.scorer,
        "dataset_hash": board.dataset_hash,
        "computed_at": now,
    }


def _counted(met: Meetings) -> Row:
    level = met.share[met.lead == 0]
    both, neither = int((level == 1).sum()), int((level == 0).sum())
    return {
        "ahead": int((met.lead > 0).sum()),
        "behind": int((met.lead < 0).sum()),
        "both": both,
        "neither": neither,
        "alike": len(level) - both - neither,
        "difference": fsum(met.lead.tolist()) / len(met.lead),
    }
