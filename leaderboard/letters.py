"""What the trials of a task came to, a letter each, and which of two did better."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

PASSED, FAILED, HIDDEN, ERRORED, MISSING = "p", "f", "h", "e", "-"
SCORED = frozenset((PASSED, FAILED, HIDDEN))

# One submission's outcomes: task to letters by trial.
Letters = Mapping[str, str]


def letter_of(status: str, passed: bool | None, hidden: bool | None) -> str:
    """Return the letter of a conversation with this status and verdict."""
    if passed is None:
        return ERRORED if status == "errored" else MISSING
    if hidden:
        return HIDDEN
    return PASSED if passed else FAILED


@lru_cache(maxsize=50_000)
def share_of(letters: str) -> float | None:
    """Return the share of a task's scored trials that passed; None if none was."""
    scored = sum(letter in SCORED for letter in letters)
    return letters.count(PASSED) / scored if scored else None


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two submissions at one task, over the trials that both have a score of.

    `lead` is the first's share of passes less the second's, `share` the first's.
    """

    lead: float
    share: float


@lru_cache(maxsize=50_000)
def meet(first: str, second: str) -> Meeting | None:
    """Compare the letters of two submissions; None where they share no scored trial."""
    shared = [
        (mine == PASSED, theirs == PASSED)
        for mine, theirs in zip(first, second, strict=False)
        if mine in SCORED and theirs in SCORED
    ]
    if not shared:
        return None
    lead = sum(mine - theirs for mine, theirs in shared)
    passed = sum(mine for mine, _ in shared)
    return Meeting(lead / len(shared), passed / len(shared))


def meetings(first: Letters, second: Letters) -> dict[str, Meeting]:
    """Compare two submissions at each task they share, by the task's id."""
    met = {
        task: meet(first[task], second[task])
        for task in sorted(first.keys() & second.keys())
    }
    return {task: one for task, one in met.items() if one is not None}
