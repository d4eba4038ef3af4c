"""Tasks as pages show them: the list, and one with its scenario and gold chain."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import orjson

from bankenv.bank import Dataset
from bankenv.dataset import load_dataset
from bankenv.tasks import GoldStep, Task
from bankenv.tools import TOOLS
from leaderboard.queries.words import words

FILTERS = ("category", "area", "family", "text")


@dataclass(frozen=True, slots=True)
class TaskFilter:
    """What the reader asked for; an empty value asks for all."""

    category: str = ""
    area: str = ""
    family: str = ""
    text: str = ""

    def keeps(self, task: Task) -> bool:
        """Return whether the task is asked for."""
        wanted = (
            (self.category, task.category),
            (self.area, task.area),
            (self.family, task.family),
        )
        text = self.text.casefold()
        return all(not value or value == own for value, own in wanted) and (
            not text or text in f"{task.id} {task.title}".casefold()
        )


@dataclass(frozen=True, slots=True)
class Choice:
    """One value a filter may take, in words, and how many rows have it."""

    value: str
    label: str
    rows: int


@dataclass(frozen=True, slots=True)
class TaskRow:
    """One line of the list of tasks."""

    task: Task
    steps: int
    reads: int
    writes: int
    splits: tuple[str, ...]

    @property
    def category(self) -> str:
        return words(self.task.category)

    @property
    def area(self) -> str:
        return words(self.task.area)


@dataclass(frozen=True, slots=True)
class StepView:
    """One gold step: the call, and in words what a matching call must agree on."""

    step: GoldStep
    kind: str
    arguments: str
    compares: str
    rules: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class TaskPage:
    """One task with everything that is hidden from the assistant."""

    task: Task
    row: TaskRow
    steps: tuple[StepView, ...]
    previous: str | None
    next: str | None


def task_rows(asked: TaskFilter) -> list[TaskRow]:
    """Return the tasks asked for, in the dataset's order."""
    dataset = load_dataset()
    splits = _splits(dataset)
    tasks = (task for task in dataset.tasks.values() if asked.keeps(task))
    return [_row(task, splits) for task in tasks]


def task_choices() -> Mapping[str, list[Choice]]:
    """Return the values that each filter of tasks may take."""
    tasks = load_dataset().tasks.values()
    return {
        "category": choices(task.category for task in tasks),
        "area": choices(task.area for task in tasks),
        "family": [
            Choice(choice.value, choice.value, choice.rows)
            for choice in choices(task.family for task in tasks)
        ],
    }


def choices(values: Iterable[str]) -> list[Choice]:
    """Return each value once, with its count, in the order first seen."""
    return [Choice(value, words(value), n) for value, n in Counter(values).items()]


def task_page(task_id: str) -> TaskPage | None:
    """Return one task, or None where the dataset has none of that id."""
    dataset = load_dataset()
    task = dataset.tasks.get(task_id)
    if task is None:
        return None
    ids = list(dataset.tasks)
    at = ids.index(task_id)
    return TaskPage(
        task=task,
        row=_row(task, _splits(dataset)),
        steps=tuple(_step(step, dataset) for step in task.gold),
        previous=ids[at - 1] if at else None,
        next=ids[at + 1] if at + 1 < len(ids) else None,
    )


def _row(task: Task, splits: Mapping[str, tuple[str, ...]]) -> TaskRow:
    kinds = Counter(TOOLS[step.tool].kind for step in task.gold)
    return TaskRow(
        task=task,
        steps=len(task.gold),
        reads=kinds["read"],
        writes=kinds["write"],
        splits=splits.get(task.id, ()),
    )


def _splits(dataset: Dataset) -> Mapping[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for name, ids in dataset.splits.items():
        for task_id in ids:
            found[task_id] = (*found.get(task_id, ()), name)
    return found


def _step(step: GoldStep, dataset: Dataset) -> StepView:
    tool = TOOLS[step.tool]
    rules = dataset.policy.rules
    return StepView(
        step=step,
        kind=tool.kind,
        arguments=_arguments(step),
        compares=_compares(step, tool.free_text),
        rules=tuple(
            (rule, rules[rule].title if rule in rules else "") for rule in step.rules
        ),
    )


def _arguments(step: GoldStep) -> str:
    parts = (
        f"{name}={orjson.dumps(value).decode()}"
        for name, value in step.arguments.items()
    )
    return ", ".join(parts)


def _compares(step: GoldStep, free_text: frozenset[str]) -> str:
    if step.compare == ():
        return "the tool's name alone"
    if step.compare is not None:
        return ", ".join(step.compare)
    names = [name for name in step.arguments if name not in free_text]
    return ", ".join(names) or "the tool's name alone"
