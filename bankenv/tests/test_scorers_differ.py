"""Where `passbook-1` and `published-1.0` differ, as docs/recordings.md says."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any  # Any: rows of a table

import pytest

from bankenv.dataset import load_dataset
from bankenv.replay import gold_calls, replay
from bankenv.scoring import score
from bankenv.tasks import GoldStep, Task
from bankenv.trajectory import Call, Trajectory

Calls = list[tuple[str, Any]]


def first_of(family: str) -> Task:
    return next(t for t in load_dataset().tasks.values() if t.family == family)


def verdicts(task: Task, trajectory: Trajectory) -> tuple[bool, bool]:
    """Return whether it passes by passbook-1 and by published-1.0."""
    dataset = load_dataset()
    # A copy has its own id, or it would share the cached outcome of the original.
    own = replace(task, id=f"{task.id}_copy")
    header = replace(trajectory.header, task=own.id)
    suite = replace(dataset, tasks={own.id: own})
    recorded = replace(trajectory, header=header)
    return (
        score(suite, recorded, "passbook-1").passed,
        score(suite, recorded, "published-1.0").passed,
    )


def played(task: Task, calls: Calls) -> tuple[bool, bool]:
    return verdicts(task, replay(load_dataset(), task, calls))


def with_gold(task: Task, *steps: tuple[str, dict[str, Any]]) -> Task:
    gold = tuple(
        GoldStep(number, tool, arguments, None, (), "", ())
        for number, (tool, arguments) in enumerate(steps, start=1)
    )
    return replace(task, gold=gold)


def reversed_order(task: Task) -> tuple[Task, Calls]:
    return task, gold_calls(task)[::-1]


def split_batch(task: Task) -> tuple[Task, Calls]:
    (tool, arguments), *rest = gold_calls(task)
    ids = arguments["deposit_ids"]
    return task, [*((tool, {"deposit_ids": [one]}) for one in ids), *rest]


def turned_list(task: Task) -> tuple[Task, Calls]:
    (tool, arguments), *rest = gold_calls(task)
    return task, [(tool, {"deposit_ids": arguments["deposit_ids"][::-1]}), *rest]


def default_left_out(task: Task) -> tuple[Task, Calls]:
    *reads, (tool, arguments) = gold_calls(task)
    short = {k: v for k, v in arguments.items() if k != "payout_type"}
    return task, [*reads, (tool, short)]


def one_call_for_two(task: Task) -> tuple[Task, Calls]:
    read = gold_calls(task)[0]
    return with_gold(task, read, read), [read]


def account_left_out(task: Task) -> tuple[Task, Calls]:
    account = load_dataset().tasks[task.id].customer_id
    gold = with_gold(task, ("show_mandates", {"account_id": f"SB-{account}"}))
    return gold, [("show_mandates", {})]


def failed_read(task: Task) -> tuple[Task, Calls]:
    (tool, arguments), *rest = gold_calls(task)
    return task, [(tool, {**arguments, "colour": "red"}), *rest]


def write_repeated(task: Task) -> tuple[Task, Calls]:
    calls = gold_calls(task)
    return task, [*calls, calls[-1]]


def write_first_sent_wrong(task: Task) -> tuple[Task, Calls]:
    *reads, (tool, arguments) = gold_calls(task)
    return task, [*reads, (tool, {"tenure_months": 12}), (tool, arguments)]


def status_of_another_request(task: Task) -> tuple[Task, Calls]:
    (tool, _), *rest = gold_calls(task)
    return task, [(tool, {"request_id": "SR-99999999"}), *rest]


# What it shows, the family it is shown on, how the run is made, the two verdicts.
ROWS: Sequence[tuple[str, str, Callable[[Task], tuple[Task, Calls]], bool, bool]] = (
    ("a write before its reads", "SQ_FDC", reversed_order, False, True),
    ("a batch read in several calls", "EC_AMB", split_batch, True, False),
    ("ids in another order", "EC_AMB", turned_list, True, False),
    ("a default that is left out", "SQ_FDB", default_left_out, True, False),
    ("one call for two steps", "CT_BAL", one_call_for_two, False, True),
    ("an account id that is left out", "SQ_MND", account_left_out, False, True),
    ("a read that failed", "CT_FRZ", failed_read, False, True),
    ("a write made once more", "CT_FRZ", write_repeated, False, True),
    ("another request looked up", "RT_STS", status_of_another_request, False, True),
    ("a write first sent unreadable", "SQ_FDB", write_first_sent_wrong, True, False),
)


@pytest.mark.parametrize(
    ("name", "family", "run", "ours", "published"), ROWS, ids=[row[0] for row in ROWS]
)
def test_the_scorers_differ(
    name: str, family: str, run: Any, ours: bool, published: bool
) -> None:
    task, calls = run(first_of(family))
    assert played(task, calls) == (ours, published), name


def test_a_read_in_the_answer_that_writes_came_too_late_for_us_alone() -> None:
    task = first_of("CT_FRZ")
    trajectory = replay(load_dataset(), task)
    events = [
        replace(event, turn=None)
        if isinstance(event, Call) and event.tool == task.gold[-1].tool
        else event
        for event in trajectory.events
    ]
    assert verdicts(task, replace(trajectory, events=tuple(events))) == (False, True)


def test_the_customers_own_calls_count_for_the_published_rule_alone() -> None:
    task = first_of("CT_BAL")
    trajectory = replay(load_dataset(), task)
    events = [
        replace(event, by="customer") if isinstance(event, Call) else event
        for event in trajectory.events
    ]
    assert verdicts(task, replace(trajectory, events=tuple(events))) == (False, True)
