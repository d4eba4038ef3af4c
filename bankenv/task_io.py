"""Tasks as JSON: read with clear errors, written in one canonical form."""

from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import Any, TypeVar

import orjson

from bankenv.scenario import ChangeOfMind, Decision, Fact, Goal, Product, Scenario
from bankenv.tasks import AREAS, CATEGORIES, Edit, GoldStep, Task

T = TypeVar("T")


class TaskError(ValueError):
    """A task that cannot be read; the message names the task and the field."""


def task_from_json(line: bytes | str, place: str) -> Task:
    """Return the task that one JSON line holds.

    `place` (a file and line) stands in the TaskError raised for anything missing,
    unknown or of the wrong kind.
    """
    try:
        raw = orjson.loads(line)
    except orjson.JSONDecodeError as error:
        raise TaskError(f"{place}: not JSON: {error}") from None
    if not isinstance(raw, dict):
        raise TaskError(f"{place}: expected an object, found {type(raw).__name__}")
    where = f"{place} ({raw.get('id', 'no id')})"
    try:
        task = _task(raw)
    except (TypeError, ValueError, KeyError, AttributeError) as error:
        raise TaskError(f"{where}: {error}") from None
    _check(task, where)
    return task


def recorded_task_from_json(line: bytes | str) -> Task:
    """Return a task that came with an imported recording: any category, any gold.

    Reads what `task_to_json` wrote; raises TypeError or ValueError for anything else.
    """
    return _task(orjson.loads(line))


def task_to_json(task: Task) -> bytes:
    """Return the task as one JSON line without its newline, keys as declared."""
    return orjson.dumps(asdict(task))


def _task(raw: Mapping[str, Any]) -> Task:
    return _record(
        Task,
        raw,
        opening=tuple(_record(Edit, item) for item in raw.get("opening", ())),
        scenario=scenario_from_json(raw["scenario"]),
        gold=tuple(_step(item) for item in raw["gold"]),
        decoys=tuple(raw.get("decoys", ())),
    )


def scenario_from_json(raw: Mapping[str, Any]) -> Scenario:
    """Return the scenario that a JSON object holds.

    Raises KeyError, TypeError, ValueError or AttributeError for anything else.
    """
    return _record(
        Scenario,
        raw,
        opening_lines=tuple(raw["opening_lines"]),
        knows=tuple(_record(Fact, i, said=tuple(i["said"])) for i in raw["knows"]),
        products=tuple(_record(Product, item) for item in raw["products"]),
        conditions=tuple(raw["conditions"]),
        agenda=tuple(_goal(item) for item in raw["agenda"]),
    )


def _goal(raw: Mapping[str, Any]) -> Goal:
    decide, change = raw.get("decide"), raw.get("change")
    return _record(
        Goal,
        raw,
        ask=tuple(raw["ask"]),
        hear_first=tuple(raw.get("hear_first", ())),
        decide=None if decide is None else _record(Decision, decide),
        change=None if change is None else _record(ChangeOfMind, change),
    )


def _step(raw: Mapping[str, Any]) -> GoldStep:
    compare = raw["compare"]
    return _record(
        GoldStep,
        raw,
        compare=None if compare is None else tuple(compare),
        after=tuple(raw["after"]),
        rules=tuple(raw["rules"]),
    )


def _record(kind: type[T], raw: Mapping[str, Any], **made: Any) -> T:
    """Build `kind` from `raw`, with lists made tuples and unknown keys refused."""
    # Any: the fields of several dataclasses, each checked by the class's own layout.
    names = {field.name for field in fields(kind)}  # type: ignore[arg-type]
    unknown = set(raw) - names
    if unknown:
        raise ValueError(f"{kind.__name__} has no field {sorted(unknown)}")
    given = {key: tuple(v) if isinstance(v, list) else v for key, v in raw.items()}
    return kind(**{**given, **made})


def _check(task: Task, where: str) -> None:
    if task.category not in CATEGORIES:
        raise TaskError(
            f"{where}: category {task.category!r} is not one of {CATEGORIES}"
        )
    if task.area not in AREAS:
        raise TaskError(f"{where}: area {task.area!r} is not one of {AREAS}")
    if not task.gold:
        raise TaskError(f"{where}: no gold steps; a task needs at least one")
    numbers = [step.step for step in task.gold]
    if numbers != list(range(1, len(numbers) + 1)):
        raise TaskError(
            f"{where}: gold steps are numbered {numbers}, expected 1, 2, ..."
        )
    for step in task.gold:
        if any(not 1 <= earlier < step.step for earlier in step.after):
            raise TaskError(
                f"{where}: step {step.step} comes after {step.after}, "
                "expected numbers of earlier steps"
            )
