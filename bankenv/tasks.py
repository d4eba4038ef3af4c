"""Tasks: one customer request each, with the gold chain that settles it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from bankenv.records import JsonValue, Record
from bankenv.scenario import Scenario

CATEGORIES = ("control", "sequencing", "edge_case", "rare_tool")
AREAS = ("accounts", "deposits", "loans", "cards", "mandates_cheques", "service")


@dataclass(frozen=True, slots=True)
class GoldStep:
    """One reference call of the gold chain.

    `compare` says which arguments a matching call must agree on: None means all of
    gold's but free text and run-time identifiers, an empty tuple means the name alone.
    `after` holds the numbers of the steps whose calls must lie before this one's.
    `mentions` maps an argument in free words to words of which it must hold one, in
    small letters: a hand-over's summary has to say the matter.
    """

    step: int
    tool: str
    arguments: Record
    compare: tuple[str, ...] | None
    after: tuple[int, ...]
    why: str
    rules: tuple[str, ...]
    mentions: Mapping[str, Sequence[str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Edit:
    """One edit of the customer's record before the conversation opens."""

    path: str
    value: JsonValue


@dataclass(frozen=True, slots=True)
class Task:
    """One customer request: opening records, hidden scenario, gold chain."""

    id: str
    family: str
    category: str
    area: str
    title: str
    language: str
    customer_id: str
    opening: tuple[Edit, ...]
    scenario: Scenario
    gold: tuple[GoldStep, ...]
    decoys: tuple[Mapping[str, JsonValue], ...] = ()
