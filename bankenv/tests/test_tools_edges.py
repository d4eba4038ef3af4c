"""The edges of the bank's rules: slabs, bounds, odd days, nothing and very much."""

from datetime import date
from typing import Any

import pytest

from bankenv.records import JsonValue, Record
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
from bankenv.tests.test_tools_boundaries import parameters, usual
from bankenv.tools import TOOLS, execute
from bankenv.tools.parameters import Number, Whole

# A tool with its arguments.
Made = tuple[str, dict[str, Any]]

# Months, general rate, senior rate: both sides of every edge.
FD_EDGES = [
    (1, 4.5, 5.0), (3, 4.5, 5.0), (4, 5.5, 6.0), (6, 5.5, 6.0), (7, 6.8, 7.3),
    (12, 6.8, 7.3), (13, 7.1, 7.6), (24, 7.1, 7.6), (25, 7.3, 7.8), (36, 7.3, 7.8),
    (37, 7.0, 7.5), (60, 7.0, 7.5),
]  # fmt: skip
# Booked in steps of three months.
RD_EDGES = [
    (9, 6.5, 7.0), (12, 6.5, 7.0), (15, 6.8, 7.3), (24, 6.8, 7.3), (27, 7.0, 7.5),
    (36, 7.0, 7.5), (39, 6.8, 7.3), (60, 6.8, 7.3),
]  # fmt: skip
LOAN_EDGES = {
    "home_loan": [
        (0, 8.5), (2_999_999.99, 8.5), (3_000_000, 8.35), (7_499_999.99, 8.35),
        (7_500_000, 8.6), (999_999_999.99, 8.6),
    ],
    "personal_loan": [
        (0, 12.5), (499_999.99, 12.5), (500_000, 11.5), (1_499_999.99, 11.5),
        (1_500_000, 10.75), (999_999_999.99, 10.75),
    ],
    "gold_loan": [
        (0, 8.5), (299_999.99, 8.5), (300_000, 8.0), (999_999.99, 8.0),
        (1_000_000, 7.5), (999_999_999.99, 7.5),
    ],
}  # fmt: skip


@pytest.mark.parametrize("senior", [False, True])
@pytest.mark.parametrize(
    ("product", "months", "general", "senior_rate"),
    [("fd", *edge) for edge in FD_EDGES] + [("rd", *edge) for edge in RD_EDGES],
)
def test_a_tenure_is_booked_at_the_rate_of_its_slab(
    product: str, months: int, general: float, senior_rate: float, senior: bool
) -> None:
    books = open_books(make_customer(profile={"senior_citizen": senior}))
    asked = {"product_type": product, "tenure_months": months}
    (slab,) = call(books, "get_deposit_loan_rates", **asked)["slabs"]
    assert (slab["general_rate"], slab["senior_rate"]) == (general, senior_rate)
    amount = "principal_amount" if product == "fd" else "monthly_installment"
    booking = {amount: 5000, "tenure_months": months, "source_account": ACCOUNT}
    booked = call(books, f"create_{product}", **booking)
    assert booked["rate"] == (senior_rate if senior else general)


def test_both_sides_of_every_edge_of_todays_cards_are_tried() -> None:
    for product, edges, step in (("fd", FD_EDGES, 1), ("rd", RD_EDGES, 3)):
        card = bank_rules().deposit_card(product, open_books().today)
        assert card is not None
        tried = {months for months, _, _ in edges}
        inner = {slab.max_months for slab in card.slabs[:-1]}
        assert inner | {edge + step for edge in inner} < tried
        assert card.slabs[-1].max_months in tried
    for product, amounts in LOAN_EDGES.items():
        loan_card = bank_rules().loan_card(product, open_books().today)
        assert loan_card is not None
        starts = {slab.min_amount for slab in loan_card.slabs}
        assert starts < {amount for amount, _ in amounts}


@pytest.mark.parametrize(
    ("product", "amount", "rate"),
    [(product, *edge) for product, edges in LOAN_EDGES.items() for edge in edges],
)
def test_a_loan_costs_the_rate_of_its_slab(
    product: str, amount: float, rate: float
) -> None:
    asked = {"product_type": product, "amount": amount}
    (slab,) = call(open_books(), "get_deposit_loan_rates", **asked)["slabs"]
    assert slab["general_rate"] == rate


@pytest.mark.parametrize(
    ("day", "rate"), [(date(2026, 3, 31), 6.85), (date(2026, 4, 1), 6.8)]
)
def test_a_rate_changes_with_its_cards_first_day(day: date, rate: float) -> None:
    fd = {"principal_amount": 5000, "tenure_months": 12, "source_account": ACCOUNT}
    assert call(open_books(clock=day), "create_fd", **fd)["rate"] == rate


def bounds(tool: str, name: str) -> Whole | Number:
    shape = TOOLS[tool].by_name[name].shape
    assert isinstance(shape, Whole | Number)
    return shape


@pytest.mark.parametrize(("tool", "name"), parameters(Whole, Number))
def test_a_number_at_its_bound_is_taken_and_one_beyond_is_not(
    tool: str, name: str
) -> None:
    shape = bounds(tool, name)
    step = 1 if isinstance(shape, Whole) else 0.001
    least = shape.least
    if isinstance(shape, Number) and not shape.least_allowed:
        least += step
    for value in (least, shape.most):
        result = execute(open_books(), tool, {**usual(tool), name: value})
        assert result.error in (None, "refused"), value
    for value in (least - step, shape.most + step):
        message = malformed(open_books(), tool, **{**usual(tool), name: value})
        assert message.startswith(f"{name}: "), value


