"""Whether a figure was said: by value, in any spelling, never by resemblance."""

import re
from collections.abc import Iterable
from functools import lru_cache

from bankenv.customer.text import pieces, tokens
from bankenv.customer.values import Value, same_date, values
from bankenv.records import JsonValue

# A conversation's answers are looked through once for each figure.
KEPT_TEXTS = 64
_ISO_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")


def was_told(value: JsonValue, texts: Iterable[str]) -> bool:
    """Tell whether one of the texts says the value.

    ₹1.25 lakh says 125000, and 2010 does not say 10. A date (ISO) is said by any
    spelling of it, another text by its words in their order.
    """
    # Read only until it was said, and most is said towards the end.
    latest_first = reversed(tuple(texts))
    if isinstance(value, int | float):
        said = (figure for text in latest_first for figure in _figures(text))
        return any(_says(figure, float(value)) for figure in said)
    return _says_words(str(value), latest_first)


def _says_words(wanted: str, texts: Iterable[str]) -> bool:
    looked_for = [word for words in _read(wanted) for word in words]
    is_date = _ISO_DATE.fullmatch(wanted)
    return any(
        any(_contains(words, looked_for) for words in _read(text))
        or (is_date and any(_says_date(v, wanted) for v in _figures(text)))
        for text in texts
    )


@lru_cache(maxsize=KEPT_TEXTS)
def _figures(text: str) -> tuple[Value, ...]:
    return tuple(value for words in _read(text) for value in values(words))


@lru_cache(maxsize=KEPT_TEXTS)
def _read(text: str) -> tuple[list[str], ...]:
    return tuple(tokens(piece.text) for piece in pieces(text))


def _says(value: Value, wanted: float) -> bool:
    quantity = value.kind in ("money", "number", "percent", "months", "days")
    return quantity and value.close_to(wanted)


def _says_date(value: Value, wanted: str) -> bool:
    return value.kind == "date" and same_date(value.text, wanted)


def _contains(words: list[str], wanted: list[str]) -> bool:
    width = len(wanted)
    return bool(width) and any(
        words[i : i + width] == wanted for i in range(len(words) - width + 1)
    )
