"""Verdicts made by hand from the published rule book, every surprise among them.

Each row: what it shows, the gold actions, the calls, and which of the checks fail:
`a` gold actions, `p` write purity, `s` final state, `e` the end. A dash means a pass.
"""

from dataclasses import replace
from typing import Any  # Any: rows of a table

import pytest

from bankenv.bank import Dataset
from bankenv.scoring import SCORERS, score
from bankenv.tasks import GoldStep
from bankenv.tests.published_bank import (
    RECORD,
    published,
    recorded,
    step,
    task_of,
)
from bankenv.verdict import Verdict

A1, A2 = "SB1000000001", "SB1000000002"
FD, RD = "FD100001", "RD100002"
CARD, BLOCKED = "CARD77485", "CARD77486"
LETTER = {
    "e": "ended_normally",
    "a": "actions",
    "p": "write_purity",
    "s": "final_state",
}

BALANCE = ("get_account_balance", {"account_ids": [A1]})
FREEZE = ("toggle_card_freeze", {"card_id": CARD, "state": "freeze"})
UNFREEZE = ("toggle_card_freeze", {"card_id": CARD, "state": "unfreeze"})
QUOTE = ("get_deposit_closure_quote", {"deposit_ids": [FD]})
CLOSE = ("close_deposit", {"deposit_id": FD})
BOOK = {"principal_amount": 100000, "tenure_months": 12, "source_account": A1}
BOOK_RD = {"monthly_installment": 2000, "tenure_months": 12, "source_account": A1}
GENERAL = {"description": "Please call me", "category": "general_query"}
CHEQUE_BOOK = ("request_cheque_book", {"account_id": A1})
STATEMENT = {"account_id": A1, "from_date": "2026-01-01", "to_date": "2026-06-30"}
ADDRESS = {
    "address_type": "permanent",
    "line1": "1 Main",
    "city": "Pune",
    "state": "MH",
    "pincode": "411001",
}
HISTORY = "get_transaction_history"
RATES = "get_deposit_loan_rates"
HAND_OVER = ("transfer_to_human_agents", {"summary": "wants a person"})
DISPUTE = {"category": "failed_transaction", "related_transaction_id": "TXN1"}
CONTROLS = {"atm": {"domestic": {"enabled": False}}}
LIMIT_ONLY = {"atm": {"domestic": {"daily_limit": 500}}}


def stop(*numbers: str) -> tuple[str, Any]:
    return "stop_cheque_payment", {"account_id": A1, "cheque_numbers": list(numbers)}


def renew(instruction: str) -> tuple[str, Any]:
    return "update_deposit_renewal", {"deposit_id": FD, "instruction": instruction}


