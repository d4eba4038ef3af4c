"""The tasks of the deposit families, and scripted calls played on them."""

from collections import Counter
from functools import cache

from bankenv.bank import FIXTURES, Dataset, read_dataset
from bankenv.books import Books
from bankenv.generate.families import FAMILIES
from bankenv.records import JsonValue, Record
from bankenv.replay import gold_calls, replay
from bankenv.scoring import score
from bankenv.tasks import Task
from bankenv.tools import TOOLS
from bankenv.verdict import Verdict

CLOSE, RENEW = "close_deposit", "update_deposit_renewal"
Calls = list[tuple[str, JsonValue]]


@cache
def bank() -> Dataset:
    return read_dataset(FIXTURES)


@cache
def of(family: str) -> tuple[Task, ...]:
    return tuple(t for t in bank().tasks.values() if t.family == family)


def played(task: Task, calls: Calls) -> Verdict:
    return score(bank(), replay(bank(), task, calls))


def found(verdict: Verdict) -> set[str]:
    return {finding.kind for finding in verdict.findings if not finding.advisory}


def writes(task: Task) -> Calls:
    return [call for call in gold_calls(task) if TOOLS[call[0]].kind == "write"]


def gold(task: Task, tool: str) -> Record:
    """Return the arguments of the last gold call of a tool."""
    return [step.arguments for step in task.gold if step.tool == tool][-1]


def without(task: Task, *tools: str) -> Calls:
    return [call for call in gold_calls(task) if call[0] not in tools]


def with_other(task: Task, tool: str, **arguments: object) -> Calls:
    """Return the gold calls, those of one tool with some arguments changed."""
    return [
        (name, {**made, **arguments} if name == tool else made)
        for name, made in gold_calls(task)
    ]


def record(task: Task) -> Record:
    return Books(bank(), task.customer_id, task.opening).record


def deposit(task: Task, deposit_id: str) -> Record:
    row: Record = record(task)["deposits"][deposit_id]
    return row


def margin(task: Task) -> float:
    decide = task.scenario.agenda[0].decide
    assert decide is not None
    free = float(str(task.scenario.must_be_told["free_to_book"]))
    return round(free - decide.at_least, 2)


def paying_account(task: Task) -> Record:
    row: Record = record(task)["accounts"][gold(task, "create_fd")["source_account"]]
    return row


def varied_tasks(family: str, counts: tuple[int, ...]) -> tuple[Task, ...]:
    """Return a family's tasks: as many as planned, four registers, eight beginnings."""
    assert next(made.counts for made, _ in FAMILIES if made.id == family) == counts
    tasks = of(family)
    assert len(tasks) == sum(counts)
    registers = Counter(task.scenario.register for task in tasks)
    assert len(registers) == 4
    assert 0.2 <= (registers["hinglish"] + registers["hindi"]) / len(tasks) <= 0.45
    assert len({task.scenario.opening_lines[0] for task in tasks}) >= 8
    return tasks
