"""The bank itself, asked for the figures that a task needs."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import cast

import orjson

from bankenv.books import Books
from bankenv.generate.customers import Customer
from bankenv.generate.days import CLOCK
from bankenv.generate.rates import rules
from bankenv.records import Record
from bankenv.rules import Rules
from bankenv.tasks import Edit
from bankenv.tools import execute

REFERENCE_SEED = "tau2-banking"


@dataclass(frozen=True, slots=True)
class OneCustomerBank:
    """What books need of a dataset, with a single customer in it."""

    customers: Mapping[str, bytes]
    rules: Rules
    clock: date = CLOCK
    seed: str = REFERENCE_SEED


class Desk:
    """The books of one customer, opened with a task's edits; calls must succeed."""

    def __init__(self, customer: Customer, opening: Iterable[Edit] = ()) -> None:
        bank = OneCustomerBank({customer.id: orjson.dumps(customer.record)}, rules())
        self.books = Books(bank, customer.id, opening)

    @property
    def record(self) -> Record:
        """Return the record as it stands after the calls so far."""
        return self.books.record

    def call(self, tool: str, **arguments: object) -> Record:
        """Return the bank's answer; raises ValueError if it is not a success."""
        result = execute(self.books, tool, arguments)
        if not result.ok:
            raise ValueError(f"{tool}{arguments}: {result.content}")
        return cast(Record, result.content)

    def balance(self, account_id: str) -> float:
        """Return the available balance in rupees."""
        answer = self.call("get_account_balance", account_ids=[account_id])
        return float(answer["balances"][0]["available_balance"])

    def closure_quote(self, deposit_id: str) -> Record:
        """Return the closure quote of one deposit."""
        answer = self.call("get_deposit_closure_quote", deposit_ids=[deposit_id])
        return cast(Record, answer["quotes"][0])
