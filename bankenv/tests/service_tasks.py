"""The accounts, cheques and service families, and scripted calls played on them."""

from collections.abc import Sequence
from functools import cache

from bankenv.bank import FIXTURES, Dataset, read_dataset
from bankenv.books import Books
from bankenv.records import JsonValue, Record
from bankenv.replay import gold_calls, replay
from bankenv.scoring import score
from bankenv.tasks import Task
from bankenv.tools import TOOLS
from bankenv.verdict import Verdict

Calls = list[tuple[str, JsonValue]]


@cache
def bank() -> Dataset:
    return read_dataset(FIXTURES)


@cache
def of(family: str) -> tuple[Task, ...]:
    return tuple(t for t in bank().tasks.values() if t.family == family)


def played(task: Task, calls: Sequence[tuple[str, JsonValue]]) -> Verdict:
    return score(bank(), replay(bank(), task, list(calls)))


def found(verdict: Verdict) -> set[str]:
    return {finding.kind for finding in verdict.findings if not finding.advisory}


def failed(verdict: Verdict) -> set[str]:
    return {check.name for check in verdict.checks if check.gate and not check.passed}


def gold(task: Task, tool: str) -> Record:
    """Return the arguments of the only gold call of a tool."""
    return next(step.arguments for step in task.gold if step.tool == tool)


def has(task: Task, tool: str) -> bool:
    return any(step.tool == tool for step in task.gold)


def without(task: Task, *tools: str) -> Calls:
    return [call for call in gold_calls(task) if call[0] not in tools]


def writes(task: Task) -> Calls:
    return [call for call in gold_calls(task) if TOOLS[call[0]].kind == "write"]


def instead(task: Task, tool: str, **arguments: JsonValue) -> Calls:
    """Return the gold calls, those of one tool with some arguments changed."""
    return [
        (name, {**made, **arguments} if name == tool else made)
        for name, made in gold_calls(task)
    ]


def also(task: Task, tool: str, **arguments: JsonValue) -> Calls:
    """Return the gold calls and one more after them."""
    return [*gold_calls(task), (tool, arguments)]


def first_account(task: Task) -> str:
    """Return the account that the session lists first."""
    linked = Books(bank(), task.customer_id, task.opening).record["login_context"]
    return str(linked["linked_accounts"][0])
