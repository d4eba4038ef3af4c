"""What closing a deposit today pays, by the circular in force."""

from datetime import date
from decimal import Decimal
from typing import NamedTuple

from bankenv.books import Books
from bankenv.interest import simple_interest
from bankenv.money import Paise, to_decimal, to_paise, to_rupees
from bankenv.records import Record
from bankenv.tools.refusals import ALREADY_CLOSED, VALIDATION_ERROR, Refusal


class Closure(NamedTuple):
    """A closure's figures: paise, percent a year, percentage points."""

    matured: bool
    principal: Paise
    interest: Paise
    payout: Paise
    contract_rate: float
    penalty_rate: float
    effective_rate: float


def closure_of(books: Books, deposit: Record) -> Closure:
    """Return what closing the open deposit pays today, or refuse a closed one.

    Before maturity the penalty comes off the contract rate (never below nothing) and
    simple interest is paid for the days run; at maturity the maturity amount is due.
    """
    if deposit.get("status") == "CLOSED":
        closed_on = deposit.get("closed_on") or "an earlier day"
        message = f"{deposit.get('deposit_id')} is already closed, on {closed_on}."
        raise Refusal(ALREADY_CLOSED, message)
    principal = _principal(deposit)
    rate = float(deposit.get("rate", 0.0))
    if books.today >= _day(deposit, "maturity_date"):
        payout = to_paise(deposit.get("maturity_amount") or to_rupees(principal))
        interest = Paise(payout - principal)
        return Closure(True, principal, interest, payout, rate, 0.0, rate)
    points = _penalty_points(books, principal)
    effective = max(to_decimal(rate) - to_decimal(points), Decimal(0))
    days = max((books.today - _day(deposit, "start_date")).days, 0)
    interest = simple_interest(principal, float(effective), days)
    return Closure(
        matured=False,
        principal=principal,
        interest=interest,
        payout=Paise(principal + interest),
        contract_rate=rate,
        penalty_rate=points,
        effective_rate=float(round(effective, 2)),
    )


def quote(books: Books, deposit_id: str, deposit: Record) -> Record:
    """Return the closure's figures as the customer is told them."""
    closure = closure_of(books, deposit)
    return {
        "deposit_id": deposit_id,
        "kind": deposit.get("kind"),
        "matured": closure.matured,
        "principal": to_rupees(closure.principal),
        "contract_rate": closure.contract_rate,
        "penalty_rate": closure.penalty_rate,
        "effective_rate": closure.effective_rate,
        "interest_payable": to_rupees(closure.interest),
        "penalty_amount": 0.0,
        "net_payout": to_rupees(closure.payout),
        "quote_date": books.today.isoformat(),
    }


def _principal(deposit: Record) -> Paise:
    if deposit.get("kind") != "RD":
        return to_paise(deposit.get("principal", 0.0))
    total = deposit.get("total_deposited")
    if total is not None:
        return to_paise(total)
    installment = to_paise(deposit.get("monthly_installment", 0.0))
    return Paise(installment * int(deposit.get("installments_paid", 0)))


def _penalty_points(books: Books, principal: Paise) -> float:
    circular = books.rules.closure_circular(books.today)
    if circular is None:
        return 0.0
    senior = bool(books.get(("profile", "senior_citizen")))
    return circular.points(to_rupees(principal), senior=senior)


def _day(deposit: Record, name: str) -> date:
    try:
        return date.fromisoformat(deposit[name])
    except (KeyError, TypeError, ValueError):
        message = f"{deposit.get('deposit_id')} has no {name} on record."
        raise Refusal(VALIDATION_ERROR, message) from None
