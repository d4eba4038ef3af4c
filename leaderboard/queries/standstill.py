"""Why a submission that should go on does not: the missing part, and what helps.

Nothing stays queued without a word: a page that waits longer than it should says why.
"""

from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Max, Sum
from django.db.models.functions import Coalesce
from django.utils import timezone

from leaderboard.models import Conversation, Submission, WorkerSign
from leaderboard.queries.site_parts import SitePart, site_parts

# A part that is started again is back sooner than this.
SILENT_FOR = timedelta(seconds=20)
ADVICE = {
    "broker": "Workers cannot be told what waits until Redis is back: start it, or set "
    "REDIS_URL to one that runs.",
    "workers": "Start one: celery -A leaderboard worker --queues conversations",
    "beat": "Retries and what a lost worker had in hand wait for it. Start it: "
    "celery -A leaderboard beat, and a worker for its rounds: "
    "celery -A leaderboard worker --queues upkeep",
}
CAUSES = {
    "broker": "The queue is away.",
    "workers": "No worker is there.",
    "beat": "Nobody looks after the queue.",
}


@dataclass(frozen=True, slots=True)
class Standstill:
    """What keeps a submission from going on: one cause, and what to do about it."""

    cause: str
    advice: str = ""


def standstill_of(submission: Submission) -> list[Standstill]:
    """Return why nothing of the submission runs; nothing while it moves or is new."""
    if not submission.is_active or not _is_silent(submission):
        return []
    away = [part for part in site_parts(list(ADVICE)) if not part.is_well]
    return [_missing(part) for part in away] or _patience(submission)


def _is_silent(submission: Submission) -> bool:
    rows = submission.conversations
    if rows.filter(status=Conversation.Status.RUNNING).exists():
        return False
    now = timezone.now()
    ready = Conversation.objects.waiting(now).filter(submission=submission)
    if not ready.exists():
        return False  # each waits for its own time to try again
    last = rows.aggregate(at=Max("finished_at"))["at"] or submission.created_at
    return bool(now - max(last, submission.created_at) > SILENT_FOR)


def _missing(part: SitePart) -> Standstill:
    return Standstill(f"{CAUSES[part.name]} {part.detail}", ADVICE[part.name])


def _patience(submission: Submission) -> list[Standstill]:
    """All parts are there: either others hold all places, or something is wrong."""
    alive = WorkerSign.objects.alive(timezone.now())
    total = alive.aggregate(threads=Coalesce(Sum("threads"), 0))["threads"]
    held = Conversation.objects.filter(status=Conversation.Status.RUNNING).count()
    if held >= total:
        return [
            Standstill(
                f"All {total} places of the workers are taken by other submissions.",
                "It gets the next ones that become free; more workers make more.",
            )
        ]
    return [
        Standstill(
            "Every part gives signs of life, yet nothing starts.",
            "The log of a worker says why; starting the workers again helps if they "
            "hang.",
        )
    ]
