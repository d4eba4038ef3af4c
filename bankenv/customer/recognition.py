"""Which of the customer's products an assistant speaks of, and whether facts agree."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from bankenv.customer.lexicon import cues
from bankenv.customer.sentences import Sentence
from bankenv.customer.text import words_of_name
from bankenv.customer.understanding import Deed, Turn
from bankenv.customer.values import Value, plain_id, same_date
from bankenv.records import JsonValue
from bankenv.scenario import Product, Scenario

Verdict = Literal["agrees", "silent", "wrong", "both"]

_GROUPS = {
    "fd": "deposit",
    "rd": "deposit",
    "deposit": "deposit",
    "account": "account",
    "savings": "account",
    "current": "account",
    "salary": "account",
    "card": "card",
    "debit": "card",
    "credit": "card",
    "loan": "loan",
    "mandate": "mandate",
}
# A sum said as one of these does not say which product is meant.
_IDENTIFYING = frozenset(
    {"amount", "principal", "emi", "outstanding", "price", "limit"}
)
_NEAR = 4


@dataclass(frozen=True, slots=True)
class Span:
    """Part of a sentence: tokens `start` to `end`."""

    sentence: Sentence
    start: int
    end: int

    def values(self) -> Iterator[Value]:
        """Yield the values that start here."""
        for value in self.sentence.values:
            if self.start <= value.start < self.end:
                yield value


def group_of(product: Product) -> str:
    """Return what a product is asked for as: deposit, account, card, loan, mandate."""
    first = product.kind.lower().replace("_", " ").split()
    return next((_GROUPS[word] for word in first if word in _GROUPS), product.kind)


def whole(sentence: Sentence) -> Span:
    """Return a sentence as a span."""
    return Span(sentence, 0, len(sentence.tokens))


def spots(product: Product, span: Span) -> frozenset[int]:
    """Return the token positions at which something names this product."""
    named = {v.start for v in span.values() if _is_of(product, v, span.sentence)}
    words = span.sentence.tokens[span.start : span.end]
    for feature in product.features.values():
        if isinstance(feature, str) and not _is_date(feature):
            at = _position(words, feature)
            if at is not None:
                named.add(span.start + at)
    return frozenset(named)


def _position(words: Sequence[str], feature: str) -> int | None:
    name = words_of_name(feature)
    size = len(name)
    if not size or not name[0].isalpha():
        return None
    for at in range(len(words) - size + 1):
        if tuple(words[at : at + size]) == name:
            return at
    return None


def _is_of(product: Product, value: Value, sentence: Sentence) -> bool:
    features = product.features
    if value.kind == "id":
        return value.text == plain_id(product.id)
    four = str(features.get("last4") or plain_id(product.id)[-4:])
    if value.kind in ("last4", "number") and value.text == four:
        return True
    if value.kind == "date":
        return any(
            isinstance(f, str) and _is_date(f) and same_date(value.text, f)
            for f in features.values()
        )
    if value.kind not in ("money", "number") or is_foreign(value, sentence, features):
        return False
    return any(
        isinstance(f, int | float)
        and not isinstance(f, bool)
        and value.close_to(f, True)
        for f in features.values()
    )


def is_foreign(
    value: Value, sentence: Sentence, features: Mapping[str, JsonValue] | None = None
) -> bool:
    """Return whether a sum is said as something else than the product's size."""
    labels = {f.name for f in sentence.figures if f.value is value and f.primary}
    return bool(labels) and not labels & (_IDENTIFYING | set(features or ()))


def _is_date(text: str) -> bool:
    return len(text) >= 10 and text[4:5] == "-" and text[:4].isdigit()


def verdict(wanted: Product, scenario: Scenario, spans: Sequence[Span]) -> Verdict:
    """Return whether `spans` name the wanted product, another, both, or none."""
    group = group_of(wanted)
    own = _all_spots(wanted, spans)
    other: set[tuple[int, int]] = set()
    for product in scenario.products:
        if product.id != wanted.id and group_of(product) == group:
            other |= _all_spots(product, spans)
    if other - own:
        return "both" if own - other else "wrong"
    if own:
        return "agrees"
    stray = any(_is_stray(scenario, group, span) for span in spans)
    return "wrong" if stray else "silent"


def _all_spots(product: Product, spans: Sequence[Span]) -> set[tuple[int, int]]:
    return {(n, at) for n, span in enumerate(spans) for at in spots(product, span)}


def _is_stray(scenario: Scenario, group: str, span: Span) -> bool:
    """Return whether a number beside the group's word fits none of the products."""
    for value in span.values():
        if value.kind not in ("last4", "id"):
            continue
        if any(_is_of(p, value, span.sentence) for p in scenario.products):
            continue
        beside = [
            mark
            for mark in span.sentence.marks
            if mark.kind == "object" and 0 <= value.start - mark.end <= _NEAR
        ]
        if beside and max(beside, key=lambda m: m.end).name in (group, _twin(group)):
            return True
    return False


def _twin(group: str) -> str:
    return "rd" if group == "deposit" else group


def deed_spans(turn: Turn, deed: Deed) -> Iterator[list[Span]]:
    """Yield where a deed's facts may stand: its clause, its sentence, the turn."""
    one = turn.sentences[deed.sentence]
    clause = one.clauses[deed.clause]
    yield [Span(one, clause.start, clause.end)]
    yield [whole(one)]
    yield [whole(sentence) for sentence in turn.sentences]


def product_verdict(
    wanted: Product, scenario: Scenario, turn: Turn, deed: Deed
) -> Verdict:
    """Return whether a deed is about the wanted product, reading outwards from it."""
    for number, spans in enumerate(deed_spans(turn, deed)):
        found = verdict(wanted, scenario, spans)
        if number == 2:
            return "silent" if found == "both" else found
        if found != "silent":
            return found
    return "silent"


def item_of(wanted: Product, scenario: Scenario, turn: Turn) -> int | None:
    """Return the number in a list at which the wanted product stands out, if it does.

    0 means that the list is not numbered or names it nowhere alone.
    """
    found = [
        (one.item, verdict(wanted, scenario, [whole(one)]))
        for one in turn.sentences
        if one.item is not None
    ]
    if len(found) < 2 or all(v == "silent" for _, v in found):
        return None
    hits = [item for item, v in found if v == "agrees"]
    if not hits:
        return -1 if all(v in ("wrong", "silent") for _, v in found) else 0
    return hits[0] if len(hits) == 1 and hits[0] else 0


def stated_options(one: Sentence, slot: str) -> list[str]:
    """Return the values of an optional fact that a sentence states, in order."""
    slots = cues().option_slots
    return [
        mark.name
        for mark in one.marks
        if mark.kind == "option"
        and slots.get(mark.name) == slot
        and "present" not in one.clauses[one.clause_of(mark.start)].flags
    ]
