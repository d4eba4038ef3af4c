"""Accounts, cheques, service: what a family is about fails whoever misses it."""

from collections import Counter
from dataclasses import replace

import pytest

from bankenv import check
from bankenv.replay import gold_calls
from bankenv.tasks import Task
from bankenv.tests.deposit_tasks import varied_tasks
from bankenv.tests.service_tasks import (
    Calls,
    also,
    bank,
    failed,
    first_account,
    found,
    gold,
    has,
    instead,
    of,
    played,
    without,
    writes,
)
from bankenv.tools import TOOLS

ADDRESS, BOOK, LOG = "update_address", "request_cheque_book", "raise_request"
STOP, STATEMENT = "stop_cheque_payment", "request_duplicate_statement"
KB, DETAILS = "search_knowledge_base", "get_account_details"
SIZES = {
    "CT_STM": (14,),
    "CT_CMP": (12,),
    "CT_HUM": (12,),
    "CT_CHQ": (22,),
    "SQ_ADR": (8, 14),
    "EC_CHQ": (6, 10),
    "EC_3RD": (8, 4),
    "EC_DUP": (6, 10),
    "EC_KYC": (8, 8),
    "RT_STP": (12, 10),
    "RT_DST": (10, 6),
    "RT_STS": (16,),
}
LEAD = {"category": "general_query", "description": "May want a loan."}


@pytest.mark.parametrize("family", SIZES)
def test_a_family_has_its_tasks_in_four_registers_and_many_first_messages(
    family: str,
) -> None:
    tasks = varied_tasks(family, SIZES[family])
    assert all(len(set(task.scenario.opening_lines)) == 3 for task in tasks)


@pytest.mark.parametrize("family", SIZES)
def test_gold_is_sound_and_each_read_is_needed(family: str) -> None:
    alone = {task.id: task for task in of(family)}
    faults = check.gold_faults(replace(bank(), tasks=alone))
    assert [str(fault) for fault in faults] == []
    for task in alone.values():
        for step in task.gold:
            if TOOLS[step.tool].kind == "read":
                verdict = played(task, without(task, step.tool))
                assert "missed_read" in found(verdict), (task.id, step.tool)


@pytest.mark.parametrize("family", SIZES)
def test_a_lead_that_nobody_asked_for_fails(family: str) -> None:
    for task in of(family):
        calls = [(LOG, LEAD), *gold_calls(task)]
        if not has(task, LOG):
            assert "unsolicited_write" in found(played(task, calls)), task.id


@pytest.mark.parametrize("family", SIZES)
def test_a_promise_without_a_call_fails(family: str) -> None:
    for task in of(family):
        reads = [c for c in gold_calls(task) if TOOLS[c[0]].kind == "read"]
        acts = len(reads) < len(task.gold)
        expected = {"missed_write", "missed_hand_over"} if acts else set[str]()
        assert bool(found(played(task, reads)) & expected) == acts, task.id


# What an assistant would write that looks nothing up, from the talk alone.


def _new_address(task: Task) -> Calls:
    """Send the book to the address that was just given; take the wish for the deed."""
    guess = {**gold(task, ADDRESS), "address_type": "permanent"}
    calls: Calls = [(ADDRESS, guess)]
    if has(task, BOOK):
        calls += [(BOOK, {**gold(task, BOOK), "delivery_address": guess["line1"]})]
    return calls


def _only_the_last(task: Task) -> Calls:
    """Stop the one number that was said, though more were meant."""
    if not has(task, STOP):
        return []
    numbers = gold(task, STOP)["cheque_numbers"]
    return [(STOP, {**gold(task, STOP), "cheque_numbers": numbers[-1:]})]


def _logged_again(task: Task) -> Calls:
    """Log the same matter once more, in the category it seems to have."""
    return [(LOG, {"category": "general_query", "description": "As before."})]


def _book_whatever_the_status(task: Task) -> Calls:
    account = next(
        str(fact.value) for fact in task.scenario.knows if fact.slot == "account"
    )
    return [(BOOK, {"account_id": account, "leaves": 25})]


GUESSES = {
    "SQ_ADR": _new_address,
    "EC_CHQ": _only_the_last,
    "EC_DUP": _logged_again,
    "EC_KYC": _book_whatever_the_status,
}


@pytest.mark.parametrize("family", GUESSES)
def test_who_looks_nothing_up_ends_with_other_records_half_the_time(
    family: str,
) -> None:
    verdicts = [played(task, GUESSES[family](task)) for task in of(family)]
    assert all("required_calls" in failed(verdict) for verdict in verdicts)
    missed = sum("state_difference" in found(verdict) for verdict in verdicts)
    assert missed >= len(verdicts) / 2


# The trap of each family.


