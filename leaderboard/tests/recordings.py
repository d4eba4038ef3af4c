"""Conversations as a worker would store them, from scripted calls on real tasks."""

from collections.abc import Iterable
from dataclasses import replace
from functools import cache

from bankenv.dataset import load_dataset
from bankenv.records import JsonValue
from bankenv.replay import gold_calls, replay
from bankenv.scoring import score
from bankenv.tasks import Task
from bankenv.tools import TOOLS
from bankenv.trajectory import Call, End, Message, Result, Trajectory
from leaderboard.models import Conversation, Submission
from leaderboard.services.outcomes import (
    end_reason,
    outcome_fields,
    store_finding_counts,
    store_trajectory,
)
from leaderboard.tests.factories import make_scored_conversation

Calls = Iterable[tuple[str, JsonValue]]


@cache
def quoted_closure() -> Task:
    """A task whose gold chain reads a quote before it closes a deposit."""
    tools = ("get_deposit_closure_quote", "close_deposit")
    for task in load_dataset().tasks.values():
        if set(tools) <= {step.tool for step in task.gold}:
            return task
    raise LookupError(f"no task calls {tools}")


def without(task: Task, *tools: str) -> list[tuple[str, JsonValue]]:
    """The gold calls but those of some tools."""
    return [call for call in gold_calls(task) if call[0] not in tools]


def freezing(task: Task) -> tuple[str, JsonValue]:
    """A write that nobody asks for in a closure: freezing a card, or what there is."""
    record = load_dataset().customers[task.customer_id].decode()
    assert "CARD" in record, f"{task.customer_id} has no card"
    card = record[record.index("CARD") :][:9]
    assert "toggle_card_freeze" in TOOLS
    return ("toggle_card_freeze", {"card_id": card, "state": "freeze"})


def stored(
    recording: Trajectory | Calls,
    *,
    task: Task | None = None,
    submission: Submission | None = None,
    trial: int = 1,
) -> Conversation:
    """Score a recording, or calls played on a task, and store both."""
    dataset = load_dataset()
    task = task or quoted_closure()
    if not isinstance(recording, Trajectory):
        recording = replay(dataset, task, recording, trial)
    verdict = score(dataset, recording)
    conversation = make_scored_conversation(
        submission=submission,
        **outcome_fields(verdict),
        task_id=task.id,
        family=task.family,
        category=task.category,
        area=task.area,
        trial=trial,
        end_reason=end_reason(recording),
    )
    store_trajectory(conversation, recording, verdict)
    store_finding_counts(conversation, verdict)
    return conversation


def saying(*events: Message | Call | Result, customer: str = "agenda") -> Conversation:
    """A conversation of one task in which just this is said and called."""
    played = replay(load_dataset(), quoted_closure(), [])
    end = End(len(events) + 1, 0.0, "customer_ended")
    header = replace(played.header, customer=customer)
    return stored(Trajectory(header, (played.events[0], *events, end)))
