"""The part of a record that no tool returns: identity, KYC, contact wishes."""

from datetime import timedelta

from bankenv.generate.days import CLOCK
from bankenv.generate.people import Person
from bankenv.generate.places import address
from bankenv.records import Record

KYC_YEARS = {"low": 10, "medium": 8, "high": 2}
DOMAINS = ("example.com", "example.org")


def profile(person: Person) -> Record:
    """Return the customer's profile; phone, PAN and address cannot be anybody's.

    Indian mobile numbers never begin with 1, PIN codes never with 0, and the masked
    PAN shows no letter of a real one.
    """
    chance = person.chance.at("profile")
    number = chance.at("phone").integer(100_000_000, 999_999_999)
    handle = person.name.lower().replace(" ", ".").replace("'", "")
    return {
        "name": person.name,
        "gender": "female" if person.woman else "male",
        "date_of_birth": person.born.isoformat(),
        "senior_citizen": person.senior,
        "persona": person.persona.id,
        "segment": person.segment.name,
        "occupation": chance.at("occupation").choice(person.segment.occupations),
        "phone": f"+91-1{number // 100_000}-{number % 100_000:05d}",
        "email": f"{handle}@{chance.at('mail').choice(DOMAINS)}",
        "pan": None if chance.at("pan").happens(0.03) else _pan(person),
        "address": address(chance.at("address"), person),
        "kyc": _kyc(person),
        "do_not_disturb": chance.at("dnd").happens(0.18),
    }


def _pan(person: Person) -> str:
    return f"XXXXX{person.chance.at('pan-digits').integer(1000, 9999)}X"


def _kyc(person: Person) -> Record:
    chance = person.chance.at("kyc")
    risk = chance.at("risk").weighted({"low": 78, "medium": 17, "high": 5})
    past_due = chance.at("past").happens(0.12)
    ahead = chance.at("ahead").integer(20, 365 * KYC_YEARS[risk] - 400)
    behind = chance.at("behind").integer(5, 730)
    due = CLOCK + timedelta(days=-behind if past_due else ahead)
    done = due - timedelta(days=365 * KYC_YEARS[risk])
    return {"risk": risk, "done_on": done.isoformat(), "due_on": due.isoformat()}
