"""How well a task tells good submissions from bad ones: classical test theory.

The figure is the corrected item-total correlation, or item-rest correlation: Pearson's
correlation, over submissions, of the share of trials passed at the task with the mean
share at all other tasks. For one trial it is the point-biserial correlation. Leaving
the task itself out of the total is Henrysson's correction (Psychometrika 28, 1963,
211-218); with it counted in, every task would seem to tell something.
"""

from collections.abc import Mapping

from leaderboard.letters import PASSED, SCORED, Letters

FEWEST = 3  # submissions: with two, every correlation is 1, -1 or nothing
NEGLIGIBLE = 1e-12

Shares = Mapping[str, Mapping[str, float]]  # submission to task to share passed


def shares_of(letters: Mapping[str, Letters]) -> dict[str, dict[str, float]]:
    """Return the share of scored trials that each submission passed at each task."""
    return {
        submission: {
            task: trials.count(PASSED) / scored
            for task, trials in tasks.items()
            if (scored := sum(letter in SCORED for letter in trials))
        }
        for submission, tasks in letters.items()
    }


def discriminations(shares: Shares) -> dict[str, float | None]:
    """Return each task's item-rest correlation, from -1 to 1.

    None where fewer than three submissions ran it, where all fare alike on it, or where
    all fare alike on the rest.
    """
    import numpy

    tasks = sorted({task for one in shares.values() for task in one})
    table = numpy.array(
        [[one.get(task, numpy.nan) for task in tasks] for one in shares.values()]
    ).reshape(len(shares), len(tasks))
    ran = ~numpy.isnan(table)
    total, count = numpy.nansum(table, axis=1), ran.sum(axis=1)
    found: dict[str, float | None] = {}
    for place, task in enumerate(tasks):
        here = ran[:, place] & (count > 1)
        own = table[here, place]
        rest = (total[here] - own) / (count[here] - 1)
        parted = (
            len(own) >= FEWEST and own.std() > NEGLIGIBLE and rest.std() > NEGLIGIBLE
        )
        found[task] = float(numpy.corrcoef(own, rest)[0, 1]) if parted else None
    return found
