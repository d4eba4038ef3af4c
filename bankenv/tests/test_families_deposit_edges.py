"""Deposits II: what each family is about is what fails the assistant that misses it."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest

from bankenv import check
from bankenv.books import Books
from bankenv.generate import tax
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
    "SQ_TDS": (12, 12),
    "EC_LCK": (12, 8),
    "EC_JNT": (8, 10),
    "EC_MIN": (13, 5),
    "EC_CLM": (13, 5),
    "EC_EFF": (9, 9),
    "EC_CHG": (5, 13),
}
HISTORY, PAPERS = "get_transaction_history", "search_knowledge_base"


@pytest.mark.parametrize("family", SIZES)
def test_a_family_has_its_tasks_in_four_registers_and_many_first_messages(
    family: str,
) -> None:
    tasks = varied_tasks(family, SIZES[family])
    first = Counter(task.scenario.opening_lines[0] for task in tasks)
    assert len(first) >= 8 and max(first.values()) <= 0.4 * len(tasks)
    assert all(len(set(task.scenario.opening_lines)) == 3 for task in tasks)


@pytest.mark.parametrize("family", SIZES)
def test_gold_is_sound_and_each_read_is_needed(family: str) -> None:
    tasks = {task.id: task for task in of(family)}
    faults = check.gold_faults(replace(bank(), tasks=tasks))
    assert [str(fault) for fault in faults] == []
    for task in tasks.values():
        for step in task.gold:
            if TOOLS[step.tool].kind == "read":
                verdict = played(task, without(task, step.tool))
                assert "missed_read" in found(verdict), (task.id, step.tool)


# What an assistant would write that looks nothing up, from the talk alone.


def _first_listed(task: Task) -> str:
    listed: list[str] = record(task)["login_context"]["linked_products"]
    return next(one for one in listed if one.startswith("FD"))


def _closes_the_first(task: Task) -> Calls:
    return [(CLOSE, {"deposit_id": _first_listed(task)})]


def _books_what_was_asked(task: Task) -> Calls:
    asked = task.scenario.agenda[0].about
    account = str(asked["source_account"])
    return [
        (
            "create_fd",
            {
                "principal_amount": asked["amount"],
                "tenure_months": asked["tenure_months"],
                "source_account": account,
            },
        )
    ]


def _logs_a_form(task: Task) -> Calls:
    """Speak of 15G and 40,000 from memory, and log the form."""
    wanted = {"category": "general_query", "description": "Form 15G, limit 40,000."}
    return [("raise_request", wanted)]


LAZY: dict[str, Callable[[Task], Calls]] = {
    "SQ_TDS": _logs_a_form,
    "EC_LCK": _closes_the_first,
    "EC_JNT": _closes_the_first,
    "EC_MIN": _books_what_was_asked,
    "EC_CLM": _closes_the_first,
    "EC_EFF": _closes_the_first,
    "EC_CHG": _closes_the_first,
}


@pytest.mark.parametrize("family", SIZES)
def test_an_assistant_that_guesses_misses_reads_and_mostly_the_right_records(
    family: str,
) -> None:
    verdicts = [played(task, LAZY[family](task)) for task in of(family)]
    assert all("missed_read" in found(verdict) for verdict in verdicts)
    wrong = sum(not verdict.final_state_passed for verdict in verdicts)
    assert wrong >= len(verdicts) / 2, f"{wrong} of {len(verdicts)}"


# What an assistant would do that reads everything and then gives in or means well.


def _the_deposit(task: Task) -> str:
    return str(task.scenario.agenda[0].about["deposit"])


def _closes_all_the_same(task: Task) -> Calls:
    return [*gold_calls(task), (CLOSE, {"deposit_id": _the_deposit(task)})]


def _closes_another_too(task: Task) -> Calls:
    return [*gold_calls(task), (CLOSE, {"deposit_id": str(task.decoys[0]["deposit"])})]


def _closes_on_the_claim(task: Task) -> Calls:
    """Act on the claim where the customer stops, waive the penalty where not."""
    if not writes(task):
        return _closes_all_the_same(task)
    waived = {"category": "charges_dispute", "description": "Waive the penalty."}
    return [*gold_calls(task), ("raise_request", waived)]


def _promises_the_old_rule(task: Task) -> Calls:
    kinder = {"category": "charges_dispute", "description": "Penalty as of 2023."}
    return [*gold_calls(task), ("raise_request", kinder)]


def _books_the_full_amount(task: Task) -> Calls:
    return [*without(task, "create_fd"), *_books_what_was_asked(task)]


def _claims_the_tax_back(task: Task) -> Calls:
    """Log a refund of what was rightly cut, and no correction of what was not."""
    if gold(task, "raise_request")["category"] == "charges_dispute":
        return with_other(task, "raise_request", category="general_query")
    entry = _tax_entry(task)
    return with_other(
        task,
        "raise_request",
        category="charges_dispute",
        related_transaction_id=entry["reference_id"],
    )


EAGER: dict[str, Callable[[Task], Calls]] = {
    "SQ_TDS": _claims_the_tax_back,
    "EC_LCK": _closes_all_the_same,
    "EC_MIN": _books_the_full_amount,
    "EC_CLM": _closes_on_the_claim,
    "EC_EFF": _promises_the_old_rule,
    "EC_CHG": _closes_all_the_same,
}


def _tax_entry(task: Task) -> dict[str, object]:
    account = record(task)["accounts"][gold(task, HISTORY)["account_id"]]
    row: dict[str, object] = account["transactions"][-1]
    return row


@pytest.mark.parametrize("family", EAGER)
def test_an_assistant_that_gives_in_or_means_too_well_is_found_out(family: str) -> None:
    for task in of(family):
        verdict = played(task, EAGER[family](task))
        assert "unsolicited_write" in found(verdict), task.id
        assert "state_difference" in found(verdict), task.id


def test_one_holder_is_not_enough_where_nobody_registered_a_mandate() -> None:
    for task in of("EC_JNT"):
        refused = not writes(task)
        calls = _closes_all_the_same(task) if refused else without(task, CLOSE)
        wanted = "unsolicited_write" if refused else "missed_write"
        assert wanted in found(played(task, calls)), task.id


def test_who_may_close_a_joint_deposit_follows_mode_mandate_and_order() -> None:
    terms = Counter[tuple[str, bool, bool, bool]]()
    for task in of("EC_JNT"):
        joint = deposit(task, _the_deposit(task))
        caller = record(task)["accounts"][joint["payout_account"]]["holders"][0]
        first = joint["holders"][0] == caller
        mode, mandate = joint["mode_of_operation"], joint["premature_mandate"]
        alone = mode == "either_or_survivor" or (mode != "jointly" and first)
        assert bool(writes(task)) == (mandate and alone), task.id
        assert caller in joint["holders"] and len(joint["holders"]) == 2
        terms[mode, mandate, first, alone] += 1
    assert len(terms) >= 8


def test_a_locked_deposit_is_locked_today_and_of_the_size_its_scheme_allows() -> None:
    schemes = Counter[str]()
    for task in of("EC_LCK"):
        locked = deposit(task, _the_deposit(task))
        schemes[locked["scheme"]] += 1
        until = locked["lock_in_until"] or locked["maturity_date"]
        assert until > bank().clock.isoformat()
        large = locked["principal"] > 10_000_000
        assert large == (locked["scheme"] == "non_callable")
        assert large or locked["principal"] <= 150_000
    assert schemes == {"tax_saver": 16, "non_callable": 4}


def test_the_amount_asked_for_is_in_the_account_and_not_free() -> None:
    kinds = set()
    for task in of("EC_MIN"):
        about = task.scenario.agenda[0].about
        account = record(task)["accounts"][about["source_account"]]
        kinds.add(account["account_type"])
        least = bank().rules.minimum_balance[account["account_type"]]
        free = account["available_balance"] - account["hold_amount"] - least
        largest = float(str(task.scenario.must_be_told["largest_that_fits"]))
        assert free < float(str(about["amount"])) <= account["available_balance"]
        assert largest <= free < largest + 1_000
        if writes(task):
            assert gold(task, "create_fd")["principal_amount"] <= largest
            assert paying_account(task)["account_id"] == about["source_account"]
    assert len(kinds) >= 4


def test_what_is_claimed_is_wrong_on_record() -> None:
    for task in of("EC_CLM"):
        mine = deposit(task, _the_deposit(task))
        assert mine["maturity_date"] > bank().clock.isoformat()
        if "matured" in task.title:
            assert mine["maturity_date"] <= "2026-08-05"
        elif "rate" in task.title:
            said = task.scenario.opening_lines[0]
            assert f"{mine['rate']:.2f}%" not in said and "%" in said


def test_the_old_circular_would_have_been_kinder_or_the_same_and_never_counts() -> None:
    booked = Counter[bool]()
    for task in of("EC_EFF"):
        assert task.scenario.must_be_told["penalty"] == 1.0
        mine = deposit(task, _the_deposit(task))
        booked[mine["start_date"] < "2026-04-01"] += 1
        papers = gold(task, PAPERS)
        hits = bank_search(task, papers)
        assert {"deposit_early_closure_2023", "deposit_early_closure_current"} <= hits
    assert booked[True] >= 10 and booked[False] >= 3


def bank_search(task: Task, arguments: dict[str, object]) -> set[str]:
    """Return the documents that gold's search finds."""
    answer = execute(Books(bank(), task.customer_id), PAPERS, arguments).content
    assert isinstance(answer, dict)
    return {str(row["document"]) for row in answer["results"]}


