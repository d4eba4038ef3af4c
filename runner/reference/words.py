"""The customer's words: cues in English, Indian English, Hinglish and Latin Hindi."""

import functools
import re
from collections.abc import Iterable
from dataclasses import dataclass

from bankenv.customer.text import pieces, tokens
from bankenv.customer.values import Value, values

_LONGEST_TENURE = 240


@dataclass(frozen=True, slots=True)
class Words:
    """One text of the customer: `text` is its plain lower-case words on one line."""

    raw: str
    text: str
    values: tuple[Value, ...]
    asks: bool
    sentences: tuple[str, ...] = ()

    def has(self, cue: str) -> bool:
        """True if the regular expression `cue` occurs, on word boundaries."""
        return _compiled(cue).search(self.text) is not None

    def says(self, name: str) -> bool:
        """True if `name`, any text from a record, occurs as it stands."""
        return bool(name) and self.has(re.escape(name.lower()))

    def rupees(self) -> list[float]:
        """Return the amounts of money, in order; a bare large number counts."""
        return [v.amount for v in self.values if _is_money(v)]

    def months(self) -> int | None:
        """Return the first tenure in months, or None; "61 years" is an age."""
        spans = (v.amount for v in self.values if v.kind == "months")
        tenures = (int(m) for m in spans if m == int(m))
        return next((m for m in tenures if 1 <= m <= _LONGEST_TENURE), None)

    def last_digits(self) -> set[str]:
        """Return the groups of four digits that may end an id."""
        four = {v.text for v in self.values if v.kind in ("last4", "number")}
        return {text for text in four if len(text) == 4}

    def ids(self) -> set[str]:
        return {v.text for v in self.values if v.kind == "id"}

    def dates(self) -> list[str]:
        return [v.text for v in self.values if v.kind == "date"]


def _is_money(value: Value) -> bool:
    if value.kind == "money":
        return True
    return value.kind == "number" and value.amount >= 500 and len(value.text) != 4


@functools.lru_cache(maxsize=4096)
def read(text: str) -> Words:
    """Return a text as Words."""
    rows = [tokens(piece.text) for piece in pieces(text)]
    line = " ".join(" ".join(row) for row in rows)
    found = tuple(value for row in rows for value in values(row))
    sentences = tuple(" ".join(row) for row in rows)
    return Words(text, line, found, "?" in text, sentences)


def joined(texts: Iterable[Words]) -> Words:
    """Return several texts as one, oldest first."""
    return read("\n".join(words.raw for words in texts))


@functools.cache
def _compiled(cue: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![a-z0-9])(?:{cue})(?![a-z0-9])")


YES = (
    "yes|yeah|yep|yup|ya|ok|okay|sure|go ahead|please do|do it|do so|proceed|confirmed?"
    "|agreed|i agree|fine|alright|all right|correct|right|perfect|exactly|done"
    "|haan|han|haanji|ha ji|ji haan|ji|jee|hanji|theek|thik|teek|sahi|bilkul|zaroor"
    "|kar do|kar dijiye|kar den|kardo|kardijiye|kijiye|karo|kariye|chaliye|manzoor"
    "|achha"
)
NO = (
    "no|nope|nahi|nahin|na|mat|don't|do not|not|never|rehne|rahne|leave it|stop"
    "|wrong|galat|instead|cancel that|hold on|wait|ruk\\w*|drop it|forget it|i'd rather"
)
LEAVES = (
    "(?:no )?(?:that's|that is|thats) (?:all|it|everything)|nothing (?:else|more)"
    "|bas itna hi|bas yahi|aur kuch nahi|thank\\w*|thanks|dhanyavaad|dhanyawad|shukriya"
    "|bye|goodbye|no more"
)


def agrees(words: Words, also: str = "") -> bool:
    """True for a clear yes. `also` are cues that repeat the very action proposed."""
    openings = [_opening(sentence) for sentence in words.sentences]
    if "no" in openings:
        return False
    if "yes" in openings:
        return True
    if words.asks or words.has(NO):
        return False
    return words.has(YES) or bool(also and words.has(also))


def declines(words: Words) -> bool:
    """True for a clear no."""
    openings = [_opening(sentence) for sentence in words.sentences]
    if "no" in openings or "yes" in openings:
        return "no" in openings
    return words.has(NO) and not words.asks


# "Phir nahi." is a no wherever the word stands.
_SHORT_SENTENCE = 3


def _opening(sentence: str) -> str:
    """Return how a sentence opens: with a yes, with a no, or neither ('')."""
    short = len(sentence.split()) <= _SHORT_SENTENCE
    for name, cue in (("no", NO), ("yes", YES)):
        found = _compiled(cue).search(sentence)
        if found is not None and (found.start() <= 1 or (short and name == "no")):
            return name
    return ""
