"""Intervals of drawn tasks: the same twice, never empty, around their figure."""

import random
from collections.abc import Callable

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import bootstrap

from leaderboard.bootstrap import Interval, difference_intervals, share_intervals
from leaderboard.statistics import wilson

LEADS = st.lists(st.sampled_from([-1.0, -0.5, 0.0, 0.5, 1.0]), min_size=1, max_size=30)
SHARES = st.lists(st.sampled_from([0.0, 0.5, 1.0]), min_size=1, max_size=30)


def difference_interval(leads: list[float]) -> Interval:
    return difference_intervals([leads])[0]


@given(LEADS)
def test_a_difference_lies_inside_an_interval_that_is_never_empty(
    leads: list[float],
) -> None:
    low, high = difference_interval(leads)
    assert -1 <= low <= sum(leads) / len(leads) <= high <= 1
    assert low < high


@given(SHARES)
def test_a_share_lies_inside_an_interval_that_is_never_empty(
    shares: list[float],
) -> None:
    low, high = share_intervals([shares])[0]
    assert 0 <= low <= sum(shares) / len(shares) <= high <= 1
    assert low < high


def test_the_same_outcomes_give_the_same_interval() -> None:
    leads = [1.0, 0.0, -1.0, 0.5] * 10
    assert difference_interval(leads) == difference_interval(list(leads))


@given(LEADS, st.randoms())
def test_the_order_of_the_tasks_is_no_matter(
    leads: list[float], dice: random.Random
) -> None:
    shuffled = dice.sample(leads, len(leads))
    assert difference_interval(shuffled) == difference_interval(leads)


@pytest.mark.parametrize("tasks", [12, 200])
def test_drawing_kinds_of_tasks_agrees_with_drawing_tasks(tasks: int) -> None:
    dice = random.Random(tasks)
    leads = [dice.choice([-1.0, -0.25, 0.0, 0.25, 0.5, 1.0]) for _ in range(tasks)]
    drawn = bootstrap(
        (leads,), numpy.mean, n_resamples=20_000, method="percentile", rng=1
    ).confidence_interval
    width = drawn.high - drawn.low
    assert difference_interval(leads) == pytest.approx(tuple(drawn), abs=width / 20)


def test_columns_are_drawn_with_the_same_tasks() -> None:
    column = [1.0, 0.5, 0.0, 0.0, 0.5] * 6
    same, other = share_intervals([column, [share / 2 for share in column]])
    assert (other[0] * 2, other[1] * 2) == pytest.approx(same)


def test_with_one_trial_drawing_agrees_with_wilson() -> None:
    low, high = share_intervals([[1.0] * 849 + [0.0] * 151])[0]
    assert (low, high) == pytest.approx(wilson(849, 1000), abs=0.004)


def test_more_tasks_narrow_the_interval_of_a_difference() -> None:
    few = difference_interval([1.0, 0.0, 0.0, -1.0] * 5)
    many = difference_interval([1.0, 0.0, 0.0, -1.0] * 100)
    assert many[1] - many[0] < (few[1] - few[0]) / 3


def test_tasks_that_never_differ_leave_as_much_room_as_they_are_few() -> None:
    assert difference_interval([0.0] * 4)[1] == pytest.approx(wilson(0, 4)[1])
    assert difference_interval([1.0] * 4)[1] == 1.0


def test_rows_that_are_drawn_together_are_drawn_as_if_alone() -> None:
    rows = [[1.0, 0.0, -1.0], [0.5] * 4, [0.0, 1.0, 1.0], [1.0, -0.5]]
    assert difference_intervals(rows) == [difference_interval(row) for row in rows]


@pytest.mark.parametrize("intervals", [share_intervals, difference_intervals])
def test_there_is_no_interval_of_nothing(
    intervals: Callable[[list[list[float]]], list[Interval]],
) -> None:
    with pytest.raises(ValueError, match="no tasks"):
        intervals([[]])
