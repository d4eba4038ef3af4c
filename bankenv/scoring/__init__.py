"""Scorers: pure functions from a trajectory to a verdict that explains itself."""

from bankenv.bank import Dataset
from bankenv.scoring.passbook1 import PASSBOOK_1
from bankenv.scoring.published1 import PUBLISHED_1
from bankenv.scoring.recorded1 import RECORDED_1
from bankenv.scoring.scorer import CheckKind, FindingKind, Scorer
from bankenv.trajectory import UNSCORED_ENDS, End, Trajectory
from bankenv.verdict import Verdict

__all__ = [
    "SCORERS",
    "CheckKind",
    "FindingKind",
    "NotScorable",
    "Scorer",
    "score",
]

SCORERS = {scorer.name: scorer for scorer in (PASSBOOK_1, PUBLISHED_1, RECORDED_1)}


class NotScorable(ValueError):
    """A trajectory that no scorer may judge; the message says why."""


def score(
    dataset: Dataset, trajectory: Trajectory, scorer: str = PASSBOOK_1.name
) -> Verdict:
    """Return the verdict of the named scorer on a trajectory.

    Raises NotScorable for an unknown scorer or task, and for a conversation that its
    provider broke off: that is nobody's failure to score.
    """
    if scorer not in SCORERS:
        raise NotScorable(f"no scorer {scorer!r}; there are {sorted(SCORERS)}")
    task = dataset.tasks.get(trajectory.header.task)
    if task is None:
        raise NotScorable(f"no task {trajectory.header.task!r} in {dataset.suite}")
    last = trajectory.events[-1] if trajectory.events else None
    if isinstance(last, End) and last.reason in UNSCORED_ENDS:
        raise NotScorable(f"{task.id}: ended by {last.reason}, which is not scored")
    return SCORERS[scorer].score(dataset, task, trajectory)
