"""Rule 4: facts that are asked for are given, those and no others."""

from bankenv.customer.answer import Answer
from bankenv.customer.phrasing import (
    fact_words,
    feature_words,
    known_fact,
    wish_words,
)
from bankenv.customer.recognition import group_of, item_of, spots, whole
from bankenv.customer.rules_talk import restate
from bankenv.customer.state import State
from bankenv.scenario import Fact, Product

_RULE = "4 asked"
_MOST = 3
_PRODUCT_SLOTS = frozenset(
    {"product", "deposit", "account", "card", "loan", "mandate", "payee", "number"}
)
_ON_FILE = frozenset({"phone", "email", "customer_id", "birth", "name", "income"})
_OPTIONAL = frozenset({"payout_type", "maturity_instruction", "nominee", "mode"})


def questions(state: State, answer: Answer) -> None:
    """Give the facts asked for, at most three, and say what the customer lacks."""
    if "agrees" in answer.acts and all(
        slot in ("topic",) for _, slot in answer.turn.asks
    ):
        return
    given: set[str] = set()
    for slot in dict.fromkeys(slot for _, slot in answer.turn.asks):
        if len(given) == _MOST:
            return
        used = _answer_slot(state, answer, slot, given)
        if used:
            given.add(used)


def _answer_slot(state: State, answer: Answer, slot: str, given: set[str]) -> str:
    """Answer one slot and return the name of what was answered, "" for nothing."""
    if slot == "topic":
        return _topic(state, answer)
    if slot == "secret":
        return _say_once(state, answer, slot, "keeps_secret", "no_secret")
    used = _which_product(state, answer, slot, given) if slot in _PRODUCT_SLOTS else ""
    return used or _answer_fact(state, answer, slot, given)


def _answer_fact(state: State, answer: Answer, slot: str, given: set[str]) -> str:
    fact = known_fact(state, slot)
    if fact is not None and _is_outdated(state, slot, fact):
        return _wish(state, answer, slot)
    if fact is not None:
        return "" if fact.slot in given else _give(state, answer, fact)
    if slot == "recognise":
        return _say_once(state, answer, slot, "recognises", "familiar")
    return _wish(state, answer, slot) or _lacks(state, answer, slot)


def _is_outdated(state: State, slot: str, fact: Fact) -> bool:
    """Return whether a change of mind has put another wish in the place of a fact."""
    goal = state.current()
    wanted = goal.about.get(slot) if goal else None
    changed = any(g.change and g.change.to for g in state.scenario.agenda)
    said = isinstance(wanted, int | float | str) and state.product(wanted) is None
    return changed and said and wanted != fact.value


def _say_once(state: State, answer: Answer, slot: str, act: str, wording: str) -> str:
    answer.once(state, f"{act} {slot}")
    answer.add(_RULE, act, state.voice.say(wording), f"asked for {slot}")
    return slot


def _topic(state: State, answer: Answer) -> str:
    goal = state.current()
    if goal is None or answer.parts:
        return ""
    restate(state, answer, goal, _RULE)
    return "topic"


def _which_product(state: State, answer: Answer, slot: str, given: set[str]) -> str:
    """Answer "which one?" by the place in the list and by what the customer knows."""
    found = _asked_product(state, slot)
    if found is None:
        return ""
    name, product = found
    if name in given:
        return name
    first = not state.told.get(name)
    words = _called(state, answer, name, product)
    if not words:
        return ""
    unsure = state.unlearned(name, product.id)
    item = None if unsure else item_of(product, state.scenario, answer.turn)
    if item:
        act = "none_listed" if item < 0 else "pick"
        text = state.voice.say(act, number=str(item), fact=words)
        answer.once(state, f"picked {name} {item}")
    else:
        text = state.voice.say("fact" if first else "fact_again", fact=words)
    answer.progress = answer.progress or first
    answer.add(_RULE, "gives", text, f"asked which {slot}")
    return name


def _asked_product(state: State, slot: str) -> tuple[str, Product] | None:
    """Return the slot and product a question is after: the wish's own one first."""
    for goal in state.open_goals():
        for name, value in goal.about.items():
            product = state.product(value)
            if product is not None and _is_asked(slot, name, product):
                return name, product
    return None


def _is_asked(slot: str, name: str, product: Product) -> bool:
    if slot in ("product", "number"):
        return True
    return (
        slot == name
        or slot == group_of(product)
        or (slot == "payee" and group_of(product) == "mandate")
    )


def _called(state: State, answer: Answer, name: str, product: Product) -> str:
    """Return the customer's words for a product, or a feature it has just read."""
    own = [
        fact
        for fact in state.scenario.knows
        if fact.when != "never"
        and (fact.value == product.id or _is_payee(fact, product))
    ]
    if own:
        words = fact_words(state, own[0])
        for slot in {own[0].slot, name}:
            state.told[slot] = state.told.get(slot, 0) + 1
        return words
    state.told[name] = state.told.get(name, 0) + 1
    return feature_words(state, product, _spoken(answer, product))


def _is_payee(fact: Fact, product: Product) -> bool:
    return fact.slot == "payee" and fact.value == product.features.get("payee")


def _spoken(answer: Answer, product: Product) -> frozenset[str]:
    """Return the features of a product that this turn names."""
    named = set()
    for feature, value in product.features.items():
        only = Product("", product.kind, {feature: value})
        if any(spots(only, whole(one)) for one in answer.turn.sentences):
            named.add(feature)
    return frozenset(named)


def _give(state: State, answer: Answer, fact: Fact) -> str:
    first = not state.told.get(fact.slot)
    words = fact_words(state, fact)
    state.told[fact.slot] = state.told.get(fact.slot, 0) + 1
    if words.endswith("."):
        text = state.voice.choose("fact", [words, *fact.said], fact=words.rstrip("."))
    else:
        text = state.voice.say("fact" if first else "fact_again", fact=words)
    answer.progress = answer.progress or first
    answer.add(_RULE, "gives", text, f"asked for {fact.slot}")
    return fact.slot


def _wish(state: State, answer: Answer, slot: str) -> str:
    """Give what a goal wants of a slot although no fact words it."""
    for goal in state.open_goals():
        if slot in goal.about and state.product(goal.about[slot]) is None:
            first = not state.told.get(slot)
            state.told[slot] = state.told.get(slot, 0) + 1
            words = wish_words(state, goal, slot)
            text = state.voice.say("fact" if first else "fact_again", fact=words)
            answer.progress = answer.progress or first
            answer.add(_RULE, "gives", text, f"asked for {slot}")
            return slot
    return ""


def _lacks(state: State, answer: Answer, slot: str) -> str:
    """Say that the customer has no such thing; a product is pointed at otherwise."""
    words = state.voice.phrase("slot", slot) or slot.replace("_", " ")
    act = "logged_in" if slot in _ON_FILE else "dont_have"
    act = "usual" if slot in _OPTIONAL else act
    answer.once(state, f"lacks {slot}")
    text = state.voice.say(act, what=words)
    answer.add(_RULE, "lacks", text, f"asked for {slot}, which the customer has not")
    return slot
