"""Deposits I: what each family is about is what fails the assistant that misses it."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest

from bankenv import check
from bankenv.bank import Dataset
from bankenv.books import Books
from bankenv.integrity.deposits import deposit_faults
from bankenv.replay import gold_calls
from bankenv.tasks import Task
from bankenv.tests.deposit_tasks import (
    CLOSE,
    RENEW,
    Calls,
    bank,
    deposit,
    found,
    gold,
    margin,
    of,
    paying_account,
    played,
    record,
    varied_tasks,
    with_other,
    without,
    writes,
)
from bankenv.tools import TOOLS, execute

SIZES = {
    "CT_RNW": (18,),
    "SQ_FDA": (12, 10),
    "SQ_RDB": (12, 10),
    "SQ_RDC": (10, 10),
    "SQ_ROL": (10, 12),
    "SQ_CMP": (12, 10),
    "SQ_RNR": (11, 11),
}


@pytest.mark.parametrize("family", SIZES)
def test_a_family_has_its_tasks_in_four_registers_and_many_first_messages(
    family: str,
) -> None:
    tasks = varied_tasks(family, SIZES[family])
    assert all(len(set(task.scenario.opening_lines)) >= 2 for task in tasks)


@pytest.mark.parametrize("family", SIZES)
def test_gold_is_sound_and_each_read_is_needed(family: str) -> None:
    alone = {task.id: task for task in of(family)}
    faults = check.gold_faults(_only(alone))
    assert [str(fault) for fault in faults] == []
    for task in alone.values():
        for step in task.gold:
            if TOOLS[step.tool].kind == "read":
                verdict = played(task, without(task, step.tool))
                assert "missed_read" in found(verdict), (task.id, step.tool)


def _only(tasks: dict[str, Task]) -> Dataset:
    return replace(bank(), tasks=tasks)


@pytest.mark.parametrize("family", SIZES)
def test_deposits_given_for_a_task_agree_with_rate_card_and_dates(family: str) -> None:
    for task in of(family):
        faults = list(deposit_faults(record(task), bank().rules))
        assert faults == [], task.id


# What an assistant would write that looks nothing up, from the talk alone.


def _other_instruction(task: Task) -> Calls:
    wanted = gold(task, RENEW)["instruction"]
    guess = {"renew_principal_interest": "renew_principal"}.get(
        str(wanted), "renew_principal_interest"
    )
    return [(RENEW, {**gold(task, RENEW), "instruction": guess})]


def _larger_amount(task: Task) -> Calls:
    """Book the amount that was named first."""
    goal = next(g for g in task.scenario.agenda if g.name == "larger")
    wanted = {**gold(task, "create_fd"), "principal_amount": goal.about["amount"]}
    return [("create_fd", wanted)]


def _smaller_instalment(task: Task) -> Calls:
    names = {goal.name: goal for goal in task.scenario.agenda}
    goal = names.get("smaller") or names["book"]
    wanted = {**gold(task, "create_rd"), "monthly_installment": goal.about["amount"]}
    return [("create_rd", wanted)]


def _first_recurring(task: Task) -> Calls:
    """Close the recurring deposit that the session header lists first."""
    listed = record(task)["login_context"]["linked_products"]
    first = next(one for one in listed if one.startswith("RD"))
    return [(CLOSE, {**gold(task, CLOSE), "deposit_id": first})]


def _rounded_principal(task: Task) -> Calls:
    """Rebook the old principal for the longer tenure."""
    old = deposit(task, str(gold(task, CLOSE)["deposit_id"]))
    wanted = {**gold(task, "create_fd"), "principal_amount": old["principal"]}
    return [(CLOSE, gold(task, CLOSE)), ("create_fd", wanted)]


def _smallest(task: Task) -> Calls:
    quoted = gold(task, "get_deposit_closure_quote")["deposit_ids"]
    least = min(quoted, key=lambda one: deposit(task, str(one))["principal"])
    return _closing(task, str(least))


def _newest(task: Task) -> Calls:
    quoted = gold(task, "get_deposit_closure_quote")["deposit_ids"]
    last = max(quoted, key=lambda one: deposit(task, str(one))["start_date"])
    return _closing(task, str(last))


def _largest(task: Task) -> Calls:
    quoted = gold(task, "get_deposit_closure_quote")["deposit_ids"]
    most = max(quoted, key=lambda one: deposit(task, str(one))["principal"])
    return _closing(task, str(most))


def _closing(task: Task, deposit_id: str) -> Calls:
    kept = [call for call in writes(task) if call[0] != CLOSE]
    return [(CLOSE, {"deposit_id": deposit_id}), *kept]


def _by_the_contract(task: Task) -> Calls:
    """Decide on the rate of the contract instead of today's."""
    decide = task.scenario.agenda[0].decide
    assert decide is not None
    names = {goal.name: goal for goal in task.scenario.agenda}
    told = float(str(task.scenario.must_be_told[decide.figure]))
    wrong = "otherwise" if told >= decide.at_least else "enough"
    instruction = names[wrong].about["maturity_instruction"]
    return [(RENEW, {**gold(task, RENEW), "instruction": instruction})]


