from typing import Any

import pytest

from bankenv.books import Books
from bankenv.tests.factories import (
    ACCOUNT,
    UNLINKED_ACCOUNT,
    call,
    make_account,
    make_customer,
    malformed,
    open_books,
    refused,
)
from bankenv.tools import execute

# Arguments of a booking, of several types.
Arguments = dict[str, Any]

FD: Arguments = {
    "principal_amount": 100000, "tenure_months": 12, "source_account": ACCOUNT
}  # fmt: skip
RD: Arguments = {
    "monthly_installment": 2000, "tenure_months": 12, "source_account": ACCOUNT
}  # fmt: skip


def balance(books: Books, account_id: str = ACCOUNT) -> float:
    value: float = books.get(("accounts", account_id, "available_balance"))
    return value


def test_details_return_the_record_of_the_right_kind() -> None:
    books = open_books()
    fds = call(books, "get_fd_details", deposit_ids=["FD100001", "RD100001", "FD9"])
    assert fds["fds"] == [books.get(("deposits", "FD100001"))]
    errors = {row["deposit_id"]: row["error"] for row in fds["errors"]}
    assert "RD100001" in errors["RD100001"]
    assert "not an FD" in errors["RD100001"]
    assert "not linked" in errors["FD9"]
    rds = call(books, "get_rd_details", deposit_ids=["RD100001", "FD100001"])
    assert rds["rds"] == [books.get(("deposits", "RD100001"))]
    assert "not an RD" in rds["errors"][0]["error"]


def test_a_deposit_that_is_not_linked_is_not_shown() -> None:
    login = {"linked_accounts": [ACCOUNT], "linked_products": []}
    books = open_books(make_customer(login_context=login))
    answer = call(books, "get_fd_details", deposit_ids=["FD100001"])
    assert answer["fds"] == []


def test_booking_moves_the_money_and_keeps_the_record() -> None:
    books = open_books()
    answer = call(books, "create_fd", **FD)
    assert answer == {
        "status": "BOOKED",
        "deposit_id": "FD984471",
        "principal_amount": 100000.0,
        "rate": 6.8,
        "tenure_months": 12,
        "payout_type": "cumulative",
        "maturity_date": "2027-07-16",
        "maturity_amount": 106975.37,
        "source_account": ACCOUNT,
        "maturity_instruction": "no_renewal",
        "receipt_ref": answer["receipt_ref"],
        "booked_at": "2026-07-16T00:00:00",
    }
    assert balance(books) == 150000.0
    row = books.record["accounts"][ACCOUNT]["transactions"][-1]
    assert list(row) == [
        "reference_id", "date", "description", "amount", "direction", "channel",
        "balance_after",
    ]  # fmt: skip
    assert (row["amount"], row["balance_after"]) == (-100000.0, 150000.0)
    assert (row["direction"], row["channel"]) == ("debit", "internal")
    deposit = books.record["deposits"]["FD984471"]
    assert list(deposit) == [
        "deposit_id", "kind", "principal", "rate", "tenure_months", "start_date",
        "maturity_date", "maturity_amount", "payout_type", "maturity_instruction",
        "status", "payout_account", "nominee",
    ]  # fmt: skip
    assert books.record["login_context"]["linked_products"][-1] == "FD984471"


def test_booking_reports_every_change() -> None:
    result = execute(open_books(), "create_fd", FD)
    assert [change.path for change in result.changes] == [
        f"accounts.{ACCOUNT}.available_balance",
        f"accounts.{ACCOUNT}.transactions.0",
        "deposits.FD984471",
        "login_context.linked_products.4",
    ]
    assert (result.changes[0].before, result.changes[0].after) == (250000.0, 150000.0)


def test_an_amount_with_a_decimal_point_books_the_same_deposit() -> None:
    whole, pointed = open_books(), open_books()
    first = call(whole, "create_fd", **FD)
    second = call(pointed, "create_fd", **{**FD, "principal_amount": 100000.0})
    assert first == second
    assert whole.record == pointed.record


def test_the_same_booking_twice_is_two_deposits() -> None:
    books = open_books()
    first = call(books, "create_fd", **FD)["deposit_id"]
    second = call(books, "create_fd", **FD)["deposit_id"]
    assert first != second
    assert {first, second} < set(books.record["deposits"])
    assert balance(books) == 50000.0
    rows = books.record["accounts"][ACCOUNT]["transactions"]
    assert rows[0]["reference_id"] != rows[1]["reference_id"]


@pytest.mark.parametrize(
    ("months", "senior", "rate"),
    [(1, False, 4.5), (3, False, 4.5), (4, True, 6.0), (12, True, 7.3),
     (13, False, 7.1), (36, True, 7.8), (60, False, 7.0)],
)  # fmt: skip
def test_the_rate_is_the_slabs_and_the_customers(
    months: int, senior: bool, rate: float
) -> None:
    books = open_books(make_customer(profile={"senior_citizen": senior}))
    answer = call(books, "create_fd", **{**FD, "tenure_months": months})
    assert answer["rate"] == rate


def test_a_senior_deposit_matures_at_the_published_figure() -> None:
    books = open_books(make_customer(profile={"senior_citizen": True}))
    answer = call(
        books, "create_fd", **{**FD, "principal_amount": 10000, "tenure_months": 36}
    )
    assert (answer["maturity_date"], answer["maturity_amount"]) == (
        "2029-07-15",
        12608.02,
    )


def test_a_deposit_that_pays_out_matures_at_its_principal() -> None:
    books = open_books()
    answer = call(books, "create_fd", **FD, payout_type="monthly")
    assert answer["maturity_amount"] == 100000.0


