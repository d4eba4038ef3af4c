"""Things put in the customer's words: products, facts, wishes, figures."""

import re
from datetime import date
from zlib import crc32

from bankenv.customer.state import State
from bankenv.records import JsonValue
from bankenv.scenario import Fact, Goal, Product

# Slots that one fact answers, whichever of them is asked for.
FAMILIES = (
    ("account", "source_account", "payout_account"),
    ("clue", "date", "deposit", "nominee"),
    ("payee", "mandate"),
    ("purpose", "topic", "category"),
    ("period", "date"),
    ("recognise", "transaction", "dispute"),
    ("reason", "purpose"),
)
_TERMS = ("purpose", "amount", "tenure_months", "address", "period", "leaves", "limit",
          "channel", "region", "cheque_numbers", "delivery", "mode")  # fmt: skip
_HANGING = frozenset(
    ("ending", "maturing", "for", "with", "in", "of", "from", "due", "opened", "held")
)
# "each_rate_1" and "each_rate_2" are asked for in the same words.
_NUMBERED = re.compile(r"_\d+$")
_FEATURES = ("amount", "matures", "payee", "nominee", "last4", "colour", "type")


def known_fact(state: State, slot: str) -> Fact | None:
    """Return a fact that answers `slot` and that the customer has, if any."""
    for name in (slot, *_kin(slot)):
        fact = state.fact(name)
        if fact is not None and fact.when != "never":
            return fact
    return None


def _kin(slot: str) -> list[str]:
    return [name for family in FAMILIES if family[0] == slot for name in family[1:]] + [
        family[0] for family in FAMILIES if slot in family[1:] and family[0] != "clue"
    ]


def fact_words(state: State, fact: Fact) -> str:
    """Return how the customer says a fact, another wording each time it is said."""
    if fact.when == "once_heard" and state.learned(fact):
        return value_words(state, fact.slot, fact.value)
    if not fact.said:
        return value_words(state, fact.slot, fact.value)
    key = f"{state.voice.key}|{fact.slot}".encode()
    return fact.said[(crc32(key) + state.told.get(fact.slot, 0)) % len(fact.said)]


def value_words(state: State, slot: str, value: JsonValue) -> str:
    """Return a value in words where no fact says it."""
    product = state.product(value)
    if product is not None:
        return product_words(state, slot, product)
    if slot == "tenure_months" and isinstance(value, int | float):
        hindi = state.voice.register in ("hinglish", "hindi")
        return f"{value:g} {'mahine' if hindi else 'months'}"
    return state.voice.value(value)


def product_words(state: State, slot: str, product: Product) -> str:
    """Return how the customer calls a product: by a fact, else by pointing at it."""
    for fact in state.scenario.knows:
        if fact.value != product.id or fact.when == "never":
            continue
        if fact.when == "once_heard" and state.learned(fact):
            return _told_by_its_size(state, product)
        if fact.said:
            return _as_noun(state, fact_words(state, fact))
    payee = product.features.get("payee")
    known = known_fact(state, "payee")
    if payee and (known is not None or "payee" in state.heard):
        return str(payee)
    return state.voice.phrase("product", slot)


def _told_by_its_size(state: State, product: Product) -> str:
    """Return how a product is called that the customer has just picked by figures."""
    size = state.voice.value(product.features.get("amount"))
    hindi = state.voice.register in ("hinglish", "hindi")
    return f"{size} wali" if hindi else f"the {size} one"


def _as_noun(state: State, words: str) -> str:
    """Return "the one maturing in May" for "maturing in May"."""
    hanging = words.split(" ", 1)[0].lower() in _HANGING
    english = state.voice.register in ("plain", "indian")
    return f"the one {words}" if hanging and english else words


def feature_words(state: State, product: Product, spoken: frozenset[str]) -> str:
    """Return a feature of the product among those that the assistant has just named."""
    hindi = state.voice.register in ("hinglish", "hindi")
    for name in _FEATURES:
        if name not in spoken or name not in product.features:
            continue
        value = product.features[name]
        if name == "last4":
            return f"{value} wala" if hindi else f"the one ending {value}"
        if name == "matures":
            day = date.fromisoformat(str(value)[:10])
            when = f"{day.day} {day:%B %Y}"
            return f"jo {when} ko poori hogi" if hindi else f"the one maturing {when}"
        return f"{state.voice.value(value)} wala" if hindi else state.voice.value(value)
    return ""


def deed_words(state: State, goal: Goal) -> str:
    """Return what a goal wants done, as it follows "please"."""
    pattern = state.voice.phrase("do", goal.action)
    slot, product = wanted_product(state, goal)
    called = product_words(state, slot, product) if product else ""
    instruction = str(goal.about.get("maturity_instruction", ""))
    return (
        pattern.replace("{product}", called or state.voice.phrase("product", slot))
        .replace("{terms}", _terms(state, goal))
        .replace("{instruction}", state.voice.phrase("instruction", instruction))
        .replace("{figure}", figure_words(state, goal.figure or ""))
    )


def wanted_product(state: State, goal: Goal) -> tuple[str, Product | None]:
    """Return the slot and the product that a goal is about."""
    for slot, value in goal.about.items():
        product = state.product(value)
        if product is not None:
            return slot, product
    return "", None


def _terms(state: State, goal: Goal) -> str:
    said = [wish_words(state, goal, slot) for slot in _TERMS if slot in goal.about]
    return f": {', '.join(said)}" if said else ""


def wish_words(state: State, goal: Goal, slot: str) -> str:
    """Return what the goal wants of a slot, in the customer's own words if any."""
    value = goal.about[slot]
    fact = state.fact(slot)
    own = fact is not None and fact.when != "never" and fact.value == value
    return fact_words(state, fact) if fact and own else value_words(state, slot, value)


def figure_words(state: State, figure: str) -> str:
    """Return how the customer asks for a figure: "what I would lose as penalty"."""
    name = _NUMBERED.sub("", figure)
    return state.voice.phrase("figure", name) or name.replace("_", " ")
