"""The published JSON schema of trajectories says what the code writes and reads."""

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any  # Any: JSON documents

import orjson
import pytest
from jsonschema import Draft202012Validator

from bankenv.dataset import load_dataset
from bankenv.replay import gold_calls, replay
from bankenv.trajectory import Call, End, Message, Result, Trajectory, Turn
from bankenv.trajectory_io import TrajectoryError, from_json, to_json
from leaderboard.tests.recordings import freezing, quoted_closure

ROOT = Path(__file__).resolve().parents[2]
SCHEMA = orjson.loads((ROOT / "docs" / "trajectory.schema.json").read_bytes())
VALID = Draft202012Validator(SCHEMA)

Document = dict[str, Any]


def document() -> Document:
    task = quoted_closure()
    calls = [*gold_calls(task), freezing(task), ("make_coffee", {})]
    recording = replay(load_dataset(), task, calls)
    odd = (
        Message(0, 0.0, "customer", "hello"),
        Message(1, 1.5, "assistant", "", Turn(1, 10, 2, 0.1, 3.5, 1, "stop", {}, {})),
        Call(2, 2.0, "a", "x", None, raw="{", turn=Turn(2)),
        Result(3, 2.0, "a", False, {"error_code": "x"}, "unparsed"),
        End(4, 3.0, "customer_ended"),
    )
    assert not list(VALID.iter_errors(to_json(Trajectory(recording.header, odd))))
    return dict(orjson.loads(orjson.dumps(to_json(recording))))


def test_what_is_written_keeps_to_the_schema() -> None:
    assert [error.message for error in VALID.iter_errors(document())] == []


def test_the_example_in_the_documentation_keeps_to_the_schema() -> None:
    text = (ROOT / "docs" / "trajectory.md").read_text()
    example = orjson.loads(text.split("```json")[1].split("```")[0])
    assert [error.message for error in VALID.iter_errors(example)] == []
    assert to_json(from_json(example))["events"][0]["text"] == "Close my deposit."


def without_reason(found: Document) -> None:
    del found["events"][-1]["reason"]


def another_format(found: Document) -> None:
    found["format"] = "passbook.trajectory/2"


def a_stranger_speaks(found: Document) -> None:
    found["events"][0]["speaker"] = "system"


def arguments_are_a_list(found: Document) -> None:
    found["events"][1]["arguments"] = []


def an_unknown_field(found: Document) -> None:
    found["events"][1]["secret"] = "x"


@pytest.mark.parametrize(
    "spoil",
    [
        without_reason,
        another_format,
        a_stranger_speaks,
        arguments_are_a_list,
        an_unknown_field,
    ],
)
def test_the_schema_and_the_reader_refuse_the_same_documents(
    spoil: Callable[[Document], None],
) -> None:
    spoiled = copy.deepcopy(document())
    spoil(spoiled)
    assert list(VALID.iter_errors(spoiled))
    with pytest.raises(TrajectoryError):
        from_json(spoiled)


def test_every_kind_of_event_and_field_is_documented() -> None:
    text = (ROOT / "docs" / "trajectory.md").read_text()
    named = {
        name
        for part in ("header", "message", "call", "result", "end", "turn")
        for name in SCHEMA["$defs"][part]["properties"]
    }
    assert [name for name in sorted(named) if f"`{name}`" not in text] == []