@pytest.mark.parametrize(("tool", "name"), parameters(Number))
@pytest.mark.parametrize("value", [float("nan"), float("inf"), 1e308, True, "7", "७"])
def test_an_impossible_rate_or_weight_is_malformed(
    tool: str, name: str, value: JsonValue
) -> None:
    message = malformed(open_books(), tool, **{**usual(tool), name: value})
    assert message.startswith(f"{name}: ")


RD: Made = (
    "create_rd",
    {"monthly_installment": 500, "tenure_months": 9, "source_account": ACCOUNT},
)
URGENT: Made = (
    "raise_request",
    {
        "description": "Not hers.",
        "category": "unauthorized_debit",
        "related_transaction_id": "TXN1",
    },
)
NORMAL: Made = ("raise_request", {"description": "A form."})
BOOK: Made = ("request_cheque_book", {"account_id": ACCOUNT})
LINK: Made = (
    "request_duplicate_statement",
    {
        "account_id": ACCOUNT,
        "from_date": "2024-02-29",
        "to_date": "2028-02-29",
        "delivery_mode": "download",
    },
)
GOLD: Made = ("get_gold_rate", {"purity_karat": 22})


@pytest.mark.parametrize(
    ("made", "name", "day", "wanted"),
    [
        # 9 months are 273 days of mean months.
        (RD, "maturity_date", date(2028, 2, 29), "2028-11-28"),
        (RD, "maturity_date", date(2026, 5, 31), "2027-02-28"),
        (RD, "maturity_date", date(2027, 6, 1), "2028-02-29"),
        (URGENT, "eta", date(2028, 2, 28), "2028-02-29"),
        (URGENT, "eta", date(2027, 2, 28), "2027-03-01"),
        (URGENT, "eta", date(2026, 12, 31), "2027-01-01"),
        (NORMAL, "eta", date(2028, 2, 25), "2028-03-01"),
        (NORMAL, "eta", date(2026, 4, 30), "2026-05-05"),
        (BOOK, "expected_delivery", date(2028, 2, 22), "2028-02-29"),
        (BOOK, "expected_delivery", date(2028, 2, 29), "2028-03-07"),
        (BOOK, "expected_delivery", date(2026, 12, 31), "2027-01-07"),
        (LINK, "expiry", date(2028, 2, 23), "2028-03-01T00:00:00"),
        (LINK, "expiry", date(2027, 2, 23), "2027-03-02T00:00:00"),
        (GOLD, "valid_till", date(2028, 2, 29), "2028-02-29T08:00:00"),
    ],
)
def test_days_are_counted_over_leap_days_and_month_ends(
    made: Made, name: str, day: date, wanted: str
) -> None:
    tool, arguments = made
    assert call(open_books(clock=day), tool, **arguments)[name] == wanted


@pytest.mark.parametrize("day", [date(2028, 2, 29), date(2026, 12, 31)])
def test_what_is_written_carries_the_day_it_was_written_on(day: date) -> None:
    books = open_books(clock=day)
    call(books, "cancel_mandate", mandate_id="MND100001")
    assert books.record["mandates"][0]["cancelled_on"] == day.isoformat()
    call(books, "close_deposit", deposit_id="FD100001")
    assert books.record["deposits"]["FD100001"]["closed_on"] == day.isoformat()
    entry = books.record["accounts"][ACCOUNT]["transactions"][-1]
    assert entry["date"] == day.isoformat()


def holding(balance: float, **deposit: JsonValue) -> Record:
    return make_customer(
        accounts={ACCOUNT: make_account(balance)},
        deposits={"FD100001": make_fd(**deposit)},
    )


def test_an_empty_account_books_nothing_and_is_paid_into() -> None:
    books = open_books(holding(0.0))
    fd = {"principal_amount": 1000, "tenure_months": 12, "source_account": ACCOUNT}
    assert refused(books, "create_fd", **fd) == "INSUFFICIENT_FUNDS"
    call(books, "close_deposit", deposit_id="FD100001")
    assert call(books, "create_fd", **fd)["status"] == "BOOKED"


def test_a_deposit_of_nothing_pays_nothing() -> None:
    books = open_books(holding(5.0, principal=0.0, rate=0.0))
    closed = call(books, "close_deposit", deposit_id="FD100001")
    assert closed["net_payout"] == 0.0
    assert books.record["accounts"][ACCOUNT]["available_balance"] == 5.0


def test_the_largest_amount_is_kept_to_the_paisa() -> None:
    books = open_books(holding(1e12))
    fd = {"principal_amount": 999_999_999_999.99, "source_account": ACCOUNT}
    booked = call(books, "create_fd", **fd, tenure_months=60)
    assert books.record["accounts"][ACCOUNT]["available_balance"] == 0.01
    # 20 quarters at 7 %: 999999999999.99 * 1.0175 ** 20.
    assert booked["maturity_amount"] == 1_414_778_195_755.78
    call(books, "close_deposit", deposit_id=booked["deposit_id"])
    assert books.record["accounts"][ACCOUNT]["available_balance"] == 1e12