ROWS: list[tuple[str, list[Any], list[Any], str]] = [
    ("a read that gold asks for", [BALANCE], [BALANCE], "-"),
    ("a missing read", [BALANCE], [], "a"),
    (
        "a read of another account",
        [BALANCE],
        [("get_account_balance", {"account_ids": [A2]})],
        "a",
    ),
    (
        "a further read nobody asked for",
        [BALANCE],
        [BALANCE, ("show_mandates", {})],
        "-",
    ),
    (
        "extra arguments of the call are not looked at",
        [(RATES, {"product_type": "fd"})],
        [(RATES, {"product_type": "fd", "tenure_months": 7})],
        "-",
    ),
    (
        "an int and its float are equal as arguments",
        [("calculate_emi", {"principal": 100000, "rate": 12, "tenure_months": 3})],
        [("calculate_emi", {"principal": 100000.0, "rate": 12.0, "tenure_months": 3})],
        "-",
    ),
    (
        "an int and its float make other records",
        [("create_fd", BOOK)],
        [("create_fd", BOOK | {"principal_amount": 100000.0})],
        "s",
    ),
    (
        "a text is no number",
        [("calculate_emi", {"principal": 1000, "rate": 12, "tenure_months": 3})],
        [("calculate_emi", {"principal": "1000", "rate": 12, "tenure_months": 3})],
        "a",
    ),
    (
        "an amount as text fails the booking itself",
        [("create_fd", BOOK)],
        [("create_fd", BOOK | {"principal_amount": "100000"})],
        "aps",
    ),
    (
        "1 and true are equal",
        [(HISTORY, {"account_id": A1, "limit": 1})],
        [(HISTORY, {"account_id": A1, "limit": True})],
        "-",
    ),
    (
        "lists compare in their order",
        [("get_account_balance", {"account_ids": [A1, A2]})],
        [("get_account_balance", {"account_ids": [A2, A1]})],
        "a",
    ),
    (
        "a batch read in two calls is not the batch",
        [("get_account_balance", {"account_ids": [A1, A2]})],
        [BALANCE, ("get_account_balance", {"account_ids": [A2]})],
        "a",
    ),
    (
        "a default that gold states must be stated",
        [("show_mandates", {"status": "all"})],
        [("show_mandates", {})],
        "a",
    ),
    (
        "a default that only the call states is extra",
        [("show_mandates", {})],
        [("show_mandates", {"status": "all"})],
        "-",
    ),
    (
        "gold's null is not an argument left out",
        [("close_deposit", {"deposit_id": FD, "payout_account": None})],
        [CLOSE],
        "ap",
    ),
    (
        "gold's null is a null",
        [("close_deposit", {"deposit_id": FD, "payout_account": None})],
        [("close_deposit", {"deposit_id": FD, "payout_account": None})],
        "-",
    ),
    (
        "a missing account id is forgiven",
        [("show_mandates", {"account_id": A1})],
        [("show_mandates", {})],
        "-",
    ),
    (
        "a null account id is forgiven",
        [("show_mandates", {"account_id": A1})],
        [("show_mandates", {"account_id": None})],
        "-",
    ),
    (
        "gold's null account id accepts any",
        [("show_mandates", {"account_id": None})],
        [("show_mandates", {"account_id": A2})],
        "-",
    ),
    (
        "a wrong account id is not forgiven",
        [("show_mandates", {"account_id": A1})],
        [("show_mandates", {"account_id": A2})],
        "a",
    ),
    (
        "a history without its account: the call fails, and matches",
        [(HISTORY, {"account_id": A1, "type": "debit"})],
        [(HISTORY, {"type": "debit"})],
        "-",
    ),
    (
        "a request's account is neither compared nor kept",
        [("raise_request", GENERAL | {"account_id": A1})],
        [("raise_request", GENERAL)],
        "-",
    ),
    (
        "a request's wrong account fails the arguments alone",
        [("raise_request", GENERAL | {"account_id": A1})],
        [("raise_request", GENERAL | {"account_id": A2})],
        "ap",
    ),
    (
        "any request id will do",
        [("get_request_status", {"request_id": "SR-12345678"})],
        [("get_request_status", {"request_id": "SR-99999999"})],
        "-",
    ),
    (
        "a request id may even be missing",
        [("get_request_status", {"request_id": "SR-12345678"})],
        [("get_request_status", {})],
        "-",
    ),
    (
        "an empty compare list looks at the name alone",
        [(*QUOTE, [])],
        [("get_deposit_closure_quote", {"deposit_ids": ["FD999999"]})],
        "-",
    ),
    (
        "a compare list looks at what it names",
        [(HISTORY, {"account_id": A1, "limit": 5}, ["account_id"])],
        [(HISTORY, {"account_id": A1, "limit": 50})],
        "-",
    ),
    (
        "a compare list does look at what it names",
        [(HISTORY, {"account_id": A1, "limit": 5}, ["limit"])],
        [(HISTORY, {"account_id": A1, "limit": 50})],
        "a",
    ),
    (
        "a compared name that gold lacks is skipped",
        [(*BALANCE, ["account_ids", "currency"])],
        [BALANCE],
        "-",
    ),
    (
        "a volatile name is not compared though it is listed",
        [("raise_request", GENERAL, ["description", "category"])],
        [("raise_request", GENERAL | {"description": "Call me back"})],
        "-",
    ),
    (
        "free text is not compared",
        [("raise_request", GENERAL)],
        [("raise_request", GENERAL | {"description": "Something else"})],
        "-",
    ),
    (
        "`other` is `general_query` in the records and not in the arguments",
        [("raise_request", GENERAL)],
        [("raise_request", GENERAL | {"category": "other"})],
        "ap",
    ),
    (
        "and the other way round",
        [("raise_request", GENERAL | {"category": "other"})],
        [("raise_request", GENERAL)],
        "ap",
    ),
    (
        "another category is another record too",
        [("raise_request", GENERAL)],
        [("raise_request", GENERAL | {"category": "app_issue"})],
        "aps",
    ),
    (
        "a category left to its default fails gold that states it",
        [("raise_request", GENERAL)],
        [("raise_request", {"description": "Please call me"})],
        "ap",
    ),
    (
        "a category stated where gold leaves it is extra",
        [("raise_request", {"description": "Please call me"})],
        [("raise_request", GENERAL)],
        "-",
    ),
    ("one call serves two equal reads", [BALANCE, BALANCE], [BALANCE], "-"),
    (
        "one call serves two equal writes, but the records tell",
        [("raise_request", GENERAL), ("raise_request", GENERAL)],
        [("raise_request", GENERAL)],
        "s",
    ),
    (
        "one call serves two gold steps of the same name",
        [(*QUOTE, []), QUOTE],
        [QUOTE],
        "-",
    ),
    ("one soft write serves two", [CHEQUE_BOOK, CHEQUE_BOOK], [CHEQUE_BOOK], "-"),
    ("a soft write twice is not seen", [CHEQUE_BOOK], [CHEQUE_BOOK, CHEQUE_BOOK], "-"),
    (
        "a write twice is seen in the records alone",
        [("raise_request", GENERAL)],
        [("raise_request", GENERAL), ("raise_request", GENERAL)],
        "s",
    ),
    ("a write twice that changes nothing more", [FREEZE], [FREEZE, FREEZE], "-"),
    ("order is not looked at", [QUOTE, CLOSE], [CLOSE, QUOTE], "-"),
    ("the quote left out", [QUOTE, CLOSE], [CLOSE], "a"),
    ("a soft write nobody asked for", [BALANCE], [BALANCE, CHEQUE_BOOK], "p"),
    (
        "a statement nobody asked for",
        [BALANCE],
        [BALANCE, ("request_duplicate_statement", STATEMENT)],
        "p",
    ),
    ("a write nobody asked for", [BALANCE], [BALANCE, FREEZE], "ps"),
    (
        "a refused write counts",
        [BALANCE],
        [BALANCE, ("cancel_mandate", {"mandate_id": "M2"})],
        "p",
    ),
    (
        "a write on a card that is not the customer's counts",
        [BALANCE],
        [BALANCE, ("block_card", {"card_id": "CARD00000", "reason": "lost"})],
        "p",
    ),
    (
        "a refused write that is gold's passes",
        [("block_card", {"card_id": BLOCKED, "reason": "lost"})],
        [("block_card", {"card_id": BLOCKED, "reason": "lost"})],
        "-",
    ),
    (
        "a gold action that is refused is not noticed",
        [("cancel_mandate", {"mandate_id": "M9"}), BALANCE],
        [("cancel_mandate", {"mandate_id": "M9"}), BALANCE],
        "-",
    ),
    (
        "a gold action that fails leaves gold's records incomplete",
        [("create_fd", {"principal_amount": 100000, "tenure_months": 12})],
        [("create_fd", BOOK)],
        "s",
    ),
    ("a write undone counts", [BALANCE], [BALANCE, FREEZE, UNFREEZE], "p"),
    (
        "a write whose arguments are missing counts",
        [BALANCE],
        [BALANCE, ("set_card_controls", {})],
        "p",
    ),
    (
        "a write whose arguments are no object counts",
        [BALANCE],
        [BALANCE, ("create_fd", None)],
        "p",
    ),
    (
        "a write first sent wrong, then right",
        [("create_fd", BOOK)],
        [("create_fd", {"tenure_months": 12}), ("create_fd", BOOK)],
        "p",
    ),
    ("a tool that is not there is no write", [BALANCE], [BALANCE, ("pay", {})], "-"),
    (
        "the advertised name of the hand-over is not the hand-over",
        [HAND_OVER],
        [("_transfer_to_human_agents", {"summary": "x"})],
        "a",
    ),
    ("a hand-over that gold asks for", [HAND_OVER, BALANCE], [BALANCE, HAND_OVER], "-"),
    ("a hand-over nobody asked for", [BALANCE], [BALANCE, HAND_OVER], "-"),
    ("a hand-over left out", [HAND_OVER], [BALANCE], "a"),
    ("no gold, nothing done", [], [], "-"),
    ("no gold, reads", [], [BALANCE], "-"),
    ("no gold, a soft write", [], [CHEQUE_BOOK], "-"),
    ("no gold, a write: the records tell", [], [FREEZE], "s"),
    ("no gold, a write undone", [], [FREEZE, UNFREEZE], "-"),
    ("no gold, a refused write", [], [("cancel_mandate", {"mandate_id": "M2"})], "-"),
    (
        "closing into an account that is not there",
        [CLOSE],
        [("close_deposit", {"deposit_id": FD, "payout_account": "SB9"})],
        "s",
    ),
    (
        "closing into another own account",
        [CLOSE],
        [("close_deposit", {"deposit_id": FD, "payout_account": A2})],
        "s",
    ),
    (
        "closing a deposit without a payout account credits nobody",
        [("close_deposit", {"deposit_id": RD})],
        [("close_deposit", {"deposit_id": RD, "payout_account": "SB9"})],
        "-",
    ),
    (
        "another nominee is another record",
        [("create_fd", BOOK, ["principal_amount"])],
        [("create_fd", BOOK | {"nominee": {"name": "Ravi"}})],
        "s",
    ),
    (
        "booking twice is one deposit and two debits",
        [("create_rd", BOOK_RD)],
        [("create_rd", BOOK_RD), ("create_rd", BOOK_RD)],
        "s",
    ),
    (
        "a second line given as null is extra",
        [("update_address", ADDRESS)],
        [("update_address", ADDRESS | {"line2": None})],
        "-",
    ),
    (
        "a second line that gold gives as null must be given",
        [("update_address", ADDRESS | {"line2": None})],
        [("update_address", ADDRESS)],
        "ap",
    ),
    (
        "cheque numbers in another order are other arguments",
        [
            (
                "stop_cheque_payment",
                {"account_id": A1, "cheque_numbers": ["000123", "000124"]},
            )
        ],
        [
            (
                "stop_cheque_payment",
                {"account_id": A1, "cheque_numbers": ["000124", "000123"]},
            )
        ],
        "ap",
    ),
    (
        "a text in place of cheque numbers is taken letter by letter",
        [stop("000123")],
        [("stop_cheque_payment", {"account_id": A1, "cheque_numbers": "000123"})],
        "aps",
    ),
    (
        "the reason of a stop is not stored",
        [stop("000123")],
        [
            (
                "stop_cheque_payment",
                {"account_id": A1, "cheque_numbers": ["000123"], "reason": "lost"},
            )
        ],
        "-",
    ),
    (
        "what failed half-way has changed something",
        [BALANCE],
        [BALANCE, ("set_card_controls", {"card_id": CARD, **CONTROLS, "pos": "x"})],
        "ps",
    ),
    (
        "a limit alone switches off, as switching off does",
        [("set_card_controls", {"card_id": CARD, **CONTROLS})],
        [("set_card_controls", {"card_id": CARD, **LIMIT_ONLY})],
        "ap",
    ),
    (
        "a dispute without its transaction is refused",
        [("raise_request", {"description": "x", **DISPUTE})],
        [("raise_request", {"description": "x", "category": "failed_transaction"})],
        "aps",
    ),
    (
        "a renewal set twice ends as the last",
        [renew("no_renewal")],
        [
            (
                "update_deposit_renewal",
                {"deposit_id": FD, "instruction": "renew_principal"},
            ),
            renew("no_renewal"),
        ],
        "p",
    ),
]


