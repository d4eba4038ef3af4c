"""Figures and remarks that inform but never decide the pass."""

import re
from collections.abc import Sequence
from functools import lru_cache

from bankenv.customer import Line
from bankenv.customer.simulator_faults import simulator_faults
from bankenv.records import JsonValue
from bankenv.scoring.calls import MadeCall
from bankenv.scoring.matching import Assignment
from bankenv.scoring.told import was_told
from bankenv.scoring.words import shown, shown_figure
from bankenv.tasks import Task
from bankenv.tools import TOOLS
from bankenv.trajectory import Call, End, Message, Trajectory, Turn
from bankenv.verdict import Finding


def advisory_findings(
    task: Task, trajectory: Trajectory, calls: Sequence[MadeCall]
) -> list[Finding]:
    """Return tool errors, facts the customer was not told, and tool names said."""
    said = [
        event
        for event in trajectory.events
        if isinstance(event, Message) and event.speaker == "assistant"
    ]
    return [
        *_tool_errors(calls),
        *_not_told(task, said),
        *_leaks(said),
        *_simulator_faults(trajectory),
    ]


def _tool_errors(calls: Sequence[MadeCall]) -> list[Finding]:
    return [
        Finding(
            kind="tool_error",
            detail=f"{shown(call.tool)}: {_message(call)}",
            check="tool_errors",
            event=call.event,
            advisory=True,
        )
        for call in calls
        if call.malformed
    ]


def _message(call: MadeCall) -> str:
    content = call.result.content if call.result else None
    return shown(content.get("error_message") if isinstance(content, dict) else content)


def _not_told(task: Task, said: Sequence[Message]) -> list[Finding]:
    texts = [message.text for message in said]
    return [
        Finding(
            kind="fact_not_told",
            detail=_untold(name, value),
            check="facts_told",
            advisory=True,
        )
        for name, value in task.scenario.must_be_told.items()
        if not was_told(value, texts)
    ]


def _untold(name: str, value: JsonValue) -> str:
    fact = f"{name.replace('_', ' ')} {shown_figure(name, value)}"
    return f"Never told the customer: {fact}."


def _leaks(said: Sequence[Message]) -> list[Finding]:
    findings = []
    for message in said:
        names = sorted(set(_tool_name().findall(message.text)))
        if names:
            findings.append(
                Finding(
                    kind="leaked_tool_name",
                    detail=f"Said {', '.join(names)} to the customer.",
                    check="no_leak",
                    event=message.index,
                    advisory=True,
                )
            )
    return findings


def _simulator_faults(trajectory: Trajectory) -> list[Finding]:
    """Return where a model that played the customer was at fault."""
    if trajectory.header.customer != "llm":
        return []
    messages = [e for e in trajectory.events if isinstance(e, Message)]
    return [
        Finding(
            kind="simulator_fault",
            detail=fault.detail,
            check="simulated_customer",
            event=messages[fault.line].index if messages else None,
            data={"fault": fault.kind},
            advisory=True,
        )
        for fault in simulator_faults(
            [Line(m.speaker, m.text) for m in messages],
            _left_as(trajectory),
            hidden_names(),
        )
    ]


def _left_as(trajectory: Trajectory) -> str | None:
    """Return how the customer ended the conversation; None if somebody else did."""
    last = trajectory.events[-1] if trajectory.events else None
    by_customer = isinstance(last, End) and last.reason == "customer_ended"
    return last.detail if isinstance(last, End) and by_customer else None


@lru_cache(maxsize=1)
def hidden_names() -> frozenset[str]:
    """Return the names of tools and of their fields, which no customer knows."""
    fields = {p.name for tool in TOOLS.values() for p in tool.parameters}
    return frozenset(TOOLS) | {name for name in fields if "_" in name}


@lru_cache(maxsize=1)
def _tool_name() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(TOOLS)})\b")


def metrics_of(
    task: Task,
    trajectory: Trajectory,
    calls: Sequence[MadeCall],
    assignment: Assignment,
) -> dict[str, JsonValue]:
    """Return advisory figures; what the endpoint did not report is None, never 0."""
    settled = sum(assignment.call_of(step) is not None for step in task.gold)
    return {
        "gold_completion": round(settled / len(task.gold), 4),
        **conversation_metrics(trajectory, calls),
        **_customer_metrics(trajectory),
    }


def _customer_metrics(trajectory: Trajectory) -> dict[str, JsonValue]:
    """Return whether a model that played the customer was at fault; else nothing."""
    if trajectory.header.customer != "llm":
        return {}
    return {"simulator_fault": bool(_simulator_faults(trajectory))}


def conversation_metrics(
    trajectory: Trajectory, calls: Sequence[MadeCall]
) -> dict[str, JsonValue]:
    """Return the figures that need no task."""
    turns = [t for e in trajectory.events if (t := _turn(e)) is not None]
    last = trajectory.events[-1] if trajectory.events else None
    return {
        "calls": len(calls),
        "tool_errors": sum(call.malformed for call in calls),
        "refused": sum(
            c.result is not None and c.result.error == "refused" for c in calls
        ),
        "turns": sum(
            isinstance(e, Message) and e.speaker == "customer"
            for e in trajectory.events
        ),
        "tokens_in": _total([t.tokens_in for t in turns]),
        "tokens_out": _total([t.tokens_out for t in turns]),
        "cost_usd": _total([t.cost_usd for t in turns]),
        "latency_ms": _total([t.latency_ms for t in turns]),
        "gave_up": isinstance(last, End) and last.detail == "gave_up",
    }


def _turn(event: object) -> Turn | None:
    return event.turn if isinstance(event, Message | Call) else None


def _total(figures: Sequence[float | None]) -> float | None:
    known = [figure for figure in figures if figure is not None]
    return round(sum(known), 6) if known and len(known) == len(figures) else None
