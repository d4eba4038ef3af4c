"""τ-bench trajectory lists: `[{task_id, trial, reward, info, traj}, ...]`."""

from collections.abc import Iterator, Mapping
from typing import BinaryIO

from bankenv.records import JsonValue
from bankenv.scenario import Fact
from bankenv.trajectory import Event, Header, Trajectory, Turn
from runner.recordings.domains import HAND_OVER, domain_of
from runner.recordings.events import (
    BadRecording,
    Events,
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
    seen: set[str] = set()
    for piece in pieces(file):
        try:
            row = an_object(piece.value(), piece.place)
            task_id = _task_id(row)
            domain = domain or domain_of(_tools(row))
            if task_id not in seen and isinstance(row.get("info"), Mapping):
                found = _task(row, task_id, domain)
                if found is not None:
                    seen.add(task_id)
                    yield TaskFound(piece.place, found)
            yield _recording(row, task_id, piece.place, domain)
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
    for message in a_list(row.get("traj"), "traj"):
        if isinstance(message, Mapping) and isinstance(message.get("name"), str):
            yield message["name"]
    info = row.get("info")
    task = info.get("task") if isinstance(info, Mapping) else None
    for action in a_list(task.get("actions"), "actions") if isinstance(task, Mapping) else []:
        if isinstance(action, Mapping) and isinstance(action.get("name"), str):
            yield action["name"]


def _task(row: Mapping[str, JsonValue], task_id: str, domain: str):  # type: ignore[no-untyped-def]
    raise NotImplementedError
