"""CT_BAL: the balance of one account, or what is free of it after a hold."""

from bankenv.generate.casting import Case
from bankenv.generate.customers import Customer
from bankenv.generate.parts import (
    Chain,
    Draft,
    Family,
    account_fact,
    account_products,
    said_first,
)
from bankenv.generate.wording import account_words, lines, openings
from bankenv.money import to_paise, to_rupees
from bankenv.records import Record
from bankenv.scenario import Goal
from bankenv.tasks import Edit, GoldStep

FAMILY = Family("CT_BAL", "control", "accounts", (12,))
# What is asked of each task in turn, and whether something is on hold.
QUESTIONS = (
    ("balance", False), ("balance", False), ("spendable", True), ("balance", True),
    ("spendable", True), ("balance", False), ("spendable", True), ("balance", False),
    ("spendable", True), ("balance", False),
)  # fmt: skip
# Kinds of account, in turn; the customer of each task holds one.
TYPES = (
    "savings", "salary", "current", "savings_senior", "savings", "salary",
    "savings_rural", "current", "nro_savings", "bsbd",
)  # fmt: skip
FIGURES = {"balance": "balance", "spendable": "free_amount"}


def draft(case: Case, customer: Customer) -> Draft | None:
    """Return the task if the customer holds the wanted kind of account."""
    question, held = case.pick(QUESTIONS)
    fitting = [a for a in customer.record["accounts"].values() if _fits(case, a)]
    if not fitting:
        return None
    account = fitting[0]
    hold = _hold(case, account) if held else 0.0
    words = account_words(account)
    figure = FIGURES[question]
    return Draft(
        customer=customer,
        title=_title(question, words["last4"]),
        opening=_edits(account, hold),
        opening_lines=openings(case, f"opening-{question}", **words),
        wants=f"To hear the {figure.replace('_', ' ')} of one account, nothing else.",
        knows=(said_first(account_fact(case, account)),),
        products=account_products(customer.record),
        must_be_told={figure: _told(question, account, hold)},
        agenda=(
            Goal(
                "figure",
                "tell",
                lines(case, f"ask-{question}", **words),
                {"account": account["account_id"]},
                settled_by="told",
                figure=figure,
            ),
        ),
        gold=_gold(account),
    )


def _fits(case: Case, account: Record) -> bool:
    return bool(
        account["account_type"] == case.pick(TYPES)
        and account["status"] != "INOPERATIVE"
        and account["available_balance"] >= 500
    )


def _hold(case: Case, account: Record) -> float:
    """Return the hold on record, or one of 5 to 40 percent in whole rupees."""
    if account["hold_amount"]:
        return float(account["hold_amount"])
    percent = case.chance.at("hold").integer(5, 40)
    return float(to_paise(account["available_balance"]) * percent // 10_000)


def _edits(account: Record, hold: float) -> tuple[Edit, ...]:
    if hold == account["hold_amount"]:
        return ()
    return (Edit(f"accounts.{account['account_id']}.hold_amount", hold),)


def _told(question: str, account: Record, hold: float) -> float:
    available = to_paise(account["available_balance"])
    return to_rupees(available - (to_paise(hold) if question == "spendable" else 0))


def _title(question: str, last4: str) -> str:
    if question == "balance":
        return f"Balance of the account ending {last4}"
    return f"What can be spent from the account ending {last4}"


def _gold(account: Record) -> tuple[GoldStep, ...]:
    chain = Chain()
    chain.add(
        "get_account_balance",
        {"account_ids": [account["account_id"]]},
        "A balance the customer relies on must come from the books, for the very "
        "account that was named.",
        "R3",
    )
    return tuple(chain.steps)
