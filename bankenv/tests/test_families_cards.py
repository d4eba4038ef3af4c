"""Cards, mandates, payments: each family's trap fails with what the family is about."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from bankenv import check
from bankenv.records import Record
from bankenv.replay import gold_calls
from bankenv.tasks import Task
from bankenv.tests.deposit_tasks import (
    Calls,
    bank,
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
    "SQ_FRD": (12, 13),
    "SQ_MN2": (12, 8),
    "SQ_TRV": (10, 12),
    "SQ_CCT": (12, 8),
    "SQ_UNF": (12, 10),
    "EC_CRD": (14,),
    "EC_FVB": (8, 8),
    "SQ_TAT": (12, 10),
    "EC_PRS": (9, 7),
    "RT_INS": (10, 10),
}
FREEZE, BLOCK, SET = "toggle_card_freeze", "block_card", "set_card_controls"
LOG, STOP = "raise_request", "cancel_mandate"
FEWEST_CALLS = 3


@pytest.mark.parametrize("family", SIZES)
def test_a_family_has_its_tasks_in_four_registers_and_many_first_messages(
    family: str,
) -> None:
    tasks = varied_tasks(family, SIZES[family])
    assert all(len(set(task.scenario.opening_lines)) >= 2 for task in tasks)


@pytest.mark.parametrize("family", SIZES)
def test_gold_is_sound_and_each_read_is_needed(family: str) -> None:
    tasks = {task.id: task for task in of(family)}
    assert list(check.gold_faults(replace(bank(), tasks=tasks))) == []
    for task in tasks.values():
        explains = task.family == "EC_PRS" and not writes(task)
        assert len(task.gold) >= FEWEST_CALLS or explains
        for step in task.gold:
            if TOOLS[step.tool].kind == "read":
                verdict = played(task, without(task, step.tool))
                assert "missed_read" in found(verdict), (task.id, step.tool)


# The trap of each family: calls that look helpful, and what they are found out by.


def _first_card(task: Task) -> str:
    return str(record(task)["login_context"]["linked_cards"][0])


def _freezes_only(task: Task) -> Calls:
    card = {"card_id": gold(task, BLOCK)["card_id"]}
    return [
        *without(task, BLOCK, LOG),
        (FREEZE, {**card, "state": "freeze"}),
    ]


def _disputes_both(task: Task) -> Calls:
    other = {**gold(task, LOG), "related_transaction_id": task.decoys[0]["transaction"]}
    return [*gold_calls(task), (LOG, other)]


def _reads_before_blocking(task: Task) -> Calls:
    calls = gold_calls(task)
    return [calls[0], calls[2], calls[1], *calls[3:]]


def _stops_one(task: Task) -> Calls:
    calls = gold_calls(task)
    return [calls[0], calls[1], *calls[3:]]


def _stops_all(task: Task) -> Calls:
    alike = {"mandate_id": task.decoys[0]["mandate"]}
    return [*gold_calls(task), (STOP, alike)]


def _without_limits(task: Task) -> Calls:
    """Leave the limit out: the channel is on, and without any."""
    return [
        (tool, _limitless(made) if tool == SET else made)
        for tool, made in gold_calls(task)
    ]


def _limitless(made: Record) -> Record:
    return {
        name: value
        if name == "card_id"
        else {region: {"enabled": True} for region in value}
        for name, value in made.items()
    }


def _everything_abroad(task: Task) -> Calls:
    on = {"international": {"enabled": True, "daily_limit": 25000}}
    last = {"card_id": gold(task, SET)["card_id"], "atm": on, "online": on, "pos": on}
    return [*gold_calls(task), (SET, last)]


def _freezes_instead(task: Task) -> Calls:
    card = {"card_id": gold(task, SET)["card_id"]}
    return [*without(task, SET), (FREEZE, {**card, "state": "freeze"})]


def _cash_off_too(task: Task) -> Calls:
    off = {"atm": {"domestic": {"enabled": False}}}
    last = {"card_id": gold(task, SET)["card_id"], **off}
    return [*gold_calls(task), (SET, last)]


def _at_once(task: Task) -> Calls:
    return without(task, "get_card_details", "get_transaction_history")


def _blocks_it(task: Task) -> Calls:
    card = {"card_id": gold(task, FREEZE)["card_id"], "reason": "lost"}
    return [*without(task, FREEZE), (BLOCK, card)]


def _blocks_all(task: Task) -> Calls:
    others = [
        (BLOCK, {"card_id": card["card_id"], "reason": "lost"})
        for card in record(task)["cards"].values()
        if card["status"] == "active"
        and card["card_id"] != gold(task, BLOCK)["card_id"]
    ]
    return [*gold_calls(task), *others]


def _blocks_first(task: Task) -> Calls:
    return with_other(task, BLOCK, card_id=_first_card(task))


def _follows_the_word(task: Task) -> Calls:
    tool, made = writes(task)[0]
    card = {"card_id": dict(made)["card_id"]} if isinstance(made, dict) else {}
    if tool == FREEZE:
        return [*without(task, FREEZE), (BLOCK, {**card, "reason": "lost"})]
    return [*without(task, BLOCK), (FREEZE, {**card, "state": "freeze"})]


def _sends_a_card(task: Task) -> Calls:
    return [*gold_calls(task), (LOG, {"description": "Replacement card."})]


def _claims_the_wrong_one(task: Task) -> Calls:
    entry = task.decoys[0]["transaction"]
    return with_other(task, LOG, related_transaction_id=entry)


def _logs_to_end_it(task: Task) -> Calls:
    about = {"category": "service_quality", "description": "Angry about a charge."}
    return [*without(task, LOG), (LOG, about)]


def _joins_anyway(task: Task) -> Calls:
    if STOP in {step.tool for step in task.gold}:
        other = {"mandate_id": task.decoys[0]["mandate"]}
        return [*gold_calls(task), (STOP, other)]
    return [*gold_calls(task), (LOG, {"description": "Enrol in PMJJBY."})]


TRAPS: tuple[tuple[str, Callable[[Task], Calls], str], ...] = (
    ("SQ_FRD", _freezes_only, "missed_write"),
    ("SQ_FRD", _disputes_both, "unsolicited_write"),
    ("SQ_FRD", _reads_before_blocking, "late_call"),
    ("SQ_FRD", _claims_the_wrong_one, "state_difference"),
    ("SQ_MN2", _stops_one, "missed_write"),
    ("SQ_MN2", _stops_all, "unsolicited_write"),
    ("SQ_TRV", _without_limits, "state_difference"),
    ("SQ_TRV", _everything_abroad, "unsolicited_write"),
    ("SQ_CCT", _freezes_instead, "missed_write"),
    ("SQ_CCT", _cash_off_too, "unsolicited_write"),
    ("SQ_UNF", _at_once, "missed_read"),
    ("SQ_UNF", _blocks_it, "unsolicited_write"),
    ("SQ_UNF", _sends_a_card, "unsolicited_write"),
    ("EC_CRD", _blocks_all, "unsolicited_write"),
    ("EC_CRD", _blocks_first, "state_difference"),
    ("EC_FVB", _follows_the_word, "state_difference"),
    ("EC_FVB", _sends_a_card, "unsolicited_write"),
    ("SQ_TAT", _claims_the_wrong_one, "state_difference"),
    ("SQ_TAT", _disputes_both, "unsolicited_write"),
    ("EC_PRS", _logs_to_end_it, "unsolicited_write"),
    ("RT_INS", _joins_anyway, "unsolicited_write"),
)


@pytest.mark.parametrize(
    ("family", "trap", "finding"), TRAPS, ids=[f"{f}{t.__name__}" for f, t, _ in TRAPS]
)
def test_the_trap_fails_with_what_the_family_is_about(
    family: str, trap: Callable[[Task], Calls], finding: str
) -> None:
    for task in of(family):
        verdict = played(task, trap(task))
        assert not verdict.passed, task.id
        assert finding in found(verdict), (task.id, found(verdict))


# Who looks nothing up takes the first id of the session header and a guess.


def _guesses(task: Task) -> Calls:
    """Return gold's writes with ids and limits as they would be without a read."""
    return [(tool, _guessed(task, tool, made)) for tool, made in writes(task)]


def _guessed(task: Task, tool: str, made: object) -> Record:
    assert isinstance(made, dict)
    guess: Record = dict(made)
    if "card_id" in guess:
        guess["card_id"] = _first_card(task)
    if "related_transaction_id" in guess:
        guess["related_transaction_id"] = "TXN0000000001"
    if tool == STOP:
        guess["mandate_id"] = "MND000001"
    return guess


@pytest.mark.parametrize("family", [f for f in SIZES if not f.startswith("RT")])
def test_guessing_misses_the_final_records_in_half_of_the_tasks(family: str) -> None:
    tasks = [task for task in of(family) if writes(task)]
    missed = [
        task
        for task in tasks
        if "state_difference" in found(played(task, _guesses(task)))
    ]
    assert len(missed) >= len(tasks) / 2, (family, len(missed), len(tasks))
