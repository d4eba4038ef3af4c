"""What a simulated customer knows and wants. Hidden from the assistant."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from bankenv.records import JsonValue

Register = Literal["plain", "indian", "hinglish", "hindi"]


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing the customer can say, and how they say it.

    `slot` is what an assistant asks for (`deposit`, `account`, `card`, `amount`,
    `tenure_months`, `payee`, `loan`, `reason`, `clue` ...). `value` is its meaning (a
    number, a text, or for a product the id). `said` are wordings of it, one per trial.
    `when`: told in the opening line, when asked, or never (it is not to hand).
    `once_heard`: the value follows from the figures that the goal wants to hear first;
    until they were said the customer has only `said` to go by ("whichever pays more").
    """

    slot: str
    value: JsonValue
    said: tuple[str, ...]
    when: Literal["up_front", "when_asked", "never", "once_heard"] = "when_asked"


@dataclass(frozen=True, slots=True)
class Product:
    """A product of the customer's, as far as the customer recognises it.

    `features` are what the customer would recognise it by when it is named or read
    out: `amount` (rupees), `last4`, `payee`, `matures` (ISO date), `nominee` ...
    The customer recognises `id` when the assistant says it, but never volunteers it
    unless a Fact says it.
    """

    id: str
    kind: str
    features: Mapping[str, JsonValue] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Decision:
    """A branch on a figure the assistant says: `figure` at least `at_least`, or not.

    `then` and `otherwise` name goals; the one not taken is dropped. Either may be the
    deciding goal itself, which then goes on; "" wishes nothing more of this matter. A
    goal that is named only here, or as a change of mind, waits until it is raised.
    """

    figure: str
    at_least: float
    then: str
    otherwise: str


@dataclass(frozen=True, slots=True)
class ChangeOfMind:
    """The customer drops the goal and raises goal `to` ("" for none) instead.

    `after` is a figure that was said, or `yes`: when asked to confirm once more after
    the first yes. `waits`: the figure is asked for before a yes; else the customer
    would agree without it, not knowing better.
    """

    after: str
    to: str = ""
    waits: bool = True


@dataclass(frozen=True, slots=True)
class Goal:
    """One item of the customer's agenda.

    `action` is what the customer wants done, in the bank-neutral words of
    bankenv/customer (`close_deposit`, `book_deposit`, `set_renewal`, `freeze_card`,
    `block_card`, `cancel_mandate`, `log_request`, `tell` for wanting a fact ...).
    `about` are the facts a proposal must agree with: slot to value; a product slot
    holds the wanted product's id. `hear_first` names figures the customer must have
    been told before a yes (`penalty`, `payout`, `rate`, `maturity_amount`, `balance`,
    `total_payable` ...). `settled_by`: `told` (the figure in `figure` was said),
    `done` (the action was reported done), `refusal`, `hand_over`. `press` is how often
    a refusal is contested, `insist` in which words (general ones if empty), `accept`
    what is said on giving in. `ask` are wordings that raise the goal. `optional`: not
    pursued when it is refused or left unanswered. docs/customer.md lists the words.
    """

    name: str
    action: str
    ask: tuple[str, ...]
    about: Mapping[str, JsonValue] = field(default_factory=dict)
    hear_first: tuple[str, ...] = ()
    decide: Decision | None = None
    settled_by: Literal["told", "done", "refusal", "hand_over"] = "done"
    figure: str | None = None
    press: int = 0
    optional: bool = False
    insist: tuple[str, ...] = ()
    accept: tuple[str, ...] = ()
    change: ChangeOfMind | None = None


@dataclass(frozen=True, slots=True)
class Scenario:
    """The customer of one task: person, manner, knowledge, wishes.

    `wants` and `conditions` are for people who read the task; `agenda` is what the
    agenda customer follows. `opening_lines` holds one first message per trial, taken
    in turn. `must_be_told` maps a figure's name to its value (rupees, percent, text):
    an advisory check looks for it in the assistant's messages.
    """

    persona: str
    name: str
    tone: str
    register: Register
    length: Literal["short", "normal", "long"]
    patience: int
    opening_lines: tuple[str, ...]
    wants: str
    knows: tuple[Fact, ...]
    products: tuple[Product, ...]
    conditions: tuple[str, ...]
    must_be_told: Mapping[str, JsonValue]
    agenda: tuple[Goal, ...]
