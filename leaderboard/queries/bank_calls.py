"""One tool call on a scratch customer: fresh books, nothing kept."""

import time
from collections.abc import Mapping
from dataclasses import dataclass

import orjson

from bankenv.books import Books
from bankenv.dataset import load_dataset
from bankenv.records import Change, JsonValue, Record
from bankenv.tools import TOOLS, execute
from bankenv.tools.declaration import Parameter

LONGEST_SHOWN = 30_000  # characters of an answer on a page; the API has the whole
ARGUMENT = "arg-"  # what the form's fields of a tool's arguments begin with


class NoSuchCustomer(LookupError):
    """The bank has no customer of that id."""


@dataclass(frozen=True, slots=True)
class Called:
    """What came of a call; `arguments` is None where they were no JSON."""

    tool: str
    customer_id: str
    arguments: JsonValue
    ok: bool
    content: JsonValue
    error: str | None
    changes: tuple[Change, ...]
    microseconds: int

    @property
    def sent(self) -> str:
        """Return the arguments as JSON text."""
        return _pretty(self.arguments)

    @property
    def answer(self) -> str:
        """Return the answer as JSON text, cut to what a page can hold."""
        return _pretty(self.content)[:LONGEST_SHOWN]

    @property
    def is_cut(self) -> bool:
        return len(_pretty(self.content)) > LONGEST_SHOWN

    @property
    def change_rows(self) -> tuple[tuple[str, str, str], ...]:
        """Return each change as path, before and after; "" for what was not there."""
        return tuple(
            (c.path, "" if c.before is None else _pretty(c.before), _pretty(c.after))
            for c in self.changes
        )


def call_tool(tool: str, customer_id: str, arguments: JsonValue) -> Called:
    """Call one tool on fresh books of a customer. Nothing outlasts the call.

    Any arguments may be sent. Raises NoSuchCustomer.
    """
    dataset = load_dataset()
    if customer_id not in dataset.customers:
        raise NoSuchCustomer(f"The bank has no customer {customer_id[:40]!r}.")
    books = Books(dataset, customer_id)
    start = time.perf_counter()
    result = execute(books, tool, arguments)
    passed = time.perf_counter() - start
    return Called(
        tool=tool,
        customer_id=customer_id,
        arguments=arguments,
        ok=result.ok,
        content=result.content,
        error=result.error,
        changes=result.changes,
        microseconds=round(passed * 1_000_000),
    )


def arguments_of(text: str) -> JsonValue:
    """Return JSON text as arguments; None, which no tool takes, where it is none."""
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        return None


def arguments_from(fields: Mapping[str, str], tool_name: str) -> Record:
    """Return what a form's fields say; an empty field is an argument not given.

    A field that does not hold what the parameter takes is passed on as its text, so
    that the tool says what is wrong with it.
    """
    given = {
        parameter.name: (parameter, fields.get(ARGUMENT + parameter.name, "").strip())
        for parameter in TOOLS[tool_name].parameters
    }
    return {name: _value(one, text) for name, (one, text) in given.items() if text}


def _value(parameter: Parameter, text: str) -> JsonValue:
    schema = parameter.shape.schema()
    if schema["type"] == "string":
        return text
    if schema["type"] == "array" and not text.startswith("["):
        return [
            part.strip() for part in text.replace("\n", ",").split(",") if part.strip()
        ]
    value = arguments_of(text)
    return text if value is None else value


def as_field_text(value: JsonValue) -> str:
    """Return an argument as a form's field holds it; `arguments_from` reads it back."""
    if isinstance(value, str):
        return value
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        return ", ".join(value)
    return orjson.dumps(value).decode()


def example_arguments(tool_name: str, customer_id: str) -> Record:
    """Return arguments that a call on the customer can be tried with."""
    record = orjson.loads(load_dataset().customers[customer_id])
    known = {**_PLAIN, **_OF_TOOL.get(tool_name, {}), **_ids(record)}
    return {
        parameter.name: known[parameter.name]
        for parameter in TOOLS[tool_name].parameters
        if parameter.name in known
        and (parameter.required or parameter.name in _HELPFUL)
    }


# Arguments that a tool needs in effect, though each alone may be left out.
_HELPFUL = ("atm",)
_PLAIN: Record = {
    "query": "penalty for closing a deposit early",
    "product_type": "fd",
    "principal_amount": 10000,
    "monthly_installment": 2000,
    "principal": 500000,
    "rate": 7.1,
    "tenure_months": 24,
    "purity_karat": 22,
    "gold_grams": 25.5,
    "gold_rate_per_gram": 5850,
    "instruction": "renew_principal",
    "state": "freeze",
    "reason": "lost",
    "from_date": "2026-06-01",
    "to_date": "2026-06-30",
    "address_type": "communication",
    "line1": "12 Banyan Lane",
    "city": "Puri",
    "pincode": "075200",
    "description": "Asks for an interest certificate.",
    "summary": "Brings an order of a court.",
    "atm": {"domestic": {"enabled": True, "daily_limit": 10000}},
}
_OF_TOOL: Record = {"update_address": {"state": "Odisha"}}


def _ids(record: Record) -> Record:
    """Return ids of the customer's for the parameters that take one."""
    deposits = {d["kind"]: one for one, d in reversed(record["deposits"].items())}
    first = {name: next(iter(record[name]), "") for name in _MAPS}
    cheques = [
        cheque["cheque_number"]
        for account in record["accounts"].values()
        for cheque in account["cheques"]
    ]
    mandates = [mandate["mandate_id"] for mandate in record["mandates"]]
    deposit = deposits.get("FD") or deposits.get("RD", "")
    found: Record = {
        "account_id": first["accounts"],
        "source_account": first["accounts"],
        "account_ids": list(record["accounts"]),
        "deposit_id": deposit,
        "deposit_ids": list(record["deposits"]),
        "loan_ids": list(record["loans"]),
        "card_id": first["cards"],
        "card_ids": list(record["cards"]),
        "policy_ids": list(record["insurance"]),
        "request_id": first["requests"],
        "mandate_id": next(iter(mandates), ""),
        "cheque_numbers": cheques[:2],
    }
    return {name: value for name, value in found.items() if value}


_MAPS = ("accounts", "cards", "requests")


def scratch_customer(tool_name: str) -> str:
    """Return a customer on whom the tool can be tried: one who has what it needs."""
    customers = load_dataset().customers
    names = {p.name for p in TOOLS[tool_name].parameters if p.required}
    for customer_id in customers:
        if names <= example_arguments(tool_name, customer_id).keys():
            return customer_id
    return next(iter(customers))


def _pretty(value: JsonValue) -> str:
    return orjson.dumps(value, option=orjson.OPT_INDENT_2).decode()