LAZY: dict[str, Callable[[Task], Calls]] = {
    "CT_RNW": _other_instruction,
    "SQ_FDA": _larger_amount,
    "SQ_RDB": _smaller_instalment,
    "SQ_RDC": _first_recurring,
    "SQ_ROL": _rounded_principal,
    "SQ_CMP": _smallest,
    "SQ_RNR": _by_the_contract,
}


@pytest.mark.parametrize("family", SIZES)
def test_an_assistant_that_guesses_misses_reads_and_mostly_the_right_records(
    family: str,
) -> None:
    verdicts = [played(task, LAZY[family](task)) for task in of(family)]
    assert all("missed_read" in found(verdict) for verdict in verdicts)
    wrong = sum(not verdict.final_state_passed for verdict in verdicts)
    assert wrong >= len(verdicts) / 2, f"{wrong} of {len(verdicts)}"


@pytest.mark.parametrize("pick", [_smallest, _newest, _largest])
def test_no_obvious_pick_is_the_deposit_that_loses_least(
    pick: Callable[[Task], Calls],
) -> None:
    tasks = of("SQ_CMP")
    right = sum(played(t, pick(t)).final_state_passed for t in tasks)
    assert right <= 0.5 * len(tasks)


# What an assistant would add, or do in the wrong order, that means too well.


def _closes_too(task: Task) -> Calls:
    named = str(gold(task, RENEW)["deposit_id"])
    return [*gold_calls(task), (CLOSE, {"deposit_id": named})]


def _books_all_that_fits(task: Task) -> Calls:
    told = float(str(task.scenario.must_be_told["free_to_book"]))
    wanted = float(gold(task, "create_fd")["principal_amount"])
    most = told // 1_000 * 1_000
    return with_other(
        task, "create_fd", principal_amount=most if most != wanted else most - 1_000
    )


def _opens_two(task: Task) -> Calls:
    return [*gold_calls(task), ("create_rd", gold(task, "create_rd"))]


def _closes_the_double(task: Task) -> Calls:
    doubles = [str(decoy["deposit"]) for decoy in task.decoys]
    fixed = [d for d in record(task)["deposits"] if d.startswith("FD")]
    more = (*doubles, *fixed)[:1]
    return [*gold_calls(task), *((CLOSE, {"deposit_id": one}) for one in more)]


def _books_the_full_payout(task: Task) -> Calls:
    payout = float(str(task.scenario.must_be_told["payout"]))
    return with_other(task, "create_fd", principal_amount=payout)


def _closes_two(task: Task) -> Calls:
    other = next(
        str(one)
        for one in gold(task, "get_deposit_closure_quote")["deposit_ids"]
        if one != gold(task, CLOSE)["deposit_id"]
    )
    return [*gold_calls(task), (CLOSE, {"deposit_id": other})]


