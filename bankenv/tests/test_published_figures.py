"""The published bank's figures, as a running copy gave them."""

from datetime import date
from typing import Any  # Any: rows of a table

import orjson
import pytest

from bankenv.published.execution import FUNCTIONS, MUTATING, SOFT, execute, open_ledger
from bankenv.published.ledger import Ledger
from bankenv.published.normal import normalised
from bankenv.tests.published_bank import CUSTOMER, RECORD, published, task_of
from bankenv.tools import TOOLS, ToolResult


def bank(**changes: Any) -> Ledger:
    record = orjson.dumps(RECORD | changes)
    return Ledger(record, date(2026, 7, 16), "tau2-banking")


def call(tool: str, ledger: Ledger | None = None, **arguments: Any) -> Any:
    return execute(ledger or bank(), tool, arguments).content


def test_every_tool_is_there_and_eleven_change_records() -> None:
    assert len(FUNCTIONS) == len(TOOLS)
    assert len(MUTATING) == 11
    assert len(SOFT) == 2


@pytest.mark.parametrize(
    ("prefix", "key", "made"),
    [
        ("FD", "CUST_AAAA0001|100000|12|SB1000000001", "FD984471"),
        ("FD", "CUST_AAAA0001|100000.0|12|SB1000000001", "FD216981"),
        ("RD", "CUST_AAAA0001|2000|11|SB1000000001", "RD455696"),
        ("RD", "None|5000|24|SB1", "RD265641"),
    ],
)
def test_ids_follow_from_the_seed_and_the_call(
    prefix: str, key: str, made: str
) -> None:
    assert bank().keyed(prefix, 6, key) == made


@pytest.mark.parametrize(
    ("amount", "rate", "months", "maturity", "interest"),
    [
        (100000, 7.1, 24, 115114.2, 15114.2),
        (250000.5, 6.8, 7, 260029.79, 10029.29),
        (100000, 4.5, 1, 100373.6, 373.6),
        (1, 0, 12, 1.0, 0.0),
    ],
)
def test_fd_maturity(
    amount: float, rate: float, months: int, maturity: float, interest: float
) -> None:
    made = call(
        "calculate_fd_maturity",
        principal_amount=amount,
        rate=rate,
        tenure_months=months,
    )
    assert (made["maturity_amount"], made["total_interest"]) == (maturity, interest)


def test_fd_payouts_keep_an_int_an_int() -> None:
    monthly = call(
        "calculate_fd_maturity",
        principal_amount=100000,
        rate=6.8,
        tenure_months=7,
        payout_type="monthly",
    )
    assert monthly["periodic_payout"] == 566.67
    assert (monthly["num_payouts"], monthly["total_interest"]) == (7, 3966.67)
    assert isinstance(monthly["maturity_amount"], int)


@pytest.mark.parametrize(
    "row",
    [
        (5000, 6.8, 24, 120000, 129553.59, 9553.59),
        (2000, 6.5, 11, 22000, 22836.1, 836.1),
        (2000, 6.5, 10, 20000, 20702.9, 702.9),
        (1000, 7.0, 1, 1000, 1005.83, 5.83),
        (1000, 7.0, 2, 2000, 2023.33, 23.33),
        (500.5, 7.3, 37, 18518.5, 20932.22, 2413.72),
    ],
)
def test_rd_maturity(row: tuple[float, ...]) -> None:
    amount, rate, months, deposited, maturity, interest = row
    sent = {"monthly_installment": amount, "rate": rate, "tenure_months": months}
    made: Any = execute(bank(), "calculate_rd_maturity", dict(sent)).content
    assert made["total_deposited"] == deposited
    assert (made["maturity_amount"], made["total_interest"]) == (maturity, interest)


@pytest.mark.parametrize(
    "row",
    [
        ("create_rd", 2000, 11, False, 6.5, "2027-06-15", 22591.36),
        ("create_rd", 2000, 6, False, 6.8, "2027-01-14", 12307.73),
        ("create_fd", 100000, 12, False, 6.8, "2027-07-16", 106975.37),
        ("create_fd", 20000, 61, False, 7.0, "2031-08-15", 28459.67),
        ("create_fd", 10000, 36, True, 7.8, "2029-07-15", 12608.02),
    ],
)
def test_bookings(row: tuple[Any, ...]) -> None:
    tool, amount, months, senior, rate, ends, maturity = row
    name = "principal_amount" if tool == "create_fd" else "monthly_installment"
    made = call(
        tool,
        bank(profile={"senior_citizen": senior}),
        **{name: amount},
        tenure_months=months,
        source_account="SB1000000001",
    )
    figure = made.get("maturity_amount") or made.get("projected_maturity_amount")
    assert (made["rate"], made["maturity_date"], figure) == (rate, ends, maturity)


