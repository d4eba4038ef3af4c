"""Who answers a conversation: the published bank beside ours, and what models see."""

from dataclasses import replace
from typing import Any  # Any: JSON schemas

import orjson
import pytest

from bankenv.dataset import load_dataset
from bankenv.environment import PublishedBank, open_environment
from bankenv.published.documents import sections_of
from bankenv.published.execution import FUNCTIONS
from bankenv.published.schemas import schemas
from bankenv.tests.published_bank import published, step, task_of
from bankenv.tools import TOOLS

TASK = task_of(step(1, "block_card", {"card_id": "CARD77485"}))
TEXT, NULL = {"type": "string"}, {"type": "null"}
SHAPES: dict[str, Any] = {row["function"]["name"]: row["function"] for row in schemas()}


def bank() -> PublishedBank:
    environment = open_environment(published(tasks=[TASK]), TASK)
    assert isinstance(environment, PublishedBank)
    return environment


def test_the_published_tools_are_ours_with_the_hand_over_first() -> None:
    names = [name for name in TOOLS if name != "transfer_to_human_agents"]
    assert list(SHAPES) == ["transfer_to_human_agents", *names]
    assert all(shape["description"] for shape in SHAPES.values())


@pytest.mark.parametrize(
    ("tool", "parameter", "shape"),
    [
        ("get_account_balance", "account_ids", {"items": TEXT, "type": "array"}),
        ("create_fd", "principal_amount", {"type": "number"}),
        ("create_fd", "tenure_months", {"type": "integer"}),
        ("get_transaction_history", "limit", {"default": 10, "type": "integer"}),
        (
            "create_fd",
            "nominee",
            {
                "anyOf": [{"additionalProperties": True, "type": "object"}, NULL],
                "default": None,
            },
        ),
        (
            "stop_cheque_payment",
            "reason",
            {
                "anyOf": [
                    {"enum": ["lost", "dispute", "other"], "type": "string"},
                    NULL,
                ],
                "default": None,
            },
        ),
        ("get_gold_rate", "purity_karat", {"enum": [18, 22, 24], "type": "integer"}),
        (
            "create_fd",
            "payout_type",
            {
                "default": "cumulative",
                "enum": ["cumulative", "monthly", "quarterly"],
                "type": "string",
            },
        ),
    ],
)
def test_a_parameter_has_the_published_shape(
    tool: str, parameter: str, shape: object
) -> None:
    made = dict(SHAPES[tool]["parameters"]["properties"][parameter])
    assert made.pop("title") == parameter.replace("_", " ").title()
    assert made == shape


def test_only_the_summary_of_a_transfer_is_described() -> None:
    described = [
        name
        for shape in SHAPES.values()
        for name, row in shape["parameters"]["properties"].items()
        if "description" in row
    ]
    assert described == ["summary"]


def test_tools_without_a_required_argument_require_none() -> None:
    bare = [n for n, shape in SHAPES.items() if "required" not in shape["parameters"]]
    assert bare == ["show_mandates", "get_products_and_offers"]
    assert SHAPES["update_address"]["parameters"]["required"] == [
        "address_type",
        "line1",
        "city",
        "state",
        "pincode",
    ]


def test_every_published_tool_can_be_called() -> None:
    assert set(FUNCTIONS) == set(TOOLS)


def test_a_write_tells_what_it_changed() -> None:
    sent = {"card_id": "CARD77485", "reason": "lost"}
    changes = {
        change.path: (change.before, change.after)
        for change in bank().answer("block_card", sent).changes
    }
    assert changes == {
        "cards.CARD77485.status": ("active", "blocked"),
        "cards.CARD77485.block_reason": (None, "lost"),
    }


def test_a_read_answer_stays_as_it_was_given() -> None:
    here = bank()
    read = here.answer("get_card_details", {"card_ids": ["CARD77485"]})
    here.answer("block_card", {"card_id": "CARD77485", "reason": "lost"})
    assert read.content["cards"][0]["status"] == "active"


def test_what_fails_half_way_there_tells_what_it_changed_before() -> None:
    sent = {"card_id": "CARD77485", "atm": {"domestic": {"enabled": True}}, "pos": 3}
    answer = bank().answer("set_card_controls", sent)
    assert (answer.ok, answer.error) == (False, "invalid_arguments")
    assert [change.path for change in answer.changes] == ["cards.CARD77485.controls"]


@pytest.mark.parametrize("amount", [2**70, 10**400, "x" * 50, None, [1], {}])
def test_no_amount_breaks_the_record_or_what_is_stored(amount: object) -> None:
    here = bank()
    for tool, arguments in (
        ("calculate_rd_maturity", {"monthly_installment": amount, "rate": 0}),
        ("calculate_fd_maturity", {"principal_amount": amount, "rate": 10**9}),
        ("calculate_gold_loan_ltv", {"gold_grams": amount, "purity_karat": 22}),
        ("create_fd", {"principal_amount": amount, "source_account": "SB1000000001"}),
    ):
        more = {"tenure_months": 12, "payout_type": "monthly"}
        if "gold_grams" in arguments:
            more = {"gold_rate_per_gram": 10**12}
        elif "monthly_installment" in arguments:
            more = {"tenure_months": 10**30}
        answer = here.answer(tool, arguments | more)
        assert orjson.dumps(answer.content)


def test_the_published_assistant_is_told_its_instruction_and_policy() -> None:
    dataset = published(tasks=[TASK])
    prompt = open_environment(dataset, TASK).prompt
    assert prompt.startswith("<instructions>\n")
    assert prompt.endswith(f"<policy>\n{dataset.policy.text}\n</policy>")


def test_the_published_search_looks_through_the_banks_own_documents() -> None:
    documents = tuple(
        sections_of("fd_rules", "# Deposits\n\n## Early\n\nA cut of 1 %.")
    )
    dataset = replace(published(tasks=[TASK]), sections=documents)
    here = open_environment(dataset, TASK)
    found = here.answer("search_knowledge_base", {"query": "early cut"}).content
    assert [row["label"] for row in found["results"]] == ["Early"]
    assert found["results"][0]["source_url"] == "kb/fd_rules.md"


def test_our_own_bank_answers_for_our_own_tasks() -> None:
    dataset = load_dataset()
    task = next(iter(dataset.tasks.values()))
    here = open_environment(dataset, task)
    assert (here.scorer, here.ends_on_hand_over) == ("passbook-1", True)
    assert [row["function"]["name"] for row in here.schemas] == list(TOOLS)
