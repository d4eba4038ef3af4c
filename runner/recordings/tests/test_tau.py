"""τ-bench trajectory lists."""

from io import BytesIO
from typing import Any  # Any: JSON values

import orjson
import pytest

from bankenv.trajectory import Call, End, Message, Result
from runner.recordings.items import Recording, Refused, TaskFound
from runner.recordings.tau import read_tau


def row(**changes: Any) -> dict[str, Any]:
    call = {"name": "get_reservation_details", "arguments": '{"reservation_id": "A1"}'}
    return {
        "task_id": 3,
        "trial": 1,
        "reward": 1.0,
        "info": {
            "task": {
                "instruction": "Cancel A1.",
                "outputs": ["327"],
                "actions": [
                    {
                        "name": "get_reservation_details",
                        "kwargs": {"reservation_id": "A1"},
                    }
                ],
            },
            "reward_info": {"reward": 1.0, "info": {"r_actions": True}},
        },
        "traj": [
            {"role": "system", "content": "The policy."},
            {"role": "user", "content": "Hello"},
            {
                "role": "assistant",
                "content": None,
                "tool_calls": [{"id": "c1", "type": "function", "function": call}],
            },
            {"role": "tool", "tool_call_id": "c1", "name": "x", "content": '{"a": 1}'},
            {"role": "user", "content": "Bye ###STOP###"},
        ],
        **changes,
    }


def read(*rows: object) -> list[Any]:
    return list(read_tau(BytesIO(orjson.dumps(list(rows)))))


def test_messages_calls_and_answers_become_events() -> None:
    task, recording = read(row())
    assert isinstance(task, TaskFound)
    assert task.task.gold[0].arguments == {"reservation_id": "A1"}
    kinds = [type(event) for event in recording.trajectory.events]
    assert kinds == [Message, Call, Result, Message, End]
    assert recording.trajectory.events[1].arguments == {"reservation_id": "A1"}
    assert recording.trajectory.events[2].content == {"a": 1}
    assert recording.trajectory.header.prompts == {"assistant": "The policy."}


def test_trials_count_from_one_and_the_reward_is_kept() -> None:
    recording = read(row())[1]
    assert (recording.task, recording.trial) == ("3", 2)
    assert recording.trajectory.header.recorded["reward"] == 1.0
    assert recording.trajectory.header.recorded["state"] is True


def test_a_task_is_told_once_and_may_not_change() -> None:
    other = row(trial=2)
    other["info"]["task"]["actions"] = []
    found = read(row(), row(trial=0), other)
    assert sum(isinstance(item, TaskFound) for item in found) == 1
    assert isinstance(found[-1], Refused)
    assert "other actions" in found[-1].reason


def test_what_broke_off_is_not_scored() -> None:
    found = read(row(info={"error": "timeout sk-abcdefghijklmnopqrst"}, traj=[]))
    assert isinstance(found[0], Recording)
    assert "timeout [removed]" in found[0].unscored


def test_a_refused_conversation_names_its_place_and_leaves_the_others() -> None:
    found = read(row(), row(trial=-1), row(trial=2, traj=[{"role": "robot"}]))
    refused = [item for item in found if isinstance(item, Refused)]
    assert "element[1]" in refused[0].place
    assert "trial" in refused[0].reason
    assert "traj[0].role" in refused[1].reason


@pytest.mark.parametrize("arguments", ["{broken", "[1]", None, ""])
def test_arguments_that_are_no_object_stay_readable(arguments: str | None) -> None:
    one = row()
    one["traj"][2]["tool_calls"][0]["function"]["arguments"] = arguments
    call = read(one)[1].trajectory.events[1]
    assert call.arguments == ({} if not arguments else None)
    assert call.raw == (arguments or None)
