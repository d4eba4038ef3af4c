"""The careful teller works for any bank: by its policy, its records and its tools."""

import pytest

from bankenv.dataset import load_dataset
from bankenv.prompt import system_prompt
from bankenv.scoring import score
from bankenv.tests.make_another_bank import ROOT
from runner.conversation import run_conversation
from runner.customers import AgendaCustomer
from runner.in_process import ChatFunctionAssistant
from runner.reference import REFERENCE
from runner.reference.minimums import minimum_of, minimums_in


@pytest.mark.parametrize("task_id", ["AB_BAL_1", "AB_FDC_1", "AB_FDB_1", "AB_LFQ_1"])
def test_the_careful_teller_settles_another_banks_tasks(task_id: str) -> None:
    dataset = load_dataset(ROOT)
    assistant = ChatFunctionAssistant(REFERENCE["careful-teller"], "careful-teller")
    task = dataset.tasks[task_id]
    talk = run_conversation(assistant, AgendaCustomer(), task, dataset=dataset)
    verdict = score(dataset, talk)
    assert verdict.passed, verdict.sentence


@pytest.mark.parametrize(
    ("account_type", "here", "elsewhere"),
    [
        ("savings", 5000, 500),
        ("savings_senior", 2000, 250),
        ("savings_rural", 1000, 0),
        ("nro_savings", 10000, 0),
        ("current", 10000, 2500),
        ("bsbd", 0, 0),
        ("salary", 0, 0),
    ],
)
def test_minimum_balances_are_read_from_the_policy(
    account_type: str, here: float, elsewhere: float
) -> None:
    for dataset, expected in ((load_dataset(), here), (load_dataset(ROOT), elsewhere)):
        task = next(iter(dataset.tasks.values()))
        minimums = minimums_in(system_prompt(dataset, task))
        assert minimum_of(minimums, account_type) == expected
        assert dataset.rules.minimum_balance.get(account_type, 0) == expected


def test_a_prompt_without_a_policy_states_no_minimum() -> None:
    assert minimum_of(minimums_in("You are an assistant."), "savings") == 0
