from typing import Any

import pytest

from bankenv.books import Books
from bankenv.tests.factories import (
    ACCOUNT,
    SECOND_ACCOUNT,
    call,
    make_account,
    make_customer,
    make_mandate,
    malformed,
    open_books,
    refused,
)
from bankenv.tools import execute

# Filter arguments of a listing, of several types.
Filters = dict[str, Any]


def payer() -> Books:
    mandates = [
        make_mandate("MND1"),
        make_mandate("MND2", status="paused", account_id=SECOND_ACCOUNT),
        make_mandate("MND3", status="cancelled", payee="Kavach Health"),
        make_mandate("MND1", payee="a second row with the first one's id"),
    ]
    return open_books(make_customer(mandates=mandates))


@pytest.mark.parametrize(
    ("filters", "payees"),
    [
        ({}, 4),
        ({"status": "all", "account_id": None}, 4),
        ({"status": "active"}, 2),
        ({"account_id": SECOND_ACCOUNT}, 1),
        ({"account_id": SECOND_ACCOUNT, "status": "active"}, 0),
        ({"account_id": "SB9"}, 0),
    ],
)
def test_mandates_are_filtered(filters: Filters, payees: int) -> None:
    answer = call(payer(), "show_mandates", **filters)
    assert answer["total"] == len(answer["mandates"]) == payees


def test_a_customer_without_mandates_has_none() -> None:
    books = open_books(make_customer(mandates=None))
    assert call(books, "show_mandates") == {"total": 0, "mandates": []}
    assert refused(books, "cancel_mandate", mandate_id="MND1") == "VALIDATION_ERROR"


@pytest.mark.parametrize("mandate_id", ["MND1", "MND2"])
def test_cancelling_stops_one_mandate(mandate_id: str) -> None:
    books = payer()
    result = execute(books, "cancel_mandate", {"mandate_id": mandate_id})
    assert result.content == {
        "status": "CANCELLED",
        "mandate_id": mandate_id,
        "payee": "Kavach Life",
        "future_debits_stopped": True,
        "cancelled_at": "2026-07-16T00:00:00",
    }
    place = int(mandate_id[-1]) - 1
    assert [change.path for change in result.changes] == [
        f"mandates.{place}.status",
        f"mandates.{place}.cancelled_on",
    ]
    row = books.record["mandates"][place]
    assert (row["status"], row["cancelled_on"]) == ("cancelled", "2026-07-16")


def test_a_mandate_is_cancelled_once() -> None:
    assert refused(payer(), "cancel_mandate", mandate_id="MND3") == "ALREADY_CANCELLED"


def test_only_the_customers_mandates_are_cancelled() -> None:
    assert refused(payer(), "cancel_mandate", mandate_id="MND9") == "VALIDATION_ERROR"


def test_whether_an_emi_mandate_is_cancelled_is_the_assistants_to_mind() -> None:
    mandates = [make_mandate("MND1", linked_loan="HL100001")]
    call(
        open_books(make_customer(mandates=mandates)),
        "cancel_mandate",
        mandate_id="MND1",
    )


def drawer() -> Books:
    cheques = [
        {"cheque_number": "000123", "status": "issued"},
        {"cheque_number": "000124", "status": "cleared"},
        {"cheque_number": "000125", "status": "stopped"},
    ]
    accounts = {ACCOUNT: make_account(cheques=cheques)}
    return open_books(make_customer(accounts=accounts))


def test_each_cheque_has_its_outcome() -> None:
    books = drawer()
    result = execute(
        books,
        "stop_cheque_payment",
        {
            "account_id": ACCOUNT,
            "cheque_numbers": ["000123", "000124", "000125", "000999", "000999"],
            "reason": "lost",
        },
    )
    answer = result.content
    assert list(answer) == ["account_id", "reason", "reference", "results"]
    assert [(row["cheque_number"], row["outcome"]) for row in answer["results"]] == [
        ("000123", "STOP_PLACED"),
        ("000124", "CANNOT_STOP"),
        ("000125", "STOP_PLACED"),
        ("000999", "STOP_PLACED"),
    ]
    assert [len(row) for row in answer["results"]] == [2, 3, 2, 3]
    cheques = books.record["accounts"][ACCOUNT]["cheques"]
    assert [cheque["status"] for cheque in cheques] == [
        "stopped", "cleared", "stopped", "stopped",
    ]  # fmt: skip
    assert [change.path for change in result.changes] == [
        f"accounts.{ACCOUNT}.cheques.0.status",
        f"accounts.{ACCOUNT}.cheques.3",
    ]


