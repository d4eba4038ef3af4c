"""Files whose values are anything: each element is read or refused, never more."""

import copy
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any  # Any: JSON values

import orjson
import pytest

from bankenv.dataset import load_dataset
from bankenv.replay import replay
from bankenv.scoring import score
from bankenv.trajectory_io import from_json, to_json
from runner.recordings.formats import read, survey
from runner.recordings.items import Recording, Refused, TaskFound
from runner.recordings.stream import BrokenFile
from runner.recordings.tests.test_tau import row
from runner.recordings.tests.test_tau2 import answered, called, results, simulation

ODD: tuple[Any, ...] = (
    *(None, True, -1, 0, 2**63, 1e308, 0.1, "", "x", "\0", "é" * 300, "###STOP###"),
    *([], {}, [None], [[[]]], {"": None}, {"id": "c1"}, "nan", "2026-13-45", "user"),
)
EACH = 250


def files() -> Iterator[tuple[str, Any]]:
    dataset = load_dataset()
    task = dataset.tasks["SQ_FDC_001"]
    yield "tau", [row(trial=0), row(trial=1)]
    yield "tau2", results(simulation(called("get_user_details"), answered("{}")))
    yield "passbook", [to_json(replay(dataset, task))]


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of every value inside."""
    keys = value if isinstance(value, dict) else range(len(value))
    for key in list(keys):
        yield (*path, key)
        if isinstance(value[key], dict | list):
            yield from places(value[key], (*path, key))


def mutated(value: Any, chance: random.Random) -> Any:
    """Return a copy with a few values replaced, taken out, or put in twice."""
    made = copy.deepcopy(value)
    for _ in range(chance.randint(1, 4)):
        *path, last = chance.choice(list(places(made)))
        holder = made
        for key in path:
            holder = holder[key]
        change = chance.randrange(4)
        if change == 0:
            del holder[last]
        elif change == 1 and isinstance(holder, list):
            holder.append(copy.deepcopy(holder[last]))
        else:
            holder[last] = chance.choice(ODD)
        if not made:
            return made
    return made


@pytest.mark.parametrize(
    ("file_format", "good"), list(files()), ids=lambda v: str(v)[:8]
)
def test_whatever_the_values_are_each_element_is_read_or_refused(
    tmp_path: Path, file_format: str, good: Any
) -> None:
    chance = random.Random(20260716)  # nosec B311
    file = tmp_path / "results.json"
    seen = {"read": 0, "refused": 0, "broken": 0}
    for _ in range(EACH):
        file.write_bytes(orjson.dumps(mutated(good, chance)))
        try:
            found = survey(file, file_format)
            items = list(read(file, file_format, found.domain))
        except BrokenFile as refusal:
            assert str(refusal)
            seen["broken"] += 1
            continue
        tasks = {
            item.task.id: item.task for item in items if isinstance(item, TaskFound)
        }
        for item in items:
            if isinstance(item, Refused):
                seen["refused"] += 1
                assert item.reason
            elif isinstance(item, Recording):
                seen["read"] += 1
                check(item, tasks)
    assert min(seen.values()) > 0, seen


def check(item: Recording, tasks: dict[str, Any]) -> None:
    """A recording is JSON, reads back, and every scorer takes it."""
    document = orjson.loads(orjson.dumps(to_json(item.trajectory)))
    assert to_json(from_json(document)) == document
    if item.unscored or item.task not in tasks:
        return
    suite = replace(load_dataset(), tasks=tasks, profile="recorded")
    assert score(suite, item.trajectory, "recorded-1").sentence
