"""The datasheet: what the dataset holds, counted from the dataset itself."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from bankenv.check import summary
from bankenv.dataset import load_dataset
from bankenv.records import JsonValue
from bankenv.tools import TOOLS
from leaderboard.queries.words import words

Counts = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Bar:
    """One row of a distribution; `width` is its share of the largest, in percent."""

    label: str
    count: int
    width: float
    share: float


@dataclass(frozen=True, slots=True)
class Distribution:
    """A titled distribution over all tasks, or over all gold calls."""

    key: str
    title: str
    unit: str
    bars: tuple[Bar, ...]


@dataclass(frozen=True, slots=True)
class Datasheet:
    """Counts as `python -m bankenv check` prints them, and distributions."""

    facts: Mapping[str, JsonValue]
    mean_chain: float
    tool_count: int
    distributions: tuple[Distribution, ...]

    def as_json(self) -> dict[str, JsonValue]:
        """Return every figure of the page by its name."""
        return {
            **self.facts,
            "mean_chain": self.mean_chain,
            "distributions": {
                one.key: {bar.label: bar.count for bar in one.bars}
                for one in self.distributions
            },
        }


@lru_cache(maxsize=1)
def datasheet() -> Datasheet:
    """Count the dataset; once a process, for it never changes while that runs."""
    dataset = load_dataset()
    tasks = list(dataset.tasks.values())
    facts = dict(summary(dataset, ()))
    del facts["faults"]
    steps = [step for task in tasks for step in task.gold]
    unused = dict.fromkeys(TOOLS, 0)
    tools = unused | Counter(step.tool for step in steps)
    found = (
        ("chains", "Length of the gold chain, in calls", "tasks",
         Counter(str(len(task.gold)) for task in tasks)),
        ("categories", "Categories", "tasks",
         Counter(words(task.category) for task in tasks)),
        ("areas", "Service areas", "tasks", Counter(words(t.area) for t in tasks)),
        ("languages", "Languages", "tasks", Counter(task.language for task in tasks)),
        ("families", "Families", "tasks", Counter(task.family for task in tasks)),
        ("tools", "Tool use in gold chains", "calls", tools),
    )  # fmt: skip
    return Datasheet(
        facts=facts,
        mean_chain=round(len(steps) / len(tasks), 2) if tasks else 0.0,
        tool_count=len(TOOLS),
        distributions=tuple(
            Distribution(key, title, unit, _bars(key, counts))
            for key, title, unit, counts in found
        ),
    )


def _bars(key: str, counts: Counts) -> tuple[Bar, ...]:
    """Return rows by size, the largest first; chain lengths and families by name."""
    by_name = key in ("chains", "families")
    ordered = sorted(counts.items(), key=lambda kv: (not by_name and -kv[1], kv[0]))
    most, total = max(counts.values(), default=1) or 1, sum(counts.values()) or 1
    return tuple(
        Bar(label, count, round(100 * count / most, 1), count / total)
        for label, count in ordered
    )
