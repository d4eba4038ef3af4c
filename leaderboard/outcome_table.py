"""Outcomes of many submissions as one table of numbers, to compare them all at once.

What `letters.meet` says of two submissions at one task, said of any number of pairs at
any number of tasks. numpy is imported where it is used: no page compares anything.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any  # Any: numpy arrays

from leaderboard.letters import MISSING, PASSED, SCORED, Letters


@dataclass(frozen=True, slots=True)
class OutcomeTable:
    """`passed` and `scored` are 0 or 1, submission by task by trial, as int8.

    `submissions` and `tasks` name the places along the first two axes.
    """

    submissions: Mapping[str, int]
    tasks: Mapping[str, int]
    passed: Any
    scored: Any


@dataclass(frozen=True, slots=True)
class Meetings:
    """Two submissions at the tasks where both have a score, over shared trials.

    As in `letters.Meeting`: `lead` is the first's share of passes less the second's,
    `share` the first's; `tasks` are the places of the tasks.
    """

    tasks: Any
    lead: Any
    share: Any


def outcome_table(letters: Mapping[str, Letters]) -> OutcomeTable:
    """Return the outcomes of each submission, its letters by task, as one table."""
    import numpy

    tasks = sorted({task for one in letters.values() for task in one})
    trials = max(
        (len(row) for one in letters.values() for row in one.values()), default=0
    )
    said = "".join(_padded(one, tasks, trials) for one in letters.values())
    shape = (len(letters), len(tasks), trials)
    codes = numpy.frombuffer(said.encode("ascii"), numpy.uint8).reshape(shape)
    is_scored = numpy.zeros(128, numpy.int8)
    is_scored[[ord(letter) for letter in SCORED]] = 1
    return OutcomeTable(
        submissions={name: place for place, name in enumerate(letters)},
        tasks={task: place for place, task in enumerate(tasks)},
        passed=(codes == ord(PASSED)).astype(numpy.int8),
        scored=is_scored[codes],
    )


def _padded(letters: Letters, tasks: Sequence[str], trials: int) -> str:
    """Return the letters of each task in turn, as many as there are trials."""
    rows = [letters.get(task, "") for task in tasks]
    said = "".join(rows)
    if len(said) == len(tasks) * trials:
        return said
    return "".join(row.ljust(trials, MISSING) for row in rows)


def meetings_of(table: OutcomeTable, first: str, second: str) -> Meetings:
    """Compare two submissions of the table at every task that they share."""
    one, other = table.submissions[first], table.submissions[second]
    shared = table.scored[one] & table.scored[other]
    count = shared.sum(axis=1)
    tasks = count.nonzero()[0]
    passed = (table.passed[one] & shared).sum(axis=1)[tasks]
    lead = passed - (table.passed[other] & shared).sum(axis=1)[tasks]
    return Meetings(tasks, lead / count[tasks], passed / count[tasks])


def neighbours_led(
    table: OutcomeTable, ordered: Sequence[str], tasks: Sequence[int]
) -> tuple[list[int], list[int]]:
    """Compare each submission with the next one, at the tasks of these places.

    Returns for each such pair at how many tasks the first is ahead, and behind.
    """
    import numpy

    at = numpy.ix_([table.submissions[name] for name in ordered], tasks)
    passed, scored = table.passed[at], table.scored[at]
    shared = scored[:-1] & scored[1:]
    leads = ((passed[:-1] - passed[1:]) * shared).sum(axis=2)
    return (leads > 0).sum(axis=1).tolist(), (leads < 0).sum(axis=1).tolist()
