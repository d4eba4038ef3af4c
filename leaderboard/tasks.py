"""The jobs: the row is the job, a task is only the bell that rings for it."""

import gc
import logging
import time
from typing import Any  # Any: a worker, which has no types

from celery import Task
from celery.signals import (
    worker_init,
    worker_ready,
    worker_shutdown,
    worker_shutting_down,
)
from django.conf import settings
from kombu.exceptions import OperationalError

from bankenv.dataset import load_dataset
from leaderboard.celery import app
from leaderboard.services.bells import (
    BELL_LIFE,
    forget_bells,
    pick_conversations,
    pick_next,
)
from leaderboard.services.conversations import (
    claim_conversation,
    return_expired_leases,
)
from leaderboard.services.dry_runs import dry_runs, end_dry_run
from leaderboard.services.execution import execute
from leaderboard.services.leases import LEASES
from leaderboard.services.notices import deliver_notice, due_notices
from leaderboard.services.outages import end_breaks
from leaderboard.services.standings import (
    boards_behind,
    refresh_standings,
    refresh_without_suspects,
    stale_submissions,
)
from leaderboard.services.submissions import settle_submission, unsettled_submissions
from leaderboard.services.turns import share_a_connection
from leaderboard.services.upload_jobs import BELL_LIFE as UPLOAD_BELL_LIFE
from leaderboard.services.upload_jobs import claim_upload, run_upload, waiting_uploads
from leaderboard.services.uploads import forget_broken_uploads
from leaderboard.services.worker_signs import (
    DOINGS,
    introduce_worker,
    keep_giving_signs,
    say_good_bye,
)

CONVERSATIONS, UPKEEP = (queue.name for queue in settings.CELERY_TASK_QUEUES)
# A thread at work takes one conversation after another, which costs less than a bell
# for each; after this it looks what else is in its queue, such as files to be read. In
# a worker that looks after the site as well it looks at once.
STAYS_S = 60.0

logger = logging.getLogger(__name__)


@app.task(bind=True)
def execute_conversation(self: "Task[[int], None]", pk: int) -> None:
    """Run and score a conversation, then those whose turn is next, for a while.

    A second delivery finds nothing to claim.
    """
    ends = time.monotonic() + (0 if _serves(UPKEEP) else STAYS_S)
    turn: int | None = pk
    while turn is not None:
        if LEASES.stopping.is_set():
            forget_bells([turn])
            return
        conversation = claim_conversation(turn, worker=self.request.hostname or "")
        if conversation is None:
            break
        execute(conversation)
        turn = pick_next() if time.monotonic() < ends else None
    ring_waiting()


def _serves(queue: str) -> bool:
    """Whether the worker that this process is takes messages from a queue."""
    return queue in app.amqp.queues.consume_from


@app.task
def import_upload(pk: str) -> None:
    """Read an uploaded file; a second delivery finds nothing to claim."""
    upload = None if LEASES.stopping.is_set() else claim_upload(pk)
    if upload is not None:
        run_upload(upload)


@worker_init.connect
def share_what_writes(**_: object) -> None:
    share_a_connection()


@worker_init.connect
def open_the_bank(**_: object) -> None:
    """Load the dataset before the first bell, so that no conversation waits for it.

    It stays for good, so the collector of garbage need not walk through it again.
    """
    load_dataset()
    gc.collect()
    gc.freeze()


@worker_ready.connect
def give_signs_of_life(sender: Any, **_: object) -> None:
    """Tell everybody that a worker is there, from its first bell on."""
    if not _serves(CONVERSATIONS):
        DOINGS.threads = 0  # one for upkeep alone has no place for them
    introduce_worker(sender.hostname)
    keep_giving_signs(sender.hostname)


@worker_shutdown.connect
def stop_giving_signs(sender: Any, **_: object) -> None:
    say_good_bye(sender.hostname)


@worker_shutting_down.connect
def hand_back(**_: object) -> None:
    """Hand back what runs at its next event: whoever stops a worker will not wait."""
    LEASES.stopping.set()


@app.task
def sweep() -> None:
    """Put right whatever a crash, a lost message or a restart left behind."""
    returned = return_expired_leases()
    if returned:
        logger.warning("%s conversations taken back from lost workers", returned)
    end_breaks()
    for pk in dry_runs():
        end_dry_run(pk)
    for pk in unsettled_submissions():
        settle_submission(pk)
    ring_waiting()
    ring_notices()
    ring_uploads()
    forget_broken_uploads()
    for submission in stale_submissions():
        refresh_standings(submission)
    for board in boards_behind():
        refresh_without_suspects(board)
    DOINGS.note_sweep()


@app.task
def deliver(pk: int) -> None:
    """Send a notice to an owner; a second delivery finds that it was sent."""
    deliver_notice(pk)


def ring_notices() -> None:
    """Ring for the notices that are due; without a broker they wait for it."""
    try:
        for pk in due_notices():
            deliver.apply_async((pk,), expires=BELL_LIFE.total_seconds())
    except OperationalError as error:
        logger.warning("the broker is away, notices wait: %s", error)


def ring_waiting() -> int:
    """Ring for the conversations whose turn it is; count them.

    Without a broker nothing is lost: the sweep rings again once there is one.
    """
    picked = pick_conversations()
    try:
        for pk in picked:
            execute_conversation.apply_async((pk,), expires=BELL_LIFE.total_seconds())
    except OperationalError as error:
        logger.warning("the broker is away, %s bells not rung: %s", len(picked), error)
        forget_bells(picked)
        return 0
    return len(picked)


def ring_uploads() -> int:
    """Ring for the files that wait to be read; count them. As ring_waiting does."""
    picked = waiting_uploads()
    try:
        for pk in picked:
            import_upload.apply_async((pk,), expires=UPLOAD_BELL_LIFE.total_seconds())
    except OperationalError as error:
        logger.warning("the broker is away, %s files not rung: %s", len(picked), error)
        return 0
    return len(picked)


def workers_answer() -> bool:
    """Say whether a worker is there to answer the bells."""
    try:
        return bool(app.control.ping(timeout=1.5, limit=1))
    except OperationalError:
        return False
