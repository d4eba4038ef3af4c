"""Loans: kinds, floating and fixed rates, planted sanction dates, EMIs and dues."""

from datetime import date, timedelta
from decimal import Decimal

from bankenv.generate.chance import Chance
from bankenv.generate.days import CLOCK, months_before
from bankenv.generate.growth import monthly_payment, outstanding_after
from bankenv.generate.ids import numbered
from bankenv.generate.people import Person, income
from bankenv.records import Record

KINDS = {
    "personal_loan": 34, "home_loan": 30, "vehicle_loan": 18, "gold_loan": 8,
    "business_loan": 4,
}  # fmt: skip
PREFIX = {
    "home_loan": "HL", "personal_loan": "PL", "vehicle_loan": "VL", "gold_loan": "GL",
    "education_loan": "EL", "business_loan": "BL",
}  # fmt: skip
RATES = {  # percent, lowest and highest
    "home_loan": (8.35, 8.6), "personal_loan": (10.75, 12.5), "gold_loan": (7.5, 8.5),
    "vehicle_loan": (9.0, 10.5), "education_loan": (9.5, 11.0),
    "business_loan": (10.0, 12.5),
}  # fmt: skip
AMOUNTS = {  # thousands of rupees
    "home_loan": (1200, 9000), "personal_loan": (80, 1200), "gold_loan": (40, 600),
    "vehicle_loan": (150, 1400), "education_loan": (150, 1500),
    "business_loan": (300, 4000),
}  # fmt: skip
TERMS = {
    "home_loan": (180, 240, 300), "personal_loan": (24, 36, 48, 60),
    "gold_loan": (12, 24), "vehicle_loan": (36, 60, 84),
    "education_loan": (84, 120), "business_loan": (36, 60),
}  # fmt: skip
FLOATING = {"home_loan": 0.92, "business_loan": 0.7}
OLDEST_MONTHS = 90
LARGEST_SHARE = Decimal("0.35")
EVE = {"gold_loan": date(2026, 4, 1)}
NEW_YEAR = date(2026, 1, 1)


def loans_of(person: Person) -> dict[str, Record]:
    """Return no, one or two loans by id."""
    chance = person.chance.at("loans")
    if not chance.at("any").happens(person.segment.loan_share):
        return {}
    count = 2 if chance.at("second").happens(0.15) else 1
    loans = [loan_of(person, place) for place in range(count)]
    return {loan["loan_id"]: loan for loan in loans}


def loan_of(person: Person, place: int) -> Record:
    """Return one running loan whose outstanding follows from its schedule."""
    chance = person.chance.at("loan", place)
    return loan_of_kind(person, place, _kind(chance, person))


def loan_of_kind(person: Person, place: int, kind: str) -> Record:
    """Return a running loan of the kind, drawn for this customer and place."""
    chance = person.chance.at("loan", place)
    months = chance.at("months").choice(TERMS[kind])
    sanctioned = _sanctioned(chance, kind, months)
    run = max((CLOCK - sanctioned).days * 12 // 365 - 1, 0)
    low, high = RATES[kind]
    rate = round(low + (high - low) * chance.at("rate").integer(0, 20) / 20, 2)
    principal = _affordable(chance.at("amount"), person, kind, rate, months)
    floating = chance.at("floating").happens(FLOATING.get(kind, 0.05))
    overdue = chance.at("overdue").happens(0.06)
    emi = monthly_payment(principal, rate, months)
    home = kind == "home_loan"
    return {
        "loan_id": numbered(PREFIX[kind], person.serial * 4 + place, 6),
        "loan_type": kind,
        "rate_type": "floating" if floating or home else "fixed",
        "principal": float(principal),
        "outstanding": outstanding_after(principal, rate, months, run),
        "rate": rate,
        "tenure_months": months,
        "remaining_months": months - run,
        "emi": emi,
        "sanction_date": sanctioned.isoformat(),
        "next_due_date": months_before(-1, 5).isoformat(),
        "overdue_amount": emi if overdue else 0.0,
        "kfs_charge_percent": 0.0 if home else 2.0,
        "status": "ACTIVE",
    }


def _kind(chance: Chance, person: Person) -> str:
    if person.segment.name == "student":
        return "education_loan"
    if person.segment.name == "farmer":
        return chance.at("kind").weighted({"gold_loan": 60, "vehicle_loan": 40})
    return chance.at("kind").weighted(KINDS)


def _affordable(
    chance: Chance, person: Person, kind: str, rate: float, months: int
) -> int:
    """Draw an amount whose EMI leaves most of the income, in thousands of rupees."""
    low, high = AMOUNTS[kind]
    each = Decimal(str(monthly_payment(1000, rate, months)))
    most = int(income(person) * LARGEST_SHARE / each)
    return chance.integer(low, min(high, max(most, low + 1))) * 1000


def _sanctioned(chance: Chance, kind: str, months: int) -> date:
    """Draw a sanction date; some lie within twenty days of a change of rules."""
    if chance.at("planted").happens(0.15):
        near = EVE.get(kind, NEW_YEAR)
        return near + timedelta(days=chance.at("near").integer(-20, 20))
    most = min(months - 2, OLDEST_MONTHS)
    ago = chance.at("ago").integer(1, most)
    return months_before(ago, chance.at("day").integer(1, 28))