EAGER: dict[str, Callable[[Task], Calls]] = {
    "CT_RNW": _closes_too,
    "SQ_FDA": _books_all_that_fits,
    "SQ_RDB": _opens_two,
    "SQ_RDC": _closes_the_double,
    "SQ_ROL": _books_the_full_payout,
    "SQ_CMP": _closes_two,
    "SQ_RNR": _closes_too,
}


@pytest.mark.parametrize("family", SIZES)
def test_an_assistant_that_does_more_than_was_asked_is_found_out(family: str) -> None:
    tried = 0
    for task in of(family):
        calls = EAGER[family](task)
        if calls == gold_calls(task):
            continue
        verdict = played(task, calls)
        tried += 1
        assert "unsolicited_write" in found(verdict), task.id
        assert "state_difference" in found(verdict), task.id
    assert tried >= 0.6 * len(of(family))


def test_closing_before_looking_at_rates_is_late() -> None:
    for task in of("SQ_ROL"):
        calls = gold_calls(task)
        rates = next(call for call in calls if call[0] == "get_deposit_loan_rates")
        late = without(task, "get_deposit_loan_rates")
        at = [tool for tool, _ in late].index(CLOSE) + 1
        verdict = played(task, [*late[:at], rates, *late[at:]])
        assert found(verdict) == {"late_call"}
        assert verdict.hidden_violation


def test_the_formula_of_a_fixed_deposit_is_no_look_at_a_recurring_one() -> None:
    for task in of("SQ_RDB"):
        counted = gold(task, "calculate_rd_maturity")
        months = counted["tenure_months"]
        wrong = {
            "principal_amount": counted["monthly_installment"] * months,
            "rate": counted["rate"],
            "tenure_months": months,
        }
        calls: Calls = [
            ("calculate_fd_maturity", wrong) if tool == "calculate_rd_maturity" else c
            for c in gold_calls(task)
            for tool in [c[0]]
        ]
        verdict = played(task, calls)
        assert found(verdict) & {"missed_read", "wrong_arguments"}, task.id


def test_by_the_wrong_formula_an_instalment_that_falls_short_would_do() -> None:
    short = [t for t in of("SQ_RDB") if _books(t) == "larger"]
    assert len(short) >= 11
    for task in short:
        decide = task.scenario.agenda[0].decide
        counted = gold(task, "calculate_rd_maturity")
        wrong = execute(
            Books(bank(), task.customer_id),
            "calculate_fd_maturity",
            {
                "principal_amount": counted["monthly_installment"]
                * counted["tenure_months"],
                "rate": counted["rate"],
                "tenure_months": counted["tenure_months"],
            },
        )
        assert isinstance(wrong.content, dict) and decide is not None
        assert wrong.content["maturity_amount"] > decide.at_least


def _books(task: Task) -> str:
    amount = gold(task, "create_rd")["monthly_installment"]
    return next(
        goal.name for goal in task.scenario.agenda if goal.about.get("amount") == amount
    )


def test_the_hold_and_a_single_rupee_decide() -> None:
    margins = Counter(margin(task) for task in of("SQ_FDA"))
    assert margins[-1.0] >= 5 and margins[0.0] + margins[1.0] >= 6
    kinds = {paying_account(task)["account_type"] for task in of("SQ_FDA")}
    minimums = {bank().rules.minimum_balance[kind] for kind in kinds}
    assert minimums == {0.0, 1_000.0, 2_000.0, 5_000.0, 10_000.0}


def test_the_sibling_deposit_stands_first_in_the_header() -> None:
    for task in of("SQ_RDC"):
        listed: list[str] = record(task)["login_context"]["linked_products"]
        own = listed.index(gold(task, CLOSE)["deposit_id"])
        for decoy in task.decoys:
            assert listed.index(str(decoy["deposit"])) < own
            assert _same_instalment(task, str(decoy["deposit"]))


def _same_instalment(task: Task, other: str) -> bool:
    mine = deposit(task, str(gold(task, CLOSE)["deposit_id"]))
    theirs = deposit(task, other)
    months = {one["maturity_date"][:7] for one in (mine, theirs)}
    return mine["monthly_installment"] == theirs["monthly_installment"] and (
        len(months) == 2
    )
