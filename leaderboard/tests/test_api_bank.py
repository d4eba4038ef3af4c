"""The bank as JSON: the same figures as on the pages, and calls without a trace."""

from collections.abc import Iterator
from typing import Any

import orjson
import pytest
from django.core.cache import cache
from django.test import Client

from bankenv.check import summary
from bankenv.dataset import load_dataset
from bankenv.tools import TOOLS
from leaderboard.queries.bank_customers import CustomerFilter, customer_rows
from leaderboard.queries.bank_search import search_page

pytestmark = pytest.mark.django_db
CUSTOMER = next(iter(load_dataset().customers))
JSON = "application/json"


@pytest.fixture(autouse=True)
def _nobody_called_yet() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


def asked(client: Client, address: str, status: int = 200) -> Any:  # Any: JSON
    response = client.get(f"/api/v1/bank/{address}")
    assert response.status_code == status
    return response.json()


def called(client: Client, tool: str, body: bytes | object, status: int = 200) -> Any:
    sent = body if isinstance(body, bytes) else orjson.dumps(body)
    address = f"/api/v1/bank/tools/{tool}/call/"
    response = client.post(address, sent, content_type=JSON)
    assert response.status_code == status, response.content[:200]
    return response.json()


def test_the_counts_are_those_of_the_check_command(client: Client) -> None:
    assert asked(client, "") == summary(load_dataset(), ())


def test_every_tool_is_there_with_the_schema_that_models_see(client: Client) -> None:
    rows = {row["name"]: row for row in asked(client, "tools/")}
    assert rows.keys() == TOOLS.keys()
    for name, tool in TOOLS.items():
        assert rows[name]["schema"] == tool.schema
    assert asked(client, "tools/create_fd/") == rows["create_fd"]
    asked(client, "tools/open_vault/", 404)


def test_a_call_is_answered_as_a_model_would_be(client: Client) -> None:
    made = called(
        client,
        "request_cheque_book",
        {"customer": CUSTOMER, "arguments": {"account_id": "SB1"}},
    )
    assert (made["ok"], made["error"]) == (False, "refused")
    assert made["content"]["error_code"] == "VALIDATION_ERROR"
    assert made["changes"] == []
    unknown = called(client, "open_vault", {"customer": CUSTOMER})
    assert unknown["error"] == "unknown_tool"


def test_a_write_comes_with_its_changes_and_is_forgotten(client: Client) -> None:
    record = orjson.loads(load_dataset().customers[CUSTOMER])
    card = next(iter(record["cards"]))
    body = {"customer": CUSTOMER, "arguments": {"card_id": card, "reason": "lost"}}
    for _ in range(2):
        made = called(client, "block_card", body)
        assert made["changes"][0]["after"] == "blocked"
    assert asked(client, f"customers/{CUSTOMER}/")["record"] == record


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"{", "parse_error"),
        (b"[" * 100_000, "parse_error"),
        (b'{"customer": NaN}', "parse_error"),
        (b"\xff", "parse_error"),
        (b"[]", "invalid"),
        (b"{}", "invalid"),
        (b'{"customer": ""}', "invalid"),
        (b'{"customer": "CUST_0"}', "invalid"),
        (b'{"customer": {"a": 1}}', "invalid"),
        (b'{"customer": "\\u0000"}', "invalid"),
    ],
)
def test_a_body_that_cannot_be_used_is_refused_in_the_one_shape(
    client: Client, body: bytes, code: str
) -> None:
    error = called(client, "show_mandates", body, 400)["error"]
    assert error["code"] == code
    assert set(error) == {"code", "message", "fields"}


@pytest.mark.parametrize(
    "arguments",
    [None, [], "text", 5, {"account_id": "x" * 10**6}, {"": {}}, {"status": 1e308}],
)
def test_any_arguments_are_answered(client: Client, arguments: object) -> None:
    body = {"customer": CUSTOMER, "arguments": arguments}
    made = called(client, "show_mandates", body)
    assert made["error"] in ("unparsed", "invalid_arguments")
    assert len(str(made["content"])) < 1000


def test_customers_are_the_rows_of_their_page(client: Client) -> None:
    rows = asked(client, "customers/?holds=gold_loan&segment=farmer")
    expected = customer_rows(CustomerFilter(holds="gold_loan", segment="farmer"))
    assert [row["id"] for row in rows] == [row.id for row in expected]
    assert rows
    asked(client, "customers/CUST_0/", 404)


def test_papers_and_rules_are_there_whole(client: Client) -> None:
    documents = asked(client, "documents/")
    assert len(documents) == 24
    old = next(d for d in documents if d["slug"] == "deposit_early_closure_2023")
    assert old["valid_to"] == "2026-03-31"
    assert old["sections"][0]["text"]
    rules = asked(client, "rules/")
    assert [rule["id"] for rule in rules] == [f"R{n}" for n in range(1, 43)]


def test_search_is_the_pages_search(client: Client) -> None:
    found = asked(client, "search/?q=cheque book kaise milega")
    page = search_page("cheque book kaise milega")
    assert found["total"] == page.total
    assert [row["score"] for row in found["sections"]] == [
        one.hit.score for one in page.found
    ]
    assert asked(client, "search/")["sections"] == []
