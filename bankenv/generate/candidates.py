"""Deposits of which one is broken: planned so that only their quotes tell which."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from bankenv.generate.chance import Chance
from bankenv.generate.customers import Customer
from bankenv.generate.days import days_before, term_days
from bankenv.generate.deposits import with_terms
from bankenv.generate.parts import closable, edits_of, open_fixed
from bankenv.generate.rates import deposit_rate
from bankenv.records import Record
from bankenv.tasks import Edit

TERMS = (6, 12, 24, 36, 48, 60)
MOST_TAX_SAVED = 150_000.0


@dataclass(frozen=True, slots=True)
class Plan:
    """What is short, and (principal, days run) of each candidate, in rupees."""

    gap: float
    terms: tuple[tuple[float, int], ...]


@dataclass(frozen=True, slots=True)
class Candidates:
    """Deposits that may be closed, one that may not, and the edits that made them."""

    deposits: tuple[Record, ...]
    locked: tuple[Record, ...]
    opening: tuple[Edit, ...]


def candidates(
    customer: Customer, plan: Plan, scale: float, chance: Chance
) -> Candidates | None:
    """Return the customer's deposits, given the plan's terms; None if they do not fit.

    One more regular deposit than the plan has becomes a young tax saver.
    """
    fixed = open_fixed(customer.record)
    regular = [d for d in fixed if closable(d) and d["payout_type"] == "cumulative"]
    others = [d for d in fixed if d not in regular]
    spare = len(regular) - len(plan.terms)
    if spare not in (0, 1) or any(_may_be_closed(d) for d in others):
        return None
    shuffled = chance.at("order").shuffled(regular)
    chosen, left = shuffled[: len(plan.terms)], shuffled[len(plan.terms) :]
    planned = [
        _planned(customer, deposit, principal * scale, days)
        for deposit, (principal, days) in zip(chosen, plan.terms, strict=True)
    ]
    locked = [_tax_saver(customer, deposit) for deposit in left]
    made = [*planned, *locked]
    if not _old_enough(customer, planned) or not _told_apart([*made, *others]):
        return None
    edits = tuple(
        edit
        for before, after in zip(shuffled, made, strict=True)
        for edit in edits_of(f"deposits.{before['deposit_id']}", before, after)
    )
    return Candidates(tuple(planned), (*locked, *others), edits)


def _may_be_closed(deposit: Record) -> bool:
    """Tell whether another deposit would be a candidate too."""
    locked = deposit["scheme"] != "regular"
    joint = deposit["mode_of_operation"] != "single"
    return not locked and not (joint and not deposit["premature_mandate"])


def _planned(
    customer: Customer, deposit: Record, principal: float, days: int
) -> Record:
    months = next(m for m in TERMS if term_days(m) > days + 45)
    start = days_before(days)
    return with_terms(
        deposit,
        principal=principal,
        tenure_months=months,
        start_date=start.isoformat(),
        payout_account=next(iter(customer.record["accounts"])),
        rate=deposit_rate("fd", months, start, customer.person.senior),
    )


def _tax_saver(customer: Customer, deposit: Record) -> Record:
    """Return the deposit as a young tax saver, which would lose next to nothing."""
    made = _planned(customer, deposit, MOST_TAX_SAVED, 40)
    start = date.fromisoformat(made["start_date"])
    rate = deposit_rate("fd", 60, start, customer.person.senior)
    made = with_terms(made, scheme="tax_saver", tenure_months=60, rate=rate)
    return {**made, "lock_in_until": made["maturity_date"]}


def _old_enough(customer: Customer, deposits: Sequence[Record]) -> bool:
    """Tell whether the account they pay into is older, serves and has no hold."""
    account = customer.record["accounts"][deposits[0]["payout_account"]]
    first = min(deposit["start_date"] for deposit in deposits)
    serves = account["status"] != "INOPERATIVE" and not account["hold_amount"]
    return bool(serves and account["open_date"] <= first)


def _told_apart(deposits: Sequence[Record]) -> bool:
    return len({deposit["principal"] for deposit in deposits}) == len(deposits)
