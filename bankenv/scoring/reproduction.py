"""Whether a recording can be believed: every call made again, every answer compared."""

from bankenv.bank import Dataset
from bankenv.records import JsonValue
from bankenv.scoring.calls import made_calls
from bankenv.scoring.state import IGNORED, replay_calls
from bankenv.tasks import Task
from bankenv.trajectory import Trajectory

# Sentences of the bank may be worded anew; what they stand for may not differ.
WORDING = IGNORED | {"error_message", "disclaimer"}


def first_false_answer(
    dataset: Dataset, task: Task, trajectory: Trajectory
) -> int | None:
    """Return the event of the first answer that the bank does not give, or None.

    Reads are made again too: a scorer believes what a recording says was answered.
    """
    calls = [call for call in made_calls(trajectory) if call.result is not None]
    asked = [(call.tool, _sent(trajectory, call.event)) for call in calls]
    answers = replay_calls(dataset, task, asked).results
    for call, answer in zip(calls, answers, strict=True):
        result = call.result
        if result is None or result.ok != answer.ok:
            return call.event
        if _plain(result.content) != _plain(answer.content):
            return call.event
    return None


def _sent(trajectory: Trajectory, event: int) -> JsonValue:
    return getattr(trajectory.events[event], "arguments", None)


def _plain(value: JsonValue) -> JsonValue:
    if isinstance(value, dict):
        return {k: _plain(v) for k, v in value.items() if k not in WORDING}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value
