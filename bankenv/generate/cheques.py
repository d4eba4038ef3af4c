"""Cheques written in the past ninety days; paid ones have their entry."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from bankenv.generate.accounts import Account
from bankenv.generate.days import days_before
from bankenv.generate.people import Person
from bankenv.records import Record

STATUS = {"cleared": 60, "issued": 30, "stopped": 7, "stale": 3}
PAID_TO = ("school fees", "society maintenance", "house painter", "tuition", "rent")


@dataclass(frozen=True, slots=True)
class Cheque:
    """A cheque with the day it was paid, if it was."""

    number: str
    status: str
    paid_on: date | None
    amount: Decimal
    purpose: str

    def record(self) -> Record:
        return {"cheque_number": self.number, "status": self.status}


def cheques_of(person: Person, account: Account) -> list[Cheque]:
    """Return cheques on the first account of the third of customers who write them."""
    chance = account.chance.at("cheques")
    if (
        not account.lives
        or account.type == "bsbd"
        or not chance.at("any").happens(0.35)
    ):
        return []
    first = chance.at("first").integer(1, 9900)
    count = chance.at("count").integer(1, 9)
    return [_cheque(person, account, first + place) for place in range(count)]


def _cheque(person: Person, account: Account, number: int) -> Cheque:
    chance = account.chance.at("cheque", number)
    status = chance.at("status").weighted(STATUS)
    paid = (
        days_before(chance.at("paid").integer(1, 85)) if status == "cleared" else None
    )
    median = person.segment.income_median * 0.08
    amount = int(chance.at("amount").lognormal(median, 0.7)) // 50 * 50 + 50
    purpose = chance.at("purpose").choice(PAID_TO)
    return Cheque(f"{number:06d}", status, paid, Decimal(amount), purpose)
