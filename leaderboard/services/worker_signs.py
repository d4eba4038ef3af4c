"""A worker's signs of life, and what it has done since its start.

They are rows, not messages: they tell of a worker even where the broker is away, and
every process that shows or measures the site reads the same ones.
"""

import logging
import threading
from collections import Counter
from datetime import datetime, timedelta

from django.conf import settings
from django.db import DatabaseError, connection
from django.utils import timezone

from leaderboard.models import Conversation, WorkerSign
from leaderboard.services.leases import LEASES

logger = logging.getLogger(__name__)

SIGN_EVERY_S = 5.0
FORGOTTEN_AFTER = timedelta(days=1)
SCORED = "scored"


class Doings:
    """What this process did; threads count in it at the same time."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()
        self.threads: int = settings.WORKER_THREADS
        self._swept_at: datetime | None = None
        self._lock = threading.Lock()

    def note_scored(self) -> None:
        with self._lock:
            self._counts[SCORED] += 1

    def note_failure(self, fault: Conversation.Fault) -> None:
        with self._lock:
            self._counts[fault] += 1

    def note_sweep(self) -> None:
        self._swept_at = timezone.now()

    def as_fields(self) -> dict[str, object]:
        """Return the counters as fields of WorkerSign."""
        with self._lock:
            counts = Counter(self._counts)
        return {
            "scored": counts[SCORED],
            "endpoint_failures": counts[Conversation.Fault.ENDPOINT],
            "customer_failures": counts[Conversation.Fault.CUSTOMER],
            "platform_failures": counts[Conversation.Fault.PLATFORM],
            "swept_at": self._swept_at,
        }


DOINGS = Doings()


def introduce_worker(name: str) -> None:
    """Write the first sign of the worker `name`; forget workers of long ago."""
    now = timezone.now()
    WorkerSign.objects.filter(seen_at__lt=now - FORGOTTEN_AFTER).delete()
    WorkerSign.objects.update_or_create(
        name=name,
        defaults={"started_at": now, "stopped_at": None, **_sign(now)},
    )


def give_sign(name: str) -> None:
    """Say that the worker `name` lives, and what it has done so far."""
    if not WorkerSign.objects.filter(pk=name).update(**_sign(timezone.now())):
        introduce_worker(name)


def say_good_bye(name: str) -> None:
    """Note that the worker `name` stopped when it was asked to."""
    now = timezone.now()
    WorkerSign.objects.filter(pk=name).update(stopped_at=now, running=0)


def keep_giving_signs(name: str) -> threading.Thread:
    """Give signs from a thread of this process until it ends; return the thread."""
    thread = threading.Thread(
        target=_beat, args=(name,), name="signs of life", daemon=True
    )
    thread.start()
    return thread


def _beat(name: str) -> None:
    while not LEASES.stopping.is_set():
        try:
            give_sign(name)
        except DatabaseError:
            logger.warning("no sign of life could be given just now", exc_info=True)
        finally:
            connection.close()
        LEASES.stopping.wait(SIGN_EVERY_S)


def _sign(now: datetime) -> dict[str, object]:
    return {
        "seen_at": now,
        "threads": DOINGS.threads,
        "running": LEASES.number,
        **DOINGS.as_fields(),
    }
