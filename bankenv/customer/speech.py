"""What passes between the customer and whoever runs it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

# The last three are only a model's: it may find its script silent on what is asked,
# say nothing, or find no end.
Ending = Literal[
    "settled",
    "refused",
    "handed_over",
    "gave_up",
    "out_of_scope",
    "silent",
    "never_stops",
]


@dataclass(frozen=True, slots=True)
class Line:
    """One message of the conversation; `speaker` is `customer` or `assistant`."""

    speaker: Literal["customer", "assistant"]
    text: str


@dataclass(frozen=True, slots=True)
class Utterance:
    """What the customer says; `ends` is None while the conversation goes on."""

    text: str
    ends: Ending | None = None


@dataclass(frozen=True, slots=True)
class Act:
    """One dialogue act, as the customer understood it.

    `name` is one of asks, proposes, asks_to_confirm, reports_done, informs, refuses,
    hands_over, stalls, offers_more, greets, unclear. `about` says of what, in the
    words of docs/customer.md: an action, slots, figures with their values.
    """

    name: str
    about: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Heard:
    """One sentence or list item of an assistant turn and its acts."""

    text: str
    acts: tuple[Act, ...]
    item: int | None = None


@dataclass(frozen=True, slots=True)
class Reason:
    """One rule that had something to say: its name, the act it chose, and why."""

    rule: str
    act: str
    why: str


@dataclass(frozen=True, slots=True)
class TurnExplained:
    """How one assistant turn was understood and answered.

    `line` is its position in the transcript. `goals` gives each goal's state after
    the turn; `told` the slots said so far; `idle` the turns without progress.
    """

    line: int
    heard: tuple[Heard, ...]
    reasons: tuple[Reason, ...]
    goals: Mapping[str, str]
    figures: Mapping[str, object]
    told: tuple[str, ...]
    idle: int
    answer: Utterance


@dataclass(frozen=True, slots=True)
class Explanation:
    """A conversation as the customer understood it, opening line first."""

    opening: str
    turns: tuple[TurnExplained, ...]