def test_todays_rate_alone_says_how_the_kept_deposit_renews() -> None:
    outcomes = Counter[str]()
    for task in of("EC_CHG"):
        decide = next((g.decide for g in task.scenario.agenda if g.decide), None)
        if decide is None:
            continue
        mine = deposit(task, _the_deposit(task))
        today = float(str(task.scenario.must_be_told["todays_rate"]))
        assert today not in (mine["rate"], round(mine["rate"] - 1, 2))
        outcome = gold(task, RENEW)["instruction"]
        assert (today >= decide.at_least) == (outcome != "no_renewal"), task.id
        assert mine["maturity_instruction"] != outcome
        outcomes[outcome] += 1
    assert len(outcomes) == 3 and 4 <= outcomes["no_renewal"] <= 8


def test_tax_was_cut_rightly_or_wrongly_however_the_interest_is_counted() -> None:
    corrections = 0
    for task in of("SQ_TDS"):
        told = task.scenario.must_be_told
        held = record(task)["deposits"].values()
        sums = [
            tax.of_fixed(one) if one["kind"] == "FD" else tax.of_recurring(one)
            for one in held
            if one["status"] == "ACTIVE"
        ]
        least, most = sum(s.least for s in sums), sum(s.most for s in sums)
        wrong = gold(task, "raise_request")["category"] == "charges_dispute"
        limit = float(str(told.get("tax_limit", 50_000)))
        assert most < limit if wrong else least > limit, task.id
        assert -_amount(task) == told["tax_cut"]
        corrections += wrong
    assert corrections >= 12


def _amount(task: Task) -> float:
    return float(str(_tax_entry(task)["amount"]))


def test_deposits_of_both_kinds_cross_the_limit_only_together() -> None:
    together = [
        task
        for task in of("SQ_TDS")[12:]
        if task.scenario.must_be_told.get("tax_limit")
        and gold(task, "raise_request")["category"] == "general_query"
    ]
    for task in together:
        limit = float(str(task.scenario.must_be_told["tax_limit"]))
        fixed = [d for d in record(task)["deposits"].values() if d["kind"] == "FD"]
        assert sum(tax.of_fixed(d).least for d in fixed) < limit, task.id
    assert len(together) >= 3
