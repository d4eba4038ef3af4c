"""Running a claimed conversation from its first word to its stored verdict."""

import logging
from collections.abc import Sequence
from functools import partial

from django.db import connection
from structlog.contextvars import bound_contextvars

from bankenv.bank import Dataset
from bankenv.scoring import score
from bankenv.trajectory import Event, Trajectory
from bankenv.verdict import Verdict
from leaderboard.models import Conversation
from leaderboard.queries.suites import suite_of
from leaderboard.services.boards import dataset_hash
from leaderboard.services.caps import Meter, counting_waste
from leaderboard.services.conversations import (
    Setback,
    finish_conversation,
    hand_back_conversation,
    release_conversation,
)
from leaderboard.services.credentials import UnreadableCredential
from leaderboard.services.customers import NoSuchCustomer, customer_of
from leaderboard.services.endpoints import endpoint_of
from leaderboard.services.leases import LEASES, Held, LeaseLost, WorkerStopping
from leaderboard.services.pace import pace_of
from leaderboard.services.turns import turn
from leaderboard.services.worker_signs import DOINGS
from runner.conversation import run_conversation
from runner.endpoint import InvalidSetting
from runner.endpoint_assistant import EndpointAssistant
from runner.failures import ProviderRefused, ProviderUnavailable
from runner.strategies import STRATEGIES

logger = logging.getLogger(__name__)


# Runs of a conversation whose customer, a model, is at fault in all but the last.
MAX_RUNS = 2


class WrongDataset(Exception):
    """This process has another dataset than the conversation's board."""


CANNOT_RUN = (InvalidSetting, UnreadableCredential, WrongDataset, NoSuchCustomer)


def execute(conversation: Conversation) -> None:
    """Run, score and record a claimed conversation, or give it back unscored.

    A fault of ours is recorded as one and raised.
    """
    # From the first moment on: what comes before the first word may take a while.
    with LEASES.keep(conversation) as held, bound_contextvars(**_names(conversation)):
        _execute(conversation, held)


def _names(conversation: Conversation) -> dict[str, object]:
    """Return what every log line of this attempt carries."""
    return {
        "submission": conversation.submission_id,
        "conversation": conversation.pk,
        "attempt": conversation.attempt,
        "request_id": conversation.request_id,
    }


def _execute(conversation: Conversation, held: Held) -> None:
    name = f"conversation {conversation.pk} ({conversation.request_id})"
    try:
        with counting_waste(conversation) as meter:
            trajectory, verdict, reruns = _run_soundly(conversation, held, meter)
            meter.keep(trajectory)
        if finish_conversation(conversation, trajectory, verdict, reruns):
            DOINGS.note_scored()
        else:
            logger.info("%s: taken away before it could be recorded", name)
    except ProviderUnavailable as failure:
        logger.info("%s: the endpoint failed: %s", name, failure.failure.kind)
        _release(conversation, _setback(failure), failure.trajectory)
    except LeaseLost:
        logger.info("%s: taken away while it ran", name)
    except WorkerStopping:
        hand_back_conversation(conversation)
    except CANNOT_RUN as fault:
        logger.warning("%s: cannot be run: %s", name, fault)
        _release(conversation, _ours(str(fault), retryable=False))
    except Exception as bug:  # the top of a job: noted in the row, then raised
        logger.error("%s: a fault of ours: %s", name, type(bug).__name__)
        _release(conversation, _ours(f"{type(bug).__name__}, see the log."))
        raise


def _release(
    conversation: Conversation, setback: Setback, trajectory: Trajectory | None = None
) -> None:
    DOINGS.note_failure(setback.fault)
    release_conversation(conversation, setback, trajectory)


def _run_soundly(
    conversation: Conversation, held: Held, meter: Meter
) -> tuple[Trajectory, Verdict, int]:
    """Return a run, its verdict, and how many runs were thrown away before it.

    A run in which a model's customer was at fault is done once more, the model told
    why. If it is at fault again, that run stands: scored, and marked by its verdict.
    """
    with turn():
        dataset = _suite_of(conversation)
    heed: tuple[str, ...] = ()
    for attempt in range(1, MAX_RUNS + 1):
        trajectory = _run(conversation, dataset, held, meter, (attempt, heed))
        scorer = conversation.submission.board.scorer
        verdict = score(dataset, trajectory, scorer)
        if not verdict.metrics.get("simulator_fault") or attempt == MAX_RUNS:
            break
        faults = [f for f in verdict.findings if f.kind == "simulator_fault"]
        heed = tuple(dict.fromkeys(fault.detail for fault in faults))
        logger.info("conversation %s: %s", conversation.pk, " ".join(heed))
    return trajectory, verdict, attempt - 1


def _run(
    conversation: Conversation,
    dataset: Dataset,
    held: Held,
    meter: Meter,
    told: tuple[int, Sequence[str]],
) -> Trajectory:
    """Run the conversation; `told`: which run it is, and why there is more than one."""
    with turn():
        endpoint = endpoint_of(conversation.submission)
    task = dataset.tasks[conversation.task_id]
    strategy = STRATEGIES[conversation.submission.strategy]
    board = conversation.submission.board
    nap = partial(LEASES.nap, held)
    pace = pace_of(conversation.submission, nap)
    _let_go_of_the_database()
    with (
        EndpointAssistant(endpoint, strategy, sleep=nap, pace=pace) as assistant,
        customer_of(board, *told) as customer,
    ):

        def go_on(event: Event) -> None:
            meter.add(event)
            LEASES.check(held)

        return run_conversation(
            assistant,
            customer,
            task,
            dataset=dataset,
            trial=conversation.trial,
            on_event=go_on,
        )


def _let_go_of_the_database() -> None:
    """Close this thread's connection: a conversation mostly waits for its endpoint.

    Many threads would else hold as many connections, each with pages of its own.
    """
    if not connection.in_atomic_block:
        connection.close()


def _suite_of(conversation: Conversation) -> Dataset:
    """Return the suite of the board; of an imported one with this task alone.

    Raises WrongDataset where the board is of other data than this process has.
    """
    board = conversation.submission.board
    dataset = suite_of(board, [conversation.task_id])
    here = dataset_hash(dataset) if dataset.profile == "passbook" else ""
    if here and here != board.dataset_hash:
        raise WrongDataset(
            f"This worker has dataset {here[:12]}, the board {board.dataset_hash[:12]}."
        )
    return dataset


def _setback(unavailable: ProviderUnavailable) -> Setback:
    failure = unavailable.failure
    of_customer = unavailable.side == "customer"
    words = [str(failure), failure.advice]
    if failure.request_id:
        words.append(f"The endpoint's request id: {failure.request_id}.")
    return Setback(
        Conversation.Fault.CUSTOMER if of_customer else Conversation.Fault.ENDPOINT,
        " ".join(filter(None, words)),
        retryable=not isinstance(unavailable, ProviderRefused),
        retry_after_s=failure.retry_after_s,
    )


def _ours(error: str, *, retryable: bool = True) -> Setback:
    return Setback(Conversation.Fault.PLATFORM, error, retryable)
