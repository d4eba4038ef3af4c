"""The formats by name, and what a survey of a whole file finds."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path

from bankenv.task_io import recorded_task_from_json, task_to_json
from bankenv.tasks import Task
from runner.recordings.domains import DOMAINS, domain_of
from runner.recordings.items import About, Item, Recording, Refused, TaskFound
from runner.recordings.passbook import read_passbook
from runner.recordings.stream import BrokenFile
from runner.recordings.tau import read_tau
from runner.recordings.tau2 import read_tau2

FORMATS = ("tau", "tau2", "passbook")
MOST_CONVERSATIONS = 200_000
MOST_TASK_BYTES = 64 << 20
MOST_REFUSALS_KEPT = 1_000
TELL_EVERY = 50  # conversations


def read(path: Path, file_format: str, domain: str = "") -> Iterator[Item]:
    """Yield what a file (or a τ²-bench directory) holds.

    Raises BrokenFile where it cannot be followed to its end, and for another format.
    """
    if file_format == "tau2":
        yield from read_tau2(path, domain)
        return
    if path.is_dir():
        raise BrokenFile(f"{path.name} is a directory; {file_format} is one file")
    with path.open("rb") as file:
        if file_format == "tau":
            yield from read_tau(file, domain)
        elif file_format == "passbook":
            yield from read_passbook(file)
        else:
            raise BrokenFile(f"no format {file_format!r}; there are {FORMATS}")


def digest_of(path: Path) -> str:
    """Return the SHA-256 of a file, or of all files of a directory, in hex."""
    digest = sha256()
    files = sorted(path.rglob("*.json")) if path.is_dir() else [path]
    for one in files:
        with one.open("rb") as file:
            while chunk := file.read(1 << 20):
                digest.update(chunk)
    return digest.hexdigest()


@dataclass
class Survey:
    """What a file holds, without its conversations.

    `tasks` are JSON by task id; `trials` maps a task to its trials, each with where it
    stands; `faults` are the refusals, the same ones that reading again will give.
    """

    about: About = field(default_factory=About)
    tasks: dict[str, bytes] = field(default_factory=dict)
    tool_kinds: dict[str, str] = field(default_factory=dict)
    trials: dict[str, dict[int, str]] = field(default_factory=dict)
    rewards: dict[str, list[float | None]] = field(default_factory=dict)
    refused: list[tuple[str, str]] = field(default_factory=list)
    refusals: int = 0
    domain: str = ""

    @property
    def conversations(self) -> int:
        """Return how many conversations can be taken."""
        return sum(map(len, self.trials.values()))

    @property
    def most_trials(self) -> int:
        """Return the highest trial."""
        return max((max(trials) for trials in self.trials.values()), default=0)

    def task(self, task_id: str) -> Task:
        """Return a task that the file defines, named by the file's domain."""
        task = recorded_task_from_json(self.tasks[task_id])
        name = (self.domain or task.family)[:20]
        return replace(task, family=name, category=name, area=name)

    def kinds(self) -> Mapping[str, str]:
        """Return the tools' kinds: those known of the domain, then those declared."""
        return {**self.tool_kinds, **DOMAINS.get(self.domain, {})}

    def refuse(self, place: str, reason: str) -> None:
        """Note a refusal; only the first are kept word for word."""
        self.refusals += 1
        if len(self.refused) < MOST_REFUSALS_KEPT:
            self.refused.append((place, reason))


def survey(
    path: Path,
    file_format: str,
    domain: str = "",
    on_count: Callable[[int], None] | None = None,
) -> Survey:
    """Read a file to its end and return what it holds.

    `on_count` is told now and then how many conversations were found so far. Raises
    BrokenFile for a file that must not be imported at all.
    """
    found = Survey(domain=domain)
    votes: Counter[str] = Counter()
    size = 0
    for item in read(path, file_format, domain):
        if isinstance(item, About):
            found.about = item
        elif isinstance(item, Refused):
            found.refuse(item.place, item.reason)
        elif isinstance(item, TaskFound):
            found.tasks[item.task.id] = task_to_json(item.task)
            votes[domain_of(step.tool for step in item.task.gold)] += 1
            size += len(found.tasks[item.task.id])
            if size > MOST_TASK_BYTES:
                raise BrokenFile(f"{item.place}: the tasks are too large")
        else:
            _count(found, item)
            if on_count and found.conversations % TELL_EVERY == 0:
                on_count(found.conversations)
    del votes[""]
    common = votes.most_common(1)
    found.domain = domain or found.about.domain or (common[0][0] if common else "")
    if not found.trials:
        first = "; ".join(map(": ".join, found.refused[:1]))
        raise BrokenFile(f"no conversation in it can be read. {first}".strip())
    return found


def _count(found: Survey, item: Recording) -> None:
    trials = found.trials.setdefault(item.task, {})
    if item.trial in trials:
        found.refuse(
            item.place,
            f"task {item.task}, trial {item.trial} was there already: "
            f"{trials[item.trial]}",
        )
        return
    trials[item.trial] = item.place
    found.tool_kinds.update(item.tool_kinds)
    reward = item.trajectory.header.recorded.get("reward")
    found.rewards.setdefault(item.task, []).append(None if item.unscored else reward)
    if found.conversations > MOST_CONVERSATIONS:
        raise BrokenFile(f"{item.place}: more than {MOST_CONVERSATIONS:,}")
