"""How far a submission has come, how fast it goes, and when it will be done."""

from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Count, Q
from django.utils import timezone

from leaderboard.models import Conversation, Standing, Submission

# The pace is taken over the last minutes: a stalled start says nothing about the end.
PACE_WINDOW = timedelta(minutes=2)
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


def progress_of(submission: Submission, standing: Standing | None = None) -> Progress:
    """Count the conversations of a submission; two queries while it goes, else one.

    Where all of them have ended since, they are not counted again: `standing` says.
    """
    if standing is not None and _is_final(submission, standing):
        return _as_tallied(submission, standing)
    since = timezone.now() - PACE_WINDOW
    is_status = {status: Q(status=status) for status in Conversation.Status.values}
    counts = submission.conversations.aggregate(
        total=Count("pk"),
        passed=Count("pk", filter=Q(passed=True)),
        hidden=Count("pk", filter=Q(hidden_violation=True)),
        retried=Count("pk", filter=Q(failures__gt=0)),
        recent=Count("pk", filter=Q(finished_at__gte=since)),
        **{status: Count("pk", filter=cond) for status, cond in is_status.items()},
    )
    recent = counts.pop("recent")
    if not submission.is_active:
        return Progress(**counts)
    pace = _per_minute(submission, recent) or _expected_pace()
    left = counts["queued"] + counts["running"]
    eta = left / pace * 60 if pace else None
    return Progress(**counts, per_minute=pace, eta_s=eta, ahead=_ahead(submission))


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
    passed = min(timezone.now() - submission.started_at, PACE_WINDOW)
    return recent / max(passed.total_seconds() / 60, 1 / 60)


def _expected_pace() -> float | None:
    """What a submission may hope for that has no pace yet: an equal part of all."""
    since = timezone.now() - PACE_WINDOW
    active = Submission.objects.active()
    done = Conversation.objects.filter(finished_at__gte=since, submission__in=active)
    number = done.count()
    if number < FEWEST_FOR_A_PACE:
        return None
    return number / (PACE_WINDOW.total_seconds() / 60) / active.count()


def _ahead(submission: Submission) -> int:
    """Count the submissions that were entered before this one and still go."""
    if submission.status != Submission.Status.QUEUED:
        return 0
    earlier = Submission.objects.active().filter(created_at__lt=submission.created_at)
    return earlier.count()
