"""Submissions of ours as τ²-bench `results.json`, an element at a time."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import chain
from typing import Any  # Any: JSON values that are built up
from uuid import NAMESPACE_URL, uuid5

import orjson

from bankenv.bank import Dataset
from bankenv.records import JsonValue
from bankenv.tasks import Task
from bankenv.trajectory import Call, End, Event, Message, Result, Trajectory
from bankenv.trajectory_io import to_json
from bankenv.verdict import Verdict
from runner.recordings.domains import OWN_DOMAIN
from runner.recordings.tau2_simulation import (
    EXTRA,
    differing_fields,
    read_simulation,
)
from runner.recordings.tau2_task import BASIS, write_action, write_task

REASONS = {
    "customer_ended": "user_stop",
    "handed_over": "user_stop",
    "assistant_ended": "agent_stop",
    "step_limit": "max_steps",
    "tool_error_limit": "too_many_errors",
    "protocol_breach": "agent_error",
}
PASSED = "passed"


def write_results(
    dataset: Dataset,
    info: Mapping[str, Any],
    tasks: Iterable[Task],
    simulations: Iterable[Mapping[str, Any]],
) -> Iterator[bytes]:
    """Yield a results file in parts; `simulations` come from `write_simulation`."""
    yield b'{"timestamp":null,"info":' + orjson.dumps(info) + b',"tasks":'
    yield from _listed(write_task(dataset, task) for task in tasks)
    yield b',"simulations":'
    yield from _listed(simulations)
    yield b',"simulation_index":null}\n'


def _listed(rows: Iterable[Mapping[str, Any]]) -> Iterator[bytes]:
    separators = chain([b"["], (b"," for _ in iter(int, 1)))
    empty = True
    for row, separator in zip(rows, separators, strict=False):
        empty = False
        yield separator + orjson.dumps(row)
    yield b"[]" if empty else b"]"


def results_info(
    dataset: Dataset, *, trials: int, model: str, parameters: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the `info` block: what was run, without keys or addresses."""
    return {
        "git_commit": "unknown",
        "num_trials": trials,
        "max_steps": 200,
        "max_errors": 10,
        "user_info": {
            "implementation": "agenda",
            "llm": None,
            "llm_args": None,
            "global_simulation_guidelines": None,
            "persona_config": None,
        },
        "agent_info": {
            "implementation": "passbook",
            "llm": model or None,
            "llm_args": dict(parameters),
        },
        "environment_info": {
            "domain_name": OWN_DOMAIN,
            "policy": dataset.policy.text,
            "tool_defs": None,
        },
        "seed": None,
    }


def write_simulation(
    dataset: Dataset, task: Task, trajectory: Trajectory, verdict: Verdict | None
) -> dict[str, Any]:
    """Return a conversation as a simulation that reads back as exactly this one.

    What the format has no place for stands under `passbook`, which its readers skip.
    """
    simulation = _plain(dataset, trajectory)
    simulation["reward_info"] = (
        None if verdict is None else _reward_info(dataset, task, verdict)
    )
    bare = replace(trajectory, header=replace(trajectory.header, recorded={}))
    read = read_simulation(simulation, "").trajectory
    same = len(read.events) == len(bare.events)
    simulation[EXTRA] = {
        "header": to_json(bare)["header"],
        "events": differing_fields(read, bare) if same else None,
    }
    if not same:
        simulation[EXTRA]["whole"] = to_json(bare)["events"]
    return simulation


def _plain(dataset: Dataset, trajectory: Trajectory) -> dict[str, Any]:
    header = trajectory.header
    start = datetime(
        dataset.clock.year, dataset.clock.month, dataset.clock.day, tzinfo=UTC
    )
    last = trajectory.events[-1] if trajectory.events else None
    seconds = last.ms / 1000 if last else 0.0
    name = orjson.dumps(to_json(trajectory))
    return {
        "id": str(uuid5(NAMESPACE_URL, name.hex())),
        "task_id": header.task,
        "timestamp": _moment(start, 0.0),
        "start_time": _moment(start, 0.0),
        "end_time": _moment(start, seconds * 1000),
        "duration": seconds,
        "termination_reason": _reason(last),
        "agent_cost": None,
        "user_cost": None,
        "reward_info": None,
        "messages": list(_messages(trajectory.events, start)),
        "trial": header.trial - 1,
        "seed": None,
        "mode": "half_duplex",
        "info": None,
        "policy": None,
    }


