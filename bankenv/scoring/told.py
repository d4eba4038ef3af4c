"""Whether a figure was said: by value, in any spelling, never by resemblance."""

import re
from collections.abc import Iterable

from bankenv.customer.text import pieces, tokens
from bankenv.customer.values import Value, same_date, values
from bankenv.records import JsonValue

_ISO_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")


def was_told(value: JsonValue, texts: Iterable[str]) -> bool:
    """Tell whether one of the texts says the value.

    ₹1.25 lakh says 125000, and 2010 does not say 10. A date (ISO) is said by any
    spelling of it, another text by its words in their order.
    """
    # Read only until it was said, and most is said towards the end.
    said = (words for text in reversed(tuple(texts)) for words in _read(text))
    if isinstance(value, int | float):
        return any(_says(v, float(value)) for words in said for v in values(words))
    wanted = str(value)
    looked_for = [word for words in _read(wanted) for word in words]
    is_date = _ISO_DATE.fullmatch(wanted)
    return any(
        _contains(words, looked_for)
        or (is_date and any(_says_date(v, wanted) for v in values(words)))
        for words in said
    )


def _read(text: str) -> list[list[str]]:
    return [tokens(piece.text) for piece in pieces(text)]


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
