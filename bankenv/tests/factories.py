"""Small customers, and a bank that has just them."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path

import orjson

from bankenv.books import Books
from bankenv.records import JsonValue, Record
from bankenv.rules import Rules, load_rules
from bankenv.tools import ToolResult, execute

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"
CLOCK = date(2026, 7, 16)
SEED = "tau2-banking"
CUSTOMER = "CUST_AAAA0001"
ACCOUNT = "SB1000000001"
SECOND_ACCOUNT = "SB1000000002"
# An account of the customer's that this conversation may not touch.
UNLINKED_ACCOUNT = "SB1000000009"


@cache
def bank_rules() -> Rules:
    """Return the rules of the real bank."""
    return load_rules(FIXTURES / "bank" / "rules.json")


@dataclass(frozen=True)
class TinyBank:
    """What books need of a dataset."""

    customers: Mapping[str, bytes]
    rules: Rules
    clock: date = CLOCK
    seed: str = SEED


def rules_document() -> Record:
    """Return the real bank's rules as they are written, to be altered."""
    document: Record = orjson.loads((FIXTURES / "bank" / "rules.json").read_bytes())
    return document


def make_account(balance: float = 250000.0, **fields: JsonValue) -> Record:
    return {
        "account_type": "savings",
        "status": "ACTIVE",
        "bank_name": "Navdhara Bank",
        "ifsc": "XNVD0010001",
        "home_branch": "Neemghat",
        "holders": ["Meenal Sethi"],
        "nominee": None,
        "open_date": "2019-04-02",
        "currency": "INR",
        "available_balance": balance,
        "hold_amount": 0.0,
        "transactions": [],
        "cheques": [],
        **fields,
    }


def make_entry(number: int, day: str, **fields: JsonValue) -> Record:
    return {
        "reference_id": f"TXN{1000000000 + number}",
        "date": day,
        "description": f"entry {number}",
        "amount": -10.0,
        "direction": "debit",
        "channel": "upi",
        "balance_after": 250000.0,
        **fields,
    }


def make_fd(deposit_id: str = "FD100001", **fields: JsonValue) -> Record:
    return {
        "deposit_id": deposit_id,
        "kind": "FD",
        "principal": 100000.0,
        "rate": 7.1,
        "tenure_months": 24,
        "start_date": "2025-07-16",
        "maturity_date": "2027-07-16",
        "maturity_amount": 115114.2,
        "payout_type": "cumulative",
        "maturity_instruction": "no_renewal",
        "status": "ACTIVE",
        "payout_account": ACCOUNT,
        "nominee": None,
        **fields,
    }


def make_rd(deposit_id: str = "RD100001", **fields: JsonValue) -> Record:
    return {
        "deposit_id": deposit_id,
        "kind": "RD",
        "monthly_installment": 2000.0,
        "rate": 6.5,
        "tenure_months": 12,
        "installments_paid": 5,
        "total_deposited": 10000.0,
        "start_date": "2026-02-16",
        "maturity_date": "2027-02-15",
        "maturity_amount": 24864.12,
        "maturity_instruction": "no_renewal",
        "status": "ACTIVE",
        "source_account": ACCOUNT,
        "payout_account": ACCOUNT,
        "nominee": None,
        **fields,
    }


def make_card(card_id: str = "CARD10001", **fields: JsonValue) -> Record:
    limits = {
        "domestic": {"enabled": True, "daily_limit": 20000.0},
        "international": {"enabled": False},
    }
    return {
        "card_id": card_id,
        "card_type": "debit",
        "last4": "1001",
        "status": "active",
        "linked_account": ACCOUNT,
        "controls": {"atm": limits, "online": limits, "pos": limits},
        **fields,
    }


def make_mandate(mandate_id: str = "MND100001", **fields: JsonValue) -> Record:
    return {
        "mandate_id": mandate_id,
        "account_id": ACCOUNT,
        "payee": "Kavach Life",
        "amount": 999.0,
        "status": "active",
        "next_debit_date": "2026-08-01",
        **fields,
    }


def make_customer(**parts: JsonValue) -> Record:
    """Return a customer with one of everything; `parts` replace whole parts."""
    return {
        "customer_id": CUSTOMER,
        "profile": {"senior_citizen": False, "email": "meenal.sethi@example.com"},
        "login_context": {
            "linked_accounts": [ACCOUNT, SECOND_ACCOUNT],
            "linked_products": ["FD100001", "RD100001", "HL100001", "POL100001"],
            "linked_cards": ["CARD10001"],
        },
        "accounts": {
            ACCOUNT: make_account(),
            SECOND_ACCOUNT: make_account(1000.5),
            UNLINKED_ACCOUNT: make_account(7.0),
        },
        "deposits": {"FD100001": make_fd(), "RD100001": make_rd()},
        "loans": {
            "HL100001": {
                "loan_id": "HL100001",
                "loan_type": "home_loan",
                "outstanding": 2500000.0,
                "rate": 8.5,
            }
        },
        "cards": {"CARD10001": make_card()},
        "mandates": [make_mandate()],
        "requests": {},
        "insurance": {"POL100001": {"policy_id": "POL100001", "premium": 436.0}},
        "offers": [{"offer_id": "OFF1", "type": "loan"}],
        **parts,
    }


def open_books(
    record: Record | None = None,
    *,
    clock: date = CLOCK,
    rules: Rules | None = None,
    seed: str = SEED,
) -> Books:
    """Return books on one customer of a tiny bank."""
    record = record or make_customer()
    customers = {CUSTOMER: orjson.dumps(record)}
    bank = TinyBank(customers, rules or bank_rules(), clock, seed)
    return Books(bank, CUSTOMER)


def call(books: Books, tool: str, **arguments: JsonValue) -> Record:
    """Return the content of a call that must succeed."""
    result = execute(books, tool, arguments)
    assert result.ok, result.content
    content: Record = result.content
    return content


def refused(books: Books, tool: str, **arguments: JsonValue) -> str:
    """Return the code of a call that the bank must refuse without a trace."""
    result = _without_trace(books, tool, arguments)
    assert result.error == "refused", result.content
    return str(result.content["error_code"])


def malformed(books: Books, tool: str, **arguments: JsonValue) -> str:
    """Return the message of a call that must be malformed, without a trace."""
    result = _without_trace(books, tool, arguments)
    assert result.error == "invalid_arguments", result.content
    assert result.content["error_code"] == "VALIDATION_ERROR"
    return str(result.content["error_message"])


def _without_trace(books: Books, tool: str, arguments: Record) -> ToolResult:
    before = books.record
    result = execute(books, tool, arguments)
    assert not result.ok
    assert result.changes == ()
    assert books.record is before
    assert list(result.content) == ["error_code", "error_message", "retriable"]
    assert result.content["retriable"] is False
    return result
