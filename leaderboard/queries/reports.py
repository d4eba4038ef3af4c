"""One submission as a report: every figure, and every conversation that failed."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser, User

from leaderboard.models import Conversation, Standing, Submission
from leaderboard.queries.conversations import (
    DEFAULT_SORT,
    ConversationFilter,
    conversations_of,
    in_order,
    task_titles,
)
from leaderboard.queries.provenance import Provenance, provenance_of
from leaderboard.queries.sorting import Sort
from leaderboard.queries.submissions import SubmissionPage, submission_page
from leaderboard.queries.words import words


@dataclass(frozen=True, slots=True)
class TrialRow:
    """pass^k and pass@k at one k; (low, high) are 95 % intervals, None if not drawn."""

    k: int
    hat: float
    hat_low: float | None
    hat_high: float | None
    at: float


@dataclass(frozen=True, slots=True)
class Report:
    """What the report of a submission holds; `titles` are of tasks, by id."""

    page: SubmissionPage
    provenance: Provenance
    trials: tuple[TrialRow, ...]
    reasons: tuple[tuple[str, int, float], ...]
    unpassed: tuple[Conversation, ...]
    titles: Mapping[str, str]


def report_of(submission: Submission, user: User | AnonymousUser) -> Report:
    """Return the report: failed conversations first, then those without a score."""
    page = submission_page(submission, user)
    unpassed = [
        row
        for outcome in ("failed", "errored")
        for row in in_order(
            conversations_of(submission, ConversationFilter(outcome=outcome)),
            Sort(DEFAULT_SORT),
        )
    ]
    return Report(
        page=page,
        provenance=provenance_of(submission),
        trials=_trials(page.standing),
        reasons=_reasons(page.standing),
        unpassed=tuple(unpassed),
        titles=task_titles(),
    )


def _trials(standing: Standing | None) -> tuple[TrialRow, ...]:
    if standing is None or len(standing.pass_hat_k) < 2:
        return ()
    ranges = standing.pass_hat_k_range or [(None, None)] * len(standing.pass_hat_k)
    figures = zip(standing.pass_hat_k, ranges, standing.pass_at_k, strict=True)
    return tuple(
        TrialRow(k, hat, low, high, at)
        for k, (hat, (low, high), at) in enumerate(figures, 1)
    )


def _reasons(standing: Standing | None) -> tuple[tuple[str, int, float], ...]:
    """Return each first finding in words, its conversations, and their share."""
    if standing is None:
        return ()
    counts = sorted(standing.first_findings.items(), key=lambda one: (-one[1], one[0]))
    return tuple((words(kind), n, n / standing.scored) for kind, n in counts)
