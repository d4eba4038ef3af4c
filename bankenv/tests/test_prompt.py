"""What the assistant is told: the policy and the linked ids, no scenario."""

import re
import subprocess
import sys
from dataclasses import replace

import pytest

from bankenv.bank import FIXTURES
from bankenv.prompt import TEMPLATE, TEMPLATE_HASH, system_prompt
from bankenv.records import JsonValue
from bankenv.scenario import Scenario
from bankenv.tasks import Edit, Task
from bankenv.tests.small_bank import CUSTOMER, small_dataset
from bankenv.tools import TOOLS

DATASET = small_dataset()
ID = re.compile(r"\b(?:SB|CA|NO|FD|RD|HL|PL|GL|CARD|MND|POL|TXN|CUST_)\d+\b")


def task(*opening: Edit) -> Task:
    scenario = Scenario(
        persona="SECRET PERSONA",
        name="Asha Rao",
        tone="SECRET TONE",
        register="plain",
        length="short",
        patience=3,
        opening_lines=("SECRET LINE",),
        wants="SECRET WISH",
        knows=(),
        products=(),
        conditions=("SECRET CONDITION",),
        must_be_told={},
        agenda=(),
    )
    return Task(
        id="CT_BAL_01",
        family="CT_BAL",
        category="control",
        area="accounts",
        title="SECRET TITLE",
        language="en",
        customer_id=str(CUSTOMER["customer_id"]),
        opening=opening,
        scenario=scenario,
        gold=(),
    )


def header(*opening: Edit) -> str:
    return system_prompt(DATASET, task(*opening)).partition("\nSession\n")[2]


def test_the_header_holds_the_linked_ids_and_no_other_id() -> None:
    login = CUSTOMER["login_context"]
    linked = {id_ for ids in login.values() for id_ in ids}
    assert set(ID.findall(system_prompt(DATASET, task()))) == linked


def test_nothing_of_the_record_but_the_ids_is_told() -> None:
    prompt = system_prompt(DATASET, task())
    for hidden in (
        "Asha",
        "10000-00001",
        "81234",
        "81,234",
        "salary,",
        "4417",
        "Kavach",
    ):
        assert hidden not in prompt
    assert "SECRET" not in prompt
    assert "CT_BAL" not in prompt


def test_the_header_carries_the_frozen_date_and_its_weekday() -> None:
    assert "Today: Thursday, 2026-07-16" in header()


def test_the_opening_edits_are_applied_before_the_ids_are_listed() -> None:
    ids: JsonValue = ["CARD10001", "CARD10002"]
    edited = header(Edit("login_context.linked_cards", ids))
    assert "Cards: CARD10001, CARD10002\n" in edited
    assert "CARD10002" not in header()


def test_a_customer_without_cards_has_none_listed() -> None:
    assert "Cards: none\n" in header(Edit("login_context.linked_cards", []))


def test_without_a_login_list_all_products_count_as_linked() -> None:
    edited = header(Edit("login_context", {}))
    assert "Accounts: SB1000000001, SB1000000002, SB1000000003\n" in edited
    assert "insurance: FD100001, HL100001, POL100001\n" in edited


def test_the_whole_policy_is_shown() -> None:
    prompt = system_prompt(DATASET, task())
    assert all(rule.text in prompt for rule in DATASET.policy.rules.values())


def test_no_tool_is_named() -> None:
    prompt = system_prompt(DATASET, task())
    assert [name for name in TOOLS if name in prompt] == []


def test_another_bank_is_named_by_its_own_name() -> None:
    rules = replace(DATASET.rules, bank_name="Sample Bank")
    prompt = system_prompt(replace(DATASET, rules=rules), task())
    assert prompt.startswith("You are the customer assistant of Sample Bank.")


def test_the_template_hash_changes_with_the_template_alone() -> None:
    assert re.fullmatch("[0-9a-f]{64}", TEMPLATE_HASH)
    assert "SB1000000001" not in TEMPLATE


@pytest.mark.parametrize("seed", ["0", "99"])
def test_another_process_makes_the_same_prompt(seed: str) -> None:
    code = (
        "import sys\n"
        "from bankenv.tests.test_prompt import DATASET, task\n"
        "from bankenv.prompt import system_prompt\n"
        "sys.stdout.buffer.write(system_prompt(DATASET, task()).encode())"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        check=True,
        cwd=FIXTURES.parent,
        env={"PYTHONHASHSEED": seed},
    )
    assert ran.stdout.decode() == system_prompt(DATASET, task())
