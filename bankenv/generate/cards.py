"""Debit and credit cards with their channel controls."""

from datetime import timedelta

from bankenv.generate.accounts import Account
from bankenv.generate.chance import Chance
from bankenv.generate.days import days_before
from bankenv.generate.ids import numbered, scrambled
from bankenv.generate.people import Person
from bankenv.records import Record

MOST = 6
NETWORKS = {"RuPay": 50, "Visa": 30, "Mastercard": 20}
LIMITS = {"atm": 50_000, "online": 200_000, "pos": 200_000}
STATUS = {"active": 90, "frozen": 4, "blocked": 6}
REASONS = ("lost", "stolen", "damaged", "fraud")
CREDIT_LIMITS = {
    40_000: 15, 75_000: 20, 100_000: 18, 150_000: 15, 250_000: 12, 400_000: 8,
    550_000: 7, 800_000: 5,
}  # fmt: skip


def cards_of(person: Person, accounts: list[Account]) -> dict[str, Record]:
    """Return the customer's cards by id; debit cards stand on the first account."""
    chance = person.chance.at("cards")
    kinds = []
    if chance.at("debit").happens(0.96):
        kinds += ["debit"] * (2 if chance.at("debit-2").happens(0.16) else 1)
    if chance.at("credit").happens(person.segment.credit_card_share):
        kinds += ["credit"] * (2 if chance.at("credit-2").happens(0.08) else 1)
    cards = [card_of(person, accounts, k, place) for place, k in enumerate(kinds)]
    return {card["card_id"]: card for card in cards}


def card_of(person: Person, accounts: list[Account], kind: str, place: int) -> Record:
    """Return a `debit` or `credit` card; `place` numbers the customer's cards."""
    serial = person.serial * MOST + place
    chance = person.chance.at("card", place)
    linked = accounts[min(place, len(accounts) - 1)] if kind == "debit" else accounts[0]
    card = {
        "card_id": numbered("CARD", serial, 5),
        "card_type": kind,
        "network": chance.at("network").weighted(NETWORKS),
        "last4": f"{scrambled('last4', serial, 9999):04d}",
        "linked_account": linked.id,
        "expiry_date": _valid_to(chance),
        "status": chance.at("status").weighted(STATUS),
        "controls": _controls(chance.at("controls")),
    }
    if card["status"] == "blocked":
        card["block_reason"] = chance.at("reason").choice(REASONS)
    if card["status"] == "frozen":
        frozen = days_before(chance.at("frozen").integer(2, 30))
        card["frozen_since"] = frozen.isoformat()
    if kind == "credit":
        card |= _credit(chance)
    return card


def _valid_to(chance: Chance) -> str:
    month = days_before(0) + timedelta(days=chance.at("valid").integer(120, 1500))
    return month.replace(day=28).isoformat()


def _credit(chance: Chance) -> Record:
    limit = chance.at("limit").weighted(CREDIT_LIMITS)
    used = limit * chance.at("used").integer(0, 80) // 100
    return {"credit_limit": float(limit), "available_limit": float(limit - used)}


def _controls(chance: Chance) -> Record:
    """Every channel with both regions; what is switched on carries a daily limit."""
    abroad = chance.at("abroad").happens(0.17)
    return {channel: _regions(chance.at(channel), LIMITS[channel], abroad)
            for channel in LIMITS}  # fmt: skip


def _regions(chance: Chance, cap: int, abroad: bool) -> Record:
    at_home = chance.at("limit").integer(2, 20) * cap // 20
    domestic = {"enabled": True, "daily_limit": float(at_home)}
    if not abroad:
        return {"domestic": domestic, "international": {"enabled": False}}
    return {
        "domestic": domestic,
        "international": {"enabled": True, "daily_limit": float(at_home // 2)},
    }
