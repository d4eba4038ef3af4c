"""Running a submission in this process, where there is no worker to do it."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from django.db import connection
from django.utils import timezone

from leaderboard.models import Conversation, Submission
from leaderboard.services.conversations import (
    claim_conversation,
    return_expired_leases,
)
from leaderboard.services.execution import execute
from leaderboard.services.leases import LEASES
from leaderboard.services.outages import end_breaks

PAUSE_S = 0.3


def run_here(submission: Submission, look: Callable[[], object]) -> None:
    """Run all that waits of the submission on threads; call `look` now and then.

    Returns when the submission no longer goes on. On KeyboardInterrupt what runs is
    handed back at its next event.
    """
    LEASES.stopping.clear()
    with ThreadPoolExecutor(submission.concurrency) as pool:
        threads = [
            pool.submit(_work, submission.pk) for _ in range(submission.concurrency)
        ]
        try:
            while not all(thread.done() for thread in threads):
                time.sleep(PAUSE_S)
                return_expired_leases()
                end_breaks()
                look()
        finally:
            LEASES.stopping.set()
    for thread in threads:
        thread.result()  # raises what the thread raised


def _work(submission: str) -> None:
    """Take one conversation after the other until the submission stops."""
    try:
        while not LEASES.stopping.is_set() and _goes_on(submission):
            conversation = _take(submission)
            if conversation is None:
                time.sleep(PAUSE_S)
            else:
                execute(conversation)
    finally:
        connection.close()


def _goes_on(submission: str) -> bool:
    return Submission.objects.going_on().filter(pk=submission).exists()


def _take(submission: str) -> Conversation | None:
    waiting = Conversation.objects.waiting(timezone.now()).filter(submission=submission)
    for pk in waiting.order_by("pk").values_list("pk", flat=True)[:8]:
        conversation = claim_conversation(pk, worker="evaluate")
        if conversation is not None:
            return conversation
    return None