def gold_of(rows: list[Any]) -> tuple[GoldStep, ...]:
    return tuple(step(number, *row) for number, row in enumerate(rows, start=1))


def judged(
    gold: list[Any], calls: list[Any], dataset: Dataset | None = None, **about: Any
) -> Verdict:
    task = task_of(*gold_of(gold))
    suite = replace(dataset or published(), tasks={task.id: task})
    return score(suite, recorded(*calls, **about), "published-1.0")


def failing(verdict: Verdict) -> str:
    failed = {check.name for check in verdict.checks if check.passed is False}
    return "".join(k for k, name in LETTER.items() if name in failed) or "-"


def test_the_table_is_long_enough() -> None:
    assert len(ROWS) >= 60
    assert len({name for name, *_ in ROWS}) == len(ROWS)


@pytest.mark.parametrize(
    ("name", "gold", "calls", "fails"), ROWS, ids=[r[0] for r in ROWS]
)
def test_the_published_rule(name: str, gold: Any, calls: Any, fails: str) -> None:
    verdict = judged(gold, calls)
    assert failing(verdict) == fails, name
    assert verdict.passed == (fails == "-")
    hidden = fails != "-" and "s" not in fails and "e" not in fails
    assert verdict.hidden_violation == hidden


@pytest.mark.parametrize(
    ("end", "fails"),
    [
        ("customer_ended", "-"),
        ("assistant_ended", "-"),
        ("handed_over", "-"),
        ("step_limit", "e"),
        ("tool_error_limit", "e"),
        ("protocol_breach", "e"),
        ("timeout", "e"),
        ("context_window_exceeded", "e"),
    ],
)
def test_how_it_ended(end: str, fails: str) -> None:
    assert failing(judged([BALANCE], [BALANCE], end=end)) == fails


def test_the_customers_own_calls_count_too() -> None:
    assert failing(judged([BALANCE], [BALANCE], by="customer")) == "-"


def test_one_request_of_an_odd_id_makes_every_later_one_differ() -> None:
    odd = RECORD | {"requests": {"OLD-A": {"category": "app_issue"}}}
    ask = [("raise_request", GENERAL)]
    assert failing(judged(ask, ask, published(odd))) == "s"
    assert failing(judged(ask, ask)) == "-"


def test_without_linked_products_the_first_booking_unlinks_the_others() -> None:
    context = {"linked_accounts": [A1], "linked_cards": []}
    record = RECORD | {"login_context": context}
    calls = [("create_fd", BOOK), CLOSE]
    assert failing(judged(calls, calls, published(record))) == "-"
    assert failing(judged(calls, calls[::-1], published(record))) == "s"


def test_the_scorer_declares_what_it_checks() -> None:
    names = {check.name for check in SCORERS["published-1.0"].checks}
    assert names == set(LETTER.values())
