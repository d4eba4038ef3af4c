"""Accounts: how many, of which type and status, and the balance each must end at."""

from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

from bankenv.generate.chance import Chance
from bankenv.generate.days import CLOCK
from bankenv.generate.ids import numbered
from bankenv.generate.kin import relatives
from bankenv.generate.people import Person, Segment
from bankenv.generate.places import branch_of
from bankenv.generate.rates import minimum_balance
from bankenv.records import Record

FIRST_TYPE = {
    "student": {"savings": 70, "bsbd": 30},
    "senior": {"savings_senior": 72, "salary": 18, "savings": 10},
    "nri": {"nro_savings": 100},
    "farmer": {"savings_rural": 75, "bsbd": 25},
    "homemaker": {"savings": 85, "bsbd": 15},
    "self_employed": {"savings": 60, "current": 40},
    "salaried": {"salary": 66, "savings": 34},
}
SECOND_TYPE = {
    "senior": {"savings_senior": 70, "savings": 30},
    "nri": {"nro_savings": 100},
    "self_employed": {"current": 55, "savings": 45},
    "salaried": {"savings": 75, "salary": 25},
    "farmer": {"savings_rural": 100},
}
PREFIX = {"current": "CA", "nro_savings": "NO"}
STATUS = {
    "ACTIVE": 92.5, "REKYC_GRACE": 4, "KYC_LIMITED": 2, "INOPERATIVE": 1.5,
}  # fmt: skip
TOP_BALANCE = 5_000_000
MOST = 3


@dataclass(frozen=True, slots=True)
class Account:
    """An account to be made: its place in the record and the balance it ends at."""

    id: str
    place: int
    type: str
    status: str
    balance: Decimal
    chance: Chance

    @property
    def lives(self) -> bool:
        return self.status != "INOPERATIVE"


def accounts_of(person: Person) -> list[Account]:
    """Return one to three accounts; the first is where the income arrives."""
    chance = person.chance.at("accounts")
    count = chance.at("count").weighted({1: 62, 2: 30, 3: 8})
    return [_account(person, place, chance.at(place)) for place in range(count)]


def _account(person: Person, place: int, chance: Chance) -> Account:
    first = FIRST_TYPE[person.segment.name]
    types = (
        first if place == 0 else SECOND_TYPE.get(person.segment.name, {"savings": 1})
    )
    kind = chance.at("type").weighted(types)
    status = chance.at("status").weighted(STATUS)
    prefix = PREFIX.get(kind, "SB")
    return Account(
        id=numbered(prefix, person.serial * MOST + place, 10),
        place=place,
        type=kind,
        status=status,
        balance=_balance(chance.at("balance"), person.segment, kind),
        chance=chance,
    )


def _balance(chance: Chance, segment: Segment, kind: str) -> Decimal:
    """Draw the segment's balance, or plant one at or around the minimum, or zero."""
    minimum = Decimal(minimum_balance(kind))
    plant = chance.at("plant").weighted({"": 90, "near": 6, "at": 3, "zero": 1})
    if plant == "zero":
        return Decimal(0)
    if minimum and plant == "at":
        return minimum
    if minimum and plant == "near":
        share = Decimal(chance.at("near").integer(-500, 500)) / 10000
        return paise(minimum * (1 + share))
    drawn = chance.lognormal(segment.balance_median, segment.balance_sigma)
    return paise(min(drawn, Decimal(TOP_BALANCE)))


def paise(amount: Decimal) -> Decimal:
    """Return the amount cut to whole paise."""
    return Decimal(int(amount * 100)) / 100


def account_record(person: Person, account: Account) -> Record:
    """Return the account without its entries and cheques."""
    chance, branch = account.chance, branch_of(person)
    # The first account is older than any deposit or entry that stands on it.
    youngest = 120 if account.place else 1850
    opened = chance.at("opened").integer(youngest, 365 * min(person.age - 10, 20))
    held = chance.at("hold").happens(0.02) and account.balance > 0
    share = Decimal(chance.at("held").integer(5, 40)) / 100
    return {
        "account_id": account.id,
        "account_type": account.type,
        "status": account.status,
        "bank_name": "Navdhara Bank",
        "ifsc": branch.ifsc,
        "home_branch": branch.locality,
        "holders": [person.name],
        "nominee": _nominee(person),
        "open_date": _working_past(CLOCK - timedelta(days=opened)).isoformat(),
        "currency": "INR",
        "available_balance": float(account.balance),
        "hold_amount": float(paise(account.balance * share)) if held else 0.0,
        "transactions": [],
        "cheques": [],
    }


def _nominee(person: Person) -> str | None:
    if person.chance.at("account-nominee").happens(0.2):
        return None
    return relatives(person)[0].name


def _working_past(day: date) -> date:
    return day - timedelta(days=1) if day.weekday() == 6 else day
