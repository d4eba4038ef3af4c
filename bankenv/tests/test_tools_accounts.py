from typing import Any

import pytest

from bankenv.tests.factories import (
    ACCOUNT,
    SECOND_ACCOUNT,
    UNLINKED_ACCOUNT,
    call,
    make_account,
    make_customer,
    make_entry,
    malformed,
    open_books,
    refused,
)

# Filter arguments of a history call, of several types.
Filters = dict[str, Any]


def test_balances_come_in_the_order_asked_with_errors_apart() -> None:
    answer = call(
        open_books(),
        "get_account_balance",
        account_ids=[SECOND_ACCOUNT, "SB9", ACCOUNT, UNLINKED_ACCOUNT],
    )
    assert list(answer) == ["balances", "errors"]
    assert [row["account_id"] for row in answer["balances"]] == [
        SECOND_ACCOUNT,
        ACCOUNT,
    ]
    assert answer["balances"][0] == {
        "account_id": SECOND_ACCOUNT,
        "available_balance": 1000.5,
        "hold_amount": 0.0,
        "currency": "INR",
        "as_of": "2026-07-16T00:00:00",
    }
    assert [row["account_id"] for row in answer["errors"]] == ["SB9", UNLINKED_ACCOUNT]
    assert all("not linked" in row["error"] for row in answer["errors"])


def test_an_id_asked_for_twice_is_answered_once() -> None:
    answer = call(
        open_books(), "get_account_balance", account_ids=[ACCOUNT, ACCOUNT, "x", "x"]
    )
    assert (len(answer["balances"]), len(answer["errors"])) == (1, 1)


def test_a_bare_account_has_defaults() -> None:
    books = open_books(make_customer(accounts={ACCOUNT: {}}))
    balance = call(books, "get_account_balance", account_ids=[ACCOUNT])["balances"][0]
    assert (balance["available_balance"], balance["hold_amount"]) == (0.0, 0.0)
    details = call(books, "get_account_details", account_ids=[ACCOUNT])["accounts"][0]
    assert details == {
        "account_id": ACCOUNT,
        "account_type": None,
        "status": "ACTIVE",
        "bank_name": None,
        "ifsc": None,
        "home_branch": None,
        "holders": [],
        "nominee": None,
        "open_date": None,
        "currency": "INR",
    }


def test_an_unnamed_bank_is_named_after_its_code() -> None:
    account = make_account(bank_name=None, ifsc="abcd0123456")
    books = open_books(make_customer(accounts={ACCOUNT: account}))
    details = call(books, "get_account_details", account_ids=[ACCOUNT])["accounts"][0]
    assert details["bank_name"] == "Unknown Bank (ABCD)"


def test_details_show_neither_balance_nor_entries() -> None:
    answer = call(open_books(), "get_account_details", account_ids=[ACCOUNT, "SB9"])
    assert not {"available_balance", "transactions"} & set(answer["accounts"][0])
    assert answer["errors"][0]["account_id"] == "SB9"


def test_without_a_list_of_links_every_account_is_linked() -> None:
    books = open_books(make_customer(login_context={}))
    answer = call(books, "get_account_balance", account_ids=[UNLINKED_ACCOUNT])
    assert answer["errors"] == []


def entries() -> Any:  # books, and what they are asked, vary by test
    rows = [
        make_entry(1, "2026-07-09"),
        make_entry(2, "2026-07-10", channel="atm"),
        make_entry(3, "2026-07-10", direction="credit", channel="neft"),
        make_entry(4, "2026-07-10", channel="internal"),
        make_entry(5, "2026-07-15"),
    ]
    accounts = {ACCOUNT: make_account(transactions=rows)}
    return open_books(make_customer(accounts=accounts))


