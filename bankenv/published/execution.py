"""One call on the published bank, and the record after a row of calls."""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType

import orjson

from bankenv.bank import Dataset
from bankenv.books import Books
from bankenv.published import (
    accounts,
    bookings,
    cards,
    deposits,
    loans,
    mandates_cheques,
    rates,
    service,
)
from bankenv.published.ledger import Declined, Ledger
from bankenv.records import JsonValue, Record
from bankenv.tasks import Task
from bankenv.tools import TOOLS, ToolResult

HAND_OVER = "transfer_to_human_agents"
# They are writes to purity and change nothing.
SOFT = ("request_cheque_book", "request_duplicate_statement")
FAILURES = (TypeError, ValueError, AttributeError, LookupError, ArithmeticError)

AREAS = (accounts, bookings, cards, deposits, loans, mandates_cheques, rates, service)
# In the order in which models see them there: the hand-over comes first.
FUNCTIONS: Mapping[str, Callable[..., JsonValue]] = MappingProxyType(
    {
        name: function
        for name in (HAND_OVER, *(name for name in TOOLS if name != HAND_OVER))
        for area in AREAS
        if (function := getattr(area, name, None)) is not None
    }
)
MUTATING = frozenset(
    name for name, tool in TOOLS.items() if tool.kind == "write" and name not in SOFT
)


def open_ledger(dataset: Dataset, task: Task, salt: str = "") -> Ledger:
    """Return the task's opening record, as the published bank holds it.

    Raises KeyError for a customer that the dataset does not have.
    """
    record = dataset.customers[task.customer_id]
    if task.opening:
        books = Books(dataset, task.customer_id, task.opening)
        record = orjson.dumps(books.record)
    return Ledger(record, dataset.clock, dataset.seed, salt, dataset.sections)


def execute(ledger: Ledger, tool: str, arguments: JsonValue) -> ToolResult:
    """Run one call. Never raises: what fails there with an exception is an error here.

    Nothing is checked beforehand, and nothing is undone where a call fails half-way.
    """
    if tool not in FUNCTIONS:
        return ToolResult(False, f"Error: Tool '{tool}' not found.", "unknown_tool")
    if not isinstance(arguments, dict):
        error = "unparsed" if arguments is None else "invalid_arguments"
        return ToolResult(False, "Error: the arguments are no JSON object.", error)
    try:
        return ToolResult(True, FUNCTIONS[tool](ledger, **arguments))
    except Declined as refusal:
        return ToolResult(False, refusal.answer(), "refused")
    except FAILURES as failure:
        return ToolResult(False, f"Error: {failure}"[:300], "invalid_arguments")


def record_after(
    dataset: Dataset,
    task: Task,
    calls: Iterable[tuple[str, JsonValue]],
    salt: str = "",
) -> Record:
    """Return the customer's record after the calls that change records there."""
    ledger = open_ledger(dataset, task, salt)
    for tool, arguments in calls:
        if tool in MUTATING:
            execute(ledger, tool, arguments)
    return ledger.record