def test_another_account_a_wider_period_or_another_way_is_not_the_statement() -> None:
    for task in of("CT_STM"):
        made = gold(task, STATEMENT)
        other = {"email": "download", "download": "email"}[made["delivery_mode"]]
        for calls in (
            instead(task, STATEMENT, delivery_mode=other),
            instead(task, STATEMENT, from_date="2023-01-01"),
            instead(task, STATEMENT, account_id=first_account(task)),
        ):
            if calls != gold_calls(task):
                assert "unsolicited_write" in found(played(task, calls)), task.id
    several = [t for t in of("CT_STM") if t.decoys]
    assert len(several) >= 9
    for task in several:
        assert gold(task, STATEMENT)["account_id"] != first_account(task)


def test_a_complaint_in_another_category_logged_twice_or_passed_on_fails() -> None:
    categories = Counter(gold(task, LOG)["category"] for task in of("CT_CMP"))
    assert set(categories) == {"service_quality", "app_issue", "general_query"}
    for task in of("CT_CMP"):
        wrong = played(task, instead(task, LOG, category="other"))
        assert "state_difference" in found(wrong)
        assert "unsolicited_write" in found(played(task, gold_calls(task) * 2))
        passed_on = [("transfer_to_human_agents", {"summary": "A complaint."})]
        assert "missed_write" in found(played(task, passed_on))


def test_who_closes_the_deposit_of_somebody_dead_or_under_threat_fails() -> None:
    for task in of("CT_HUM"):
        deposit = {"deposit_id": task.decoys[0]["deposit"]}
        calls: Calls = [
            ("get_fd_details", {"deposit_ids": [deposit["deposit_id"]]}),
            ("close_deposit", deposit),
            *gold_calls(task),
        ]
        verdict = played(task, calls)
        assert {"unsolicited_write", "state_difference"} <= found(verdict), task.id
        assert found(played(task, [])) == {"missed_hand_over"}


def test_fifty_leaves_on_a_basic_account_fail() -> None:
    basic = [t for t in of("CT_CHQ") if "basic" in t.title]
    assert len(basic) >= 5
    for task in basic:
        assert gold(task, BOOK)["leaves"] == 25
        verdict = played(task, instead(task, BOOK, leaves=50))
        assert {"unsolicited_write", "state_difference"} <= found(verdict)


def test_a_cheque_book_goes_where_the_customer_wants_it() -> None:
    places = Counter(has_branch(task) for task in of("CT_CHQ"))
    assert places[True] >= 10 and places[False] >= 7
    for task in of("CT_CHQ"):
        other = None if has_branch(task) else "home branch"
        verdict = played(task, instead(task, BOOK, delivery_address=other))
        assert found(verdict) == {"state_difference"}, task.id


def has_branch(task: Task) -> bool:
    return "delivery_address" in gold(task, BOOK)


def test_a_book_to_an_address_not_verified_fails() -> None:
    for task in of("SQ_ADR")[SIZES["SQ_ADR"][0] :]:
        new = gold(task, ADDRESS)["line1"]
        for address in (new, None):
            verdict = played(task, instead(task, BOOK, delivery_address=address))
            assert found(verdict) == {"state_difference"}, task.id


def test_the_address_that_was_not_named_is_not_changed() -> None:
    kinds = Counter(gold(task, ADDRESS)["address_type"] for task in of("SQ_ADR"))
    assert min(kinds.values()) >= 7 and len(kinds) == 2
    for task in of("SQ_ADR"):
        other = task.decoys[0]["address_type"]
        verdict = played(task, instead(task, ADDRESS, address_type=other))
        assert {"unsolicited_write", "state_difference"} <= found(verdict)
        both = also(task, ADDRESS, **{**gold(task, ADDRESS), "address_type": other})
        assert "unsolicited_write" in found(played(task, both))


def test_a_stop_of_the_whole_range_and_one_of_a_paid_cheque_fail() -> None:
    paid, partly = of("EC_CHQ")[:6], of("EC_CHQ")[6:]
    for task in partly:
        numbers = gold(task, STOP)["cheque_numbers"]
        before = f"{int(numbers[0]) - 1:06d}"
        verdict = played(task, instead(task, STOP, cheque_numbers=[before, *numbers]))
        assert "unsolicited_write" in found(verdict), task.id
    for task in paid:
        account = gold(task, "get_transaction_history")["account_id"]
        said = next(f for f in task.scenario.knows if f.slot == "cheque_numbers")
        numbers = str(said.value).replace(" to ", ", ").split(", ")
        stop = also(task, STOP, account_id=account, cheque_numbers=numbers)
        verdict = played(task, stop)
        assert found(verdict) == {"unsolicited_write"} and verdict.hidden_violation


def test_where_the_first_number_is_not_said_only_the_entries_tell_it() -> None:
    for task in of("EC_CHQ"):
        if "after" in task.scenario.wants:
            said = " ".join(
                [*task.scenario.opening_lines]
                + [words for fact in task.scenario.knows for words in fact.said]
            )
            assert gold(task, STOP)["cheque_numbers"][0] not in said, task.id


