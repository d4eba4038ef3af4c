"""Whether a recording can be believed: every call made again, every answer compared."""

from bankenv.bank import Dataset
from bankenv.published.execution import MUTATING, execute, open_ledger
from bankenv.published.normal import same_state
from bankenv.records import JsonValue
from bankenv.scoring.calls import made_calls
from bankenv.scoring.state import IGNORED, replay_calls
from bankenv.tasks import Task
from bankenv.trajectory import Trajectory

# Sentences of the bank may be worded anew; what they stand for may not differ.
WORDING = IGNORED | {"error_message", "disclaimer", "recurring_commitment"}


def first_false_answer(
    dataset: Dataset, task: Task, trajectory: Trajectory
) -> int | None:
    """Return the event of the first answer that the bank does not give, or None.

    Reads are made again too: a scorer believes what a recording says was answered. The
    published bank never looks at reads again, so there only writes are.
    """
    if dataset.profile == "recorded":
        return None
    if dataset.profile == "published":
        return _first_false_write(dataset, task, trajectory)
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


def _first_false_write(
    dataset: Dataset, task: Task, trajectory: Trajectory
) -> int | None:
    """Return the first write whose answer the published bank does not give, or None.

    Two failures are equal, and so are two refusals of one code: their words are free.
    """
    ledger = open_ledger(dataset, task)
    for call in made_calls(trajectory):
        if call.tool not in MUTATING or call.result is None:
            continue
        answer = execute(ledger, call.tool, _sent(trajectory, call.event))
        if _kind(answer.error) != _kind(call.result.error):
            return call.event
        contents = (_plain(answer.content), _plain(call.result.content))
        if not _failed(answer.error) and not same_state(*contents):
            return call.event
    return None


def _failed(error: str | None) -> bool:
    return error not in (None, "refused")


def _kind(error: str | None) -> str | None:
    return "failed" if _failed(error) else error


def _sent(trajectory: Trajectory, event: int) -> JsonValue:
    return getattr(trajectory.events[event], "arguments", None)


def _plain(value: JsonValue) -> JsonValue:
    if isinstance(value, dict):
        return {k: _plain(v) for k, v in value.items() if k not in WORDING}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value
