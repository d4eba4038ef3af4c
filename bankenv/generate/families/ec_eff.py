"""EC_EFF: two circulars disagree on the penalty; the one of the closing day counts."""

from dataclasses import dataclass
from datetime import date, timedelta

from bankenv.generate import closures
from bankenv.generate.apart import (
    changed,
    deposit_facts,
    look_step,
    ordinary,
    paper_step,
    pick_deposit,
    rated,
    sibling_decoys,
    untaken_amount,
)
from bankenv.generate.casting import Case
from bankenv.generate.customers import Customer
from bankenv.generate.days import CLOCK, term_days
from bankenv.generate.desk import Desk
from bankenv.generate.parts import Chain, Draft, Family, deposit_products
from bankenv.generate.seniors import senior_facts, senior_lines
from bankenv.generate.wording import extended, lines, month_of, openings, rupees, spoken
from bankenv.records import Record
from bankenv.scenario import Goal
from bankenv.tasks import Edit, GoldStep

FAMILY = Family("EC_EFF", "edge_case", "deposits", (9, 9))
# What the customer has read in the old circular: half a point up to five lakh, a slab
# by amount, or nothing for seniors.
CITED = ("half", "nil", "slab", "half", "half", "nil", "slab", "half", "nil")
# Days from 1 April 2026 to the booking: most before it, some after.
BOOKED = (-200, -40, 12, -320, -1, 0, -95, 45, -410, -10, 30, -260)
TERMS = (24, 18, 36, 25, 36, 24)
SINCE = date(2026, 4, 1)
SMALL = (500_000, 300_000, 495_000, 200_000, 450_000, 400_000, 100_000, 150_000)
LARGE = (501_000, 525_000, 600_000, 510_000, 550_000, 800_000, 750_000)


@dataclass(frozen=True, slots=True)
class Case2023:
    """The deposit of which the old circular is cited, and what closing it pays."""

    deposit: Record
    opening: tuple[Edit, ...]
    quote: Record
    record: Record
    cited: str


def draft(case: Case, customer: Customer) -> Draft | None:
    """Return the task if the customer has a deposit that may be booked on that day."""
    found = _found(case, customer)
    if found is None:
        return None
    deposit = found.deposit
    told = closures.told_of(found.quote)
    if case.variant == 1:
        told["new_balance"] = _balance_after(customer, found)
    amount = deposit["principal"]
    return Draft(
        customer=customer,
        title=f"{rupees(amount)} of {month_of(deposit['start_date'])}, by old circular",
        opening=found.opening,
        opening_lines=_opening_lines(case, customer, found),
        wants=f"To close the deposit of {rupees(amount)}, told by the circular in "
        "force what that costs.",
        knows=(*deposit_facts(case, deposit), *senior_facts(case, customer)),
        products=deposit_products(found.record),
        conditions=("The penalty of today is told before the closure.",),
        must_be_told=told,
        agenda=_agenda(case, found),
        gold=_gold(case, found),
        decoys=sibling_decoys(found.record, deposit),
    )


def _found(case: Case, customer: Customer) -> Case2023 | None:
    cited = case.pick(CITED)
    if customer.person.senior != (cited == "nil"):
        return None
    deposit = pick_deposit(case, customer)
    if deposit is None:
        return None
    made = _booked(case, customer, deposit, LARGE if cited == "slab" else SMALL)
    opening = changed(deposit, made)
    desk = Desk(customer, opening)
    quote = desk.closure_quote(made["deposit_id"])
    return Case2023(made, opening, quote, desk.record, cited)


def _booked(
    case: Case, customer: Customer, deposit: Record, amounts: tuple[int, ...]
) -> Record:
    """Return the deposit as booked on its day, with at least a month still to run."""
    start = SINCE + timedelta(days=case.pick(BOOKED))
    months = next(m for m in (case.pick(TERMS), 36) if _runs_on(start, m))
    made = ordinary(
        customer,
        deposit,
        principal=untaken_amount(case, customer, deposit, amounts),
        tenure_months=months,
        start_date=start.isoformat(),
    )
    return rated(customer, made)


def _runs_on(start: date, months: int) -> bool:
    return start + timedelta(days=term_days(months)) > CLOCK + timedelta(days=30)


def _balance_after(customer: Customer, found: Case2023) -> float:
    desk = Desk(customer, found.opening)
    desk.call("close_deposit", deposit_id=found.deposit["deposit_id"])
    return desk.balance(found.deposit["payout_account"])


def _opening_lines(case: Case, customer: Customer, found: Case2023) -> tuple[str, ...]:
    words = {
        "amount": spoken(found.deposit["principal"]),
        "booked": month_of(found.deposit["start_date"]),
    }
    first = openings(case, f"opening-{found.cited}", **words)
    return extended(first, senior_lines(case, customer))


def _agenda(case: Case, found: Case2023) -> tuple[Goal, ...]:
    close = Goal(
        "close",
        "close_deposit",
        lines(case, "ask-close"),
        {"deposit": found.deposit["deposit_id"]},
        hear_first=closures.hear_first(found.quote),
        press=1,
        insist=lines(case, "insist"),
    )
    return (close, closures.balance_goal(case)) if case.variant == 1 else (close,)


def _gold(case: Case, found: Case2023) -> tuple[GoldStep, ...]:
    chain = Chain()
    deposit_id = found.deposit["deposit_id"]
    look = look_step(
        chain,
        found.deposit,
        "When it was booked and what it earns stands in the record; the day of booking "
        "does not choose the circular.",
        "R5 R12",
    )
    paper = paper_step(
        chain,
        "early closure penalty circular in force",
        "Two circulars name different penalties, so the one valid on the day of the "
        "closure must be looked up.",
        "R5 R13",
    )
    quote = closures.quote_step(chain, deposit_id)
    closed = closures.close_step(chain, deposit_id, [look, paper, quote])
    if case.variant == 1:
        closures.balance_step(chain, found.deposit["payout_account"], closed)
    return tuple(chain.steps)
