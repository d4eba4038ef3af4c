"""What counts of passes are worth: intervals, pass^k, comparisons, ranks.

Outcomes come as one sequence of passes for each task, one pass a trial. scipy is
imported where it is used: no page computes a figure, and it takes seconds to load.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import comb, fsum, sqrt
from statistics import NormalDist, fmean

CONFIDENCE = 0.95
SIGNIFICANT = 0.05

Outcomes = Sequence[Sequence[bool]]


def pass_interval(outcomes: Outcomes) -> tuple[float, float]:
    """Return Wilson's 95 % interval of the pass rate.

    Trials of one task resemble each other, so with several the interval is that of as
    many independent conversations as they are worth. Raises ValueError for none.
    """
    size = sum(map(len, outcomes))
    if not size:
        raise ValueError("no outcomes: there is no rate to give an interval of")
    rate = sum(map(sum, outcomes)) / size
    worth = _effective_size(outcomes, rate)
    low, high = wilson(round(rate * worth), worth)
    return min(low, rate), max(high, rate)


def wilson(passed: int, size: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval. scipy has it too, and takes a second to load."""
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    share = passed / size
    middle = share + z**2 / (2 * size)
    reach = z * sqrt(share * (1 - share) / size + z**2 / (4 * size**2))
    scale = 1 + z**2 / size
    return max((middle - reach) / scale, 0.0), min((middle + reach) / scale, 1.0)


def _effective_size(outcomes: Outcomes, rate: float) -> int:
    """Return how many independent outcomes these are worth: from tasks to all."""
    tasks, size = sum(map(bool, outcomes)), sum(map(len, outcomes))
    if tasks == size or tasks == 1:
        return tasks
    spread = fsum((sum(trials) - len(trials) * rate) ** 2 for trials in outcomes)
    variance = tasks / (tasks - 1) * spread / size**2
    if rate in (0, 1):
        return tasks
    worth = rate * (1 - rate) / variance if variance else size
    return round(min(max(worth, tasks), size))


def pass_hat_k(outcomes: Outcomes) -> list[float]:
    """Return pass^1, pass^2, ... up to the trials that every task has.

    pass^k is the chance that k trials of a task, drawn from those run, all passed;
    averaged over tasks.
    """
    return [fmean(column) for column in hat_shares(outcomes)]


def pass_at_k(outcomes: Outcomes) -> list[float]:
    """Return pass@1, pass@2, ...: the chance that at least one of k trials passed."""
    return [fmean(column) for column in at_shares(outcomes)]


def hat_shares(outcomes: Outcomes) -> list[list[float]]:
    """Return for k = 1, 2, ... each task's share of draws of k that all passed."""
    counts = _counts(outcomes)
    return [
        [_drawn_alike(passed, size, k) for passed, size in counts]
        for k in _trial_counts(outcomes)
    ]


def at_shares(outcomes: Outcomes) -> list[list[float]]:
    """Return for k = 1, 2, ... each task's share of draws of k with a pass."""
    counts = _counts(outcomes)
    return [
        [1 - _drawn_alike(size - passed, size, k) for passed, size in counts]
        for k in _trial_counts(outcomes)
    ]


def _counts(outcomes: Outcomes) -> list[tuple[int, int]]:
    """Return of each task how many trials passed, of how many."""
    return [(sum(trials), len(trials)) for trials in outcomes]


@lru_cache(maxsize=10_000)  # thousands of tasks have the same few counts
def _drawn_alike(alike: int, size: int, k: int) -> float:
    """Return the share of draws of k of `size` trials that only draw the alike ones."""
    return comb(alike, k) / comb(size, k)


def _trial_counts(outcomes: Outcomes) -> range:
    return range(1, min(map(len, outcomes), default=0) + 1)


def leads_p(ahead: int, behind: int) -> float:
    """Return the two-sided exact p of `ahead` tasks against `behind` (McNemar).

    With one trial a task is ahead where the first alone passed it; with more, where it
    passed more of the trials that both have. 1.0 where no task differs.
    """
    return leads_ps([ahead], [behind])[0]


def leads_ps(ahead: Sequence[int], behind: Sequence[int]) -> list[float]:
    """Return the p of each pair of counts: as leads_p, for thousands at once.

    Both tails of a fair coin are alike, so p is twice the smaller one.
    """
    import numpy
    from scipy.special import bdtr

    fewer, total = numpy.minimum(ahead, behind), numpy.add(ahead, behind)
    found: list[float] = numpy.minimum(2 * bdtr(fewer, total, 0.5), 1.0).tolist()
    return found


def holm(p_values: Sequence[float]) -> list[float]:
    """Return the p values adjusted for their number by Holm's method, in order."""
    adjusted = [0.0] * len(p_values)
    highest = 0.0
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    for place, index in enumerate(order):
        highest = max(highest, (len(p_values) - place) * p_values[index])
        adjusted[index] = min(highest, 1.0)
    return adjusted


def rank_ranges(neighbours: Sequence[float]) -> list[tuple[int, int]]:
    """Return the (best, worst) rank of each of n rows, given best first.

    `neighbours` holds the n - 1 unadjusted p values between each row and the next;
    rows that cannot be told apart at 5 %, directly or through others, share a range.
    """
    ranges: list[tuple[int, int]] = []
    start = 0
    parted = [p < SIGNIFICANT for p in holm(neighbours)] + [True]
    for place, ends_here in enumerate(parted):
        if ends_here:
            ranges += [(start + 1, place + 1)] * (place + 1 - start)
            start = place + 1
    return ranges
