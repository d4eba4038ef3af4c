"""The rate cards and minimum balances of the bank's own rules."""

from datetime import date
from functools import cache
from pathlib import Path

from bankenv.generate.days import CLOCK
from bankenv.rules import Rules, load_rules

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"


@cache
def rules() -> Rules:
    """Return the bank's rules."""
    return load_rules(FIXTURES / "bank" / "rules.json")


def deposit_rate(product: str, months: int, day: date, senior: bool) -> float:
    """Return percent a year of an `fd` or `rd` booked on the day.

    Raises ValueError where no card of that day has a slab for the tenure.
    """
    card = rules().deposit_card(product, day)
    slab = card.slab(months) if card else None
    if slab is None:
        raise ValueError(f"no {product} rate for {months} months on {day}")
    return slab.senior_rate if senior else slab.general_rate


def minimum_balance(account_type: str) -> int:
    """Return the rupees an account of the type must keep."""
    return int(rules().minimum_balance.get(account_type, 0))


def todays_rate(months: int, senior: bool) -> float:
    """Return percent a year of a fixed deposit booked today."""
    return deposit_rate("fd", months, CLOCK, senior)
