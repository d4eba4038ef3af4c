"""EC_LCK: money is wanted out of a tax-saver or non-callable deposit before its end."""

from dataclasses import dataclass
from datetime import timedelta

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
from bankenv.generate.days import days_after, term_days
from bankenv.generate.desk import Desk
from bankenv.generate.parts import Chain, Draft, Family, deposit_products
from bankenv.generate.renewals import NO_RENEWAL, renewal_goal, renewal_step
from bankenv.generate.wording import LAKH, lines, openings, rupees, spoken
from bankenv.records import Record
from bankenv.scenario import Goal
from bankenv.tasks import Edit, GoldStep

FAMILY = Family("EC_LCK", "edge_case", "deposits", (12, 8))
DAYS_LEFT = (23, 310, 1240, 64, 720, 1655, 5, 905, 140, 410, 1480, 210,
             45, 560, 1100, 18, 330, 85, 1330, 260)  # fmt: skip
REASONS = ("hospital", "wedding", "fees", "threat", "business")
NON_CALLABLE = (4, 9, 14, 19)
# Tasks in which the customer has no other deposit: there the refusal is all there is.
ALONE = (2, 6, 11)
PRESSES = (2, 1, 2, 2, 1)
TAX_SAVER_AMOUNTS = (150_000, 100_000, 75_000, 125_000, 50_000, 60_000, 80_000)
NON_CALLABLE_AMOUNTS = (12_500_000, 15_000_000, 11_000_000, 20_000_000, 18_000_000,
                        14_000_000, 16_000_000)  # fmt: skip
WELL_OFF = 3 * LAKH


@dataclass(frozen=True, slots=True)
class Lock:
    """The locked deposit as it stands when the conversation opens."""

    deposit: Record
    opening: tuple[Edit, ...]
    reason: str
    days_left: int

    @property
    def until(self) -> str:
        """Return the day from which the deposit can be closed."""
        return str(self.deposit["lock_in_until"] or self.deposit["maturity_date"])


def draft(case: Case, customer: Customer) -> Draft | None:
    """Return the task if the customer has a deposit that may be made a locked one."""
    lock = _lock(case, customer)
    if lock is None:
        return None
    record = Desk(customer, lock.opening).record
    amount = spoken(lock.deposit["principal"])
    opening = f"opening-{lock.deposit['scheme']}-{lock.reason}"
    return Draft(
        customer=customer,
        title=f"{rupees(lock.deposit['principal'])} locked for {lock.days_left} days",
        opening=lock.opening,
        opening_lines=openings(case, opening, amount=amount),
        wants=_wants(case, lock),
        knows=deposit_facts(case, lock.deposit),
        products=deposit_products(record),
        conditions=("Insists, and gives in when the reason is given again.",),
        must_be_told={"maturity_date": lock.until},
        agenda=_agenda(case, lock),
        gold=_gold(case, lock),
        decoys=sibling_decoys(record, lock.deposit),
    )


def _lock(case: Case, customer: Customer) -> Lock | None:
    non_callable = case.number in NON_CALLABLE
    alone = case.number in ALONE

    def fits(deposit: Record) -> bool:
        return not non_callable or case.plants or bool(deposit["principal"] > WELL_OFF)

    deposit = pick_deposit(case, customer, fits, alone=alone)
    if deposit is None:
        return None
    locked = _locked(case, customer, deposit, non_callable)
    return Lock(
        locked, changed(deposit, locked), case.pick(REASONS), case.pick(DAYS_LEFT)
    )


def _locked(
    case: Case, customer: Customer, deposit: Record, non_callable: bool
) -> Record:
    """Return the deposit with its scheme, amount and days to go."""
    months = 36 if non_callable else 60
    amounts = NON_CALLABLE_AMOUNTS if non_callable else TAX_SAVER_AMOUNTS
    start = days_after(case.pick(DAYS_LEFT)) - timedelta(days=term_days(months))
    terms: Record = {
        "principal": untaken_amount(case, customer, deposit, amounts),
        "tenure_months": months,
        "start_date": start.isoformat(),
        "maturity_instruction": "renew_principal_interest",
    }
    made = rated(customer, ordinary(customer, deposit, **terms))
    scheme = "non_callable" if non_callable else "tax_saver"
    until = None if non_callable else made["maturity_date"]
    return {**made, "scheme": scheme, "lock_in_until": until}


def _wants(case: Case, lock: Lock) -> str:
    then = " Then that it is not renewed." if case.variant == 1 else ""
    return (
        f"To close a locked deposit {lock.days_left} days early, because of "
        f"{lock.reason}, and to hear why not.{then}"
    )


def _agenda(case: Case, lock: Lock) -> tuple[Goal, ...]:
    close = Goal(
        "close",
        "close_deposit",
        lines(case, "ask-locked"),
        {"deposit": lock.deposit["deposit_id"]},
        hear_first=("payout",),
        settled_by="refusal",
        press=case.pick(PRESSES),
        insist=lines(case, f"insist-{lock.reason}"),
        accept=lines(case, "accept-locked"),
    )
    if case.variant == 0:
        return (close,)
    return (close, renewal_goal(case, "renewal", lock.deposit, NO_RENEWAL, ()))


def _gold(case: Case, lock: Lock) -> tuple[GoldStep, ...]:
    chain = Chain()
    look = look_step(
        chain,
        lock.deposit,
        "Only the record shows that this deposit is locked, and until which day.",
        "R7 R12",
    )
    scheme = lock.deposit["scheme"].replace("_", "-")
    paper = paper_step(
        chain,
        f"{scheme} deposit early closure exception",
        "Whether need or pressure opens a locked deposit is for the bank's rule to "
        "say, not for memory.",
        "R7 R39",
    )
    if case.variant == 1:
        renewal_step(
            chain,
            lock.deposit["deposit_id"],
            NO_RENEWAL,
            [look, paper],
            "The closure is refused; that the money is paid out at the end is what "
            "can be done.",
        )
    return tuple(chain.steps)
