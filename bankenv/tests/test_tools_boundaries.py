"""The edges that every tool shares: amounts, other people's ids, states, odd days."""

from datetime import date

import pytest

from bankenv.records import JsonValue, Record
from bankenv.rules import Rules
from bankenv.tests.factories import (
    ACCOUNT,
    bank_rules,
    call,
    make_account,
    make_customer,
    make_fd,
    malformed,
    open_books,
    refused,
)
from bankenv.tools import TOOLS, execute
from bankenv.tools.parameters import Amount, Choice, Day, Identifier, Items, Text, Whole

# Usable values for what a tool requires beside the parameter that is tried.
USUAL: Record = {
    "principal_amount": 5000,
    "monthly_installment": 500,
    "principal": 5000,
    "gold_grams": 1,
    "gold_rate_per_gram": 5850,
    "purity_karat": 22,
    "rate": 7,
    "tenure_months": 12,
    "source_account": ACCOUNT,
    "account_id": ACCOUNT,
    "deposit_id": "FD100001",
    "card_id": "CARD10001",
    "mandate_id": "MND100001",
    "cheque_numbers": ["000123"],
    "from_date": "2026-01-01",
    "to_date": "2026-12-31",
}


def parameters(*shapes: type) -> list[tuple[str, str]]:
    """Return (tool, parameter) of every parameter of the shapes."""
    return [
        (tool.name, parameter.name)
        for tool in TOOLS.values()
        for parameter in tool.parameters
        if isinstance(parameter.shape, shapes)
    ]


def usual(tool: str) -> Record:
    """Return usable arguments for what the tool requires."""
    return {name: _usable(tool, name) for name in TOOLS[tool].required}


def _usable(tool: str, name: str) -> JsonValue:
    shape = TOOLS[tool].by_name[name].shape
    if isinstance(shape, Choice):
        return shape.choices[0]
    if isinstance(shape, Items):
        return USUAL.get(name, ["X1"])
    return USUAL.get(name, "012345" if name == "pincode" else "words")


@pytest.mark.parametrize(("tool", "name"), parameters(Amount))
@pytest.mark.parametrize(
    "amount",
    [0, -0.01, -5, 0.001, 1e12 + 1, 1e308, float("nan"), float("inf"), True, "5", [5]],
)
def test_an_impossible_amount_is_malformed(
    tool: str, name: str, amount: JsonValue
) -> None:
    arguments = {**usual(tool), name: amount}
    assert malformed(open_books(), tool, **arguments).startswith(f"{name}: ")


@pytest.mark.parametrize(("tool", "name"), parameters(Amount))
@pytest.mark.parametrize("amount", [0.01, 1, 99.99, 1e12])
def test_the_least_and_the_largest_amount_are_amounts(
    tool: str, name: str, amount: float
) -> None:
    result = execute(open_books(), tool, {**usual(tool), name: amount})
    assert result.error in (None, "refused")


@pytest.mark.parametrize(("tool", "name"), parameters(Whole))
@pytest.mark.parametrize("number", [-1, 1.5, 10**20, True, "12", "१२", None])
def test_an_impossible_number_is_malformed(
    tool: str, name: str, number: JsonValue
) -> None:
    if number is None and TOOLS[tool].by_name[name].nullable:
        assert execute(open_books(), tool, {**usual(tool), name: None}).ok
        return
    assert malformed(open_books(), tool, **{**usual(tool), name: number})


@pytest.mark.parametrize(("tool", "name"), parameters(Day))
@pytest.mark.parametrize(
    "day", ["2025-02-29", "2026-04-31", "2026-13-01", "", 20260716]
)
def test_a_day_that_is_not_in_the_calendar_is_malformed(
    tool: str, name: str, day: JsonValue
) -> None:
    assert malformed(open_books(), tool, **{**usual(tool), name: day})


@pytest.mark.parametrize(("tool", "name"), parameters(Text, Identifier))
@pytest.mark.parametrize("text", ["", "\x00", "\ud800", "x" * 10**6, 7, ["a"], {}])
def test_a_text_that_no_record_could_hold_is_malformed(
    tool: str, name: str, text: JsonValue
) -> None:
    assert malformed(open_books(), tool, **{**usual(tool), name: text})


FOREIGN = {
    "account_id": "SB9999999999",
    "source_account": "SB9999999999",
    "payout_account": "SB9999999999",
    "deposit_id": "FD999999",
    "card_id": "CARD99999",
    "mandate_id": "MND999999",
    "request_id": "SR-99999999",
}


