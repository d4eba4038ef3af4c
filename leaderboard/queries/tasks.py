"""Tasks as pages show them: the list, and one with its scenario and gold chain."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache

import orjson

from bankenv.bank import Dataset
from bankenv.dataset import load_dataset
from bankenv.tasks import GoldStep, Task
from bankenv.tools import TOOLS
from leaderboard.models import Board, TaskFigure
from leaderboard.queries.sorting import Ordered, Sort, sorted_rows
from leaderboard.queries.task_results import reports_by_task, task_figures
from leaderboard.queries.words import words

FILTERS = ("category", "area", "family", "text", "report")


@dataclass(frozen=True, slots=True)
class TaskFilter:
    """What the reader asked for; an empty value asks for all."""

    category: str = ""
    area: str = ""
    family: str = ""
    text: str = ""
    report: str = ""  # or open, confirmed

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
    figure: TaskFigure | None = None
    report: str = ""

    @property
    def category(self) -> str:
        return words(self.task.category)

    @property
    def area(self) -> str:
        return words(self.task.area)


def _figure(name: str) -> Callable[[TaskRow], float | None]:
    return lambda row: getattr(row.figure, name, None)


DEFAULT_SORT = "task"
COLUMNS: Mapping[str, Callable[[TaskRow], Ordered | None]] = {
    "task": lambda row: row.task.id,
    "title": lambda row: row.task.title.casefold(),
    "category": lambda row: row.task.category,
    "area": lambda row: row.task.area,
    "steps": lambda row: row.steps,
    "reads": lambda row: row.reads,
    "writes": lambda row: row.writes,
    "solved": _figure("solved_by"),
    "rate": _figure("pass_rate"),
    "discrimination": _figure("discrimination"),
}


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


def task_rows(
    asked: TaskFilter, board: Board | None = None, sort: Sort | None = None
) -> list[TaskRow]:
    """Return the tasks asked for, with the figures of `board`, in order."""
    figures = task_figures(board)
    reports = reports_by_task(board.dataset_hash) if board else {}
    rows = [
        replace(
            row,
            figure=figures.get(row.task.id),
            report=reports.get(row.task.id, ""),
        )
        for row in _known().values()
        if asked.keeps(row.task) and asked.report in ("", reports.get(row.task.id))
    ]
    if sort is None or sort.key == DEFAULT_SORT:
        return rows[::-1] if sort and sort.descending else rows
    return sorted_rows(rows, COLUMNS[sort.key], descending=sort.descending)


@cache
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


def task_page(task_id: str, board: Board | None = None) -> TaskPage | None:
    """Return one task with the figures of `board`, or None for an id there is not."""
    dataset = load_dataset()
    task = dataset.tasks.get(task_id)
    if task is None:
        return None
    ids = list(dataset.tasks)
    at = ids.index(task_id)
    return TaskPage(
        task=task,
        row=_with_figures(_known()[task_id], board),
        steps=tuple(_step(step, dataset) for step in task.gold),
        previous=ids[at - 1] if at else None,
        next=ids[at + 1] if at + 1 < len(ids) else None,
    )


@cache
def _known() -> Mapping[str, TaskRow]:
    """Return the row of each task of the embedded data, without figures."""
    dataset = load_dataset()
    splits = _splits(dataset)
    return {task.id: _row(task, splits) for task in dataset.tasks.values()}


def _with_figures(row: TaskRow, board: Board | None) -> TaskRow:
    if board is None:
        return row
    figure = TaskFigure.objects.filter(board=board, task_id=row.task.id).first()
    report = reports_by_task(board.dataset_hash).get(row.task.id, "")
    return replace(row, figure=figure, report=report)


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