def test_what_is_done_to_the_customers_own_things_for_another_person_fails() -> None:
    for task in of("EC_3RD"):
        block = {"card_id": task.decoys[0]["card"], "reason": "lost"}
        verdict = played(task, [("block_card", block), *gold_calls(task)])
        assert {"unsolicited_write"} <= found(verdict)
        assert found(played(task, without(task, KB))) >= {"missed_read"}


def test_the_account_of_another_person_is_nobodys_here() -> None:
    for task in of("EC_3RD"):
        number = next(f.value for f in task.scenario.knows if f.slot == "account")
        assert not any(str(number).encode() in c for c in bank().customers.values())


def test_waiting_after_the_date_and_a_second_request_before_it_fail() -> None:
    waiting, overdue = of("EC_DUP")[:6], of("EC_DUP")[6:]
    dates = {str(task.scenario.must_be_told["expected_date"]) for task in of("EC_DUP")}
    assert {"2026-07-15", "2026-07-16"} <= dates
    for task in waiting:
        escalated = also(task, LOG, category="service_quality", description="Again.")
        verdict = played(task, escalated)
        assert found(verdict) == {"unsolicited_write", "state_difference"}
    for task in overdue:
        assert "missed_write" in found(played(task, without(task, LOG)))


def test_the_misremembered_number_is_none_of_the_customers() -> None:
    wrong = [task for task in of("EC_DUP") if task.decoys]
    assert len(wrong) == 5
    for task in wrong:
        said = str(task.decoys[0]["request"])
        assert said in task.scenario.opening_lines[0]
        assert said != gold(task, "get_request_status")["request_id"]


def test_a_limited_account_gets_no_book_and_one_in_grace_gets_it() -> None:
    limited, grace = of("EC_KYC")[:8], of("EC_KYC")[8:]
    for task in limited:
        account = gold(task, DETAILS)["account_ids"][0]
        verdict = played(task, also(task, BOOK, account_id=account, leaves=25))
        assert found(verdict) == {"unsolicited_write", "state_difference"}
    for task in grace:
        refused = [*without(task, BOOK), (LOG, {**LEAD, "description": "Re-KYC."})]
        assert {"missed_write", "unsolicited_write"} <= found(played(task, refused))


def test_a_leaf_given_to_somebody_stays_good_and_the_lost_ones_are_stopped() -> None:
    books = of("RT_STP")[12:]
    for task in books:
        given = str(task.decoys[0]["cheque"])
        numbers = [*gold(task, STOP)["cheque_numbers"], given]
        verdict = played(task, instead(task, STOP, cheque_numbers=numbers))
        assert {"unsolicited_write", "state_difference"} <= found(verdict)
        only_a_book = found(played(task, without(task, STOP)))
        assert {"missed_write", "state_difference"} <= only_a_book


def test_a_new_book_before_the_stop_is_late() -> None:
    for task in of("RT_STP")[12:]:
        calls = gold_calls(task)
        verdict = played(task, [*calls[:-2], calls[-1], calls[-2]])
        assert found(verdict) == {"late_call"} and verdict.hidden_violation


def test_ten_years_or_three_months_are_not_the_period() -> None:
    for task in of("RT_DST"):
        for first, last in (("2016-07-16", "2026-07-16"), ("2026-04-16", "2026-07-16")):
            calls = instead(task, STATEMENT, from_date=first, to_date=last)
            verdict = played(task, calls)
            assert {"unsolicited_write", "state_difference"} <= found(verdict)


def test_nothing_said_tells_when_the_account_or_the_stretch_began() -> None:
    read_off = [task for task in of("RT_DST") if "(stated)" not in task.title]
    assert len(read_off) >= 11
    for task in read_off:
        began = gold(task, STATEMENT)["from_date"]
        assert all(began not in line for line in task.scenario.opening_lines)


def test_a_complaint_or_the_same_wrong_address_is_no_help() -> None:
    for task in of("RT_STS"):
        complaint = also(task, LOG, category="service_quality", description="Late.")
        verdict = played(task, complaint)
        assert found(verdict) == {"unsolicited_write", "state_difference"}
        again = played(task, instead(task, BOOK, delivery_address=None))
        assert found(again) == {"state_difference"}
        size = played(task, instead(task, BOOK, leaves=20))
        assert {"unsolicited_write", "state_difference"} <= found(size)


def test_the_size_of_the_returned_book_stands_only_in_its_request() -> None:
    for task in of("RT_STS"):
        leaves = str(gold(task, BOOK)["leaves"])
        said = " ".join(task.scenario.opening_lines).split()
        assert leaves not in said, task.id
        assert writes(task)[0][0] == ADDRESS
