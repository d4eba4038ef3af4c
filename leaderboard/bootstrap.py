"""Intervals by drawing tasks anew: of pass^k, and of the difference of two submissions.

The draws are seeded, so the same outcomes in any order give the same interval.
"""

from collections import Counter
from collections.abc import Sequence
from statistics import fmean

from leaderboard.statistics import CONFIDENCE, wilson

DRAWS = 2000
SEED = 20260716

Interval = tuple[float, float]


def share_intervals(columns: Sequence[Sequence[float]]) -> list[Interval]:
    """Return the 95 % interval of the mean of each column of shares, one a task.

    Every column is drawn with the same tasks. Where the tasks all agree there is
    nothing to draw, and the interval is Wilson's for as many tasks. Raises ValueError
    for columns without a task.
    """
    return [
        _around(fmean(column), drawn) or _agreeing(fmean(column), len(column))
        for column, drawn in zip(columns, _drawn(columns), strict=True)
    ]


def difference_interval(differences: Sequence[float]) -> Interval:
    """Return the 95 % interval of the mean difference of two submissions, task by task.

    Each value is between -1 and 1. Where no task tells them apart, the interval is as
    wide as so few tasks leave it. Raises ValueError for no differences.
    """
    mean = fmean(differences)
    found = _around(mean, _drawn([differences])[0])
    if found is not None:
        return found
    room = wilson(0, len(differences))[1]
    return max(mean - room, -1.0), min(mean + room, 1.0)


def _drawn(columns: Sequence[Sequence[float]]) -> list[Interval]:
    """Return percentile intervals; one without width where nothing can be drawn.

    Tasks with the same values are alike to a draw, so what is drawn is how often each
    kind of task comes: as scipy.stats.bootstrap does task by task, a hundred times as
    fast.
    """
    import numpy

    if not columns or not len(columns[0]):
        raise ValueError("no tasks: there is nothing to draw")
    kinds = Counter(zip(*columns, strict=True))
    values = sorted(kinds)
    if len(values) == 1:
        return [(value, value) for value in values[0]]
    tasks = len(columns[0])
    shares = [kinds[value] / tasks for value in values]
    rng = numpy.random.default_rng(SEED)
    means = rng.multinomial(tasks, shares, size=DRAWS) @ numpy.asarray(values) / tasks
    tail = (1 - CONFIDENCE) / 2
    lows, highs = numpy.quantile(means, [tail, 1 - tail], axis=0)
    return list(zip(lows.tolist(), highs.tolist(), strict=True))


def _around(mean: float, drawn: Interval) -> Interval | None:
    low, high = min(drawn[0], mean), max(drawn[1], mean)
    return (low, high) if high - low > 1e-9 else None


def _agreeing(share: float, tasks: int) -> Interval:
    low, high = wilson(round(share * tasks), tasks)
    return min(low, share), max(high, share)
