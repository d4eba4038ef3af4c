"""Figures in a sentence: money, percentages, dates, durations, ids, last digits."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from bankenv.customer.lexicon import cues

# No figure of a bank is longer; what is, is noise.
_MOST_DIGITS = 18
_FEW_MONTHS = frozenset(str(number) for number in range(1, 12))

Kind = Literal["money", "number", "percent", "months", "days", "date", "last4", "id"]


@dataclass(frozen=True, slots=True)
class Value:
    """One figure, from token `start` up to `end`.

    `amount` is rupees, percent, months or a plain number; `text` holds what is no
    quantity: a date (ISO; a missing year or day is "0000" or "00"), an id in capitals,
    four digits. `slack` is half the last spoken unit: 1.28 lakh is 1,28,000 ± 500.
    """

    kind: Kind
    start: int
    end: int
    amount: float = 0.0
    text: str = ""
    slack: float = 0.0

    def close_to(self, wanted: float, strict: bool = False) -> bool:
        """Return whether this is `wanted` to the rupee, or as far as it was spoken."""
        near = 0.006 if self.kind == "percent" else 1.0
        return abs(self.amount - wanted) <= (near if strict else max(near, self.slack))


@dataclass(frozen=True, slots=True)
class _Words:
    units: dict[str, int]
    words: dict[str, float]
    durations: dict[str, int]
    months: dict[str, int]
    currency: frozenset[str]
    percent: frozenset[str]
    nothing: frozenset[str]
    last_four: frozenset[tuple[str, ...]]
    starters: frozenset[str]


@lru_cache(maxsize=1)
def _words() -> _Words:
    raw = cues().numbers
    return _Words(
        raw["units"],
        raw["words"],
        raw["durations"],
        raw["months"],
        frozenset(raw["currency"]),
        frozenset(raw["percent"]),
        frozenset(raw["nothing"]),
        frozenset(tuple(phrase.split()) for phrase in raw["last_four"]),
        frozenset({*raw["months"], *raw["words"], *raw["nothing"]}),
    )


def values(tokens: Sequence[str]) -> list[Value]:
    """Return the figures in `tokens`, left to right, none inside another."""
    found: list[Value] = []
    starters = _words().starters
    at = 0
    while at < len(tokens):
        plain = tokens[at].isalpha() and tokens[at] not in starters
        value = None if plain else _value_at(tokens, at)
        if value is None:
            at += 1
        else:
            found.append(value)
            at = value.end
    return found


def _value_at(tokens: Sequence[str], at: int) -> Value | None:
    token = tokens[at]
    if token[0].isdigit():
        return _from_digits(tokens, at)
    words = _words()
    if token not in words.starters:
        is_id = token[-1].isdigit() or (token[0].isalpha() and token[-2:-1].isdigit())
        return Value("id", at, at + 1, text=plain_id(token)) if is_id else None
    if token in words.months:
        return _month_first(tokens, at)
    spelled = _spelled(tokens, at) if token in words.words else None
    if spelled or token not in words.nothing:
        return spelled
    return Value("money", at, at + 1, 0.0)


def plain_id(text: str) -> str:
    """Return an id as it is compared: letters and digits only, in capitals."""
    return "".join(c for c in text if c.isalnum()).upper()


def _from_digits(tokens: Sequence[str], at: int) -> Value | None:
    token = tokens[at]
    date = _written_date(token)
    if date:
        return Value("date", at, at + 1, text=date)
    digits = token.replace(",", "")
    if len(digits) > _MOST_DIGITS or not digits.replace(".", "", 1).isdecimal():
        return None
    if len(digits) == 4 and "," not in token and _after_last_four(tokens, at):
        return Value("last4", at, at + 1, float(digits), text=digits)
    day_first = _day_first(tokens, at)
    if day_first:
        return day_first
    number = float(digits)
    places = len(digits.partition(".")[2])
    return _with_unit(tokens, at, at + 1, number, places)


def _after_last_four(tokens: Sequence[str], at: int) -> bool:
    before = at
    while before and tokens[before - 1] in ("are", "is", "as", ":", "-", "in", "with"):
        before -= 1
    known = _words().last_four
    return any(
        tuple(tokens[max(0, end - size) : end]) in known
        for end in (before, at)
        for size in (1, 2, 3, 4)
    )


def _with_unit(
    tokens: Sequence[str], start: int, end: int, number: float, places: int
) -> Value:
    """Read units after a number: lakh, %, months, rupees; and 2 lakh 50 thousand."""
    words = _words()
    end = _skip_dash(tokens, end)
    unit = tokens[end] if end < len(tokens) else ""
    if unit in words.units:
        return _large(tokens, start, end, number, places)
    if unit in words.percent or (
        unit == "per" and tokens[end + 1 : end + 2] == ["cent"]
    ):
        return Value("percent", start, end + (2 if unit == "per" else 1), number)
    is_sum = start > 0 and tokens[start - 1] in words.currency
    if unit in words.durations and not is_sum:  # "₹2,500 mahine" is paid each month
        return _duration(tokens, start, end, number)
    if unit in ("day", "days", "din", "दिन"):
        return Value("days", start, end + 1, number)
    money = unit in words.currency or is_sum
    if unit == "/" and tokens[end + 1 : end + 2] == ["-"]:
        money, end = True, end + 2
    elif unit in words.currency:
        end += 1
    text = tokens[start] if len(tokens[start]) == 4 else ""
    return Value("money" if money else "number", start, end, number, text=text)


def _skip_dash(tokens: Sequence[str], at: int) -> int:
    dashed = at + 1 < len(tokens) and tokens[at] == "-"
    words = _words()
    follows = dashed and (
        tokens[at + 1] in words.durations or tokens[at + 1] in ("day", "days")
    )
    return at + 1 if follows else at


def _duration(tokens: Sequence[str], start: int, end: int, number: float) -> Value:
    """Read "1 year 6 months" too."""
    durations = _words().durations
    months = number * durations[tokens[end]]
    more = tokens[end + 1 : end + 4]
    if more[:1] in (["and"], ["aur"]):
        more, skip = more[1:], 1
    else:
        skip = 0
    if len(more) > 1 and more[0] in _FEW_MONTHS and durations.get(more[1]) == 1:
        return Value("months", start, end + 3 + skip, months + int(more[0]))
    return Value("months", start, end + 1, months)


def _large(
    tokens: Sequence[str], start: int, end: int, number: float, places: int
) -> Value:
    words = _words()
    unit = words.units[tokens[end]]
    total = number * unit
    slack = unit / (2 * 10**places) if places else 0.0
    end += 1
    while end + 1 < len(tokens) and words.units.get(tokens[end + 1], unit) < unit:
        more = _plain_number(tokens[end])
        if more is None:
            break
        unit = words.units[tokens[end + 1]]
        total, slack, end = total + more * unit, 0.0, end + 2
    rest = tokens[end] if end + 1 < len(tokens) else ""
    small = rest.isdecimal() and len(rest) < 6 and int(rest) < unit
    if small and tokens[end + 1] in words.currency:
        total, slack, end = total + int(rest), 0.0, end + 1
    if end < len(tokens) and tokens[end] in words.currency:
        end += 1
    return Value("money", start, end, round(total, 2), slack=slack)


def _plain_number(token: str) -> float | None:
    plain = token.replace(",", "").replace(".", "", 1)
    if plain.isdecimal() and len(plain) <= _MOST_DIGITS:
        return float(token.replace(",", ""))
    return _words().words.get(token)


def _spelled(tokens: Sequence[str], at: int) -> Value | None:
    """Read number words, but only before a unit: "one" and "do" are plain words too."""
    words = _words()
    number, end = 0.0, at
    while end < len(tokens) and tokens[end] in words.words:
        part = words.words[tokens[end]]
        number += part
        end += 1
    units = words.units.keys() | words.durations.keys() | words.percent
    if end >= len(tokens) or tokens[end] not in units or tokens[end] in ("l", "k"):
        return None
    value = _with_unit(tokens, at, end, number, 0)
    return value if value.end > end else None


def _written_date(token: str) -> str:
    if len(token) == 10 and token[4] == "-":
        return token
    parts = token.replace(".", "/").replace("-", "/").split("/")
    if len(parts) != 3:
        return ""
    day, month, year = (int(part) for part in parts)
    year = year + 2000 if year < 100 else year
    return f"{year:04}-{month:02}-{day:02}" if 0 < month < 13 and 0 < day < 32 else ""


def _day_first(tokens: Sequence[str], at: int) -> Value | None:
    """Read 3 August 2026, 3rd of Aug, 3-Aug-2026."""
    months = _words().months
    end = at + 1
    while end < len(tokens) and tokens[end] in ("st", "nd", "rd", "th", "of", "-"):
        end += 1
    if end >= len(tokens) or tokens[end] not in months or not tokens[at].isdigit():
        return None
    if len(tokens[at]) > 2 or not 0 < int(tokens[at]) < 32:
        return None
    year, after = _year(tokens, end + 1)
    text = f"{year}-{months[tokens[end]]:02}-{int(tokens[at]):02}"
    return Value("date", at, after, text=text)


def _month_first(tokens: Sequence[str], at: int) -> Value | None:
    """Read August 3, 2026 and August 2026; a bare month name is none ("may")."""
    month = _words().months[tokens[at]]
    end = at + 1
    day = tokens[end] if end < len(tokens) else ""
    if day.isdecimal() and len(day) < 3 and 0 < int(day) < 32:
        end += 1
        while end < len(tokens) and tokens[end] in ("st", "nd", "rd", "th"):
            end += 1
        year, end = _year(tokens, end)
        return Value("date", at, end, text=f"{year}-{month:02}-{int(day):02}")
    year, end = _year(tokens, end)
    bare = year == "0000" and (tokens[at] in ("may", "mar", "march"))
    return None if bare else Value("date", at, end, text=f"{year}-{month:02}-00")


def _year(tokens: Sequence[str], at: int) -> tuple[str, int]:
    skipped = at + 1 if at < len(tokens) and tokens[at] in (",", "-") else at
    if skipped < len(tokens):
        token = tokens[skipped]
        if token.isdigit() and len(token) == 4 and token[:2] in ("19", "20"):
            return token, skipped + 1
    return "0000", at


def same_date(heard: str, known: str) -> bool:
    """Return whether two ISO dates agree in the parts that both give."""
    pairs = zip(heard.split("-"), known[:10].split("-"), strict=False)
    return all(a == b or not int(a) or not int(b) for a, b in pairs)
