"""Running a claimed conversation from its first word to its stored verdict."""

import logging

from bankenv.bank import Dataset
from bankenv.dataset import load_dataset
from bankenv.scoring import score
from bankenv.tasks import Task
from bankenv.trajectory import Event, Trajectory
from leaderboard.models import Conversation
from leaderboard.services.boards import dataset_hash
from leaderboard.services.conversations import (
    Setback,
    finish_conversation,
    hand_back_conversation,
    release_conversation,
)
from leaderboard.services.credentials import UnreadableCredential
from leaderboard.services.endpoints import endpoint_of
from leaderboard.services.leases import LEASES, Held, LeaseLost, WorkerStopping
from runner.conversation import run_conversation
from runner.customers import AgendaCustomer
from runner.endpoint import InvalidSetting
from runner.endpoint_assistant import EndpointAssistant
from runner.failures import ProviderRefused, ProviderUnavailable

logger = logging.getLogger(__name__)


class WrongDataset(Exception):
    """This process has another dataset than the conversation's board."""


def execute(conversation: Conversation) -> None:
    """Run, score and record a claimed conversation, or give it back unscored.

    A fault of ours is recorded as one and raised.
    """
    # From the first moment on: what comes before the first word may take a while.
    with LEASES.keep(conversation) as held:
        _execute(conversation, held)


def _execute(conversation: Conversation, held: Held) -> None:
    name = f"conversation {conversation.pk} ({conversation.request_id})"
    try:
        trajectory = _run(conversation, held)
        scorer = conversation.submission.board.scorer
        verdict = score(load_dataset(), trajectory, scorer)
        if not finish_conversation(conversation, trajectory, verdict):
            logger.info("%s: taken away before it could be recorded", name)
    except ProviderUnavailable as failure:
        logger.info("%s: the endpoint failed: %s", name, failure.failure.kind)
        release_conversation(conversation, _setback(failure), failure.trajectory)
    except LeaseLost:
        logger.info("%s: taken away while it ran", name)
    except WorkerStopping:
        hand_back_conversation(conversation)
    except (InvalidSetting, UnreadableCredential, WrongDataset) as fault:
        logger.warning("%s: cannot be run: %s", name, fault)
        release_conversation(conversation, _ours(str(fault), retryable=False))
    except Exception as bug:  # the top of a job: noted in the row, then raised
        release_conversation(conversation, _ours(f"{type(bug).__name__}, see the log."))
        raise


def _run(conversation: Conversation, held: Held) -> Trajectory:
    dataset = load_dataset()
    task = _task_of(conversation, dataset)
    endpoint = endpoint_of(conversation.submission)
    with EndpointAssistant(endpoint) as assistant:

        def go_on(_: Event) -> None:
            LEASES.check(held)

        return run_conversation(
            assistant,
            AgendaCustomer(),
            task,
            dataset=dataset,
            trial=conversation.trial,
            on_event=go_on,
        )


def _task_of(conversation: Conversation, dataset: Dataset) -> Task:
    board = conversation.submission.board
    here = dataset_hash(dataset)
    if here != board.dataset_hash:
        raise WrongDataset(
            f"This worker has dataset {here[:12]}, the board {board.dataset_hash[:12]}."
        )
    return dataset.tasks[conversation.task_id]


def _setback(unavailable: ProviderUnavailable) -> Setback:
    failure = unavailable.failure
    words = [str(failure), failure.advice]
    if failure.request_id:
        words.append(f"The endpoint's request id: {failure.request_id}.")
    return Setback(
        Conversation.Fault.ENDPOINT,
        " ".join(filter(None, words)),
        retryable=not isinstance(unavailable, ProviderRefused),
        retry_after_s=failure.retry_after_s,
    )


def _ours(error: str, *, retryable: bool = True) -> Setback:
    return Setback(Conversation.Fault.PLATFORM, error, retryable)
