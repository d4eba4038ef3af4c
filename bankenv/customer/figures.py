"""Which figure a value is: the payout and the penalty of one sentence told apart."""

from collections.abc import Sequence
from dataclasses import replace

from bankenv.customer.lexicon import Mark, cues
from bankenv.customer.sentences import Figure, Sentence
from bankenv.customer.values import Value

_FARTHEST = 12
_SEPARATOR_COST = 4
_SEPARATORS = frozenset({",", ";", "and", "aur", "और", "but", "-", ".", "while"})
_SMALLEST_PLAIN_SUM = 100
_LARGEST_PLAIN_RATE = 30
_AFTER_NO = frozenset({"nahi", "nahin", "नहीं"})
# What is said as a bound by its nature: a loan of up to so much.
AT_MOST = frozenset({"loan_amount", "first_loan", "second_loan"})
# "Up to today ₹600 is due": the bound is of the days, not of the sum.
_DAYS = frozenset({"today", "now", "date", "day", "yesterday", "aaj", "abhi", "आज"})
_BOUND_REACHES = 3
_UNSAID = frozenset({"stall", "future", "look_up"})


def figures(sentence: Sentence) -> list[Figure]:
    """Return the figures that a sentence states, each with the value bound to it."""
    known = cues().figures
    labels = [m for m in sentence.marks if m.kind == "figure"]
    if not labels:
        return _listed_entry(sentence)
    numeric = [m for m in labels if known[m.name]]
    denied = [m for m in numeric if _is_denied(sentence, m)]
    found = [Figure(m.name, Value("money", m.start, m.end)) for m in denied]
    found += _bound(sentence, [m for m in numeric if m not in denied])
    if not sentence.question:
        found += [
            Figure(m.name, None)
            for m in labels
            if not known[m.name] and _is_said(sentence, m)
        ]
    return _without_rivals(found) + _listed_entry(sentence)


def _listed_entry(sentence: Sentence) -> list[Figure]:
    """Read a row with a day and a sum as an entry of an account."""
    kinds = {value.kind for value in sentence.values}
    row = sentence.item is not None and "date" in kinds and "money" in kinds
    return [Figure("entries", None)] if row and not sentence.question else []


def _is_said(sentence: Sentence, mark: Mark) -> bool:
    """Return whether a word stands for itself: "can be undone" is no announcement."""
    clause = sentence.clauses[sentence.clause_of(mark.start)]
    return not any(
        other.kind == "acts"
        and other.name in _UNSAID
        and clause.start <= other.start < clause.end
        and not mark.start <= other.start < mark.end
        for other in sentence.marks
    )


def _bound(sentence: Sentence, labels: Sequence[Mark]) -> list[Figure]:
    usable = [v for v in sentence.values if not is_a_condition(sentence, v)]
    found: list[Figure] = []
    for label in labels:
        kinds = cues().figures[label.name]
        said = sentence.values if label.name in AT_MOST else usable
        rivals = [v for v in said if _fits(sentence, v, kinds)]
        if not rivals:
            continue
        nearest = min(rivals, key=lambda v: (_cost(sentence, label, v), -v.start))
        if _cost(sentence, label, nearest) <= _FARTHEST:
            found.append(Figure(label.name, nearest))
        found += [
            Figure(label.name, v, primary=False)
            for v in rivals
            if v is not nearest and _heads(label, v, labels, sentence)
        ]
    return found


def _fits(sentence: Sentence, value: Value, kinds: frozenset[str]) -> bool:
    if value.kind in kinds:
        return True
    if value.kind != "number":
        return False
    if "number" in kinds:
        return True
    token = sentence.tokens[value.start]
    if "money" in kinds:
        plain = len(token) == 4 and token.isdigit()
        year = plain and token[:2] in ("19", "20")
        named = value.start > 0 and any(
            m.kind == "object" and m.end == value.start for m in sentence.marks
        )
        sum_ = value.amount >= _SMALLEST_PLAIN_SUM or "." in token
        return sum_ and not year and not (plain and named)
    return "percent" in kinds and "." in token and value.amount < _LARGEST_PLAIN_RATE


def is_a_condition(sentence: Sentence, value: Value) -> bool:
    """Return whether the value is a bound ("at least 95,000"), not a fact."""
    return any(
        m.kind == "acts"
        and m.name == "comparator"
        and 0 <= value.start - m.end <= _BOUND_REACHES
        and not _DAYS.intersection(sentence.tokens[m.end : value.start])
        for m in sentence.marks
    )


def _cost(sentence: Sentence, label: Mark, value: Value) -> int:
    if label.end <= value.start:
        between = range(label.end, value.start)
    elif value.end <= label.start:
        between = range(value.end, label.start)
    else:
        return 0
    words = sentence.tokens
    if words and len(between) > _FARTHEST:
        return _FARTHEST + 1
    crossed = sum(1 for at in between if words[at] in _SEPARATORS)
    inside = sum(
        v.end - v.start
        for v in sentence.values
        if v is not value and v.start in between
    )
    return len(between) + _SEPARATOR_COST * crossed + 2 * inside


def _heads(
    label: Mark, value: Value, labels: Sequence[Mark], sentence: Sentence
) -> bool:
    """Return whether `label` heads a row of values of which `value` is a later one."""
    if label.end > value.start or value.start - label.end > _FARTHEST:
        return False
    nearer = any(label.start < m.start < value.start for m in labels)
    follows = any(
        value.end <= m.start and _cost(sentence, m, value) <= 2 for m in labels
    )
    return not nearer and not follows


def _is_denied(sentence: Sentence, label: Mark) -> bool:
    """Read "no penalty" and "koi penalty nahi" as zero."""
    if "money" not in cues().figures[label.name]:
        return False
    words = sentence.tokens
    no = frozenset(cues().numbers["no"])
    after = words[label.end : label.end + 2]
    return bool(
        no.intersection(words[max(0, label.start - 2) : label.start])
        or _AFTER_NO.intersection(after)
    )


def _without_rivals(found: list[Figure]) -> list[Figure]:
    """A sum received at maturity is the maturity amount, not today's payout."""
    at_maturity = {
        f.value.start
        for f in found
        if f.name == "maturity_amount" and f.value and f.primary
    }
    return [
        replace(f, primary=False)
        if f.name == "payout" and f.value and f.value.start in at_maturity
        else f
        for f in found
    ]
