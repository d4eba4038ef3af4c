"""What deposits grow to and loans come to, in rupees."""

from decimal import ROUND_HALF_EVEN, Decimal

from bankenv import interest
from bankenv.money import to_paise, to_rupees

PAISA = Decimal("0.01")


def fd_maturity(principal: float, rate: float, months: int) -> float:
    """Return rupees at maturity of a deposit compounding each quarter."""
    return to_rupees(interest.fd_maturity(to_paise(principal), rate, months))


def rd_maturity(monthly: float, rate: float, months: int) -> float:
    """Return rupees at maturity of equal monthly instalments, compounding quarterly."""
    return to_rupees(interest.rd_maturity(to_paise(monthly), rate, months))


def monthly_payment(principal: float, rate: float, months: int) -> float:
    """Return the EMI, in rupees, of a loan at a yearly rate in percent."""
    growth = (1 + _monthly(rate)) ** months
    return _rupees(Decimal(str(principal)) * _monthly(rate) * growth / (growth - 1))


def outstanding_after(principal: float, rate: float, months: int, paid: int) -> float:
    """Return rupees still owed when `paid` of `months` EMIs have been paid."""
    growth, so_far = (1 + _monthly(rate)) ** months, (1 + _monthly(rate)) ** paid
    return _rupees(Decimal(str(principal)) * (growth - so_far) / (growth - 1))


def _monthly(rate: float) -> Decimal:
    return Decimal(str(rate)) / 1200


def _rupees(amount: Decimal) -> float:
    return float(amount.quantize(PAISA, ROUND_HALF_EVEN))
