"""Who answers in one conversation: the bank here, or the published one by its rules."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from bankenv.bank import Dataset
from bankenv.books import Books
from bankenv.prompt import system_prompt
from bankenv.published.execution import MUTATING, open_ledger
from bankenv.published.execution import execute as execute_published
from bankenv.published.normal import differences
from bankenv.published.schemas import schemas as published_schemas
from bankenv.records import Change, JsonValue, Record
from bankenv.tasks import Task
from bankenv.tools import TOOLS, ToolResult, execute

LARGEST_WHOLE, LARGEST_NUMBER = 2**63, 10**308
SCHEMAS = tuple(tool.schema for tool in TOOLS.values())


class Environment(Protocol):
    """What the assistant is told and shown, and what answers its calls.

    `scorer` names the scorer that judges it; `ends_on_hand_over` tells whether a
    conversation is over once it was handed to people.
    """

    scorer: str
    ends_on_hand_over: bool

    @property
    def prompt(self) -> str: ...

    @property
    def schemas(self) -> Sequence[Mapping[str, JsonValue]]: ...

    def answer(self, tool: str, arguments: JsonValue) -> ToolResult: ...


def open_environment(dataset: Dataset, task: Task) -> Environment:
    """Return the environment of one conversation about a task.

    Raises KeyError for a customer that the dataset does not have.
    """
    if dataset.profile == "published":
        return PublishedBank(dataset, task)
    return OwnBank(dataset, task)


class OwnBank:
    """The bank of bankenv.tools."""

    scorer = "passbook-1"
    ends_on_hand_over = True
    schemas = SCHEMAS

    def __init__(self, dataset: Dataset, task: Task) -> None:
        self.books = Books(dataset, task.customer_id, task.opening)
        self.prompt = system_prompt(dataset, task)

    def answer(self, tool: str, arguments: JsonValue) -> ToolResult:
        """Run a call on the books."""
        return execute(self.books, tool, arguments)


class PublishedBank:
    """The bank of bankenv.published. The talk goes on after a hand-over there."""

    scorer = "published-1.0"
    ends_on_hand_over = False

    def __init__(self, dataset: Dataset, task: Task) -> None:
        self.ledger = open_ledger(dataset, task)
        self.prompt = published_prompt(dataset)
        self.schemas = published_schemas()

    def answer(self, tool: str, arguments: JsonValue) -> ToolResult:
        """Run a call; what it changed is found by comparing the record."""
        before = _copy(self.ledger.record) if tool in MUTATING else {}
        result = execute_published(self.ledger, tool, arguments)
        changes: tuple[Change, ...] = ()
        if tool in MUTATING:
            changes = tuple(
                Change(path, _copy(old), _copy(new))
                for path, old, new in differences("", before, self.ledger.record)
            )
        # Results share rows with the record, which later calls change in place.
        return ToolResult(result.ok, _copy(result.content), result.error, changes)


def _copy(value: JsonValue) -> JsonValue:
    """Return a copy that any JSON writer takes: whole numbers have 64 bits at most."""
    if isinstance(value, dict):
        return {str(key): _copy(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_copy(inner) for inner in value]
    if isinstance(value, int) and abs(value) >= LARGEST_WHOLE:
        return float(value) if abs(value) < LARGEST_NUMBER else None
    return value


INSTRUCTION = """\
You serve one customer of a bank in writing. Follow the policy below. In each turn
either write to the customer or call tools, not both. Tool arguments are valid JSON."""


def published_prompt(dataset: Dataset) -> str:
    """Return what the published harness tells the assistant: instruction, policy."""
    told = dataset.instruction.strip() or INSTRUCTION
    parts: Record = {"instructions": told, "policy": dataset.policy.text}
    return "\n".join(f"<{tag}>\n{text}\n</{tag}>" for tag, text in parts.items())
