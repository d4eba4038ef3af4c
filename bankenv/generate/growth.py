"""What deposits grow to: the formulas of the bank's own calculators."""

from decimal import ROUND_HALF_EVEN, Decimal

PAISA = Decimal("0.01")


def fd_maturity(principal: float, rate: float, months: int) -> float:
    """Return rupees at maturity of a deposit compounding each quarter."""
    quarter = 1 + Decimal(str(rate)) / 400
    return _rupees(Decimal(str(principal)) * quarter ** (Decimal(months) / 3))


def rd_maturity(monthly: float, rate: float, months: int) -> float:
    """Return rupees at maturity of equal monthly instalments, compounding quarterly."""
    quarter = Decimal(str(rate)) / 400
    balance = Decimal(0)
    for month in range(1, months + 1):
        balance += Decimal(str(monthly))
        if month % 3 == 0:
            balance *= 1 + quarter
    return _rupees(balance * (1 + quarter * (months % 3) / 3))


def _rupees(amount: Decimal) -> float:
    return float(amount.quantize(PAISA, ROUND_HALF_EVEN))


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
