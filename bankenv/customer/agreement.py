"""Whether a deed is the one that a goal wants, with the facts that it states."""

from collections.abc import Callable, Mapping, Sequence

from bankenv.customer.lexicon import cues
from bankenv.customer.recognition import (
    Verdict,
    deed_spans,
    group_of,
    is_foreign,
    product_verdict,
    stated_options,
    verdict,
    whole,
)
from bankenv.customer.sentences import Sentence
from bankenv.customer.state import SETTLED, State
from bankenv.customer.text import words_of_name
from bankenv.customer.understanding import Deed, Turn
from bankenv.records import JsonValue
from bankenv.scenario import Goal

# Deeds in which a plain sum is the sum of the deed itself.
_SUMS = frozenset({"book_deposit", "book_recurring", "log_request"})
# Asked to close a loan, the bank logs a request; to the customer both are the same.
_KIN = {
    "log_request": frozenset({"close_loan"}),
    "close_loan": frozenset({"log_request"}),
}
_EACH = frozenset({"a", "per", "every", "each", "har"})
_OPTIONS = ("maturity_instruction", "payout_type", "reason", "purpose", "topic",
            "mode", "address_type", "delivery")  # fmt: skip
# Options that count only where they are said with the deed: clause, or sentence.
_CLAUSE, _SENTENCE = 0, 1
_READ_NO_FURTHER = {
    "topic": _CLAUSE,
    "reason": _CLAUSE,
    "mode": _SENTENCE,
    "address_type": _SENTENCE,
    "delivery": _SENTENCE,
}
_LEAVES = frozenset({"leaf", "leaves", "leaved", "panne", "panno", "patte"})
_ALL = frozenset({"both", "all", "everything", "dono", "sabhi", "saare", "दोनों", "सभी"})
_BOTH = frozenset({"both", "dono", "दोनों"})
_LOAN_PURPOSES = frozenset({"foreclosure", "part_payment"})


def is_deed_of(goal: Goal, actions: frozenset[str]) -> bool:
    """Return whether a deed that may be any of `actions` can be what the goal wants."""
    if goal.action in actions:
        return True
    about_loan = "loan" in goal.about or goal.about.get("purpose") in _LOAN_PURPOSES
    return about_loan and bool(_KIN.get(goal.action, frozenset()) & actions)


def disagreement(state: State, goal: Goal, turn: Turn, deed: Deed) -> str | None:
    """Return the slot in which a deed differs from what the goal wants, or None.

    A product slot of "both" products is no difference: the answer names the one.
    """
    slots = (s for s in goal.about if _differs(state, goal, s, turn, deed))
    return next(slots, None)


def goals_of(state: State, turn: Turn, deed: Deed) -> list[Goal]:
    """Return the open goals that a deed is about: all whose product it names.

    A deed that names none of their products is about the first one it agrees with;
    "both" is about both of two.
    """
    fitting = [g for g in state.open_goals() if is_deed_of(g, deed.actions)]
    if len(fitting) < 2:
        return fitting
    if len(fitting) == 2 and _says_both(turn, deed):
        return fitting
    named = [goal for goal in fitting if _names_product(state, goal, turn, deed)]
    agreed = (g for g in fitting if disagreement(state, g, turn, deed) is None)
    return named or [next(agreed, fitting[0])]


def _says_both(turn: Turn, deed: Deed) -> bool:
    return bool(_BOTH.intersection(turn.sentences[deed.sentence].tokens))


def _names_product(state: State, goal: Goal, turn: Turn, deed: Deed) -> bool:
    found = [_product(state, value, turn, deed) for value in goal.about.values()]
    return "wrong" not in found and not {"agrees", "both"}.isdisjoint(found)


def names_settled(state: State, turn: Turn, deed: Deed) -> bool:
    """Return whether a deed names the product of a like wish that was met already."""
    return any(
        state.goals[goal.name] == SETTLED
        and is_deed_of(goal, deed.actions)
        and _names_product(state, goal, turn, deed)
        for goal in state.scenario.agenda
    )


def names_others_too(state: State, goal: Goal, turn: Turn, deed: Deed) -> bool:
    """Return whether a deed takes in another product beside the wanted ones."""
    alike = [g for g in state.open_goals() if g.action == goal.action]
    if len(alike) > 1:
        return _names_unwanted(state, alike, turn, deed)
    if _ALL.intersection(turn.sentences[deed.sentence].tokens):
        return True
    return any(
        _product(state, value, turn, deed) == "both" for value in goal.about.values()
    )


