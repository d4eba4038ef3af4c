"""Who the customers are: 944 invented people of fifteen regions, ages and segments."""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any

from bankenv.generate.chance import Chance
from bankenv.generate.days import CLOCK

SEED = Chance("customers/20260716")


@dataclass(frozen=True, slots=True)
class Persona:
    """One kind of customer: where from, how old, how they talk, how they are named."""

    id: str
    region: str
    state: str
    cities: tuple[str, ...]
    count: int
    youngest: int
    oldest: int
    tone: str
    registers: tuple[int, ...]
    women: tuple[str, ...]
    men: tuple[str, ...]
    last: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Segment:
    """A group of customers with like money; incomes in rupees a month, ages."""

    name: str
    count: int
    youngest: int
    oldest: int
    balance_median: int
    balance_sigma: float
    deposits_mean: float
    loan_share: float
    credit_card_share: float
    income_median: int
    occupations: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Person:
    """One customer before any product. `serial` is their place in the full roster."""

    serial: int
    persona: Persona
    segment: Segment
    first: str
    last: str
    woman: bool
    born: date
    chance: Chance

    @property
    def name(self) -> str:
        return f"{self.first} {self.last}"

    @property
    def age(self) -> int:
        had_birthday = (CLOCK.month, CLOCK.day) >= (self.born.month, self.born.day)
        return CLOCK.year - self.born.year - (0 if had_birthday else 1)

    @property
    def senior(self) -> bool:
        return self.age >= 60


# In the order in which places are given out: the ones few people fit come first.
SEGMENTS = (
    Segment(
        "student", 75, 19, 25, 9_500, 1.0, 0.2, 0.10, 0.05, 9_000,
        ("student", "trainee", "apprentice"),
    ),
    Segment(
        "senior", 151, 60, 78, 185_000, 1.0, 2.6, 0.08, 0.22, 42_000,
        ("retired teacher", "retired clerk", "retired engineer", "retired shopkeeper"),
    ),
    Segment(
        "nri", 37, 28, 59, 420_000, 1.1, 2.1, 0.20, 0.40, 160_000,
        ("nurse abroad", "seafarer", "site engineer abroad"),
    ),
    Segment(
        "farmer", 57, 30, 59, 18_000, 1.1, 0.7, 0.34, 0.08, 24_000,
        ("farmer", "dairy farmer", "orchard owner"),
    ),
    Segment(
        "homemaker", 76, 26, 59, 28_000, 1.0, 0.9, 0.07, 0.12, 14_000,
        ("homemaker", "homemaker, tutor", "homemaker, tailor"),
    ),
    Segment(
        "self_employed", 189, 24, 59, 110_000, 1.2, 1.4, 0.38, 0.46, 78_000,
        ("trader", "shop owner", "contractor", "small manufacturer", "consultant"),
    ),
    Segment(
        "salaried", 359, 21, 59, 62_000, 1.1, 1.1, 0.42, 0.58, 58_000,
        ("accountant", "nurse", "teacher", "software tester", "sales officer", "clerk"),
    ),
)  # fmt: skip


@cache
def personas() -> tuple[tuple[Persona, ...], frozenset[str]]:
    """Return the personas and the names that must not be used."""
    text = Path(__file__).with_name("personas.toml").read_text(encoding="utf-8")
    raw = tomllib.loads(text)
    return tuple(_persona(item) for item in raw["personas"]), frozenset(raw["deny"])


def _persona(raw: dict[str, Any]) -> Persona:  # Any: what a TOML table holds
    given: dict[str, Any]  # Any: strings, numbers and lists, as the fields say
    given = {k: tuple(v) if isinstance(v, list) else v for k, v in raw.items()}
    return Persona(**given)


@cache
def roster() -> tuple[Person, ...]:
    """Return all 944 people, ordered so that any first n hold each persona's share."""
    seats = _seats()
    segments = _segments(seats)
    taken: set[str] = set(personas()[1])
    people = []
    for serial, (persona, segment) in enumerate(zip(seats, segments, strict=True)):
        person = _person(serial, persona, segment, taken)
        taken.add(person.name)
        people.append(person)
    return tuple(people)


def _seats() -> list[Persona]:
    """Spread each persona evenly over the roster."""
    seats = [(persona, n) for persona in personas()[0] for n in range(persona.count)]
    seats.sort(key=lambda seat: ((seat[1] + 0.5) / seat[0].count, seat[0].id))
    return [persona for persona, _ in seats]


def _segments(seats: Sequence[Persona]) -> list[Segment]:
    """Give each seat a segment its persona's ages allow, in the planned numbers."""
    given: dict[int, Segment] = {}
    for segment in SEGMENTS:
        order = SEED.at("segment", segment.name).shuffled(range(len(seats)))
        fits = [at for at in order if at not in given and _fits(seats[at], segment)]
        given.update(dict.fromkeys(fits[: segment.count], segment))
    salaried = SEGMENTS[-1]
    return [given.get(at, salaried) for at in range(len(seats))]


def _fits(persona: Persona, segment: Segment) -> bool:
    youngest, oldest = _ages(persona, segment)
    at_home = segment.name != "nri" or persona.id in ("P02", "P06", "P08", "P11")
    return at_home and oldest - youngest >= 1


def _ages(persona: Persona, segment: Segment) -> tuple[int, int]:
    return (
        max(persona.youngest, segment.youngest),
        min(persona.oldest, segment.oldest),
    )


def _person(serial: int, persona: Persona, segment: Segment, taken: set[str]) -> Person:
    chance = SEED.at("person", serial)
    woman = chance.at("woman").happens(0.85 if segment.name == "homemaker" else 0.47)
    first, last = _free_name(chance, persona, woman, taken)
    youngest, oldest = _ages(persona, segment)
    age = chance.at("age").integer(youngest, oldest)
    since = chance.at("birthday").integer(5, 355)
    born = date(CLOCK.year - age, CLOCK.month, CLOCK.day) - timedelta(days=since)
    return Person(serial, persona, segment, first, last, woman, born, chance)


def _free_name(
    chance: Chance, persona: Persona, woman: bool, taken: set[str]
) -> tuple[str, str]:
    pool = persona.women if woman else persona.men
    pairs = [(first, last) for first in pool for last in persona.last]
    for first, last in chance.at("name").shuffled(pairs):
        if f"{first} {last}" not in taken:
            return first, last
    raise ValueError(f"{persona.id}: no free name is left")


@cache
def income(person: Person) -> Decimal:
    """Return the rupees that reach the customer's first account each month."""
    return person.chance.at("income").lognormal(person.segment.income_median, 0.4)
