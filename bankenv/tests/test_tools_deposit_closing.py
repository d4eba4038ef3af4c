from datetime import date
from typing import Any

import pytest

from bankenv.books import Books
from bankenv.records import Record
from bankenv.tests.factories import (
    ACCOUNT,
    SECOND_ACCOUNT,
    UNLINKED_ACCOUNT,
    call,
    make_customer,
    make_fd,
    make_rd,
    open_books,
    refused,
)


def balance(books: Books, account_id: str = ACCOUNT) -> float:
    value: float = books.get(("accounts", account_id, "available_balance"))
    return value


def with_deposit(deposit: Record, **parts: Any) -> Books:
    deposits = {deposit["deposit_id"]: deposit}
    return open_books(make_customer(deposits=deposits, **parts))


def quote(books: Books, deposit_id: str) -> Record:
    answer = call(books, "get_deposit_closure_quote", deposit_ids=[deposit_id])
    assert answer["errors"] == []
    figures: Record = answer["quotes"][0]
    return figures


def test_an_early_closure_costs_one_point_of_the_rate() -> None:
    assert quote(open_books(), "FD100001") == {
        "deposit_id": "FD100001",
        "kind": "FD",
        "matured": False,
        "principal": 100000.0,
        "contract_rate": 7.1,
        "penalty_rate": 1.0,
        "effective_rate": 6.1,
        "interest_payable": 6100.0,
        "penalty_amount": 0.0,
        "net_payout": 106100.0,
        "quote_date": "2026-07-16",
    }


def test_a_recurring_deposit_earns_on_what_was_paid_in() -> None:
    figures = quote(open_books(), "RD100001")
    assert figures["interest_payable"] == 226.03
    assert figures["net_payout"] == 10226.03
    bare = make_rd(total_deposited=None)
    assert quote(with_deposit(bare), "RD100001")["principal"] == 10000.0


@pytest.mark.parametrize(
    ("maturity_date", "matured", "payout"),
    [("2026-07-16", True, 53487.12), ("2026-07-17", False, 53087.5)],
)
def test_on_its_maturity_day_a_deposit_has_matured(
    maturity_date: str, matured: bool, payout: float
) -> None:
    deposit = make_fd(
        principal=50000.0,
        rate=7.175,
        maturity_date=maturity_date,
        maturity_amount=53487.12,
    )
    figures = quote(with_deposit(deposit), "FD100001")
    assert (figures["matured"], figures["net_payout"]) == (matured, payout)
    if matured:
        assert (figures["penalty_rate"], figures["effective_rate"]) == (0.0, 7.175)
        assert figures["interest_payable"] == 3487.12


def test_the_penalty_never_makes_the_rate_negative() -> None:
    deposit = make_fd(rate=0.5, start_date="2026-08-01")
    figures = quote(with_deposit(deposit), "FD100001")
    assert (figures["effective_rate"], figures["interest_payable"]) == (0.0, 0.0)
    assert figures["net_payout"] == 100000.0


def test_an_older_circular_spared_seniors() -> None:
    record = make_customer(profile={"senior_citizen": True})
    assert quote(open_books(record), "FD100001")["penalty_rate"] == 1.0
    before = open_books(record, clock=date(2026, 3, 31))
    assert quote(before, "FD100001")["penalty_rate"] == 0.0


def test_without_a_circular_there_is_no_penalty() -> None:
    books = open_books(clock=date(2022, 1, 1))
    assert quote(books, "FD100001")["penalty_rate"] == 0.0


@pytest.mark.parametrize(
    ("spoiled", "phrase"),
    [
        ({"status": "CLOSED", "closed_on": "2026-07-01"}, "already closed"),
        ({"maturity_date": None}, "no maturity_date"),
        ({"start_date": "soon"}, "no start_date"),
    ],
)
def test_a_deposit_that_cannot_be_quoted_says_why(spoiled: Record, phrase: str) -> None:
    books = with_deposit(make_fd(**spoiled))
    answer = call(books, "get_deposit_closure_quote", deposit_ids=["FD100001", "FD9"])
    assert answer["quotes"] == []
    assert phrase in answer["errors"][0]["error"]
    assert "not linked" in answer["errors"][1]["error"]


