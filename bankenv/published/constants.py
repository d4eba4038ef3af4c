"""Rates, limits and the catalogue of the published bank."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from bankenv.records import JsonValue

CLOCK = "2026-07-16"
SEED = "tau2-banking"
PENALTY_POINTS = 1.0
GOLD_CAP_PERCENT = 75.0
GOLD_PER_GRAM: Mapping[int, int] = MappingProxyType({18: 4600, 22: 5850, 24: 6300})
FORECLOSURE_DAYS = 30
FORECLOSURE_CHARGE = 0.02  # of the outstanding amount; none for a home loan
GST = 0.18
DAYS_PER_MONTH = 30.4375
# Beyond these a loop over what was sent would be an attack.
LONGEST_MONTHS = 12_000
MOST_CHEQUES = 10_000


@dataclass(frozen=True, slots=True)
class Slab:
    """Rates in percent a year for what lies between `low` and `high`."""

    label: str
    low: int
    high: int
    general: float
    senior: float | None = None


FD = (
    Slab("7 days - 3 months", 0, 3, 4.5, 5.0),
    Slab("3 - 6 months", 3, 6, 5.5, 6.0),
    Slab("6 - 12 months", 6, 12, 6.8, 7.3),
    Slab("12 - 24 months", 12, 24, 7.1, 7.6),
    Slab("24 - 36 months", 24, 36, 7.3, 7.8),
    Slab("36 - 60 months", 36, 60, 7.0, 7.5),
)
RD = (
    Slab("6 - 12 months", 6, 12, 6.5, 7.0),
    Slab("12 - 24 months", 12, 24, 6.8, 7.3),
    Slab("24 - 36 months", 24, 36, 7.0, 7.5),
    Slab("36 - 60 months", 36, 60, 6.8, 7.3),
)
DEPOSITS: Mapping[str, tuple[Slab, ...]] = MappingProxyType({"fd": FD, "rd": RD})
# Where no slab fits, whoever the customer is.
FD_FALLBACK = 7.0
RD_FALLBACK = 6.8

_TOP = 1_000_000_000
LOANS: Mapping[str, tuple[Slab, ...]] = MappingProxyType(
    {
        "home_loan": (
            Slab("up to 30 lakh", 0, 3_000_000, 8.5),
            Slab("30 - 75 lakh", 3_000_000, 7_500_000, 8.35),
            Slab("above 75 lakh", 7_500_000, _TOP, 8.6),
        ),
        "personal_loan": (
            Slab("up to 5 lakh", 0, 500_000, 12.5),
            Slab("5 - 15 lakh", 500_000, 1_500_000, 11.5),
            Slab("above 15 lakh", 1_500_000, _TOP, 10.75),
        ),
        "gold_loan": (
            Slab("up to 3 lakh", 0, 300_000, 8.5),
            Slab("3 - 10 lakh", 300_000, 1_000_000, 8.0),
            Slab("above 10 lakh", 1_000_000, _TOP, 7.5),
        ),
    }
)

CATALOGUE: tuple[Mapping[str, JsonValue], ...] = tuple(
    MappingProxyType({"type": kind, "code": code, "name": name, "summary": summary})
    for kind, code, name, summary in (
        ("deposit", "FD", "Fixed Deposit", "One sum, kept from 7 days to 10 years."),
        ("deposit", "RD", "Recurring Deposit", "A sum each month, from 500 on."),
        ("loan", "HL", "Home Loan", "For a house, at a floating rate."),
        ("loan", "PL", "Personal Loan", "For any purpose, without security."),
        ("loan", "GL", "Gold Loan", "Against gold, up to the share it may lend."),
        ("card", "DC", "Debit Card", "With limits for each channel."),
        ("card", "CC", "Credit Card", "With rewards, and instalments on purchases."),
        (
            "insurance",
            "LI",
            "Life Insurance (Bancassurance)",
            "Term and endowment covers.",
        ),
    )
)
