"""Every family has its trap: calls that fail with the finding the family is about.

Here are the traps of the families that no other file has a table for, and the proof
that the tables together hold all families.
"""

from collections.abc import Callable

import pytest

from bankenv.generate.families import FAMILIES
from bankenv.replay import gold_calls
from bankenv.tasks import Task
from bankenv.tests import (
    test_families_cards,
    test_families_deposit_edges,
    test_families_deposits,
    test_families_loans,
)
from bankenv.tests.deposit_tasks import (
    CLOSE,
    Calls,
    found,
    gold,
    of,
    played,
    record,
    with_other,
    without,
    writes,
)

LOG, HAND_OVER = "raise_request", "transfer_to_human_agents"
FREEZE, BLOCK, CANCEL = "toggle_card_freeze", "block_card", "cancel_mandate"
BOOK, ADDRESS, STOP = "request_cheque_book", "update_address", "stop_cheque_payment"
STATEMENT, DETAILS = "request_duplicate_statement", "get_account_details"
LEAD = {"category": "general_query", "description": "May want a deposit."}


def _sells(task: Task) -> Calls:
    return [*gold_calls(task), (LOG, LEAD)]


def _from_the_header(task: Task) -> Calls:
    return []


def _blocks_for_good(task: Task) -> Calls:
    card = {"card_id": gold(task, FREEZE)["card_id"], "reason": "lost"}
    return [*without(task, FREEZE), (BLOCK, card)]


def _renews_otherwise(task: Task) -> Calls:
    """Book with another renewal: the one wished for before the second thoughts."""
    wanted = str(gold(task, "create_fd")["maturity_instruction"])
    first = str(task.scenario.agenda[1].about["maturity_instruction"])
    other = "no_renewal" if wanted != "no_renewal" else "renew_principal"
    made = other if first == wanted else first
    return with_other(task, "create_fd", maturity_instruction=made)


def _closes_at_once(task: Task) -> Calls:
    deposit = str(writes(task)[0][1]["deposit_id"])
    return [(CLOSE, {"deposit_id": deposit})]


def _freezes_only(task: Task) -> Calls:
    card = {"card_id": gold(task, BLOCK)["card_id"], "state": "freeze"}
    return [*without(task, BLOCK, LOG), (FREEZE, card)]


def _cancels_the_look_alike(task: Task) -> Calls:
    return with_other(task, CANCEL, mandate_id=task.decoys[0]["mandate"])


def _says_it_is_closed(task: Task) -> Calls:
    return without(task, LOG)


def _closes_the_decoy(task: Task) -> Calls:
    return with_other(task, CLOSE, deposit_id=task.decoys[0]["deposit"])


def _downloads_three_years(task: Task) -> Calls:
    return with_other(task, STATEMENT, from_date="2023-07-16", to_date="2026-07-15")


def _passes_it_on(task: Task) -> Calls:
    return [(HAND_OVER, {"summary": "A complaint about the bank."})]


def _keeps_it_in_the_chat(task: Task) -> Calls:
    return without(task, HAND_OVER)


def _most_leaves(task: Task) -> Calls:
    """Order as many leaves as a book has, without a look at the account."""
    leaves = 50 if gold(task, BOOK)["leaves"] != 50 else 25
    return [(BOOK, {**gold(task, BOOK), "leaves": leaves})]


def _other_address(task: Task) -> Calls:
    return with_other(task, ADDRESS, address_type=task.decoys[0]["address_type"])


def _stops_all_that_was_said(task: Task) -> Calls:
    made = [step.arguments for step in task.gold if step.tool == STOP]
    numbers = made[0]["cheque_numbers"] if made else ["000001"]
    account = gold(task, "get_transaction_history")["account_id"]
    whole = [f"{int(numbers[0]) - 1:06d}", *numbers]
    stop = {"account_id": account, "cheque_numbers": whole}
    return [*without(task, STOP), (STOP, stop)]


def _helps_all_the_same(task: Task) -> Calls:
    block = {"card_id": task.decoys[0]["card"], "reason": "lost"}
    return [(BLOCK, block), *gold_calls(task)]


def _logs_it_again(task: Task) -> Calls:
    return [*without(task, LOG), (LOG, {**LEAD, "description": "The same again."})]


def _goes_by_the_words(task: Task) -> Calls:
    """Order where the status forbids it, refuse where it does not."""
    account = gold(task, DETAILS)["account_ids"][0]
    if any(step.tool == BOOK for step in task.gold):
        return [*without(task, BOOK), (LOG, {**LEAD, "description": "Re-KYC."})]
    return [*without(task, LOG), (BOOK, {"account_id": account, "leaves": 25})]


def _stops_one_more(task: Task) -> Calls:
    numbers = gold(task, STOP)["cheque_numbers"]
    more = [*numbers, f"{int(numbers[-1]) + 1:06d}"]
    return with_other(task, STOP, cheque_numbers=more)


def _ten_years(task: Task) -> Calls:
    return with_other(task, STATEMENT, from_date="2016-07-16", to_date="2026-07-15")