def test_history_is_newest_first_within_a_day_too() -> None:
    answer = call(entries(), "get_transaction_history", account_id=ACCOUNT)
    assert [row["reference_id"][-1] for row in answer["transactions"]] == list("54321")
    assert list(answer) == [
        "account_id", "total_records", "returned", "offset", "limit", "transactions",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("filters", "numbers"),
    [
        ({"from_date": "2026-07-10"}, "5432"),
        ({"to_date": "2026-07-10"}, "4321"),
        ({"from_date": "2026-07-10", "to_date": "2026-07-10"}, "432"),
        ({"from_date": None, "to_date": None}, "54321"),
        ({"type": "credit"}, "3"),
        ({"type": "debit", "channel": "atm"}, "2"),
        ({"channel": "cheque"}, ""),
        ({"limit": 2}, "54"),
        ({"limit": 2.0, "offset": 4}, "1"),
        ({"offset": 9}, ""),
    ],
)
def test_history_is_filtered_and_paged(filters: Filters, numbers: str) -> None:
    answer = call(entries(), "get_transaction_history", account_id=ACCOUNT, **filters)
    found = "".join(row["reference_id"][-1] for row in answer["transactions"])
    assert found == numbers
    assert answer["returned"] == len(numbers)


def test_history_counts_what_fits_and_not_only_the_page() -> None:
    answer = call(
        entries(), "get_transaction_history", account_id=ACCOUNT, type="debit", limit=1
    )
    assert (answer["total_records"], answer["returned"]) == (4, 1)


@pytest.mark.parametrize("account_id", ["SB9", UNLINKED_ACCOUNT])
def test_no_history_of_an_account_that_is_not_linked(account_id: str) -> None:
    code = refused(open_books(), "get_transaction_history", account_id=account_id)
    assert code == "VALIDATION_ERROR"


def test_a_period_does_not_end_before_it_begins() -> None:
    message = malformed(
        open_books(),
        "get_transaction_history",
        account_id=ACCOUNT,
        from_date="2026-07-10",
        to_date="2026-07-09",
    )
    assert "not before 2026-07-10" in message


@pytest.mark.parametrize(
    "day",
    ["2026-02-29", "16-07-2026", "2026-7-1", "20260716", "२०२६-०७-१६", "", 20260716],
)
def test_a_day_must_be_of_the_calendar(day: object) -> None:
    message = malformed(
        open_books(), "get_transaction_history", account_id=ACCOUNT, from_date=day
    )
    assert message.startswith("from_date: expected a d")


def test_a_leap_day_is_a_day() -> None:
    call(
        open_books(),
        "get_transaction_history",
        account_id=ACCOUNT,
        from_date="2024-02-29",
    )


PERIOD = {"from_date": "2026-04-01", "to_date": "2026-06-30"}


def test_a_statement_goes_to_the_registered_address_and_leaves_an_order() -> None:
    books = open_books()
    answer = call(books, "request_duplicate_statement", account_id=ACCOUNT, **PERIOD)
    assert list(answer) == [
        "status", "request_id", "account_id", "from_date", "to_date", "delivery_mode",
        "requested_at", "delivered_to",
    ]  # fmt: skip
    assert answer["delivered_to"] == "meenal.sethi@example.com"
    order = books.record["service_orders"][answer["request_id"]]
    assert order["kind"] == "duplicate_statement"
    assert order["to_date"] == "2026-06-30"


def test_a_statement_can_be_a_link_that_runs_out() -> None:
    books = open_books()
    answer = call(
        books,
        "request_duplicate_statement",
        account_id=ACCOUNT,
        delivery_mode="download",
        **PERIOD,
    )
    assert list(answer)[-2:] == ["download_url", "expiry"]
    assert answer["expiry"] == "2026-07-23T00:00:00"
    assert answer["request_id"] in answer["download_url"]


def test_without_an_address_the_statement_names_the_registered_one() -> None:
    books = open_books(make_customer(profile={}))
    answer = call(books, "request_duplicate_statement", account_id=ACCOUNT, **PERIOD)
    assert answer["delivered_to"] == "the registered e-mail address"


def test_two_equal_orders_are_two_orders() -> None:
    books = open_books()
    for _ in range(2):
        call(books, "request_duplicate_statement", account_id=ACCOUNT, **PERIOD)
    assert len(books.record["service_orders"]) == 2


def test_no_statement_of_an_account_that_is_not_linked() -> None:
    code = refused(
        open_books(), "request_duplicate_statement", account_id="SB9", **PERIOD
    )
    assert code == "VALIDATION_ERROR"


def test_no_statement_of_a_period_turned_round() -> None:
    malformed(
        open_books(),
        "request_duplicate_statement",
        account_id=ACCOUNT,
        from_date="2026-06-30",
        to_date="2026-04-01",
    )
