"""Which conversations to ring for next: fair between submissions, few at a time.

A bell is a message with a primary key. Few are out at any time, so a newcomer does not
wait behind a long run; each goes to the submission that has the least under way. A
thread that is at work anyway needs no bell: it picks its next conversation as fairly.
"""

import heapq
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models import Count, Q
from django.utils import timezone

from leaderboard.models import Conversation
from leaderboard.models.conversation import WITHIN_DRY_RUN
from leaderboard.models.submission import places
from leaderboard.services.turns import in_turn

PLACES = ("concurrency", "failures_in_a_row", "breaks")
# A bell that nobody answered is taken for lost after this, and rung again.
BELL_LIFE = timedelta(seconds=20)


@dataclass(frozen=True, slots=True)
class _Queue:
    """One submission: conversations under way (running or rung), waiting, and free."""

    submission: str
    under_way: int
    rung: int
    waiting: int
    free: int


@in_turn
def pick_conversations() -> list[int]:
    """Choose conversations to ring for now, note that they were, return their keys."""
    now = timezone.now()
    queues = _queues(now)
    out = sum(queue.rung for queue in queues)
    return _pick(queues, 2 * settings.WORKER_THREADS - out, now)


@in_turn
def pick_next() -> int | None:
    """Choose the conversation whose turn it is, note it as rung for, return its key.

    For a thread with a free hand, however many bells are out. None: nothing waits.
    """
    now = timezone.now()
    return next(iter(_pick(_queues(now), 1, now)), None)


def _pick(queues: Iterable[_Queue], room: int, now: datetime) -> list[int]:
    picked = [
        pk
        for submission, number in _shares(queues, room).items()
        for pk in _next_of(submission, number, now)
    ]
    if picked:
        Conversation.objects.filter(pk__in=picked).update(rung_at=now)
    return picked


@in_turn
def forget_bells(pks: Collection[int]) -> None:
    """Note that these bells did not ring, so that they are rung again soon."""
    Conversation.objects.filter(pk__in=pks).update(rung_at=None)


def _queues(now: datetime) -> list[_Queue]:
    rung = Q(status="queued", rung_at__gt=now - BELL_LIFE)
    ready = Q(not_before__isnull=True) | Q(not_before__lte=now)
    rows = (
        Conversation.objects.unfinished()
        .filter(submission__status__in=["queued", "running"])
        .order_by()
        .values("submission_id", *(f"submission__{name}" for name in PLACES))
        .annotate(
            running=Count("pk", filter=Q(status="running")),
            rung=Count("pk", filter=rung),
            waiting=Count(
                "pk", filter=Q(ready, WITHIN_DRY_RUN, status="queued") & ~rung
            ),
        )
    )
    return [_queue(row) for row in rows]


def _queue(row: Mapping[str, Any]) -> _Queue:  # Any: as values() gives them
    under_way = row["running"] + row["rung"]
    free = places(*(row[f"submission__{name}"] for name in PLACES)) - under_way
    return _Queue(row["submission_id"], under_way, row["rung"], row["waiting"], free)


def _shares(queues: Iterable[_Queue], room: int) -> dict[str, int]:
    """Return how many of each submission to ring for, at most `room` in all."""
    heap = [(q.under_way, q.submission, min(q.waiting, q.free)) for q in queues]
    heap = [row for row in heap if row[2] > 0]
    heapq.heapify(heap)
    shares: dict[str, int] = {}
    while heap and room > 0:
        under_way, submission, left = heapq.heappop(heap)
        shares[submission] = shares.get(submission, 0) + 1
        room -= 1
        if left > 1:
            heapq.heappush(heap, (under_way + 1, submission, left - 1))
    return shares


def _next_of(submission: str, number: int, now: datetime) -> list[int]:
    silent = Q(rung_at__isnull=True) | Q(rung_at__lte=now - BELL_LIFE)
    waiting = Conversation.objects.waiting(now).filter(silent, submission=submission)
    return list(waiting.order_by("pk").values_list("pk", flat=True)[:number])