@pytest.mark.parametrize(
    "row",
    [
        (2500000, 8.5, 240, 21695.58, 2706939.4, 5206939.4),
        (100000, 12, 3, 34002.21, 2006.63, 102006.63),
        (500000, 11.5, 60, 10996.3, 159778.22, 659778.22),
        (100000, 0, 3, 33333.33, 0.0, 100000.0),
    ],
)
def test_emi(row: tuple[float, ...]) -> None:
    principal, rate, months, emi, interest, total = row
    made = call("calculate_emi", principal=principal, rate=rate, tenure_months=months)
    figures = (made["emi"], made["total_interest"], made["total_repayment"])
    assert figures == (emi, interest, total)
    assert made["amortisation_schedule"][-1]["closing_balance"] == 0


def test_closure_quotes() -> None:
    made = call("get_deposit_closure_quote", deposit_ids=["FD100001", "RD100002", "X"])
    fd, rd = made["quotes"]
    assert (fd["effective_rate"], fd["interest_payable"]) == (6.1, 6100.0)
    assert fd["net_payout"] == 106100.0
    assert (rd["effective_rate"], rd["interest_payable"]) == (5.5, 226.03)
    assert "not linked" in made["errors"][0]["error"]


def test_foreclosure_quotes() -> None:
    quotes = call("get_loan_foreclosure_quote", loan_ids=["HL10001", "PL10002"])
    home, personal = quotes["quotes"]
    assert (home["accrued_interest"], home["total_payable"]) == (17465.75, 2517465.75)
    assert personal["foreclosure_charges"] == 4000.0
    assert personal["gst_on_charges"] == 720.0
    assert personal["total_payable"] == 206774.79


def test_gold() -> None:
    ltv = call(
        "calculate_gold_loan_ltv",
        gold_grams=25.5,
        purity_karat=22,
        gold_rate_per_gram=5850,
    )
    assert (ltv["gross_value"], ltv["max_eligible_loan_amount"]) == (
        149175.0,
        111881.25,
    )
    price = call("get_gold_rate", purity_karat=22)
    assert price["valid_till"] == "2026-07-16T08:00:00"
    assert call("get_gold_rate", purity_karat="22")["error_code"] == "VALIDATION_ERROR"


def test_the_normaliser() -> None:
    request = {"category": "other", "request_id": "SR-1", "account_id": "SB1"}
    assert normalised({"requests": {"SR-1": request}}) == {
        "requests": [{"category": "general_query", "priority": "NORMAL"}]
    }
    assert normalised({"FD1": {"b": 1}, "rd2": {"a": 1}}) == [{"a": 1}, {"b": 1}]
    assert normalised({"a": {}}) == {"a": {}}


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("get_account_balance", {}),
        ("get_account_balance", {"account_ids": None}),
        ("get_account_balance", {"account_ids": ["SB1"], "more": 1}),
        ("calculate_emi", {"principal": 1, "rate": 1, "tenure_months": 0}),
        ("set_card_controls", {"card_id": "CARD77485", "atm": "x"}),
        ("no_such_tool", {}),
        ("create_fd", None),
        (
            "calculate_rd_maturity",
            {"monthly_installment": 1, "rate": 1, "tenure_months": 10**9},
        ),
    ],
)
def test_what_raises_there_is_an_error_here(tool: str, arguments: Any) -> None:
    answer: ToolResult = execute(bank(), tool, arguments)
    assert answer.error in ("invalid_arguments", "unparsed", "unknown_tool")
    assert str(answer.content).startswith("Error: ")


def test_a_call_that_fails_half_way_leaves_what_it_changed() -> None:
    ledger = bank()
    atm = {"domestic": {"enabled": True}}
    execute(ledger, "set_card_controls", {"card_id": "CARD77485", "atm": atm, "pos": 1})
    assert ledger.record["cards"]["CARD77485"]["controls"]["atm"] == atm


def test_a_task_opens_its_own_customer() -> None:
    assert open_ledger(published(), task_of()).record["customer_id"] == CUSTOMER
