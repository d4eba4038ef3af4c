"""Every tool, called on every customer of the real bank with what is theirs."""

from collections import Counter
from collections.abc import Iterator
from functools import cache

import orjson
import pytest

from bankenv.bank import Dataset, read_dataset
from bankenv.books import Books
from bankenv.records import JsonValue, Record
from bankenv.tests.test_tools_properties import interest_paid, wealth
from bankenv.tools import TOOLS, execute

AT_HOME = {"domestic": {"enabled": True, "daily_limit": 12000.5}}


@cache
def bank() -> Dataset:
    return read_dataset()


def every_call(record: Record) -> Iterator[tuple[str, Record]]:
    """Yield calls of every tool; reads first, so that they see the books as kept."""
    yield from _pure()
    yield from _reads(record)
    yield from _writes(record)
    yield "transfer_to_human_agents", {"summary": "Everything was tried."}


def _pure() -> Iterator[tuple[str, Record]]:
    yield "search_knowledge_base", {"query": "FD todne par penalty"}
    yield "get_deposit_loan_rates", {"product_type": "gold_loan", "amount": 250000}
    fd = {"principal_amount": 99999.99, "rate": 6.8, "tenure_months": 7}
    yield "calculate_fd_maturity", fd
    rd = {"monthly_installment": 500, "rate": 6.5, "tenure_months": 11}
    yield "calculate_rd_maturity", rd
    yield "calculate_emi", {"principal": 1e5, "rate": 0, "tenure_months": 3}
    yield "get_gold_rate", {"purity_karat": 18}
    gold = {"gold_grams": 0.5, "purity_karat": 24, "gold_rate_per_gram": 6300}
    yield "calculate_gold_loan_ltv", gold
    yield "get_products_and_offers", {}


def _reads(record: Record) -> Iterator[tuple[str, Record]]:
    batches: dict[str, tuple[str, list[str]]] = {
        "get_account_balance": ("account_ids", [*record["accounts"]]),
        "get_account_details": ("account_ids", [*record["accounts"]]),
        "get_fd_details": ("deposit_ids", [*record["deposits"]]),
        "get_rd_details": ("deposit_ids", [*record["deposits"]]),
        "get_deposit_closure_quote": ("deposit_ids", [*record["deposits"]]),
        "get_loan_details": ("loan_ids", [*record["loans"]]),
        "get_loan_foreclosure_quote": ("loan_ids", [*record["loans"]]),
        "get_card_details": ("card_ids", [*record["cards"]]),
        "get_insurance_details": ("policy_ids", [*record["insurance"]]),
    }
    for tool, (name, ids) in batches.items():
        yield tool, {name: ids or ["NONE1"]}
    for account_id in record["accounts"]:
        yield "get_transaction_history", {"account_id": account_id, "limit": 500}
    yield "show_mandates", {}
    yield "get_request_status", {"request_id": next(iter(record["requests"]), "SR-1")}


def _writes(record: Record) -> Iterator[tuple[str, Record]]:
    account = next(iter(record["accounts"]))
    source = {"source_account": account, "tenure_months": 12}
    yield "create_fd", {"principal_amount": 1000, **source}
    yield "create_rd", {"monthly_installment": 500.5, **source}
    for deposit_id in record["deposits"] or ["FD1"]:
        renewal = {"deposit_id": deposit_id, "instruction": "renew_principal"}
        yield "update_deposit_renewal", renewal
        yield "close_deposit", {"deposit_id": deposit_id}
    for card_id in record["cards"] or ["CARD1"]:
        yield "toggle_card_freeze", {"card_id": card_id, "state": "freeze"}
        yield "set_card_controls", {"card_id": card_id, "pos": AT_HOME}
        yield "block_card", {"card_id": card_id, "reason": "stolen"}
    for mandate_id in [m["mandate_id"] for m in record["mandates"]] or ["MND1"]:
        yield "cancel_mandate", {"mandate_id": mandate_id}
    cheques = [c["cheque_number"] for c in record["accounts"][account]["cheques"]]
    stop: Record = {"account_id": account, "cheque_numbers": cheques or ["000001"]}
    yield "stop_cheque_payment", stop
    yield "request_cheque_book", {"account_id": account}
    period = {"from_date": "2026-01-01", "to_date": "2026-06-30"}
    yield "request_duplicate_statement", {"account_id": account, **period}
    place = {"line1": "1 Ghat", "city": "Puri", "state": "Odisha", "pincode": "075200"}
    yield "update_address", {"address_type": "permanent", **place}
    yield "raise_request", {"description": "All of it was tried."}


def test_the_calls_reach_every_tool() -> None:
    record = orjson.loads(next(iter(bank().customers.values())))
    assert {tool for tool, _ in every_call(record)} == set(TOOLS)


@pytest.mark.parametrize("part", range(8))
def test_every_tool_serves_every_customer(part: int) -> None:
    """Each call is answered, is whole or nothing, and keeps the money together."""
    succeeded: Counter[str] = Counter()
    for customer_id in list(bank().customers)[part::8]:
        books = Books(bank(), customer_id)
        for tool, arguments in every_call(books.record):
            before = books.record
            result = execute(books, tool, arguments)
            assert result.error in (None, "refused"), (customer_id, tool, result)
            assert bool(result.changes) is (books.record is not before)
            assert not result.changes or TOOLS[tool].kind == "write"
            added = interest_paid(before, (tool, arguments), result)
            assert wealth(books.record) == wealth(before) + added, (customer_id, tool)
            succeeded[tool] += result.ok
            _no_error_of_our_own(result.content, tool, customer_id)
        assert all_two_decimals(books.record), customer_id
    assert [tool for tool in TOOLS if not succeeded[tool]] == []


def _no_error_of_our_own(content: JsonValue, tool: str, customer_id: str) -> None:
    """Fail for a record that a quote could not be made of: its own bank made it."""
    if tool in ("get_deposit_closure_quote", "get_loan_foreclosure_quote"):
        said = [str(error["error"]) for error in content["errors"]]
        assert all("NONE1" in one for one in said), (customer_id, said)


def all_two_decimals(value: JsonValue) -> bool:
    if isinstance(value, dict):
        return all(map(all_two_decimals, value.values()))
    if isinstance(value, list):
        return all(map(all_two_decimals, value))
    return not isinstance(value, float) or round(value, 2) == value
