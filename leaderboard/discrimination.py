"""How well a task tells good submissions from bad ones: classical test theory.

The figure is the corrected item-total correlation, or item-rest correlation: Pearson's
correlation, over submissions, of the share of trials passed at the task with the mean
share at all other tasks. For one trial it is the point-biserial correlation. Leaving
the task itself out of the total is Henrysson's correction (Psychometrika 28, 1963,
211-218); with it counted in, every task would seem to tell something.
"""

from typing import Any  # Any: numpy arrays

from leaderboard.outcome_table import OutcomeTable

FEWEST = 3  # submissions: with two, every correlation is 1, -1 or nothing
NEGLIGIBLE = 1e-12


def shares_of(table: OutcomeTable) -> Any:
    """Return the share of scored trials that each submission passed at each task.

    An array, submission by task; NaN where no trial was scored.
    """
    import numpy

    scored = table.scored.sum(axis=2)
    passed = table.passed.sum(axis=2)
    empty = numpy.full(scored.shape, numpy.nan)
    return numpy.divide(passed, scored, out=empty, where=scored > 0)


def discriminations(shares: Any) -> list[float | None]:
    """Return each task's item-rest correlation, from -1 to 1; shares are as above.

    None where fewer than three submissions ran it, where all fare alike on it, or where
    all fare alike on the rest.
    """
    import numpy

    ran = ~numpy.isnan(shares)
    tasks = ran.sum(axis=1, keepdims=True)
    counts = ran & (tasks > 1)
    own = numpy.where(counts, shares, 0.0)
    total = numpy.nansum(shares, axis=1, keepdims=True)
    rest = numpy.where(counts, (total - own) / numpy.maximum(tasks - 1, 1), 0.0)
    size = counts.sum(axis=0)
    parted = [_parted(one, counts, size) for one in (own, rest)]
    (own_off, own_sum), (rest_off, rest_sum) = parted
    together = (own_off * rest_off).sum(axis=0)
    floor = NEGLIGIBLE**2 * size
    told = (size >= FEWEST) & (own_sum > floor) & (rest_sum > floor)
    scale = numpy.sqrt(own_sum * rest_sum)
    found = numpy.divide(together, scale, out=numpy.zeros(len(size)), where=told)
    return [
        max(-1.0, min(1.0, one)) if known else None
        for one, known in zip(found.tolist(), told.tolist(), strict=True)
    ]


def _parted(values: Any, counts: Any, size: Any) -> tuple[Any, Any]:
    """Return how far each value is off its task's mean, and the sum of the squares."""
    import numpy

    mean = values.sum(axis=0) / numpy.maximum(size, 1)
    off = numpy.where(counts, values - mean, 0.0)
    return off, (off**2).sum(axis=0)
