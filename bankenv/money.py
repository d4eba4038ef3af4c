"""Exact money: integer paise and decimal rates inside, rupees as floats at the edge."""

from decimal import ROUND_HALF_EVEN, Context, Decimal
from math import isfinite
from typing import NewType

# One hundredth of a rupee. Amounts are added and compared in paise only.
Paise = NewType("Paise", int)

PAISE_PER_RUPEE = 100
LARGEST_AMOUNT = Paise(10**12 * PAISE_PER_RUPEE)

# Wide enough that no figure a tool accepts loses a digit before it is rounded. It is
# passed to each operation, so that nobody's ambient decimal context changes a figure.
EXACT = Context(prec=60, rounding=ROUND_HALF_EVEN)


def to_paise(rupees: float) -> Paise:
    """Return recorded rupees as paise.

    Raises ValueError where the number is not finite or has a part of a paisa.
    """
    if not isfinite(rupees):
        raise ValueError(f"not an amount: {rupees!r}")
    paise = round(rupees * PAISE_PER_RUPEE)
    if paise / PAISE_PER_RUPEE != rupees:
        raise ValueError(f"more than two decimals: {rupees!r}")
    return Paise(paise)


def to_rupees(paise: int) -> float:
    """Return paise as rupees: the float nearest to the two-decimal amount."""
    return paise / PAISE_PER_RUPEE


def nearest_paise(paise: Decimal) -> Paise:
    """Return a fractional number of paise as whole paise, half to even."""
    return Paise(int(paise.to_integral_value(ROUND_HALF_EVEN)))


def to_decimal(number: float) -> Decimal:
    """Return a recorded rate or weight as the decimal that it is written as."""
    return Decimal(repr(number))


def plain_number(paise: int) -> str:
    """Return rupees as people write them in a key: 100000, 100000.5, 99.25."""
    if paise % PAISE_PER_RUPEE == 0:
        return str(paise // PAISE_PER_RUPEE)
    return repr(to_rupees(paise))


def rupee_text(paise: int) -> str:
    """Return rupees in Indian grouping for a sentence: ₹1,25,000.50, paise if any."""
    whole, part = divmod(abs(paise), PAISE_PER_RUPEE)
    digits = str(whole)
    head, tail = digits[:-3], digits[-3:]
    groups = [tail]
    while head:
        groups.append(head[-2:])
        head = head[:-2]
    grouped = ",".join(reversed(groups))
    fraction = f".{part:02d}" if part else ""
    return f"{'-' if paise < 0 else ''}₹{grouped}{fraction}"
