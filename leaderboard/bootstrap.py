"""Intervals by drawing tasks anew: of pass^k, and of the difference of two submissions.

The draws are seeded, so the same outcomes give the same interval. scipy is imported
where it is used: no page computes a figure, and it takes seconds to load.
"""

from collections.abc import Sequence

from leaderboard.statistics import CONFIDENCE

DRAWS = 2000
AT_ONCE = 200  # draws held in memory
SEED = 20260716

Interval = tuple[float, float]


def share_intervals(columns: Sequence[Sequence[float]]) -> list[Interval]:
    """Return the 95 % interval of the mean of each column of shares, one a task.

    Every column is drawn with the same tasks. Where the tasks all agree there is
    nothing to draw, and the interval is Wilson's for as many tasks. Raises ValueError
    for columns without a task.
    """
    return [
        _around(_mean(column), drawn) or _agreeing(_mean(column), len(column))
        for column, drawn in zip(columns, _drawn(columns), strict=True)
    ]


def difference_interval(differences: Sequence[float]) -> Interval:
    """Return the 95 % interval of the mean difference of two submissions, task by task.

    Each value is between -1 and 1. Where no task tells them apart, the interval is as
    wide as so few tasks leave it. Raises ValueError for no differences.
    """
    mean = _mean(differences)
    found = _around(mean, _drawn([differences])[0])
    if found is not None:
        return found
    room = wilson(0, len(differences))[1]
    return max(mean - room, -1.0), min(mean + room, 1.0)


def wilson(passed: int, size: int) -> Interval:
    """Return Wilson's 95 % interval of `passed` of `size`."""
    from scipy.stats import binomtest

    found = binomtest(passed, size).proportion_ci(CONFIDENCE, method="wilson")
    return float(found.low), float(found.high)


def _drawn(columns: Sequence[Sequence[float]]) -> list[Interval]:
    """Return percentile intervals; one without width where nothing can be drawn."""
    import numpy
    from scipy.stats import bootstrap

    if not columns or not len(columns[0]):
        raise ValueError("no tasks: there is nothing to draw")
    if len(columns[0]) == 1:
        return [(column[0], column[0]) for column in columns]
    found = bootstrap(
        (numpy.asarray(columns, dtype=float),),
        numpy.mean,
        axis=-1,
        n_resamples=DRAWS,
        batch=AT_ONCE,
        method="percentile",
        confidence_level=CONFIDENCE,
        rng=numpy.random.default_rng(SEED),
    ).confidence_interval
    return [
        (float(low), float(high))
        for low, high in zip(found.low, found.high, strict=True)
    ]


def _around(mean: float, drawn: Interval) -> Interval | None:
    low, high = min(drawn[0], mean), max(drawn[1], mean)
    return (low, high) if high - low > 1e-9 else None


def _agreeing(share: float, tasks: int) -> Interval:
    low, high = wilson(round(share * tasks), tasks)
    return min(low, share), max(high, share)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
