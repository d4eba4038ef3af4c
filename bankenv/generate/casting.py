"""Which customer plays a task, and in which register, whatever their order."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from bankenv.generate.chance import Chance
from bankenv.generate.customers import Customer
from bankenv.scenario import Register

T = TypeVar("T")

REGISTERS: tuple[Register, ...] = ("plain", "indian", "hinglish", "hindi")
# Tasks after which what varies comes round again.
ROUND = 10
# The registers of ten tasks in turn; a family follows one of the two rows.
TURNS: tuple[tuple[Register, ...], ...] = (
    ("plain", "indian", "hinglish", "indian", "hindi",
     "plain", "indian", "hinglish", "plain", "indian"),
    ("plain", "indian", "hindi", "indian", "hinglish",
     "plain", "indian", "hinglish", "hindi", "indian"),
)  # fmt: skip


@dataclass
class Cast:
    """All customers, with how often each has been given a part so far."""

    customers: Sequence[Customer]
    parts: Counter[str] = field(default_factory=Counter)

    def candidates(
        self, chance: Chance, register: Register, taken: set[str]
    ) -> Iterator[Customer]:
        """Yield customers not in `taken`, speakers of the register and fresh first."""
        spoken = REGISTERS.index(register)

        def rank(customer: Customer) -> tuple[bool, int, int]:
            speaks = customer.person.persona.registers[spoken] > 0
            order = chance.at("customer", customer.id).number()
            return (not speaks, self.parts[customer.id], order)

        free = (c for c in self.customers if c.id not in taken)
        yield from sorted(free, key=rank)


@dataclass(frozen=True)
class Case:
    """One task to be made: its family, number (from 1), variant (from 0), register.

    `turn` counts the earlier tasks of the family in the same register, so that first
    messages take turns. `plants` allows opening edits in place of a customer whose
    records fit by themselves; it is set when none does.
    """

    family: str
    number: int
    variant: int
    register: Register
    turn: int
    chance: Chance
    plants: bool = False

    @property
    def task_id(self) -> str:
        return f"{self.family}_{self.number:03d}"

    def pick(self, items: Sequence[T]) -> T:
        """Return the item whose turn it is among the tasks of the family."""
        return items[(self.number - 1) % len(items)]

    def among(self, places: Sequence[int], of: int = ROUND) -> bool:
        """Tell whether the task stands at one of `places` in its round of tasks."""
        return (self.number - 1) % of + 1 in places


# The first families were cast together, in their order. A later one is cast by itself,
# so that its tasks stay the same whatever else joins the suite.
CAST_TOGETHER = 8


def row_of(family: str, place: int) -> int:
    """Return which row of TURNS a family follows."""
    if place < CAST_TOGETHER:
        return place % len(TURNS)
    return Chance("turns").at(family).integer(0, len(TURNS) - 1)


def cases(family: str, place: int, counts: Sequence[int]) -> list[Case]:
    """Return the family's cases, variant by variant, `counts` of each."""
    seen: Counter[Register] = Counter()
    made = []
    variants = [v for v, count in enumerate(counts) for _ in range(count)]
    turns = TURNS[row_of(family, place)]
    for number, variant in enumerate(variants, start=1):
        register = turns[(number - 1) % len(turns)]
        chance = Chance("tasks").at(family, number)
        made.append(Case(family, number, variant, register, seen[register], chance))
        seen[register] += 1
    return made