def test_a_nominee_is_kept() -> None:
    books = open_books()
    nominee = {"name": "Ravi Sethi", "relation": "husband"}
    answer = call(books, "create_fd", **FD, nominee=nominee)
    assert books.record["deposits"][answer["deposit_id"]]["nominee"] == nominee


@pytest.mark.parametrize(
    "nominee", ["Ravi", {}, {"relation": "son"}, {"name": ""}, {"name": {"a": [1]}},
                {"name": "Ravi", "share": 50}, [{"name": "Ravi"}]],
)  # fmt: skip
def test_a_nominee_needs_a_name_and_no_more(nominee: object) -> None:
    message = malformed(open_books(), "create_fd", **FD, nominee=nominee)
    assert message.startswith("nominee")


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"source_account": "SB9"}, "VALIDATION_ERROR"),
        ({"source_account": UNLINKED_ACCOUNT}, "VALIDATION_ERROR"),
        ({"tenure_months": 61}, "VALIDATION_ERROR"),
        ({"principal_amount": 999.99}, "VALIDATION_ERROR"),
        ({"principal_amount": 250000.01}, "INSUFFICIENT_FUNDS"),
    ],
)
def test_a_booking_the_bank_does_not_take(change: Arguments, code: str) -> None:
    assert refused(open_books(), "create_fd", **{**FD, **change}) == code


def test_an_account_can_be_emptied_and_its_hold_is_the_assistants_to_mind() -> None:
    accounts = {ACCOUNT: make_account(status="KYC_LIMITED", hold_amount=250000.0)}
    books = open_books(make_customer(accounts=accounts))
    call(books, "create_fd", **{**FD, "principal_amount": 250000})
    assert balance(books) == 0.0


def test_too_little_money_is_refused_with_both_figures() -> None:
    result = execute(open_books(), "create_fd", {**FD, "principal_amount": 300000})
    message = result.content["error_message"]
    assert "₹2,50,000" in message
    assert "₹3,00,000" in message


def test_a_closed_account_pays_nothing() -> None:
    accounts = {ACCOUNT: make_account(status="CLOSED")}
    books = open_books(make_customer(accounts=accounts))
    assert refused(books, "create_fd", **FD) == "INVALID_STATE"
    assert refused(books, "close_deposit", deposit_id="FD100001") == "INVALID_STATE"


def test_booking_without_a_list_of_links_unlinks_nothing() -> None:
    books = open_books(make_customer(login_context={}))
    booked = call(books, "create_fd", **FD)["deposit_id"]
    answer = call(books, "get_fd_details", deposit_ids=[booked, "FD100001"])
    assert answer["errors"] == []


def test_a_linked_account_that_is_not_there_books_nothing() -> None:
    login = {"linked_accounts": ["SB5"], "linked_products": []}
    books = open_books(make_customer(login_context=login))
    code = refused(books, "create_fd", **{**FD, "source_account": "SB5"})
    assert code == "VALIDATION_ERROR"


def test_a_recurring_deposit_takes_its_first_instalment() -> None:
    books = open_books()
    answer = call(books, "create_rd", **RD)
    assert list(answer) == [
        "status", "deposit_id", "monthly_installment", "rate", "tenure_months",
        "first_installment_debited", "recurring_commitment", "maturity_date",
        "projected_maturity_amount", "source_account", "maturity_instruction",
        "receipt_ref", "booked_at",
    ]  # fmt: skip
    assert answer["rate"] == 6.5
    assert answer["recurring_commitment"] == "₹2000/month for 12 months"
    assert balance(books) == 248000.0
    deposit = books.record["deposits"][answer["deposit_id"]]
    assert list(deposit) == [
        "deposit_id", "kind", "monthly_installment", "rate", "tenure_months",
        "installments_paid", "total_deposited", "start_date", "maturity_date",
        "maturity_amount", "maturity_instruction", "status", "source_account",
        "payout_account", "nominee",
    ]  # fmt: skip
    assert (deposit["installments_paid"], deposit["total_deposited"]) == (1, 2000.0)


@pytest.mark.parametrize("months", [9, 12, 24, 36, 60])
def test_the_projection_is_the_calculators_figure(months: int) -> None:
    books = open_books()
    booked = call(books, "create_rd", **{**RD, "tenure_months": months})
    counted = call(
        books,
        "calculate_rd_maturity",
        monthly_installment=2000,
        rate=booked["rate"],
        tenure_months=months,
    )
    assert booked["projected_maturity_amount"] == counted["maturity_amount"]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"tenure_months": 6}, "VALIDATION_ERROR"),
        ({"tenure_months": 11}, "VALIDATION_ERROR"),
        ({"tenure_months": 63}, "VALIDATION_ERROR"),
        ({"monthly_installment": 499}, "VALIDATION_ERROR"),
        ({"source_account": "SB9"}, "VALIDATION_ERROR"),
        ({"monthly_installment": 250001}, "INSUFFICIENT_FUNDS"),
    ],
)
def test_a_recurring_deposit_the_bank_does_not_take(
    change: Arguments, code: str
) -> None:
    assert refused(open_books(), "create_rd", **{**RD, **change}) == code


def test_a_result_is_not_altered_by_later_writes() -> None:
    books = open_books()
    seen = call(books, "get_fd_details", deposit_ids=["FD100001"])["fds"][0]
    booked = execute(books, "create_fd", FD)
    call(books, "close_deposit", deposit_id="FD984471")
    call(books, "close_deposit", deposit_id="FD100001")
    assert seen["status"] == "ACTIVE"
    assert booked.changes[2].after["status"] == "ACTIVE"
