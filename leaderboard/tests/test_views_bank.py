"""The bank's pages: tools that can be called without a trace, customers, papers."""

import re
from collections.abc import Iterator
from html import unescape

import orjson
import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from bankenv.dataset import load_dataset
from bankenv.tools import TOOLS
from leaderboard.queries import bank_calls
from leaderboard.queries.bank_calls import arguments_from, call_tool, example_arguments
from leaderboard.queries.bank_customers import (
    CustomerFilter,
    customer_choices,
    customer_rows,
)
from leaderboard.queries.bank_search import search_page

pytestmark = pytest.mark.django_db
CUSTOMER = next(iter(load_dataset().customers))


@pytest.fixture(autouse=True)
def _nobody_called_yet() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


def shown(client: Client, address: str, status: int = 200) -> str:
    response = client.get(address)
    assert response.status_code == status
    return unescape(response.content.decode())


def called(client: Client, tool: str, status: int = 200, /, **fields: str) -> str:
    sent = {"customer": CUSTOMER, **fields}
    response = client.post(f"/bank/tools/{tool}/", sent)
    assert response.status_code == status
    return unescape(response.content.decode())


def test_every_tool_is_listed_under_its_area(client: Client) -> None:
    said = shown(client, "/bank/")
    for name, tool in TOOLS.items():
        assert f'href="/bank/tools/{name}/"' in said
        assert tool.kind in ("read", "write", "hand_over")
    assert "944 customers" in said
    assert "1,372 accounts" in said


@pytest.mark.parametrize("name", TOOLS)
def test_a_tool_shows_what_it_takes_and_is_answered_as_it_stands(
    client: Client, name: str
) -> None:
    page = client.get(f"/bank/tools/{name}/")
    said = unescape(page.content.decode())
    for parameter in TOOLS[name].parameters:
        assert parameter.description in said
        assert f'name="arg-{parameter.name}"' in said
    schema = orjson.dumps(TOOLS[name].schema, option=orjson.OPT_INDENT_2).decode()
    assert f'data-copy="{schema}"' in said
    form = page.context["form"]
    filled = {key: form.initial.get(key) or "" for key in form.fields}
    answer = client.post(f"/bank/tools/{name}/", filled).context["called"]
    assert answer.ok, answer.content


def test_an_unknown_tool_is_not_found(client: Client) -> None:
    shown(client, "/bank/tools/open_vault/", 404)


def test_a_call_shows_result_changes_and_time(client: Client) -> None:
    card = next(iter(orjson.loads(load_dataset().customers[CUSTOMER])["cards"]))
    fields = {"arg-card_id": card, "arg-state": "freeze"}
    said = called(client, "toggle_card_freeze", **fields)
    assert '"new_card_status": "frozen"' in said
    assert f"cards.{card}.status" in said
    assert " µs" in said


def test_a_call_leaves_no_trace(client: Client) -> None:
    before = load_dataset().customers[CUSTOMER]
    fields = {"arg-address_type": "permanent", "arg-line1": "x", "arg-city": "y"}
    for _ in range(2):
        said = called(
            client, "update_address", **fields,
            **{"arg-state": "z", "arg-pincode": "012345"},
        )  # fmt: skip
        assert "pending_address_updates.0" in said
    assert load_dataset().customers[CUSTOMER] is before


def test_arguments_written_as_json_win_over_fields(client: Client) -> None:
    said = called(
        client, "get_gold_rate", arguments='{"purity_karat": 18}',
        **{"arg-purity_karat": "22"},
    )  # fmt: skip
    assert '"gold_rate_per_gram": 4600' in said


@pytest.mark.parametrize(
    ("written", "error"),
    [
        ("{", "unparsed"),
        ("[1]", "invalid_arguments"),
        ('"text"', "invalid_arguments"),
        ('{"purity_karat": NaN}', "unparsed"),
        ('{"purity_karat": 1e308}', "invalid_arguments"),
        ('{"purity_karat": "22"}', "invalid_arguments"),
        ('{"otp": 1}', "invalid_arguments"),
        ("[" * 100_000, "unparsed"),
        ('{"purity_karat": "' + "x" * 1_000_000 + '"}', "invalid_arguments"),
        ('{"purity_karat": "२२"}', "invalid_arguments"),
        ("{}", "invalid_arguments"),
    ],
)
def test_anything_may_be_sent_and_is_answered(
    client: Client, written: str, error: str
) -> None:
    said = called(client, "get_gold_rate", arguments=written)
    assert f"✕ {error}" in said
    assert "Nothing was changed." in said
    assert len(said) < 1_100_000


def test_what_is_sent_is_shown_as_text_never_as_markup(client: Client) -> None:
    response = client.post(
        "/bank/tools/search_knowledge_base/",
        {"customer": CUSTOMER, "arg-query": "<script>alert(1)</script>\u202e"},
    )
    said = response.content.decode()
    assert "<script>alert" not in said
    assert "U+202E" in said


def test_a_customer_there_is_not_is_named(client: Client) -> None:
    said = called(client, "get_gold_rate", customer="CUST_0")
    assert "The bank has no customer 'CUST_0'." in said
    assert 'id="result"' not in said
    assert "Name a customer" in called(client, "get_gold_rate", customer="")
    assert shown(client, "/bank/tools/get_gold_rate/?customer=CUST_0")


