"""A scripted run: calls played on a task's opening records, ready to score."""

from collections.abc import Iterable

from bankenv.bank import Dataset
from bankenv.books import Books
from bankenv.records import JsonValue
from bankenv.tasks import Task
from bankenv.tools import TOOLS, execute
from bankenv.trajectory import (
    Call,
    End,
    Event,
    Header,
    Message,
    Result,
    Trajectory,
    Turn,
)


def gold_calls(task: Task) -> list[tuple[str, JsonValue]]:
    """Return the gold chain as (tool, arguments) pairs."""
    return [(step.tool, dict(step.arguments)) for step in task.gold]


def replay(
    dataset: Dataset,
    task: Task,
    calls: Iterable[tuple[str, JsonValue]] | None = None,
    trial: int = 1,
) -> Trajectory:
    """Return the trajectory of a scripted run, one call per answer; gold by default.

    The conversation opens with the task's first message and ends with the customer's
    leave, or as handed over after a successful hand-over.
    """
    books = Books(dataset, task.customer_id, task.opening)
    lines = task.scenario.opening_lines
    events: list[Event] = [Message(0, 0.0, "customer", lines[(trial - 1) % len(lines)])]
    reason = "customer_ended"
    for number, (tool, arguments) in enumerate(
        gold_calls(task) if calls is None else calls, start=1
    ):
        result = execute(books, tool, arguments)
        position = len(events)
        events.append(
            Call(
                index=position,
                ms=0.0,
                id=f"call_{number}",
                tool=tool,
                arguments=arguments if isinstance(arguments, dict) else None,
                turn=Turn(number),
            )
        )
        events.append(
            Result(
                index=position + 1,
                ms=0.0,
                call=f"call_{number}",
                ok=result.ok,
                content=result.content,
                error=result.error,
                changes=result.changes,
            )
        )
        if result.ok and tool in TOOLS and TOOLS[tool].kind == "hand_over":
            reason = "handed_over"
            break
    events.append(End(len(events), 0.0, reason, "scripted run"))
    return Trajectory(
        header_for(dataset, task, trial, {"name": "replay"}), tuple(events)
    )


def header_for(
    dataset: Dataset, task: Task, trial: int, assistant: dict[str, JsonValue]
) -> Header:
    """Return a header naming the dataset that a conversation ran on."""
    return Header(
        task=task.id,
        trial=trial,
        suite=f"{dataset.suite} {dataset.version}",
        dataset=dataset.hashes["bank"],
        policy=dataset.hashes["policy"],
        tools=dataset.hashes["tools"],
        assistant=assistant,
    )
