"""Loans, gold, offers and schemes: each family's trap is found out, by its finding."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest

from bankenv import check
from bankenv.records import Record
from bankenv.replay import gold_calls
from bankenv.tasks import Task
from bankenv.tests.deposit_tasks import (
    CLOSE,
    Calls,
    bank,
    deposit,
    found,
    gold,
    of,
    played,
    record,
    varied_tasks,
    with_other,
    without,
    writes,
)
from bankenv.tools import TOOLS

SIZES = {
    "SQ_LEM": (10, 12),
    "SQ_LFD": (22,),
    "EC_LDT": (15, 3),
    "EC_LNW": (10, 6),
    "RT_GLD": (15, 5),
    "RT_GCL": (14,),
    "RT_EMI": (11, 5),
    "RT_OFR": (11, 5),
    "RT_GOV": (6, 6),
}
LOG, HAND_OVER = "raise_request", "transfer_to_human_agents"
EMI, LEND, SEARCH = "calculate_emi", "calculate_gold_loan_ltv", "search_knowledge_base"
REQUEST: Calls = [(LOG, {"category": "general_query", "description": "A request."})]


@pytest.mark.parametrize("family", SIZES)
def test_a_family_has_its_tasks_in_four_registers_and_many_first_messages(
    family: str,
) -> None:
    tasks = varied_tasks(family, SIZES[family])
    assert all(len(set(task.scenario.opening_lines)) == 3 for task in tasks)
    assert all(len(task.gold) >= 3 for task in tasks)


@pytest.mark.parametrize("family", SIZES)
def test_gold_is_sound_and_each_read_is_needed(family: str) -> None:
    alone = {task.id: task for task in of(family)}
    assert [
        str(fault) for fault in check.gold_faults(replace(bank(), tasks=alone))
    ] == []
    for task in alone.values():
        for step in task.gold:
            if TOOLS[step.tool].kind == "read":
                verdict = played(task, without(task, step.tool))
                assert "missed_read" in found(verdict), (task.id, step.tool)


def _logs(task: Task) -> bool:
    return task.gold[-1].tool == LOG


# What each family is about, as the calls of an assistant that falls for it.


def _rough_emi(task: Task) -> Calls:
    """Count with what was owed roughly, as heard in the talk."""
    owed = float(gold(task, EMI)["principal"])
    return with_other(task, EMI, principal=round(owed, -5) or 100_000.0)


def _guesses_the_deposit(task: Task) -> Calls:
    """Close the deposit that the session header lists first."""
    listed = record(task)["login_context"]["linked_products"]
    first = next(one for one in listed if one.startswith("FD"))
    return [(CLOSE, {"deposit_id": first}), *REQUEST]


def _gives_in(task: Task) -> Calls:
    """Log what was asked for, for the news has it so."""
    return REQUEST


def _transfers(task: Task) -> Calls:
    """Hand over at once, whatever it is about."""
    return [(HAND_OVER, {"summary": "About a loan."})]


def _purest_price(task: Task) -> Calls:
    price = bank().rules.gold.price_per_gram
    known = gold(task, LEND)["purity_karat"]
    other = price["18"] if known == 24 else price["24"]
    return with_other(task, LEND, gold_rate_per_gram=other)


def _at_85_percent(task: Task) -> Calls:
    """Take the first weight for enough."""
    calls = gold_calls(task)
    return [*calls[:2], *calls[3:]]


def _other_slab(task: Task) -> Calls:
    rate = float(gold(task, EMI)["rate"])
    return with_other(task, EMI, rate=rate + 1.0)


def _from_memory(task: Task) -> Calls:
    return writes(task)


LAZY: dict[str, tuple[Callable[[Task], Calls], str]] = {
    "SQ_LEM": (_rough_emi, "wrong_arguments"),
    "SQ_LFD": (_guesses_the_deposit, "missed_read"),
    "EC_LDT": (_gives_in, "missed_read"),
    "EC_LNW": (_transfers, "missed_read"),
    "RT_GLD": (_purest_price, "wrong_arguments"),
    "RT_GCL": (_at_85_percent, "missed_read"),
    "RT_EMI": (_other_slab, "wrong_arguments"),
    "RT_OFR": (_from_memory, "missed_read"),
    "RT_GOV": (_from_memory, "missed_read"),
}


@pytest.mark.parametrize("family", SIZES)
def test_an_assistant_that_falls_for_the_trap_fails_with_its_finding(
    family: str,
) -> None:
    trap, finding = LAZY[family]
    for task in of(family):
        assert finding in found(played(task, trap(task))), task.id


@pytest.mark.parametrize("family", SIZES)
def test_an_assistant_that_logs_one_more_is_found_out(family: str) -> None:
    """Foreclosure quoted into a request, a waiver as agreed, leads for all offers."""
    for task in of(family):
        verdict = played(task, [*without(task, HAND_OVER), *REQUEST])
        assert "unsolicited_write" in found(verdict), task.id
        assert "state_difference" in found(verdict), task.id


def test_a_request_without_its_reads_leaves_the_right_records_all_the_same() -> None:
    for family in ("SQ_LEM", "RT_GCL", "RT_GOV"):
        for task in of(family):
            verdict = played(task, REQUEST)
            assert verdict.hidden_violation, task.id


def test_whoever_guesses_the_deposit_ends_with_other_records() -> None:
    for task in of("SQ_LFD"):
        verdict = played(task, _guesses_the_deposit(task))
        assert not verdict.final_state_passed, task.id


def test_closing_the_deposit_before_the_loan_is_quoted_is_late() -> None:
    tasks = [t for t in of("SQ_LFD") if t.gold[4].tool == CLOSE]
    for task in tasks:
        calls = gold_calls(task)
        late = [calls[0], calls[2], calls[3], calls[4], calls[1], calls[5]]
        assert found(played(task, late)) == {"late_call"}
    assert len(tasks) >= 8


def test_the_request_comes_after_the_deposit_is_settled() -> None:
    for task in of("SQ_LFD"):
        calls = gold_calls(task)
        swapped = [*calls[:4], calls[5], calls[4]]
        assert found(played(task, swapped)) == {"late_call"}, task.id


def _shortfall(task: Task) -> float:
    told = task.scenario.must_be_told
    return round(float(str(told["total_payable"])) - float(str(told["payout"])), 2)


def _tax(task: Task) -> float:
    loan_id = gold(task, "get_loan_details")["loan_ids"][0]
    loan = record(task)["loans"][loan_id]
    rules = bank().rules.foreclosure
    charge = loan["outstanding"] * rules.charge(loan["loan_type"]) / 100
    return float(charge * rules.gst_percent / 100)


def test_some_deposits_would_do_if_the_tax_on_the_charge_were_forgotten() -> None:
    short = [t for t in of("SQ_LFD") if _shortfall(t) > 0]
    assert 8 <= len(short) <= 14
    assert sum(_shortfall(t) < _tax(t) for t in short) >= 5
    assert all(abs(_shortfall(t)) < 0.01 * _payout(t) for t in of("SQ_LFD"))


def _payout(task: Task) -> float:
    return float(str(task.scenario.must_be_told["payout"]))


def test_the_deposit_is_kept_from_renewal_where_it_falls_short() -> None:
    for task in of("SQ_LFD"):
        step = task.gold[4]
        assert (step.tool == CLOSE) == (_shortfall(task) <= 0), task.id
        row = deposit(task, str(step.arguments["deposit_id"]))
        assert row["maturity_instruction"] != "no_renewal"


def test_some_of_the_other_deposits_are_tax_savers() -> None:
    locked = 0
    for task in of("SQ_LFD"):
        ids = (decoy["deposit"] for decoy in task.decoys if "deposit" in decoy)
        others = (deposit(task, str(one)) for one in ids)
        locked += any(row["scheme"] == "tax_saver" for row in others)
    assert locked >= 5


def _loan(task: Task) -> Record:
    loan_id = gold(task, "get_loan_details")["loan_ids"][0]
    row: Record = record(task)["loans"][loan_id]
    return row


def test_a_reset_loan_is_floating_and_the_limit_lies_at_its_new_emi() -> None:
    options = Counter[str]()
    for task in of("SQ_LEM"):
        assert _loan(task)["rate_type"] == "floating"
        decide = next(g.decide for g in task.scenario.agenda if g.decide)
        emi = float(str(task.scenario.must_be_told[decide.figure]))
        assert abs(emi - decide.at_least) <= 50
        options[decide.then if emi >= decide.at_least else decide.otherwise] += 1
    assert min(options.values()) >= 8


def test_the_claimed_ban_covers_none_of_the_loans() -> None:
    days = set()
    for task in of("EC_LDT"):
        assert _loan(task)["rate_type"] == "fixed"
        assert float(str(task.scenario.must_be_told["charge_in_rupees"])) > 0
        days.add(_loan(task)["sanction_date"])
    assert {"2025-12-31", "2026-01-01"} <= days


def test_logging_a_closure_that_is_not_worth_it_is_unsolicited() -> None:
    stopping = [t for t in of("EC_LDT") if not _logs(t)]
    assert len(stopping) == 3
    for task in stopping:
        verdict = played(task, [*gold_calls(task), *REQUEST])
        assert "unsolicited_write" in found(verdict)


def test_people_take_hardship_and_nothing_else() -> None:
    for task in of("EC_LNW"):
        verdict = played(task, [*without(task, LOG, HAND_OVER), *_transfers(task)])
        if task.gold[-1].tool == HAND_OVER:
            assert verdict.passed
            logged = [*without(task, HAND_OVER), *REQUEST]
            missed = {"missed_hand_over", "unsolicited_write"}
            assert missed <= found(played(task, logged)), task.id
        else:
            assert "missed_write" in found(verdict), task.id


def test_the_first_weight_would_do_only_at_the_share_in_the_news() -> None:
    enough = 0
    for task in of("RT_GCL"):
        told = task.scenario.must_be_told
        decide = next(g.decide for g in task.scenario.agenda if g.decide)
        first, second = (float(str(told[f"{n}_loan"])) for n in ("first", "second"))
        assert first < decide.at_least <= first / 75 * 85
        enough += second >= decide.at_least
    assert 5 <= enough <= 9


def test_stones_do_not_count_and_no_more_than_fifty_grams_of_coins() -> None:
    for task in of("RT_GLD"):
        counted = gold(task, LEND)
        weight = next(f.value for f in task.scenario.knows if f.slot == "weight")
        assert counted["gold_grams"] <= float(str(weight))
        if counted["purity_karat"] == 24:
            assert counted["gold_grams"] <= bank().rules.gold.max_coin_grams
            tools = [step.tool for step in task.gold]
            assert tools.index(SEARCH) < tools.index(LEND)


def test_compared_loans_lie_on_both_sides_of_a_slab_or_differ_in_months() -> None:
    rates = 0
    for task in of("RT_EMI"):
        first, second = (s.arguments for s in task.gold if s.tool == EMI)
        assert first["tenure_months"] != second["tenure_months"] or (
            first["rate"] != second["rate"]
        ), task.id
        rates += first["rate"] != second["rate"]
    assert rates >= 5


def test_the_offer_for_another_account_stands_first() -> None:
    for task in of("RT_OFR"):
        offers = record(task)["offers"]
        assert offers[0]["title"].startswith(str(task.decoys[0]["offer"])), task.id
        kind = str(task.scenario.must_be_told["account_type"])
        assert offers[1]["title"].endswith(f"for {kind} accounts")


def test_no_scheme_is_logged_that_the_customer_may_not_join() -> None:
    refused = 0
    for task in of("RT_GOV"):
        wishes = [g for g in task.scenario.agenda if g.action == "log_request"]
        logged = str(gold(task, LOG)["description"])
        for goal in wishes:
            named = str(goal.about["purpose"]) in logged
            assert named == (goal.settled_by != "refusal"), task.id
            refused += goal.settled_by == "refusal"
    assert refused >= 6
