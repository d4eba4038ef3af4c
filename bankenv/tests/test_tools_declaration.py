from typing import Annotated, Any, Literal

import orjson
import pytest

from bankenv.books import Books
from bankenv.tasks import AREAS
from bankenv.tests.factories import ACCOUNT, call, malformed, open_books
from bankenv.tools import TOOLS, Tool, execute
from bankenv.tools.declaration import tool
from bankenv.tools.parameters import Choice, Text, shown

# A parsed JSON schema.
Schema = dict[str, Any]

# Name, and parameters with `?` where optional: the published interface.
INTERFACE = """
search_knowledge_base query bank_id? category? top_k?
get_account_balance account_ids
get_account_details account_ids
get_transaction_history account_id from_date? to_date? type? channel? limit? offset?
get_fd_details deposit_ids
get_rd_details deposit_ids
get_deposit_loan_rates product_type tenure_months? amount?
calculate_fd_maturity principal_amount rate tenure_months payout_type?
calculate_rd_maturity monthly_installment rate tenure_months
create_fd principal_amount tenure_months source_account payout_type? \
maturity_instruction? nominee?
create_rd monthly_installment tenure_months source_account maturity_instruction? \
nominee?
get_deposit_closure_quote deposit_ids
close_deposit deposit_id payout_account?
update_deposit_renewal deposit_id instruction
get_loan_details loan_ids
get_loan_foreclosure_quote loan_ids as_of_date?
calculate_emi principal rate tenure_months
get_gold_rate purity_karat
calculate_gold_loan_ltv gold_grams purity_karat gold_rate_per_gram
get_card_details card_ids
toggle_card_freeze card_id state
block_card card_id reason
set_card_controls card_id atm? online? pos?
show_mandates account_id? status?
cancel_mandate mandate_id
stop_cheque_payment account_id cheque_numbers reason?
request_cheque_book account_id leaves? delivery_address?
request_duplicate_statement account_id from_date to_date delivery_mode?
update_address address_type line1 city state pincode line2?
raise_request description category? related_transaction_id? account_id?
get_request_status request_id
get_insurance_details policy_ids
get_products_and_offers type?
transfer_to_human_agents summary
"""

WRITES = {
    "create_fd", "create_rd", "close_deposit", "update_deposit_renewal",
    "toggle_card_freeze", "block_card", "set_card_controls", "cancel_mandate",
    "stop_cheque_payment", "update_address", "raise_request", "request_cheque_book",
    "request_duplicate_statement",
}  # fmt: skip


def test_the_tools_are_the_published_ones_in_order() -> None:
    declared = [
        " ".join([one.name, *(p.name + "?" * (not p.required) for p in one.parameters)])
        for one in TOOLS.values()
    ]
    assert declared == INTERFACE.strip().splitlines()


def test_kinds_and_areas_are_the_published_ones() -> None:
    assert {one.name for one in TOOLS.values() if one.kind == "write"} == WRITES
    assert sum(one.kind == "read" for one in TOOLS.values()) == 20
    assert TOOLS["transfer_to_human_agents"].kind == "hand_over"
    assert {one.area for one in TOOLS.values()} == set(AREAS)


def test_a_batch_read_names_its_list_of_ids() -> None:
    batches = {one.name: one.batch for one in TOOLS.values() if one.batch}
    assert batches == {
        "get_account_balance": "account_ids",
        "get_account_details": "account_ids",
        "get_fd_details": "deposit_ids",
        "get_rd_details": "deposit_ids",
        "get_deposit_closure_quote": "deposit_ids",
        "get_loan_details": "loan_ids",
        "get_loan_foreclosure_quote": "loan_ids",
        "get_card_details": "card_ids",
        "get_insurance_details": "policy_ids",
    }


def test_the_models_own_words_are_never_compared() -> None:
    free = {one.name: set(one.free_text) for one in TOOLS.values() if one.free_text}
    assert free == {
        "search_knowledge_base": {"query"},
        "request_cheque_book": {"delivery_address"},
        "raise_request": {"description"},
        "transfer_to_human_agents": {"summary"},
    }


def test_defaults_are_the_published_ones() -> None:
    assert TOOLS["get_transaction_history"].defaults == {
        "from_date": None, "to_date": None, "type": "all", "channel": "all",
        "limit": 10, "offset": 0,
    }  # fmt: skip
    assert TOOLS["request_cheque_book"].defaults["leaves"] == 25
    assert TOOLS["raise_request"].defaults["category"] == "general_query"


