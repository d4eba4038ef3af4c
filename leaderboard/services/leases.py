"""Signs of life: one thread a process extends the leases of what the process runs."""

import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.db import DatabaseError, connection

from leaderboard.models import Conversation
from leaderboard.services.conversations import extend_leases

logger = logging.getLogger(__name__)

LOOK_EVERY_S = 1.0
Held = tuple[int, int]  # a conversation's key and the attempt it is held under


class LeaseLost(Exception):
    """The conversation is no longer this worker's: cancelled, or given to another."""


class WorkerStopping(Exception):
    """This process was asked to stop; the conversation should be handed back."""


class Leases:
    """The leases that this process holds. `check` is called at each event."""

    def __init__(self) -> None:
        self._held: set[Held] = set()
        self._lost: set[Held] = set()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self.stopping = threading.Event()

    @contextmanager
    def keep(self, conversation: Conversation) -> Iterator[Held]:
        """Extend the conversation's lease for as long as the block runs."""
        held = (conversation.pk, conversation.attempt)
        with self._lock:
            self._held.add(held)
            self._beat_from_now_on()
        try:
            yield held
        finally:
            with self._lock:
                self._held.discard(held)
                self._lost.discard(held)

    def holds(self, conversation: Conversation) -> bool:
        """Say whether the conversation's lease is being extended."""
        return (conversation.pk, conversation.attempt) in self._held

    @property
    def number(self) -> int:
        """How many conversations this process has in hand."""
        return len(self._held)

    def check(self, held: Held) -> None:
        """Raise LeaseLost or WorkerStopping if the conversation should not go on."""
        if held in self._lost:
            raise LeaseLost(f"conversation {held[0]}, attempt {held[1]}")
        if self.stopping.is_set():
            raise WorkerStopping

    def nap(self, held: Held, seconds: float) -> None:
        """Wait; raise as `check` does as soon as the conversation should not go on."""
        ends = time.monotonic() + seconds
        self.check(held)
        while (left := ends - time.monotonic()) > 0:
            self.stopping.wait(min(left, LOOK_EVERY_S))
            self.check(held)

    def extend(self) -> None:
        """Extend every lease held; remember those that are lost."""
        with self._lock:
            held = set(self._held)
        if not held:
            return
        lost = held - extend_leases(held)
        with self._lock:
            self._lost |= lost & self._held

    def _beat_from_now_on(self) -> None:
        if self._thread is None or not self._thread.is_alive():
            self._thread = threading.Thread(
                target=self._beat, name="leases", daemon=True
            )
            self._thread.start()

    def _beat(self) -> None:
        pause = threading.Event()
        while not pause.wait(min(settings.LEASE_SECONDS / 6, 5.0)):
            try:
                self.extend()
            except DatabaseError:
                logger.warning("leases could not be extended just now", exc_info=True)
            finally:
                connection.close()


LEASES = Leases()