def _moment(start: datetime, ms: float) -> str:
    moment = start + timedelta(milliseconds=min(max(ms, 0.0), 1e12))
    return moment.replace(tzinfo=None).isoformat()


def _reason(last: Event | None) -> str:
    if not isinstance(last, End):
        return "infrastructure_error"
    return REASONS.get(last.reason, "infrastructure_error")


def _messages(events: Iterable[Event], start: datetime) -> Iterator[dict[str, Any]]:
    """Yield messages; the calls of one answer stand in one message with its words."""
    answer: dict[str, Any] | None = None
    for event in events:
        joins = answer is not None and isinstance(event, Call) and event.turn is None
        if answer is not None and not joins:
            yield answer
            answer = None
        if isinstance(event, Message) and event.speaker == "customer":
            yield _said("user", event.text, _moment(start, event.ms))
        elif isinstance(event, Message):
            answer = _said("assistant", event.text, _moment(start, event.ms))
            answer |= _cost(event)
        elif isinstance(event, Call):
            answer = answer or _called(event, start)
            answer["tool_calls"] = [*(answer["tool_calls"] or []), _call(event)]
        elif isinstance(event, Result):
            yield _result(event, start)
    if answer is not None:
        yield answer


def _said(role: str, text: str | None, moment: str) -> dict[str, Any]:
    return {
        "role": role,
        "content": text,
        "tool_calls": None,
        "turn_idx": None,
        "timestamp": moment,
        "cost": None,
        "usage": None,
        "raw_data": None,
    }


def _called(event: Call, start: datetime) -> dict[str, Any]:
    role = "user" if event.by == "customer" else "assistant"
    return _said(role, None, _moment(start, event.ms)) | _cost(event)


def _cost(event: Message | Call) -> dict[str, Any]:
    turn = event.turn
    if turn is None:
        return {}
    known = turn.tokens_in is not None and turn.tokens_out is not None
    return {
        "cost": turn.cost_usd,
        "usage": {
            "prompt_tokens": turn.tokens_in,
            "completion_tokens": turn.tokens_out,
        }
        if known
        else None,
    }


def _call(event: Call) -> dict[str, Any]:
    return {
        "id": event.id,
        "name": event.tool,
        "arguments": event.arguments or {},
        "requestor": "user" if event.by == "customer" else "assistant",
    }


def _result(event: Result, start: datetime) -> dict[str, Any]:
    return {
        "id": event.call,
        "role": "tool",
        "content": _content(event.content),
        "requestor": "assistant",
        "error": event.error not in (None, "refused"),
        "turn_idx": None,
        "timestamp": _moment(start, event.ms),
    }


def _content(content: JsonValue) -> str:
    return content if isinstance(content, str) else orjson.dumps(content).decode()


def _reward_info(dataset: Dataset, task: Task, verdict: Verdict) -> dict[str, Any]:
    state = 1.0 if verdict.final_state_passed else 0.0
    return {
        "reward": 1.0 if verdict.passed else 0.0,
        "db_check": {"db_match": verdict.final_state_passed, "db_reward": state},
        "env_assertions": None,
        "action_checks": [
            {
                "action": write_action(task, step),
                "action_match": step.step in verdict.matches,
                "action_reward": 1.0 if step.step in verdict.matches else 0.0,
                "tool_type": _tool_type(dataset.kind_of(step.tool)),
            }
            for step in task.gold
        ],
        "nl_assertions": None,
        "communicate_checks": None,
        "reward_basis": BASIS,
        "reward_breakdown": None,
        "info": {"scorer": verdict.scorer},
    }


def _tool_type(kind: str) -> str | None:
    return {"hand_over": "generic", "unknown": None}.get(kind, kind)