@pytest.mark.parametrize("one", TOOLS.values(), ids=lambda one: one.name)
def test_a_schema_tells_a_model_all_it_needs(one: Tool) -> None:
    function = one.schema["function"]
    assert one.schema["type"] == "function"
    assert function["name"] == one.name
    assert len(function["description"]) > 60
    parameters = function["parameters"]
    assert parameters["additionalProperties"] is False
    assert parameters["required"] == [p.name for p in one.parameters if p.required]
    for name, schema in parameters["properties"].items():
        assert schema["description"], name
        assert ("default" in schema) == (name not in parameters["required"])
    orjson.dumps(one.schema)


def test_choices_and_null_stand_in_the_schema() -> None:
    stop = TOOLS["stop_cheque_payment"].schema["function"]["parameters"]["properties"]
    assert stop["reason"] == {
        "anyOf": [
            {"type": "string", "enum": ["lost", "dispute", "other"]},
            {"type": "null"},
        ],
        "description": "Why they are stopped.",
        "default": None,
    }
    gold = TOOLS["get_gold_rate"].schema["function"]["parameters"]["properties"]
    assert gold["purity_karat"]["enum"] == [18, 22, 24]
    assert gold["purity_karat"]["type"] == "integer"


def test_schema_and_check_come_from_one_declaration() -> None:
    @tool("read", "service")
    def greet(
        books: Books,
        name: Annotated[str, Text("Whom to greet.", 8)],
        manner: Annotated[Literal["plain", "warm"] | None, Choice("How.")] = None,
    ) -> str:
        """Greet somebody by name.

        In two
        lines.
        """
        return f"{manner} {name}"

    assert greet.description == "Greet somebody by name.\n\nIn two lines."
    properties: Schema = greet.schema["function"]["parameters"]["properties"]
    assert properties["name"]["maxLength"] == 8
    assert greet.read_arguments({"name": " Asha ", "manner": "warm"}) == {
        "name": "Asha",
        "manner": "warm",
    }


def test_a_tool_declared_wrongly_does_not_start() -> None:
    def bare(books: Books, name: str) -> str:
        return name

    with pytest.raises(TypeError, match="name: expected Annotated"):
        tool("read", "service")(bare)

    def bookless(name: Annotated[str, Text("x")]) -> str:
        return name

    with pytest.raises(TypeError, match="first parameter must be the books"):
        tool("read", "service")(bookless)


def test_an_unknown_tool_is_a_result() -> None:
    for name in ("close_everything", "_transfer_to_human_agents", "", "x" * 10**6):
        result = execute(open_books(), name, {})
        assert (result.ok, result.error) == (False, "unknown_tool")
        assert result.content["error_code"] == "UNKNOWN_TOOL"
        assert len(result.content["error_message"]) < 150


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (None, "unparsed"),
        ([], "invalid_arguments"),
        ("{}", "invalid_arguments"),
        (7, "invalid_arguments"),
    ],
)
def test_arguments_must_be_an_object(arguments: object, error: str) -> None:
    result = execute(open_books(), "show_mandates", arguments)
    assert result.error == error
    assert result.content["error_code"] == "VALIDATION_ERROR"
    assert "JSON object" in result.content["error_message"]


def test_an_unknown_argument_is_told_the_known_ones() -> None:
    message = malformed(
        open_books(), "close_deposit", deposit_id="FD100001", otp="123456"
    )
    assert message == (
        'close_deposit arguments: expected deposit_id, payout_account, got "otp".'
    )


def test_a_missing_argument_is_told_what_it_is() -> None:
    message = malformed(open_books(), "close_deposit")
    assert message.startswith("deposit_id: expected a value (The deposit")


@pytest.mark.parametrize("ids", [ACCOUNT, [], None, {}, [1], [[ACCOUNT]], [""], [None]])
def test_a_list_of_ids_is_a_list_of_texts(ids: object) -> None:
    message = malformed(open_books(), "get_account_balance", account_ids=ids)
    assert message.startswith("account_ids: expected ")


def test_null_is_no_substitute_for_a_default_that_is_not_null() -> None:
    malformed(open_books(), "show_mandates", status=None)
    call(open_books(), "show_mandates", account_id=None)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "null"),
        (True, "true"),
        (1, "1"),
        (0.5, "0.5"),
        (10**400, "a huge number"),
        ("x" * 50, '"' + "x" * 40 + '…"'),
        ("a\x00\ud800", '"a\ufffd\ufffd"'),
        ([1, 2], "a list of 2"),
        ({}, "an object of 0"),
    ],
)
def test_any_value_is_shown_short_and_clean(value: object, text: str) -> None:
    assert shown(value) == text