def test_an_account_without_cheques_takes_a_stop() -> None:
    accounts = {ACCOUNT: make_account(cheques=None)}
    books = open_books(make_customer(accounts=accounts))
    stop = {"account_id": ACCOUNT, "cheque_numbers": ["7"]}
    answer = call(books, "stop_cheque_payment", **stop)
    assert answer["reason"] == "other"
    assert books.record["accounts"][ACCOUNT]["cheques"] == [
        {"cheque_number": "7", "status": "stopped"}
    ]


@pytest.mark.parametrize(
    "numbers",
    ["000123", [], None, [123], ["12a"], ["१२३"], ["12345678901"], [["1"]], {"0": "1"},
     ["1"] * 51],
)  # fmt: skip
def test_cheque_numbers_are_a_list_of_digits(numbers: object) -> None:
    message = malformed(
        drawer(), "stop_cheque_payment", account_id=ACCOUNT, cheque_numbers=numbers
    )
    assert message.startswith("cheque_numbers: expected ")


def test_no_cheque_of_an_account_that_is_not_linked() -> None:
    stop = {"account_id": "SB9", "cheque_numbers": ["000123"]}
    assert refused(drawer(), "stop_cheque_payment", **stop) == "VALIDATION_ERROR"


def test_a_cheque_book_leaves_an_order() -> None:
    books = open_books()
    answer = call(books, "request_cheque_book", account_id=ACCOUNT)
    assert answer == {
        "status": "REQUESTED",
        "request_id": answer["request_id"],
        "account_id": ACCOUNT,
        "leaves": 25,
        "delivery_address": "registered address",
        "expected_delivery": "2026-07-23",
        "requested_at": "2026-07-16T00:00:00",
    }
    order = books.record["service_orders"][answer["request_id"]]
    assert (order["kind"], order["deliver_to"]) == ("cheque_book", "registered_address")


@pytest.mark.parametrize(
    ("address", "destination"),
    [
        (None, "registered_address"),
        ("Please use my Registered address", "registered_address"),
        ("Neemghat", "home_branch"),
        ("NEEMGHAT branch", "home_branch"),
        ("my home branch", "home_branch"),
        ("14 Lotus Lane, Pune", "other"),
    ],
)
def test_an_order_says_where_its_words_lead(
    address: str | None, destination: str
) -> None:
    books = open_books()
    answer = call(
        books, "request_cheque_book", account_id=ACCOUNT, delivery_address=address
    )
    assert answer["delivery_address"] == (address or "registered address")
    order = books.record["service_orders"][answer["request_id"]]
    assert order["deliver_to"] == destination


def test_two_cheque_books_are_two_orders() -> None:
    books = open_books()
    for _ in range(2):
        call(books, "request_cheque_book", account_id=ACCOUNT)
    assert len(books.record["service_orders"]) == 2


def test_a_cheque_book_the_bank_does_not_print() -> None:
    books = open_books()
    for order in ({"account_id": "SB9"}, {"account_id": ACCOUNT, "leaves": 101}):
        assert refused(books, "request_cheque_book", **order) == "VALIDATION_ERROR"


def test_whether_an_account_may_have_cheques_is_the_assistants_to_mind() -> None:
    accounts = {ACCOUNT: make_account(account_type="bsbd", status="KYC_LIMITED")}
    books = open_books(make_customer(accounts=accounts))
    call(books, "request_cheque_book", account_id=ACCOUNT, leaves=100)
