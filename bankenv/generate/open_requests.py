"""Requests that customers made before the conversation, put on record by edits."""

from bankenv.generate.casting import Case
from bankenv.generate.customers import Customer
from bankenv.generate.ids import numbered
from bankenv.records import Record
from bankenv.tasks import Edit

# A customer's own open request takes the number of the person; planted ones follow.
AFTER_ALL_PEOPLE = 10_000


def request_number(case: Case, customer: Customer) -> str:
    """Return the number of the request that the task puts on record."""
    serial = AFTER_ALL_PEOPLE * (1 + case.number) + customer.person.serial
    return numbered("SR-", serial, 8)


def other_number(number: str) -> str:
    """Return the number with two digits changed over, as people misremember it."""
    digits = list(number)
    at = next(i for i in range(4, len(digits) - 1) if digits[i] != digits[i + 1])
    digits[at], digits[at + 1] = digits[at + 1], digits[at]
    return "".join(digits)


def request_edits(request: Record) -> tuple[Edit, ...]:
    """Return the edit that puts the request on record."""
    return (Edit(f"requests.{request['request_id']}", request),)


def request_record(  # noqa: PLR0913 - a request has this many parts
    number: str,
    category: str,
    description: str,
    made_on: str,
    eta: str,
    status: str = "OPEN",
) -> Record:
    """Return a request as the bank keeps it."""
    return {
        "request_id": number,
        "category": category,
        "description": description,
        "related_transaction_id": None,
        "account_id": None,
        "status": status,
        "priority": "NORMAL",
        "created_at": f"{made_on}T00:00:00",
        "eta": eta,
    }
