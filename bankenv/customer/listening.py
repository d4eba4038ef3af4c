"""Figures that were heard: by their word, or by their value in its context."""

from collections.abc import Iterator

from bankenv.customer.figures import AT_MOST, is_a_condition
from bankenv.customer.lexicon import cues
from bankenv.customer.sentences import Sentence
from bankenv.customer.state import (
    HeardFigure,
    State,
    figures_of_interest,
    names_of,
    words_of,
)
from bankenv.customer.text import words_of_name
from bankenv.customer.understanding import Turn
from bankenv.customer.values import Value, same_date
from bankenv.records import JsonValue

# A rupee decides whether a deposit fits.
_TO_THE_RUPEE = frozenset({"free_to_book"})
# "Above ₹50,000" states such a figure; of any other it is a condition.
_LIMITS = frozenset({"limit", "largest"})


def listen(state: State, turn: Turn) -> list[str]:
    """Note the figures said in a turn and return those not heard before."""
    fresh: list[str] = []
    digits = frozenset(
        str(product.features.get("last4", "")) for product in state.scenario.products
    )
    for name in sorted(figures_of_interest(state.scenario)):
        found = _heard(name, state.scenario.must_be_told.get(name), turn, digits)
        if found is None:
            continue
        if name not in state.heard:
            fresh.append(name)
        state.heard[name] = HeardFigure(state.turn, *found)
    return fresh


def _heard(
    name: str, expected: JsonValue, turn: Turn, digits: frozenset[str]
) -> tuple[float | None, str] | None:
    exact = _expected(name, expected, turn)
    if exact is not None:
        return exact
    bound: list[tuple[bool, Value | None]] = [
        (figure.primary, figure.value)
        for one in turn.sentences
        for figure in one.figures
        if figure.name in names_of(name) and not _is_digits(figure.value, digits)
    ]
    if not bound:
        return None
    # The wanted kind first (rupees rather than percent), then the closest binding.
    _, value = min(
        bound, key=lambda b: (b[1] is not None and b[1].kind == "percent", not b[0])
    )
    if value is None:
        return None, ""
    return value.amount, value.text


def _is_digits(value: Value | None, digits: frozenset[str]) -> bool:
    """Return whether a plain number is the end of a product's number, no sum."""
    return value is not None and value.kind == "number" and value.text in digits


def _expected(
    name: str, expected: JsonValue, turn: Turn
) -> tuple[float | None, str] | None:
    """Return the figure if the value the scenario gives for it was said."""
    if expected is None or isinstance(expected, bool):
        return None
    known = name in cues().figures
    # A long sum with paise is its own context: nothing else is just that much.
    distinct = isinstance(expected, float) and expected > 10_000 and expected % 1 > 0
    for number, one in enumerate(turn.sentences):
        if known and not (distinct or _in_context(name, turn, number)):
            continue
        if isinstance(expected, int | float):
            said = [v for v in one.values if name in AT_MOST or _is_sum(name, v, one)]
            if any(_is(name, v, expected) for v in said):
                return float(expected), ""
        elif _says(str(expected), one):
            return None, str(expected)
    return None


def _is(name: str, value: Value, expected: float) -> bool:
    if name in _TO_THE_RUPEE:
        return abs(value.amount - expected) < 0.6
    return value.close_to(expected)


def _in_context(name: str, turn: Turn, number: int) -> bool:
    """Return whether a sentence, or the heading before it, is about the figure."""
    near = [turn.sentences[number]]
    if number and turn.sentences[number - 1].tokens[-1:] == (":",):
        near.append(turn.sentences[number - 1])
    words = words_of(name)
    return any(m.kind == "figure" and m.name in words for s in near for m in s.marks)


def _is_sum(name: str, value: Value, one: Sentence) -> bool:
    """Return whether a value is said as one; a bound is one only of a limit."""
    is_limit = bool(_LIMITS.intersection(name.split("_")))
    kinds = ("money", "number", "percent", "months")
    return value.kind in kinds and (is_limit or not is_a_condition(one, value))


def _says(expected: str, one: Sentence) -> bool:
    if len(expected) >= 10 and expected[:4].isdigit() and expected[4] == "-":
        return any(v.kind == "date" and same_date(v.text, expected) for v in one.values)
    words = words_of_name(expected)
    return any(one.tokens[at : at + len(words)] == words for at in _starts(one, words))


def _starts(one: Sentence, words: tuple[str, ...]) -> Iterator[int]:
    if words and not one.question:
        yield from range(len(one.tokens) - len(words) + 1)
