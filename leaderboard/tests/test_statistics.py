"""Intervals, pass^k, comparisons and ranks, against hand-made and scipy's figures."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from leaderboard.letters import meetings
from leaderboard.outcome_table import (
    meetings_of,
    neighbours_led,
    outcome_table,
)
from leaderboard.statistics import (
    holm,
    leads_p,
    leads_ps,
    pass_at_k,
    pass_hat_k,
    pass_interval,
    rank_ranges,
)

OUTCOMES = st.lists(st.lists(st.booleans(), min_size=1, max_size=4), min_size=1)


def one_trial(passed: int, tasks: int) -> list[list[bool]]:
    return [[place < passed] for place in range(tasks)]


def test_with_one_trial_the_interval_is_wilsons() -> None:
    low, high = pass_interval(one_trial(40, 100))
    wilson = binomtest(40, 100).proportion_ci(0.95, method="wilson")
    assert (low, high) == (wilson.low, wilson.high)


def test_trials_that_all_agree_are_worth_no_more_than_one() -> None:
    once = pass_interval(one_trial(40, 100))
    four_times = pass_interval([trials * 4 for trials in one_trial(40, 100)])
    assert four_times == pytest.approx(once, abs=0.01)


def test_trials_that_disagree_narrow_the_interval() -> None:
    low, high = pass_interval([[True, False]] * 100)
    once_low, once_high = pass_interval(one_trial(50, 100))
    assert once_low < low < 0.5 < high < once_high


@given(OUTCOMES)
def test_an_interval_holds_its_rate_and_is_never_empty(
    outcomes: list[list[bool]],
) -> None:
    rate = sum(map(sum, outcomes)) / sum(map(len, outcomes))
    low, high = pass_interval(outcomes)
    assert 0 <= low <= rate <= high <= 1
    assert low < high


def test_there_is_no_interval_of_nothing() -> None:
    with pytest.raises(ValueError, match="no outcomes"):
        pass_interval([[]])


def test_pass_hat_k_is_the_share_of_draws_of_k_that_all_passed() -> None:
    outcomes = [[True, True, False], [True, True, True]]
    assert pass_hat_k(outcomes) == pytest.approx([5 / 6, (1 / 3 + 1) / 2, 0.5])
    assert pass_at_k(outcomes) == pytest.approx([5 / 6, 1.0, 1.0])


def test_pass_hat_k_stops_at_the_trials_that_every_task_has() -> None:
    assert len(pass_hat_k([[True, True], [True]])) == 1
    assert pass_hat_k([[True, True], []]) == []


def by_task(passes: str) -> dict[str, str]:
    return {f"T{place}": letter for place, letter in enumerate(passes)}


def p_of(first: dict[str, str], second: dict[str, str]) -> float:
    met = meetings_of(outcome_table({"one": first, "two": second}), "one", "two")
    return leads_p(int((met.lead > 0).sum()), int((met.lead < 0).sum()))


def test_the_comparison_is_mcnemars_exact_test() -> None:
    ahead, behind = by_task("p" * 9 + "f" + "p" * 10), by_task("f" * 9 + "p" + "p" * 10)
    assert p_of(ahead, behind) == pytest.approx(binomtest(9, 10).pvalue)


def test_many_counts_at_once_give_mcnemars_p_of_each() -> None:
    counts = [(a, b) for a in (0, 1, 2, 7, 40, 413) for b in (0, 1, 6, 40, 395)]
    found = leads_ps(*zip(*counts, strict=True))
    for (ahead, behind), p in zip(counts, found, strict=True):
        if ahead + behind:
            exact = binomtest(ahead, ahead + behind).pvalue
            assert p == pytest.approx(exact, rel=1e-9)
    assert found[0] == 1.0
    assert leads_ps([], []) == []


def test_submissions_that_never_differ_cannot_be_told_apart() -> None:
    assert p_of(by_task("pfpf"), by_task("pfpf")) == 1.0


ONE = {"T1": "pp", "T2": "p", "T4": "pe", "T5": "-f"}
TWO = {"T1": "p", "T3": "f", "T4": "-f", "T5": "pp"}


def test_only_shared_tasks_and_trials_are_compared() -> None:
    met = meetings(ONE, TWO)
    assert {task: found.lead for task, found in met.items()} == {"T1": 0, "T5": -1}
    assert p_of(ONE, TWO) == 1.0


LETTERS = st.dictionaries(st.sampled_from("abcde"), st.text("pfhe-", max_size=4))


@given(LETTERS, LETTERS, LETTERS)
def test_a_table_compares_as_two_submissions_alone_do(
    first: dict[str, str], second: dict[str, str], third: dict[str, str]
) -> None:
    table = outcome_table({"1": first, "2": second, "3": third})
    found = meetings_of(table, "1", "2")
    tasks = [list(table.tasks)[place] for place in found.tasks]
    alone = meetings(first, second)
    assert tasks == list(alone)
    assert found.lead.tolist() == [one.lead for one in alone.values()]
    assert found.share.tolist() == [one.share for one in alone.values()]
    led = neighbours_led(table, ["1", "2", "3"], list(table.tasks.values()))
    for place, met in enumerate((alone, meetings(second, third))):
        leads = [one.lead for one in met.values()]
        assert led[0][place] == sum(lead > 0 for lead in leads)
        assert led[1][place] == sum(lead < 0 for lead in leads)


def test_holm_multiplies_the_smallest_most() -> None:
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm([0.5, 0.9]) == [1.0, 1.0]
    assert holm([]) == []


def test_rows_that_cannot_be_told_apart_share_a_range() -> None:
    assert rank_ranges([0.001, 0.6, 0.001]) == [(1, 1), (2, 3), (2, 3), (4, 4)]
    assert rank_ranges([]) == [(1, 1)]


def test_comparing_more_rows_takes_more_evidence() -> None:
    assert rank_ranges([0.03]) == [(1, 1), (2, 2)]
    assert rank_ranges([0.03, 0.9]) == [(1, 3)] * 3


def test_every_row_stands_within_its_range() -> None:
    for p_values in product([0.001, 0.5], repeat=4):
        for place, (best, worst) in enumerate(rank_ranges(p_values), start=1):
            assert best <= place <= worst
