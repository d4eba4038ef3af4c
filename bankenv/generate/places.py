"""The bank's forty branches, invented localities and impossible addresses."""

from dataclasses import dataclass

from bankenv.generate.chance import Chance
from bankenv.generate.people import Person, personas

KINDS = ("metro_urban",) * 14 + ("semi_urban",) * 14 + ("rural",) * 12
LOCALITY_STARTS = (
    "Amber", "Neem", "Lotus", "Mango", "Peepal", "Silver", "Lantern", "Monsoon",
    "Kadamb", "Saffron", "Banyan", "Jasmine", "Tamarind", "Sandal",
)  # fmt: skip
LOCALITY_ENDS = {
    "metro_urban": ("Enclave", "Arcade", "Park"),
    "semi_urban": ("Bazaar", "Chowk", "Colony"),
    "rural": ("Khurd", "Tola", "Mandi"),
}
STREETS = ("Kite Lane", "Clocktower Row", "Old Well Road", "Potter Street", "Mill Path")


@dataclass(frozen=True, slots=True)
class Branch:
    """A branch: its invented locality, its IFSC-like code, the region it serves."""

    locality: str
    ifsc: str
    region: int
    kind: str


def _branch(number: int, kind: str) -> Branch:
    chance = Chance("branches").at(number)
    region = number % 15 + 1
    start = LOCALITY_STARTS[number % len(LOCALITY_STARTS)]
    end = LOCALITY_ENDS[kind][number // 14 % 3]
    code = chance.at("code").integer(1000, 9999)
    return Branch(f"{start} {end}", f"XNVD0{region:02d}{code}", region, kind)


BRANCHES = tuple(_branch(number, kind) for number, kind in enumerate(KINDS))


def branch_of(person: Person) -> Branch:
    """Return a branch of the customer's region; farmers bank at a rural one."""
    region = [p.id for p in personas()[0]].index(person.persona.id) + 1
    near = [branch for branch in BRANCHES if branch.region == region]
    rural = [branch for branch in near if branch.kind == "rural"]
    wanted = rural if person.segment.name == "farmer" and rural else near
    return person.chance.at("branch").choice(wanted)


def address(chance: Chance, person: Person) -> dict[str, str]:
    """Return a postal address whose street exists nowhere."""
    persona = person.persona
    number = chance.at("house").integer(1, 240)
    return {
        "line1": f"House {number}-Z, {chance.at('street').choice(STREETS)}",
        "line2": branch_of(person).locality,
        "city": person.chance.at("city").choice(persona.cities),
        "state": persona.state,
        "pincode": f"0{chance.at('pin').integer(10000, 99999)}",
    }