@pytest.mark.parametrize(
    ("tool", "name"),
    [
        (tool, name)
        for tool, name in parameters(Identifier)
        # A filter and a remark: nothing is looked up by them, as published.
        if name in FOREIGN and tool not in ("show_mandates", "raise_request")
    ],
)
def test_somebody_elses_id_is_refused(tool: str, name: str) -> None:
    arguments = {**usual(tool), name: FOREIGN[name]}
    assert refused(open_books(), tool, **arguments) == "VALIDATION_ERROR"


@pytest.mark.parametrize("tool", [t.name for t in TOOLS.values() if t.batch])
def test_a_batch_names_each_id_that_is_not_linked(tool: str) -> None:
    batch = TOOLS[tool].batch
    assert batch is not None
    answer = call(open_books(), tool, **{batch: ["NOT1", "NOT2"]})
    assert [error[batch.removesuffix("s")] for error in answer["errors"]] == [
        "NOT1",
        "NOT2",
    ]
    assert all("not linked" in error["error"] for error in answer["errors"])


@pytest.mark.parametrize("status", ["REKYC_GRACE", "KYC_LIMITED", "INOPERATIVE"])
def test_an_accounts_status_is_the_assistants_to_mind(status: str) -> None:
    account = make_account(status=status)
    books = open_books(make_customer(accounts={ACCOUNT: account}))
    details = call(books, "get_account_details", account_ids=[ACCOUNT])
    assert details["accounts"][0]["status"] == status
    source = {"source_account": ACCOUNT, "tenure_months": 12}
    assert call(books, "create_fd", principal_amount=5000, **source)
    assert call(books, "create_rd", monthly_installment=500, **source)
    assert call(books, "request_cheque_book", account_id=ACCOUNT)
    assert call(books, "close_deposit", deposit_id="FD100001")


def test_no_money_moves_in_a_closed_account() -> None:
    account = make_account(status="CLOSED")
    books = open_books(make_customer(accounts={ACCOUNT: account}))
    source = {"source_account": ACCOUNT, "tenure_months": 12}
    for tool, arguments in (
        ("create_fd", {"principal_amount": 5000, **source}),
        ("create_rd", {"monthly_installment": 500, **source}),
        ("close_deposit", {"deposit_id": "FD100001"}),
    ):
        assert refused(books, tool, **arguments) == "INVALID_STATE"


def booked_on(day: date, months: int) -> Record:
    books = open_books(clock=day, rules=rules_on(day))
    return call(
        books,
        "create_fd",
        principal_amount=100000,
        tenure_months=months,
        source_account=ACCOUNT,
    )


def rules_on(day: date) -> Rules:
    rules = bank_rules()
    assert rules.deposit_card("fd", day) is not None
    return rules


@pytest.mark.parametrize(
    ("day", "months", "matures"),
    [
        (date(2024, 2, 29), 12, "2025-02-28"),
        (date(2028, 1, 31), 1, "2028-03-01"),
        (date(2027, 1, 31), 1, "2027-03-02"),
        (date(2026, 8, 31), 6, "2027-03-01"),
        (date(2026, 12, 31), 2, "2027-03-01"),
        (date(2024, 2, 28), 48, "2028-02-28"),
    ],
)
def test_tenures_from_leap_days_and_month_ends_run_in_mean_months(
    day: date, months: int, matures: str
) -> None:
    assert booked_on(day, months)["maturity_date"] == matures


@pytest.mark.parametrize(
    ("day", "matured"),
    [(date(2028, 2, 28), False), (date(2028, 2, 29), True), (date(2028, 3, 1), True)],
)
def test_a_deposit_that_matures_on_a_leap_day(day: date, matured: bool) -> None:
    fd = make_fd(
        start_date="2026-02-28", maturity_date="2028-02-29", maturity_amount=115114.2
    )
    books = open_books(make_customer(deposits={"FD100001": fd}), clock=day)
    quote = call(books, "get_deposit_closure_quote", deposit_ids=["FD100001"])
    figures = quote["quotes"][0]
    assert figures["matured"] is matured
    # 730 days of 6.1 %: the leap year's own day counts when it has come.
    assert figures["interest_payable"] == (15114.2 if matured else 12200.0)


@pytest.mark.parametrize("day", ["2028-02-29", "2026-01-31", "2026-12-31"])
def test_entries_are_found_on_the_odd_days(day: str) -> None:
    row = {
        "reference_id": "TXN1000000001",
        "date": day,
        "description": "x",
        "amount": -1.0,
        "direction": "debit",
        "channel": "upi",
        "balance_after": 1.0,
    }
    account = make_account(transactions=[row])
    books = open_books(make_customer(accounts={ACCOUNT: account}))
    period = {"from_date": day, "to_date": day}
    found = call(books, "get_transaction_history", account_id=ACCOUNT, **period)
    assert found["total_records"] == 1
