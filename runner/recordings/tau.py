"""τ-bench trajectory lists: `[{task_id, trial, reward, info, traj}, ...]`."""

from collections.abc import Iterator, Mapping
from typing import BinaryIO

from bankenv.records import JsonValue
from bankenv.scenario import Fact
from bankenv.tasks import Task
from bankenv.trajectory import Event, Header, Trajectory, Turn
from runner.recordings.domains import HAND_OVER, domain_of
from runner.recordings.events import (
    BadRecording,
    Events,
    SentCall,
    a_list,
    a_number,
    a_text,
    an_object,
    read_content,
    refusal_in,
    text_of,
)
from runner.recordings.foreign import foreign_scenario, foreign_task, gold_steps
from runner.recordings.items import Item, Recording, Refused, TaskFound
from runner.recordings.scrub import scrubbed_text
from runner.recordings.stream import pieces

SUITE = "tau-bench"
STOP = "###STOP###"


def read_tau(file: BinaryIO, domain: str = "") -> Iterator[Item]:
    """Yield the tasks and conversations of a τ-bench file, each task once.

    `domain` names the domain; the file does not, so it is told from the tools where
    it is empty. Raises BrokenFile where the file cannot be followed to its end.
    """
    tasks: dict[str, Task] = {}
    for piece in pieces(file):
        try:
            row = an_object(piece.value(), piece.place)
            task_id = _task_id(row)
            domain = domain or domain_of(_tools(row))
            task = _task(row, task_id, domain)
            if task is not None and tasks.setdefault(task_id, task) is task:
                yield TaskFound(piece.place, task)
            if task is not None and task.gold != tasks[task_id].gold:
                raise BadRecording(f"task {task_id} has other actions than before")
            yield _recording(row, task_id, piece.place)
        except ValueError as error:
            reason = str(error).removeprefix(f"{piece.place}: ")
            yield Refused(piece.place, scrubbed_text(reason))


def _task_id(row: Mapping[str, JsonValue]) -> str:
    task_id = row.get("task_id")
    if isinstance(task_id, int) and not isinstance(task_id, bool):
        return str(task_id)
    return a_text(task_id, "task_id", 64)


def _trial(row: Mapping[str, JsonValue]) -> int:
    trial = row.get("trial", 0)
    if isinstance(trial, bool) or not isinstance(trial, int) or not 0 <= trial < 1000:
        raise BadRecording(f"trial: expected a number from 0, found {str(trial)[:40]}")
    return trial + 1


def _tools(row: Mapping[str, JsonValue]) -> Iterator[str]:
    """Yield the names of the tools called and of those that gold calls."""
    rows = [*a_list(row.get("traj"), "traj"), *_actions(row)]
    for one in rows:
        if isinstance(one, Mapping) and isinstance(one.get("name"), str):
            yield one["name"]


def _definition(row: Mapping[str, JsonValue]) -> Mapping[str, JsonValue] | None:
    info = row.get("info")
    task = info.get("task") if isinstance(info, Mapping) else None
    return task if isinstance(task, Mapping) else None


def _actions(row: Mapping[str, JsonValue]) -> list[JsonValue]:
    definition = _definition(row)
    return a_list(definition.get("actions"), "info.task.actions") if definition else []


def _task(row: Mapping[str, JsonValue], task_id: str, domain: str) -> Task | None:
    """Return the task of a conversation; one that broke off does not carry it."""
    definition = _definition(row)
    if definition is None:
        return None
    outputs = a_list(definition.get("outputs"), "info.task.outputs")
    wants = str(definition.get("instruction") or "")
    told = tuple(
        Fact(slot="must_be_told", value=str(value), said=(), when="never")
        for value in outputs
    )
    gold = gold_steps(definition.get("actions"), "kwargs", "info.task.actions")
    return foreign_task(task_id, domain, foreign_scenario(wants, told), gold)


def _recording(row: Mapping[str, JsonValue], task_id: str, place: str) -> Recording:
    messages = a_list(row.get("traj"), "traj")
    events, policy = _events(messages)
    header = Header(
        task=task_id,
        trial=_trial(row),
        suite=SUITE,
        prompts={"assistant": policy} if policy else {},
        assistant={"name": "recorded"},
        customer="llm",
        tools=SUITE,
        recorded=_outcome(row),
    )
    return Recording(
        place, task_id, header.trial, Trajectory(header, events), _unscored(row)
    )


def _unscored(row: Mapping[str, JsonValue]) -> str:
    info = row.get("info")
    error = info.get("error") if isinstance(info, Mapping) else None
    if error is not None:
        return f"It broke off when it was recorded: {scrubbed_text(str(error))[:300]}"
    return "" if row.get("traj") else "Nothing was recorded of it."


def _outcome(row: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    reward = a_number(row.get("reward"), "reward")
    outcome: dict[str, JsonValue] = {"source": SUITE, "reward": reward}
    info = row.get("info")
    rewarded = info.get("reward_info") if isinstance(info, Mapping) else None
    details = rewarded.get("info") if isinstance(rewarded, Mapping) else None
    if isinstance(details, Mapping) and "r_actions" in details:
        outcome["state"] = bool(details["r_actions"])
    return outcome


def _events(messages: list[JsonValue]) -> tuple[tuple[Event, ...], str]:
    """Return the events of a conversation and its system prompt."""
    events = Events()
    policy = ""
    for position, raw in enumerate(messages):
        place = f"traj[{position}]"
        message = an_object(raw, place)
        role = message.get("role")
        if role == "system":
            policy = text_of(message.get("content"), place)
        elif role == "tool":
            _add_result(events, message, place)
        elif role in ("user", "assistant"):
            _add_turn(events, message, place)
        else:
            raise BadRecording(f"{place}.role: {str(role)[:40]!r} is not known")
    return events.end(*_ending(messages)), policy


def _add_turn(events: Events, message: Mapping[str, JsonValue], place: str) -> None:
    role = str(message["role"])
    calls = a_list(message.get("tool_calls"), f"{place}.tool_calls")
    text = text_of(message.get("content"), place)
    turn = None
    if role == "assistant":
        turn = Turn(sum(getattr(e, "turn", None) is not None for e in events.made) + 1)
    if text or not calls:
        events.message(role, text, turn=turn)
        turn = None
    for number, raw in enumerate(calls):
        here = f"{place}.tool_calls[{number}]"
        call = an_object(raw, here)
        function = an_object(call.get("function"), f"{here}.function")
        sent = SentCall(
            a_text(call.get("id") or "", f"{here}.id"),
            a_text(function.get("name"), f"{here}.function.name"),
            function.get("arguments"),
        )
        events.call(sent, turn=turn)
        turn = None


def _add_result(events: Events, message: Mapping[str, JsonValue], place: str) -> None:
    content = read_content(text_of(message.get("content"), place))
    call_id = a_text(message.get("tool_call_id") or "", f"{place}.tool_call_id")
    unknown = isinstance(content, str) and content.startswith("Unknown action")
    events.result(call_id, content, "unknown_tool" if unknown else refusal_in(content))


def _ending(messages: list[JsonValue]) -> tuple[str, str]:
    last = messages[-1] if messages else None
    if not isinstance(last, Mapping):
        return "provider_failure", "empty"
    content = last.get("content")
    if last.get("role") == "user" and isinstance(content, str) and STOP in content:
        return "customer_ended", STOP
    if last.get("role") == "tool" and last.get("name") == HAND_OVER:
        return "handed_over", ""
    return "step_limit", ""
