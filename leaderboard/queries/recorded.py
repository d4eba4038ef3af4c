"""What imported files said, beside what was found here."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet

from leaderboard.models import Import, RecordedOutcome, Submission
from leaderboard.queries.suites import recorded_suite


@dataclass(frozen=True, slots=True)
class RecordedSummary:
    """A replayed submission: its file, the recorded outcomes, where we disagree.

    `passed` counts the conversations that the file gives as passed; of these,
    `without_a_read` never made a read of gold's and `beyond_gold` wrote what gold does
    not ask for. `pass_hat_k` is that of the recorded outcomes.
    """

    source: Import
    has_environment: bool
    recorded: int
    passed: int
    without_a_read: int
    beyond_gold: int
    disagreeing: int
    pass_hat_k: Sequence[float]


def recorded_summary(submission: Submission) -> RecordedSummary | None:
    """Return the summary of a replayed submission; None for what ran here."""
    if submission.kind != Submission.Kind.REPLAYED:
        return None
    source = Import.objects.filter(submission=submission).first()
    if source is None:
        return None
    outcomes = RecordedOutcome.objects.filter(conversation__submission=submission)
    counts = outcomes.aggregate(
        n_recorded=Count("pk", distinct=True),
        n_passed=Count("pk", filter=Q(passed=True), distinct=True),
        n_without_a_read=_passed_with("missed_read"),
        n_beyond_gold=_passed_with("unsolicited_write"),
        n_disagreeing=Count("pk", filter=Q(agrees=False), distinct=True),
    )
    suite = recorded_suite(submission.board)
    return RecordedSummary(
        source=source,
        has_environment=suite is None or suite.profile != "recorded",
        pass_hat_k=source.pass_hat_k,
        **{name.removeprefix("n_"): count for name, count in counts.items()},
    )


def _passed_with(kind: str) -> Count:
    found = Q(passed=True, conversation__finding_counts__kind=kind)
    return Count("pk", filter=found, distinct=True)


def disagreements(submission: Submission) -> QuerySet[RecordedOutcome]:
    """Return the outcomes that differ from the verdicts here, each with its reason."""
    return (
        RecordedOutcome.objects.filter(
            conversation__submission=submission, agrees=False
        )
        .select_related("conversation")
        .order_by("conversation__task_id", "conversation__trial")
    )
