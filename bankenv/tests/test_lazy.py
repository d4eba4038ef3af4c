"""An assistant that looks nothing up must end wrong in half of the graded tasks."""

from collections.abc import Iterator

import pytest

from bankenv.dataset import load_dataset
from bankenv.lazy import (
    JUDGED,
    MOST_RIGHT,
    LazyShare,
    lazy_calls,
    lazy_shares,
    most_right,
    share_right,
)
from bankenv.tasks import Task
from bankenv.tools import TOOLS


@pytest.fixture(scope="module")
def shares() -> tuple[LazyShare, ...]:
    return lazy_shares(load_dataset())


def judged() -> Iterator[Task]:
    tasks = load_dataset().tasks.values()
    yield from (task for task in tasks if task.category in JUDGED)


def test_half_of_all_sequencing_and_edge_case_tasks_need_their_reads(
    shares: tuple[LazyShare, ...],
) -> None:
    assert share_right(shares) <= MOST_RIGHT
    assert list(most_right(shares)) == []
    for category in JUDGED:
        of_it = tuple(one for one in shares if one.category == category)
        assert share_right(of_it) <= MOST_RIGHT, category


def test_every_judged_task_is_counted_once(shares: tuple[LazyShare, ...]) -> None:
    assert sum(one.tasks for one in shares) == len(list(judged()))
    assert all(0 <= one.right <= one.tasks for one in shares)


def test_the_lazy_path_reads_nothing_and_names_only_what_is_shown() -> None:
    dataset = load_dataset()
    for task in judged():
        for tool, arguments in lazy_calls(dataset, task):
            assert TOOLS[tool].kind != "read"
            assert "mandate_id" not in arguments, task.id


def test_the_lazy_path_takes_the_branch_that_is_named_first() -> None:
    dataset = load_dataset()
    tasks = [task for task in dataset.tasks.values() if task.family == "SQ_FDC"]
    assert tasks
    for task in tasks:
        tools = [tool for tool, _ in lazy_calls(dataset, task)]
        assert tools == ["close_deposit"], task.id


def test_too_many_right_endings_are_a_fault_that_names_the_worst_families() -> None:
    shares = (
        LazyShare("SQ_ONE", "sequencing", 10, 9),
        LazyShare("EC_TWO", "edge_case", 10, 2),
    )
    (words,) = most_right(shares)
    assert "55%" in words and "SQ_ONE 9/10" in words
    assert list(most_right(shares[1:])) == []
    assert share_right(()) == 0.0