def test_closing_pays_what_was_quoted() -> None:
    books = open_books()
    quoted = quote(books, "FD100001")
    answer = call(books, "close_deposit", deposit_id="FD100001")
    assert answer == {
        "status": "CLOSED",
        "deposit_id": "FD100001",
        "kind": "FD",
        "premature": True,
        "penalty_rate": 1.0,
        "net_payout": quoted["net_payout"],
        "payout_account": ACCOUNT,
        "future_installments_stopped": False,
        "closed_at": "2026-07-16T00:00:00",
    }
    assert balance(books) == 356100.0
    row = books.record["accounts"][ACCOUNT]["transactions"][-1]
    assert (row["amount"], row["direction"]) == (106100.0, "credit")
    deposit = books.record["deposits"]["FD100001"]
    assert (deposit["status"], deposit["closed_on"]) == ("CLOSED", "2026-07-16")
    assert "FD100001" in books.record["login_context"]["linked_products"]


def test_closing_pays_into_another_linked_account() -> None:
    books = open_books()
    answer = call(
        books, "close_deposit", deposit_id="RD100001", payout_account=SECOND_ACCOUNT
    )
    assert answer["future_installments_stopped"] is True
    assert balance(books, SECOND_ACCOUNT) == 11226.53


def test_a_deposits_own_account_is_paid_even_where_it_is_not_linked() -> None:
    books = with_deposit(make_fd(payout_account=UNLINKED_ACCOUNT))
    call(books, "close_deposit", deposit_id="FD100001")
    assert balance(books, UNLINKED_ACCOUNT) == 106107.0


@pytest.mark.parametrize("account_id", ["SB9", UNLINKED_ACCOUNT])
def test_nothing_is_closed_into_an_account_that_is_not_linked(account_id: str) -> None:
    code = refused(
        open_books(), "close_deposit", deposit_id="FD100001", payout_account=account_id
    )
    assert code == "VALIDATION_ERROR"


@pytest.mark.parametrize("own", [None, "SB404"])
def test_nothing_is_closed_into_an_account_that_is_gone(own: str | None) -> None:
    books = with_deposit(make_fd(payout_account=own))
    assert refused(books, "close_deposit", deposit_id="FD100001") == "VALIDATION_ERROR"
    call(books, "close_deposit", deposit_id="FD100001", payout_account=ACCOUNT)


def test_a_deposit_closes_once() -> None:
    books = open_books()
    call(books, "close_deposit", deposit_id="FD100001")
    assert refused(books, "close_deposit", deposit_id="FD100001") == "ALREADY_CLOSED"


def test_only_a_linked_deposit_is_closed() -> None:
    assert (
        refused(open_books(), "close_deposit", deposit_id="FD9") == "VALIDATION_ERROR"
    )


@pytest.mark.parametrize(
    "locked",
    [
        {"scheme": "tax_saver", "lock_in_until": "2027-07-16"},
        {"scheme": "non_callable"},
        {"mode_of_operation": "jointly", "premature_mandate": False},
    ],
)
def test_whether_a_deposit_is_locked_is_the_assistants_to_mind(locked: Record) -> None:
    answer = call(
        with_deposit(make_fd(**locked)), "close_deposit", deposit_id="FD100001"
    )
    assert answer["premature"] is True


def test_a_renewal_instruction_changes_one_deposit() -> None:
    books = open_books()
    answer = call(
        books,
        "update_deposit_renewal",
        deposit_id="FD100001",
        instruction="renew_principal",
    )
    assert answer == {
        "status": "UPDATED",
        "deposit_id": "FD100001",
        "previous_instruction": "no_renewal",
        "new_instruction": "renew_principal",
        "effective_on": "2027-07-16",
        "updated_at": "2026-07-16T00:00:00",
    }
    deposits = books.record["deposits"]
    assert deposits["FD100001"]["maturity_instruction"] == "renew_principal"
    assert deposits["RD100001"]["maturity_instruction"] == "no_renewal"


def test_a_closed_deposit_is_not_renewed() -> None:
    books = with_deposit(make_fd(status="CLOSED"))
    renewal = {"deposit_id": "FD100001", "instruction": "renew_principal"}
    assert refused(books, "update_deposit_renewal", **renewal) == "ALREADY_CLOSED"


def test_only_a_linked_deposit_is_renewed() -> None:
    renewal = {"deposit_id": "FD9", "instruction": "no_renewal"}
    assert refused(open_books(), "update_deposit_renewal", **renewal) == (
        "VALIDATION_ERROR"
    )
