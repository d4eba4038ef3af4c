"""Intervals by drawing tasks anew: of pass^k, and of the difference of two submissions.

The draws are seeded, so the same outcomes in any order give the same interval.
"""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from statistics import fmean
from typing import Any  # Any: numpy arrays

from leaderboard.statistics import CONFIDENCE, wilson

DRAWS = 2000
SEED = 20260716
BLOCK = 200  # rows of means in memory at once

Interval = tuple[float, float]


def share_intervals(columns: Sequence[Sequence[float]]) -> list[Interval]:
    """Return the 95 % interval of the mean of each column of shares, one a task.

    Every column is drawn with the same tasks. Where the tasks all agree there is
    nothing to draw, and the interval is Wilson's for as many tasks. Raises ValueError
    for columns without a task.
    """
    return [
        _around(fmean(column), drawn) or _agreeing(fmean(column), len(column))
        for column, drawn in zip(columns, _spread(_means(columns)), strict=True)
    ]


def difference_intervals(rows: Sequence[Sequence[float]]) -> list[Interval]:
    """Return the 95 % interval of the mean of each row: one submission less another.

    A row holds a value between -1 and 1 for each task. Where no task tells two apart,
    the interval is as wide as so few tasks leave it. Raises ValueError for a row of
    none.
    """
    found: dict[int, Interval] = {}
    # By their length: rows of as many tasks are drawn with the same draws.
    places = sorted(range(len(rows)), key=lambda at: len(rows[at]))
    for block in (places[at : at + BLOCK] for at in range(0, len(rows), BLOCK)):
        means = [mean for place in block for mean in _means([rows[place]])]
        for place, drawn in zip(block, _spread(means), strict=True):
            mean = fmean(rows[place])
            found[place] = _around(mean, drawn) or _no_wider(mean, len(rows[place]))
    return [found[place] for place in range(len(rows))]


def _means(columns: Sequence[Sequence[float]]) -> Any:
    """Return the mean of each column in each draw of tasks.

    Tasks with the same values are alike to a draw, so what is drawn is how often each
    kind of task comes: as scipy.stats.bootstrap does task by task, a thousand times as
    fast.
    """
    import numpy

    if not columns or not len(columns[0]):
        raise ValueError("no tasks: there is nothing to draw")
    kinds = sorted(Counter(zip(*columns, strict=True)).items())
    ends = numpy.cumsum([number for _, number in kinds])
    tasks = len(columns[0])
    came = numpy.diff(_draws(tasks)[ends], axis=0, prepend=0)
    return numpy.asarray([values for values, _ in kinds]).T @ came / tasks


def _spread(means: Any) -> list[Interval]:
    """Return between which two values 95 % of each row of means lie."""
    import numpy

    tail = (1 - CONFIDENCE) / 2
    lows, highs = numpy.quantile(means, [tail, 1 - tail], axis=1)
    return list(zip(lows.tolist(), highs.tolist(), strict=True))


@lru_cache(maxsize=8)  # 4 MB for a thousand tasks; a board and its categories
def _draws(tasks: int) -> Any:
    """Return in how many of a draw's tasks are among the first 0, 1, 2, ... of all.

    Tasks are in the order of their kinds, each drawn as often as chance has it: an
    array of tasks + 1 by DRAWS.
    """
    import numpy

    rng = numpy.random.default_rng(SEED)
    drawn = rng.integers(tasks, size=(DRAWS, tasks))
    drawn += tasks * numpy.arange(DRAWS)[:, None]
    came = numpy.bincount(drawn.ravel(), minlength=DRAWS * tasks)
    among = came.reshape(DRAWS, tasks).T.cumsum(axis=0)
    none = numpy.zeros((1, DRAWS), among.dtype)
    return numpy.concatenate([none, among]).astype(numpy.min_scalar_type(tasks))


def _around(mean: float, drawn: Interval) -> Interval | None:
    low, high = min(drawn[0], mean), max(drawn[1], mean)
    return (low, high) if high - low > 1e-9 else None


def _agreeing(share: float, tasks: int) -> Interval:
    low, high = wilson(round(share * tasks), tasks)
    return min(low, share), max(high, share)


def _no_wider(mean: float, tasks: int) -> Interval:
    room = wilson(0, tasks)[1]
    return max(mean - room, -1.0), min(mean + room, 1.0)
