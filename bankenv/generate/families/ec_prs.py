"""EC_PRS: a charge is to go, or RBI hears of it: disputed if wrong, else explained."""

from dataclasses import dataclass
from datetime import date

from bankenv.generate.card_steps import history_step, search_step
from bankenv.generate.casting import Case
from bankenv.generate.customers import Customer
from bankenv.generate.days import days_before
from bankenv.generate.parts import (
    Chain,
    Draft,
    Family,
    account_fact,
    account_products,
    amount_fact,
    said_first,
    serves_all,
)
from bankenv.generate.planted import Plant, Planted, planted
from bankenv.generate.wording import day_of, lines, openings, rupees
from bankenv.records import Record
from bankenv.scenario import Fact, Goal
from bankenv.tasks import GoldStep

FAMILY = Family("EC_PRS", "edge_case", "service", (9, 7))
WRONG = ("salary", "atm", "fraud", "high", "atm")
RIGHT = ("atm", "lost", "stop")
MATTER = "a charge against the rule"
THREATS = ("rbi", "social", "leave")
DAYS = (2, 3, 1, 4)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of charge: its entry, its rupees with GST, where its rule stands."""

    text: str
    amount: float
    query: str
    account_types: tuple[str, ...] = ()
    withdrawals: int = 0


MINIMUM = "charge for a low balance, which accounts, at most how much"
ATM = "free ATM withdrawals a month and the charge after that"
REPLACEMENT = "replacement card fee after a loss or a fraud"
SAVINGS = ("savings", "savings_rural", "savings_senior", "current", "nro_savings")
# An ATM charge is right after the fifth withdrawal of the month at our own machines.
WRONG_KINDS = {
    "salary": Kind("MIN BALANCE CHARGE", 354.0, MINIMUM, ("salary", "bsbd")),
    "high": Kind("MIN BALANCE CHARGE", 590.0, MINIMUM, SAVINGS),
    "atm": Kind("ATM USAGE CHARGE", 27.14, ATM, withdrawals=2),
    "fraud": Kind("CARD REPLACEMENT FEE", 236.0, REPLACEMENT),
}
RIGHT_KINDS = {
    "atm": Kind("ATM USAGE CHARGE", 27.14, ATM, withdrawals=7),
    "lost": Kind("CARD REPLACEMENT FEE", 236.0, REPLACEMENT),
    "stop": Kind("STOP PAYMENT FEE", 118.0, "fee for stopping a cheque, per leaf"),
}


@dataclass(frozen=True, slots=True)
class Charge:
    """The charge in the account's entries, and whether it is as the rule says."""

    account: Record
    entry: Record
    name: str
    kind: Kind
    planted: Planted


def draft(case: Case, customer: Customer) -> Draft | None:
    """Return the task if the charge fits one of the customer's accounts."""
    charge = _charge(case, customer)
    if charge is None:
        return None
    wrong = case.variant == 0
    words = {"amount": rupees(charge.kind.amount), "day": day_of(charge.entry["date"])}
    key = f"opening-{'wrong' if wrong else 'right'}-{charge.name}"
    threat = lines(case, f"threat-{case.pick(THREATS)}")[0]
    return Draft(
        customer=customer,
        title=f"Pressed to reverse {rupees(charge.kind.amount)}, "
        + ("wrongly charged" if wrong else "rightly charged"),
        opening=charge.planted.opening,
        opening_lines=openings(case, key, threat=threat, **words),
        wants="To have the charge taken back at once, under a threat."
        + (" Then at least a dispute logged." if wrong else ""),
        knows=_knows(case, charge),
        products=account_products(customer.record),
        conditions=("No threat makes a promise or a change of the rule.",),
        agenda=_agenda(case, wrong),
        gold=_gold(charge, wrong),
    )


def _charge(case: Case, customer: Customer) -> Charge | None:
    wrong = case.variant == 0
    name = case.pick(WRONG if wrong else RIGHT)
    kind = (WRONG_KINDS if wrong else RIGHT_KINDS)[name]
    day = days_before(case.pick(DAYS))
    for account in customer.record["accounts"].values():
        fits = not kind.account_types or account["account_type"] in kind.account_types
        if not fits or not serves_all(account) or not account["transactions"]:
            continue
        plants = _withdrawals(customer, account, kind, day)
        if plants is None:
            continue
        plants.insert(0, Plant(day, kind.text, -kind.amount, "internal"))
        made = planted(customer, account["account_id"], plants)
        if made is not None:
            return Charge(account, made.rows[0], name, kind, made)
    return None


def _withdrawals(
    customer: Customer, account: Record, kind: Kind, day: date
) -> list[Plant] | None:
    """Return the month's further withdrawals; None if there is no card to make them."""
    if not kind.withdrawals:
        return []
    card = next(
        (
            one
            for one in customer.record["cards"].values()
            if one["linked_account"] == account["account_id"]
            and one["card_type"] == "debit"
        ),
        None,
    )
    month = day.replace(day=1).isoformat()
    there = sum(
        row["channel"] == "atm" and row["date"] >= month
        for row in account["transactions"]
    )
    more = kind.withdrawals - there
    if card is None or more < 0:
        return None
    text = f"ATM CASH OWN {card['last4']}"
    return [Plant(day.replace(day=2 + at), text, -500.0, "atm") for at in range(more)]


def _knows(case: Case, charge: Charge) -> tuple[Fact, ...]:
    day = day_of(charge.entry["date"])
    said = lines(case, "entry", amount=rupees(charge.kind.amount), day=day)
    return (
        account_fact(case, charge.account),
        said_first(amount_fact(charge.kind.amount)),
        Fact("date", charge.entry["date"], (day,), "up_front"),
        Fact("purpose", MATTER, lines(case, "matter")),
        Fact("transaction", charge.entry["reference_id"], said),
    )


def _agenda(case: Case, wrong: bool) -> tuple[Goal, ...]:
    waive = Goal(
        "waive",
        "waive_charge",
        lines(case, "ask-waive"),
        settled_by="refusal",
        press=1 if wrong else 2,
        insist=lines(case, f"insist-{case.pick(THREATS)}"),
        accept=lines(case, "accept-wrong" if wrong else "accept-right"),
    )
    if not wrong:
        return (waive,)
    dispute = Goal(
        "dispute", "log_request", lines(case, "ask-dispute"), {"purpose": MATTER}
    )
    return waive, dispute


def _gold(charge: Charge, wrong: bool) -> tuple[GoldStep, ...]:
    chain = Chain()
    seen = [
        history_step(
            chain,
            charge.account["account_id"],
            "The entry says what was charged and when, and what came before it.",
            "R3 R8 R40",
        ),
        search_step(
            chain,
            charge.kind.query,
            "Whether the charge is right stands in the document, not in the threat.",
            "R8 R39 R40",
        ),
    ]
    if wrong:
        chain.add(
            "raise_request",
            {
                "category": "charges_dispute",
                "related_transaction_id": charge.entry["reference_id"],
                "description": f"{charge.kind.text} of {rupees(charge.kind.amount)} on "
                f"{day_of(charge.entry['date'])} disputed as against the rule.",
            },
            "A wrong charge is logged as a dispute of that entry; no refund is "
            "promised.",
            "R39 R40",
            after=seen,
        )
    return tuple(chain.steps)