def test_calls_are_slowed_down_and_the_page_says_for_how_long(client: Client) -> None:
    for _ in range(60):
        called(client, "get_gold_rate", **{"arg-purity_karat": "22"})
    said = called(client, "get_gold_rate", 429, **{"arg-purity_karat": "22"})
    assert "That was a lot of calls." in said
    assert 'id="result"' not in said
    body = {"customer": CUSTOMER, "arguments": {}}
    over = client.post(
        "/api/v1/bank/tools/show_mandates/call/", body, content_type="application/json"
    )
    assert over.status_code == 429
    assert over.json()["error"]["code"] == "throttled"


def test_a_call_needs_its_forgery_token() -> None:
    strict = Client(enforce_csrf_checks=True)
    response = strict.post("/bank/tools/show_mandates/", {"customer": CUSTOMER})
    assert response.status_code == 403


@pytest.mark.parametrize("name", TOOLS)
def test_fields_say_what_json_would(name: str) -> None:
    example = example_arguments(name, CUSTOMER)
    fields = {
        f"arg-{key}": bank_calls.as_field_text(value) for key, value in example.items()
    }
    assert arguments_from(fields, name) == example


def test_a_field_that_is_no_number_is_passed_on_for_the_tool_to_answer() -> None:
    sent = arguments_from({"arg-purity_karat": "twenty"}, "get_gold_rate")
    assert sent == {"purity_karat": "twenty"}
    assert call_tool("get_gold_rate", CUSTOMER, sent).error == "invalid_arguments"


def test_a_long_answer_is_cut_on_the_page_and_says_so(client: Client) -> None:
    fields = {"arg-principal": "1e6", "arg-rate": "9", "arg-tenure_months": "600"}
    said = called(client, "calculate_emi", **fields)
    assert "The answer goes on" in said


def test_customers_are_found_by_text_product_and_segment(client: Client) -> None:
    everybody = customer_rows(CustomerFilter())
    assert len(everybody) == 944
    name = everybody[0].name
    assert CUSTOMER in shown(client, f"/bank/customers/?text={name}")
    product = next(iter(orjson.loads(load_dataset().customers[CUSTOMER])["cards"]))
    assert [r.id for r in customer_rows(CustomerFilter(text=product))] == [CUSTOMER]
    for name, found in customer_choices().items():
        for choice in found:
            rows = customer_rows(CustomerFilter(**{name: choice.value}))
            assert len(rows) == choice.rows, choice
    assert "No customer fits" in shown(client, "/bank/customers/?text=<b>nobody")


def test_the_list_of_customers_is_paged_and_swapped_in_part(client: Client) -> None:
    second = client.get("/bank/customers/?page=2", headers={"HX-Request": "true"})
    said = second.content.decode()
    assert said.lstrip().startswith('<div id="customers-table">')
    assert "51–100 of 944" in said
    assert "51–100" not in shown(client, "/bank/customers/?page=nonsense")


def test_one_customers_record_is_read_in_full(client: Client) -> None:
    for customer_id in list(load_dataset().customers)[:40]:
        record = orjson.loads(load_dataset().customers[customer_id])
        said = shown(client, f"/bank/customers/{customer_id}/")
        for name in ("accounts", "deposits", "loans", "cards", "requests", "insurance"):
            assert all(one in said for one in record[name])
        for account in record["accounts"].values():
            rows = account["transactions"]
            assert all(row["reference_id"] in said for row in rows)
        assert all(mandate["mandate_id"] in said for mandate in record["mandates"])
    shown(client, "/bank/customers/CUST_0/", 404)


def test_money_is_grouped_as_india_groups_it(client: Client) -> None:
    row = next(r for r in customer_rows(CustomerFilter()) if r.balance > 100_000)
    said = shown(client, f"/bank/customers/{row.id}/")
    assert re.search(r"₹\d{1,2},\d{2},\d{3}", said)
    assert not re.search(r"₹\d{1,3},\d{3},\d{3}", said)


def test_papers_are_found_with_score_and_days(client: Client) -> None:
    said = shown(client, "/bank/search/?q=FD todne par penalty")
    assert "/policy/deposit_early_closure_current/#" in said
    assert "score " in said
    assert "not in force" in said
    page = search_page("FD todne par penalty")
    scores = [found.hit.score for found in page.found]
    assert scores == sorted(scores, reverse=True)


def test_a_rule_is_found_by_its_number_and_its_words(client: Client) -> None:
    assert 'href="/policy/#R12"' in shown(client, "/bank/search/?q=R12")
    assert [rule.id for rule in search_page("ombudsman tiger").rules] == []
    assert 'href="/policy/#R27"' in shown(client, "/bank/search/?q=cancel mandates")


def test_a_search_that_finds_nothing_says_so(client: Client) -> None:
    assert "No paper mentions this" in shown(client, "/bank/search/?q=qwxz")
    assert "24 documents" in shown(client, "/bank/search/?q=%20")
    assert shown(client, "/bank/search/?q=" + "a " * 2000)


@pytest.mark.parametrize(
    "address",
    [
        "/bank/",
        "/bank/tools/create_fd/",
        "/bank/customers/",
        f"/bank/customers/{CUSTOMER}/",
        "/bank/search/?q=nominee",
        "/api/v1/bank/",
        "/api/v1/bank/customers/",
        f"/api/v1/bank/customers/{CUSTOMER}/",
    ],
)
def test_no_page_of_the_bank_asks_the_database(client: Client, address: str) -> None:
    with CaptureQueriesContext(connection) as queries:
        client.get(address)
    assert len(queries) == 0
