"""Cards, mandates, payments: who follows gold settles it by talking, in any trial."""

import pytest

from bankenv.bank import FIXTURES, Dataset, read_dataset
from bankenv.scoring import score
from bankenv.trajectory import End, Message
from runner.conversation import run_conversation
from runner.customers import AgendaCustomer
from runner.in_process import ChatFunctionAssistant, GoldOracle
from runner.reference import REFERENCE

FAMILIES = (
    "SQ_FRD", "SQ_MN2", "SQ_TRV", "SQ_CCT", "SQ_UNF",
    "EC_CRD", "EC_FVB", "SQ_TAT", "EC_PRS", "RT_INS",
)  # fmt: skip

MOST, HASTY_AT_MOST = 0.75, 0.6


@pytest.fixture(scope="module")
def bank() -> Dataset:
    return read_dataset(FIXTURES)


@pytest.mark.parametrize("trial", (1, 2, 3))
@pytest.mark.parametrize("family", FAMILIES)
def test_the_gold_oracle_settles_every_task(
    family: str, trial: int, bank: Dataset
) -> None:
    for task in bank.tasks.values():
        if task.family != family:
            continue
        oracle = GoldOracle(task)
        made = run_conversation(
            oracle, AgendaCustomer(), task, dataset=bank, trial=trial
        )
        verdict, end = score(bank, made), made.events[-1]
        assert verdict.passed, (task.id, verdict.findings)
        assert isinstance(end, End) and end.detail == "settled", (task.id, end)
        assert not [f for f in verdict.findings if f.kind == "fact_not_told"], task.id


@pytest.mark.parametrize("family", FAMILIES)
def test_the_careful_teller_passes_most_and_the_hasty_one_far_fewer(
    family: str, bank: Dataset
) -> None:
    tasks = [task for task in bank.tasks.values() if task.family == family]
    passed = dict.fromkeys(("careful-teller", "hasty-teller"), 0)
    for name in passed:
        teller = ChatFunctionAssistant(REFERENCE[name], name)
        for task in tasks:
            made = run_conversation(teller, AgendaCustomer(), task, dataset=bank)
            passed[name] += score(bank, made).passed
    assert passed["careful-teller"] >= MOST * len(tasks), passed
    assert passed["hasty-teller"] <= HASTY_AT_MOST * len(tasks), passed


def test_the_word_gives_way_to_the_need_once_the_difference_is_told(
    bank: Dataset,
) -> None:
    for task in bank.tasks.values():
        if task.family == "EC_FVB":
            made = run_conversation(
                GoldOracle(task), AgendaCustomer(), task, dataset=bank
            )
            said = [
                e.text
                for e in made.events
                if isinstance(e, Message) and e.speaker == "customer"
            ]
            changes = task.scenario.agenda[0].accept
            assert any(line in text for text in said for line in changes), task.id
