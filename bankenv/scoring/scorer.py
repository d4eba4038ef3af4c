"""What a scorer declares about itself, so that pages need not know its checks."""

from collections.abc import Callable
from dataclasses import dataclass

from bankenv.bank import Dataset
from bankenv.tasks import Task
from bankenv.trajectory import Trajectory
from bankenv.verdict import Verdict


@dataclass(frozen=True, slots=True)
class CheckKind:
    """A check that the scorer makes: a gate decides the pass, others only inform."""

    name: str
    label: str
    gate: bool = True


@dataclass(frozen=True, slots=True)
class FindingKind:
    """A kind of finding that the scorer may report."""

    name: str
    label: str
    advisory: bool = False


@dataclass(frozen=True, slots=True)
class Scorer:
    """A versioned way to judge a trajectory, with all that a page needs to show it."""

    name: str
    checks: tuple[CheckKind, ...]
    finding_kinds: tuple[FindingKind, ...]
    score: Callable[[Dataset, Task, Trajectory], Verdict]