def _names_unwanted(
    state: State, goals: Sequence[Goal], turn: Turn, deed: Deed
) -> bool:
    """Return whether a deed names a product that none of several goals wants."""
    wanted = {value for goal in goals for value in goal.about.values()}
    groups = {
        group_of(product) for product in state.scenario.products if product.id in wanted
    }
    others = (
        product
        for product in state.scenario.products
        if product.id not in wanted and group_of(product) in groups
    )
    said = [whole(turn.sentences[deed.sentence])]
    found = (verdict(other, state.scenario, said) for other in others)
    return any(one in ("agrees", "both") for one in found)


def _differs(state: State, goal: Goal, slot: str, turn: Turn, deed: Deed) -> bool:
    value = goal.about[slot]
    if state.product(value):
        return _product(state, value, turn, deed) == "wrong"
    if slot == "amount" and goal.action in _SUMS and isinstance(value, int | float):
        return _other_sum(goal, float(value), turn, deed)
    other = _OTHER_NUMBER.get(slot)
    if other and isinstance(value, int | float):
        return other(float(value), turn, deed)
    return slot in _OPTIONS and _other_option(slot, value, turn, deed)


def _product(state: State, value: JsonValue, turn: Turn, deed: Deed) -> Verdict:
    product = state.product(value)
    if product is None:
        return "silent"
    return product_verdict(product, state.scenario, turn, deed)


def _other_sum(goal: Goal, wanted: float, turn: Turn, deed: Deed) -> bool:
    stated: list[bool] = []
    for number, one in enumerate(turn.sentences):
        labelled = [
            f.value
            for f in one.figures
            if f.primary and f.value and f.name in ("amount", "principal")
        ]
        here = number == deed.sentence and goal.action != "log_request"
        loose = [
            v
            for v in one.values
            if here and v.kind == "money" and not is_foreign(v, one) and v.amount > 0
        ]
        if number == deed.sentence or not one.question:
            stated += [v.close_to(wanted, strict=True) for v in labelled + loose]
    return bool(stated) and not any(stated)


def _other_limit(wanted: float, turn: Turn, deed: Deed) -> bool:
    """Tell whether the deed's own sentence states sums, and the wanted one is none."""
    values = turn.sentences[deed.sentence].values
    stated = [v for v in values if v.kind == "money" and v.amount > 0]
    return bool(stated) and not any(v.close_to(wanted, strict=True) for v in stated)


def _other_tenure(wanted: float, turn: Turn, deed: Deed) -> bool:
    one = turn.sentences[deed.sentence]
    stated = _tenures(one)
    for other in turn.sentences:
        if not stated and "tenure_months" in other.names("slot"):
            stated += _tenures(other)
    return bool(stated) and wanted not in stated


def _other_leaves(wanted: float, turn: Turn, deed: Deed) -> bool:
    """Tell whether the deed's own sentence states another number of leaves."""
    words = turn.sentences[deed.sentence].tokens
    before = (words[:at] for at, word in enumerate(words) if word in _LEAVES)
    said = (next((w for w in left[:-3:-1] if w != "-"), "") for left in before)
    stated = [float(word) for word in said if word.isdecimal()]
    return bool(stated) and wanted not in stated


_OTHER_NUMBER: Mapping[str, Callable[[float, Turn, Deed], bool]] = {
    "leaves": _other_leaves,
    "limit": _other_limit,
    "tenure_months": _other_tenure,
}


def _tenures(one: Sentence) -> list[float]:
    """Return the months a sentence states; an instalment "a month" states none."""
    return [
        value.amount
        for value in one.values
        if value.kind == "months"
        and not (value.amount == 1 and one.tokens[value.start] in _EACH)
    ]


def _other_option(slot: str, value: JsonValue, turn: Turn, deed: Deed) -> bool:
    kind = "topic" if slot in ("purpose", "topic") else slot
    wanted = _option(kind, str(value))
    if not wanted:
        return False
    for distance, spans in enumerate(deed_spans(turn, deed)):
        stated = [o for span in spans for o in _options_of(span.sentence, kind)]
        if stated:
            return wanted not in stated
        if distance == _READ_NO_FURTHER.get(kind):
            return False
    return False


def _options_of(one: Sentence, kind: str) -> list[str]:
    return [] if one.question and not _closed(one) else stated_options(one, kind)


def _closed(one: Sentence) -> bool:
    """Return whether a question puts one thing forward rather than a choice."""
    return not any(word in ("or", "ya", "या") for word in one.tokens)


def _option(kind: str, value: str) -> str:
    """Return the option that a goal's value is, itself or in other words."""
    slots = cues().option_slots
    if slots.get(value) == kind:
        return value
    marks = cues().lexicon.spot(words_of_name(value))
    named = (m.name for m in marks if m.kind == "option" and slots.get(m.name) == kind)
    return next(named, "")
