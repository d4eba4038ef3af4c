"""How far a submission has come, how fast it goes, and when it will be done."""

from dataclasses import dataclass

from django.utils import timezone

from leaderboard.models import Conversation, Standing, Submission
from leaderboard.queries.counts import RECENT, Counts

FEWEST_FOR_A_PACE = 3


@dataclass(frozen=True, slots=True)
class Progress:
    """Conversations by status. `per_minute` and `eta_s` are None until known."""

    total: int
    queued: int
    running: int
    scored: int
    passed: int
    hidden: int
    errored: int
    cancelled: int
    retried: int
    per_minute: float | None = None
    eta_s: float | None = None
    ahead: int = 0

    @property
    def done(self) -> int:
        return self.scored + self.errored + self.cancelled

    @property
    def failed(self) -> int:
        return self.scored - self.passed

    @property
    def left(self) -> int:
        return self.queued + self.running


def progress_of(counts: Counts, standing: Standing | None = None) -> Progress:
    """Say how far a submission has come.

    Where all conversations have ended since, they are not counted again: `standing`
    says.
    """
    submission = counts.submission
    if standing is not None and _is_final(submission, standing):
        return _as_tallied(submission, standing)
    seen = {status: counts.of(status) for status in Conversation.Status.values}
    sums = {name: int(counts.sum(name)) for name in ("passed", "hidden", "retried")}
    if not submission.is_active:
        return Progress(total=counts.total, **seen, **sums)
    recent = int(counts.sum("recent"))
    pace = _per_minute(submission, recent) or _expected_pace()
    left = seen["queued"] + seen["running"]
    return Progress(
        total=counts.total,
        **seen,
        **sums,
        per_minute=pace,
        eta_s=left / pace * 60 if pace else None,
        ahead=_ahead(submission),
    )


def _is_final(submission: Submission, standing: Standing) -> bool:
    """Whether nothing of the submission moves any more, and its figures say so."""
    ended = submission.finished_at
    if not submission.has_ended or ended is None or standing.missing:
        return False
    return submission.is_tallied_since(ended)


def _as_tallied(submission: Submission, standing: Standing) -> Progress:
    return Progress(
        total=standing.expected,
        queued=0,
        running=0,
        scored=standing.scored,
        passed=standing.passed,
        hidden=standing.hidden_violations,
        errored=standing.errored,
        cancelled=0,
        retried=submission.conversations.filter(failures__gt=0).count(),
    )


def _per_minute(submission: Submission, recent: int) -> float | None:
    if submission.started_at is None or recent < FEWEST_FOR_A_PACE:
        return None
    passed = min(timezone.now() - submission.started_at, RECENT)
    return recent / max(passed.total_seconds() / 60, 1 / 60)


def _expected_pace() -> float | None:
    """What a submission may hope for that has no pace yet: an equal part of all."""
    since = timezone.now() - RECENT
    active = Submission.objects.active()
    done = Conversation.objects.filter(finished_at__gte=since, submission__in=active)
    number = done.count()
    if number < FEWEST_FOR_A_PACE:
        return None
    return number / (RECENT.total_seconds() / 60) / active.count()


def _ahead(submission: Submission) -> int:
    """Count the submissions that were entered before this one and still go."""
    if submission.status != Submission.Status.QUEUED:
        return 0
    earlier = Submission.objects.active().filter(created_at__lt=submission.created_at)
    return earlier.count()
