"""The bank's formulas: deposits, instalments, early closure. Paise in, paise out.

Rates are percent a year. Results are exact until one final rounding, half to even.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal, localcontext
from typing import NamedTuple

from bankenv.money import EXACT, Paise, nearest_paise, to_decimal

MONTHS_PER_QUARTER = 3
DAYS_PER_YEAR = 365
# A tenure ends after whole days of mean months: 30.4375 = 487 / 16.
MEAN_MONTH_SIXTEENTHS = 487

PAYOUTS_PER_YEAR = {"monthly": 12, "quarterly": 4}

# Instalment schedules run in whole trillionths of a paisa: exact enough, and far
# quicker than decimals over hundreds of rows.
_FINE = 10**12


def maturity_day(start: date, months: int) -> date:
    """Return the day a deposit of `months` begun on `start` matures."""
    return start + timedelta(days=months * MEAN_MONTH_SIXTEENTHS // 16)


def fd_maturity(principal: Paise, rate: float, months: int) -> Paise:
    """Return what a fixed deposit is worth when interest is added each quarter."""
    with localcontext(EXACT):
        quarter = 1 + to_decimal(rate) / 400
        if months % MONTHS_PER_QUARTER == 0:
            growth = quarter ** (months // MONTHS_PER_QUARTER)
        else:
            growth = _cube_root(quarter**months)
        return nearest_paise(principal * growth)


def _cube_root(value: Decimal) -> Decimal:
    """Return the cube root to the context's precision; two steps from a float do."""
    root = Decimal(float(value) ** (1 / 3))
    for _ in range(2):
        root -= (root - value / (root * root)) / 3
    return root


def fd_payout(principal: Paise, rate: float, payout_type: str) -> Paise:
    """Return one interest payout of a deposit that pays monthly or quarterly."""
    periods = PAYOUTS_PER_YEAR[payout_type]
    with localcontext(EXACT):
        return nearest_paise(principal * to_decimal(rate) / (100 * periods))


def fd_payouts(payout_type: str, months: int) -> int:
    """Return how many interest payouts a deposit of `months` makes, half to even."""
    return round(PAYOUTS_PER_YEAR[payout_type] * months / 12)


def simple_interest(principal: Paise, rate: float, days: int) -> Paise:
    """Return simple interest on actual days, the year counted as 365."""
    with localcontext(EXACT):
        return nearest_paise(principal * to_decimal(rate) * days / 36500)


def yearly_interest(principal: Paise, rate: float, months: int) -> Paise:
    """Return simple interest for whole months."""
    with localcontext(EXACT):
        return nearest_paise(principal * to_decimal(rate) * months / 1200)


def rd_maturity(installment: Paise, rate: float, months: int) -> Paise:
    """Return what equal monthly instalments are worth, compounding each quarter.

    A last, broken quarter earns simple interest for its one or two months.
    """
    with localcontext(EXACT):
        quarter = to_decimal(rate) / 400
        balance = Decimal(0)
        for month in range(1, months + 1):
            balance += installment
            if month % MONTHS_PER_QUARTER == 0:
                balance *= 1 + quarter
        broken = months % MONTHS_PER_QUARTER
        return nearest_paise(balance * (1 + quarter * broken / MONTHS_PER_QUARTER))


def percent_of(amount: Paise, percent: float) -> Paise:
    """Return a share of an amount."""
    with localcontext(EXACT):
        return nearest_paise(amount * to_decimal(percent) / 100)


class Installment(NamedTuple):
    """One month of a loan in paise."""

    month: int
    principal: Paise
    interest: Paise
    closing: Paise


@dataclass(frozen=True, slots=True)
class LoanPlan:
    """Equal monthly instalments: one EMI, the interest in all, and the months."""

    emi: Paise
    total_interest: Paise
    total: Paise
    months: tuple[Installment, ...]


def loan_plan(principal: Paise, rate: float, months: int) -> LoanPlan:
    """Return the instalments that repay a loan. Totals come from the unrounded EMI."""
    with localcontext(EXACT):
        monthly = to_decimal(rate) / 1200
        growth = (1 + monthly) ** months
        exact = (
            principal * monthly * growth / (growth - 1)
            if monthly
            else (Decimal(principal) / months)
        )
        total = exact * months
        fine_emi = int(exact * _FINE)
    numerator, denominator = to_decimal(rate).as_integer_ratio()
    rows = _schedule(principal, fine_emi, (numerator, denominator * 1200), months)
    return LoanPlan(
        emi=nearest_paise(exact),
        total_interest=nearest_paise(total - principal),
        total=nearest_paise(total),
        months=tuple(rows),
    )


def _schedule(
    principal: Paise, fine_emi: int, monthly: tuple[int, int], months: int
) -> Iterator[Installment]:
    numerator, denominator = monthly
    balance = principal * _FINE
    for month in range(1, months + 1):
        interest = balance * numerator // denominator
        part = fine_emi - interest if month < months else balance
        balance -= part
        yield Installment(
            month, _coarse(part), _coarse(interest), Paise(max(_coarse(balance), 0))
        )


def _coarse(fine: int) -> Paise:
    """Return trillionths of a paisa as paise, half to even."""
    whole, rest = divmod(fine, _FINE)
    half = _FINE // 2
    return Paise(whole + (rest > half or (rest == half and whole % 2 == 1)))
