"""Addresses that customers move to or correct: line by line, as they say them."""

from bankenv.generate.casting import Case
from bankenv.generate.customers import Customer
from bankenv.generate.places import BRANCHES, STREETS, branch_of
from bankenv.generate.wording import lines
from bankenv.records import Record
from bankenv.scenario import Fact

_ORDER = ("line1", "line2", "city", "state", "pincode")


def moved_to(case: Case, customer: Customer, *, area: bool) -> Record:
    """Return a new address in the customer's city, with or without a second line.

    Its area is not that of the home branch, so that neither is taken for the other.
    """
    chance = case.chance.at("new-address")
    home = customer.record["profile"]["address"]
    own = branch_of(customer.person).locality
    areas = sorted({branch.locality for branch in BRANCHES} - {own})
    made = {
        "line1": f"Flat {chance.at('flat').integer(1, 90)}-Y, "
        f"{chance.at('street').choice(STREETS)}",
        "line2": chance.at("area").choice(areas) if area else None,
        "city": home["city"],
        "state": home["state"],
        "pincode": f"0{chance.at('pin').integer(10000, 99999)}",
    }
    return {name: made[name] for name in _ORDER if made[name] is not None}


def address_fact(case: Case, address: Record) -> Fact:
    """Return how the customer dictates an address: each part by its name."""
    return Fact("address", address["pincode"], (dictated(case, address),))


def dictated(case: Case, address: Record) -> str:
    """Return an address part by part, so that nobody has to guess where one ends."""
    key = "address-two-lines" if "line2" in address else "address-one-line"
    return lines(case, key, **{name: str(value) for name, value in address.items()})[0]


def update_of(address_type: str, address: Record) -> Record:
    """Return the arguments that log the address."""
    return {"address_type": address_type, **address}
