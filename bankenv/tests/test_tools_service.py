from typing import Any

import pytest

from bankenv.tests.factories import (
    ACCOUNT,
    call,
    make_customer,
    malformed,
    open_books,
    refused,
)
from bankenv.tools import execute

# Arguments of an address change, some of them wrong on purpose.
Arguments = dict[str, Any]

ADDRESS: Arguments = {
    "address_type": "communication",
    "line1": "14 Lotus Lane",
    "city": "Pune",
    "state": "Maharashtra",
    "pincode": "011045",
}


def test_an_address_change_waits_for_verification() -> None:
    books = open_books()
    answer = call(books, "update_address", **ADDRESS)
    assert list(answer) == [
        "status", "request_id", "address_type", "requested_address",
        "verification_status", "note", "logged_at",
    ]  # fmt: skip
    address = {
        "line1": "14 Lotus Lane",
        "line2": None,
        "city": "Pune",
        "state": "Maharashtra",
        "pincode": "011045",
    }
    assert answer["requested_address"] == address
    assert books.record["pending_address_updates"] == [
        {
            "address_type": "communication",
            "address": address,
            "requested_at": "2026-07-16T00:00:00",
            "status": "PENDING_VERIFICATION",
        }
    ]
    assert books.record["profile"] == make_customer()["profile"]


def test_the_same_address_twice_is_two_requests() -> None:
    books = open_books()
    first = call(books, "update_address", **ADDRESS, line2="Kothrud")
    second = call(books, "update_address", **ADDRESS, line2="Kothrud")
    assert first["request_id"] != second["request_id"]
    assert len(books.record["pending_address_updates"]) == 2


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("pincode", 411045),
        ("pincode", "41104"),
        ("pincode", "४११०४५"),
        ("pincode", "411 045"),
        ("address_type", "office"),
        ("line1", "   "),
        ("line1", "a\x00b"),
        ("line1", "\ud83d"),
        ("line1", "x" * 201),
        ("city", None),
        ("line2", ["Kothrud"]),
    ],
)
def test_an_impossible_address_is_named(name: str, value: object) -> None:
    message = malformed(open_books(), "update_address", **{**ADDRESS, name: value})
    assert message.startswith(f"{name}: expected ")


def test_a_request_is_logged_with_its_due_date() -> None:
    books = open_books()
    answer = call(books, "raise_request", description="Wants a replacement card.")
    assert answer == {
        "status": "RAISED",
        "request_id": answer["request_id"],
        "category": "general_query",
        "priority": "NORMAL",
        "eta": "2026-07-21",
        "note": answer["note"],
        "created_at": "2026-07-16T00:00:00",
    }
    assert books.record["requests"] == {
        answer["request_id"]: {
            "request_id": answer["request_id"],
            "category": "general_query",
            "description": "Wants a replacement card.",
            "related_transaction_id": None,
            "account_id": None,
            "status": "OPEN",
            "priority": "NORMAL",
            "created_at": "2026-07-16T00:00:00",
            "eta": "2026-07-21",
        }
    }


def test_an_unauthorised_debit_is_urgent() -> None:
    answer = call(
        open_books(),
        "raise_request",
        description="Not hers.",
        category="unauthorized_debit",
        related_transaction_id="TXN1",
        account_id=ACCOUNT,
    )
    assert (answer["priority"], answer["eta"]) == ("URGENT", "2026-07-17")


@pytest.mark.parametrize("category", ["failed_transaction", "unauthorized_debit"])
def test_a_matter_about_an_entry_needs_the_entry(category: str) -> None:
    code = refused(open_books(), "raise_request", description="x", category=category)
    assert code == "VALIDATION_ERROR"


def test_every_category_is_taken() -> None:
    books = open_books()
    categories = [
        "failed_transaction", "unauthorized_debit", "service_quality", "app_issue",
        "charges_dispute", "general_query", "other",
    ]  # fmt: skip
    for category in categories:
        call(
            books,
            "raise_request",
            description="x",
            category=category,
            related_transaction_id="TXN1",
        )
    kept = [row["category"] for row in books.record["requests"].values()]
    assert kept == categories


def test_the_same_request_twice_is_two_requests() -> None:
    books = open_books(make_customer(requests=None))
    for _ in range(2):
        call(books, "raise_request", description="x")
    assert len(books.record["requests"]) == 2


def test_a_request_can_be_looked_up() -> None:
    books = open_books()
    raised = call(books, "raise_request", description="Late card.")
    answer = call(books, "get_request_status", request_id=raised["request_id"])
    assert answer == {
        "request_id": raised["request_id"],
        "category": "general_query",
        "status": "OPEN",
        "priority": "NORMAL",
        "description": "Late card.",
        "created_at": "2026-07-16T00:00:00",
        "eta": "2026-07-21",
    }


def test_a_request_without_a_status_is_open() -> None:
    books = open_books(make_customer(requests={"SR-10000001": {}}))
    answer = call(books, "get_request_status", request_id="SR-10000001")
    assert answer["status"] == "OPEN"


def test_an_unknown_request_is_refused() -> None:
    for record in (make_customer(), make_customer(requests=None)):
        books = open_books(record)
        code = refused(books, "get_request_status", request_id="SR-99999999")
        assert code == "VALIDATION_ERROR"


def test_insurance_is_returned_whole_with_errors_apart() -> None:
    books = open_books()
    answer = call(books, "get_insurance_details", policy_ids=["POL100001", "POL9"])
    assert list(answer) == ["policies", "errors", "note"]
    assert answer["policies"] == [books.get(("insurance", "POL100001"))]
    assert answer["errors"][0]["policy_id"] == "POL9"


@pytest.mark.parametrize(
    ("kind", "products", "offers"),
    [("all", 8, 2), ("offer", 0, 2), ("deposit", 2, 0), ("loan", 3, 1), ("card", 2, 1),
     ("insurance", 1, 0)],
)  # fmt: skip
def test_products_and_offers_go_by_kind(kind: str, products: int, offers: int) -> None:
    made = [{"offer_id": "OFF1", "type": "loan"}, {"offer_id": "OFF2", "type": "card"}]
    books = open_books(make_customer(offers=made))
    answer = call(books, "get_products_and_offers", type=kind)
    assert list(answer) == ["filter", "products", "offers", "disclaimer"]
    assert (len(answer["products"]), len(answer["offers"])) == (products, offers)


def test_by_default_everything_is_offered() -> None:
    books = open_books(make_customer(offers=None))
    answer = call(books, "get_products_and_offers")
    assert (answer["filter"], len(answer["products"])) == ("all", 8)
    assert set(answer["products"][0]) == {"type", "code", "name", "summary"}


def test_a_hand_over_is_plain_text_and_changes_nothing() -> None:
    books = open_books()
    before = books.record
    result = execute(books, "transfer_to_human_agents", {"summary": "A death claim."})
    assert result.ok
    assert result.content == "Handed over"
    assert books.record is before


def test_a_hand_over_needs_a_summary() -> None:
    message = malformed(open_books(), "transfer_to_human_agents")
    assert message.startswith("summary: expected a value (")
    assert message.endswith("got nothing.")
