"""Intervals of drawn tasks: the same twice, never empty, around their figure."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leaderboard.bootstrap import difference_interval, share_intervals, wilson

LEADS = st.lists(st.sampled_from([-1.0, -0.5, 0.0, 0.5, 1.0]), min_size=1, max_size=30)
SHARES = st.lists(st.sampled_from([0.0, 0.5, 1.0]), min_size=1, max_size=30)


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


def test_there_is_no_interval_of_nothing() -> None:
    with pytest.raises(ValueError, match="no tasks"):
        share_intervals([[]])