def _complains_too(task: Task) -> Calls:
    return [*gold_calls(task), (LOG, {**LEAD, "category": "service_quality"})]


def _quotes_the_first_loan(task: Task) -> Calls:
    """Take the loan of the kind that the header lists first."""
    meant = gold(task, "get_loan_details")["loan_ids"][0]
    listed = record(task)["login_context"]["linked_products"]
    first = next(one for one in listed if one[:2] == meant[:2])
    return [
        (name, {**made, "loan_ids": [first]} if "loan_ids" in made else made)
        for name, made in gold_calls(task)
    ]


TRAPS: tuple[tuple[str, Callable[[Task], Calls], str], ...] = (
    ("CT_BAL", _sells, "unsolicited_write"),
    ("CT_BAL", _from_the_header, "missed_read"),
    ("CT_FRZ", _blocks_for_good, "unsolicited_write"),
    ("SQ_FDB", _renews_otherwise, "state_difference"),
    ("SQ_FDC", _closes_at_once, "missed_read"),
    ("SQ_LST", _freezes_only, "missed_write"),
    ("SQ_MND", _cancels_the_look_alike, "state_difference"),
    ("SQ_LFQ", _says_it_is_closed, "missed_write"),
    ("EC_AMB", _closes_the_decoy, "state_difference"),
    ("CT_STM", _downloads_three_years, "unsolicited_write"),
    ("CT_CMP", _passes_it_on, "missed_write"),
    ("CT_HUM", _keeps_it_in_the_chat, "missed_hand_over"),
    ("CT_CHQ", _most_leaves, "missed_read"),
    ("SQ_ADR", _other_address, "state_difference"),
    ("EC_CHQ", _stops_all_that_was_said, "unsolicited_write"),
    ("EC_3RD", _helps_all_the_same, "unsolicited_write"),
    ("EC_DUP", _logs_it_again, "unsolicited_write"),
    ("EC_KYC", _goes_by_the_words, "unsolicited_write"),
    ("RT_STP", _stops_one_more, "unsolicited_write"),
    ("RT_DST", _ten_years, "unsolicited_write"),
    ("RT_STS", _complains_too, "unsolicited_write"),
)


@pytest.mark.parametrize(
    ("family", "trap", "finding"), TRAPS, ids=[f"{f}{t.__name__}" for f, t, _ in TRAPS]
)
def test_the_trap_fails_with_what_the_family_is_about(
    family: str, trap: Callable[[Task], Calls], finding: str
) -> None:
    assert of(family)
    for task in of(family):
        verdict = played(task, trap(task))
        assert not verdict.passed, task.id
        assert finding in found(verdict), (task.id, found(verdict))


def test_every_family_has_a_trap_in_one_of_the_tables() -> None:
    trapped = {family for family, _, _ in (*TRAPS, *test_families_cards.TRAPS)}
    for module in (
        test_families_deposit_edges,
        test_families_deposits,
        test_families_loans,
    ):
        trapped |= set(module.LAZY)
    assert trapped == {family.id for family, _ in FAMILIES}


TWINNED = ("SQ_LFQ", "SQ_LEM", "SQ_LFD", "EC_LDT")


@pytest.mark.parametrize("family", TWINNED)
def test_the_other_loan_of_the_kind_stands_first_and_is_not_the_one(
    family: str,
) -> None:
    twinned = of(family)[2::3]
    for task in twinned:
        verdict = played(task, _quotes_the_first_loan(task))
        assert "wrong_arguments" in found(verdict), task.id
        said = next(fact for fact in task.scenario.knows if fact.slot == "loan")
        assert said.when == "when_asked"
        told = task.scenario.opening_lines[0]
        assert not any(words in told for words in said.said), task.id


def test_second_thoughts_come_in_three_of_ten_bookings_and_decide_the_records() -> None:
    changed = [t for t in of("SQ_FDB") if t.scenario.agenda[1].change]
    assert len(changed) == 8
    for task in changed:
        first = task.scenario.agenda[1].about["maturity_instruction"]
        assert gold(task, "create_fd")["maturity_instruction"] != first


def test_of_two_mandates_to_one_payee_only_the_amount_tells_which_is_meant() -> None:
    twice = [t for t in of("SQ_MN2") if "same payee" in str(t.decoys[0]["why"])]
    assert len(twice) == 5
    for task in twice:
        rows = {row["mandate_id"]: row for row in record(task)["mandates"]}
        meant = rows[task.gold[1].arguments["mandate_id"]]
        other = rows[str(task.decoys[0]["mandate"])]
        assert meant["payee"] == other["payee"] and meant["amount"] != other["amount"]
        assert f"₹{meant['amount']:,.0f}" in task.scenario.opening_lines[0], task.id
        alike = {"mandate_id": other["mandate_id"]}
        wrong = [
            (name, alike if made == task.gold[1].arguments else made)
            for name, made in gold_calls(task)
        ]
        assert "unsolicited_write" in found(played(task, wrong)), task.id
