"""The shapes of tool parameters: each is both a JSON schema and a check of a value."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Protocol, TypeGuard

from bankenv.money import LARGEST_AMOUNT, PAISE_PER_RUPEE, Paise, to_rupees
from bankenv.records import JsonValue

LONGEST_ID = 64
LONGEST_TEXT = 4000
LONGEST_LIST = 50
SHOWN = 40
LARGEST_RUPEES = LARGEST_AMOUNT // PAISE_PER_RUPEE

# Stands for a value that was not given.
NOTHING = object()

# Control characters and lone surrogates: no record, page or file should carry them.
_UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
_ISO_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


_NAMED = ((None, "null"), (True, "true"), (False, "false"), (NOTHING, "nothing"))


class BadArgument(ValueError):
    """A value that the tool cannot use; the message names it and what was expected."""

    def __init__(self, place: str, expected: str, value: object) -> None:
        """Name the argument, what belongs there, and the value, shortened."""
        super().__init__(f"{place}: expected {expected}, got {shown(value)}.")


def shown(value: object) -> str:
    """Return a value as JSON people can read, shortened; safe for any value."""
    if isinstance(value, str):
        cut = _UNPRINTABLE.sub("\N{REPLACEMENT CHARACTER}", value[:SHOWN])
        return f'"{cut}{"…" if len(value) > SHOWN else ""}"'
    if isinstance(value, list | dict):
        kind = "list" if isinstance(value, list) else "object"
        return f"{'a' if kind == 'list' else 'an'} {kind} of {len(value)}"
    if isinstance(value, int) and value.bit_length() > 64:
        return "a huge number"
    known = (name for one, name in _NAMED if value is one)
    return next(known, repr(value)[:SHOWN])


def _is_number(value: object) -> TypeGuard[float]:
    """Tell whether the value is a JSON number; true and false are not."""
    return type(value) is float or type(value) is int


class Shape(Protocol):
    """What a parameter accepts."""

    @property
    def description(self) -> str:
        """Return what the model reads about the parameter."""

    def schema(self) -> dict[str, JsonValue]:
        """Return the JSON schema of the values, without the description."""

    def read(self, value: object, place: str) -> object:
        """Return the value as tools use it; raises BadArgument naming `place`."""


@dataclass(frozen=True, slots=True)
class Text:
    """Printable text that is not blank; `form` is a pattern for the whole of it."""

    description: str
    longest: int = LONGEST_TEXT
    form: str = ""
    expected: str = ""

    def schema(self) -> dict[str, JsonValue]:
        """Return a string schema with the bounds that a model can keep to."""
        form = {"pattern": f"^{self.form}$"} if self.form else {"minLength": 1}
        return {"type": "string", "maxLength": self.longest, **form}

    def read(self, value: object, place: str) -> str:
        """Return the text without surrounding space."""
        if type(value) is not str:
            raise BadArgument(place, self.expected or "a text", value)
        if not 0 < len(value) <= self.longest:
            raise BadArgument(place, f"1 to {self.longest} characters", value)
        text = value.strip()
        if not text or _UNPRINTABLE.search(text):
            raise BadArgument(place, "a printable text that is not blank", value)
        if self.form and not re.fullmatch(self.form, text):
            raise BadArgument(place, self.expected, value)
        return text


@dataclass(frozen=True, slots=True)
class Identifier:
    """An id as the bank writes it, such as SB1785318658."""

    description: str

    def schema(self) -> dict[str, JsonValue]:
        """Return a string schema."""
        return {"type": "string"}

    def read(self, value: object, place: str) -> str:
        """Return the id unchanged."""
        if type(value) is not str or not 0 < len(value) <= LONGEST_ID:
            raise BadArgument(place, f"an id of 1 to {LONGEST_ID} characters", value)
        if _UNPRINTABLE.search(value):
            raise BadArgument(place, "an id without control characters", value)
        return value


@dataclass(frozen=True, slots=True)
class Items:
    """A list of one or more values of a shape; repeats are dropped."""

    description: str
    item: Shape = Identifier("")

    def schema(self) -> dict[str, JsonValue]:
        """Return an array schema."""
        bounds = {"minItems": 1, "maxItems": LONGEST_LIST}
        return {"type": "array", "items": self.item.schema(), **bounds}

    def read(self, value: object, place: str) -> tuple[object, ...]:
        """Return the values in the order given, each once."""
        if type(value) is not list:
            raise BadArgument(place, 'a list of texts such as ["..."]', value)
        if not 0 < len(value) <= LONGEST_LIST:
            raise BadArgument(place, f"a list of 1 to {LONGEST_LIST}", value)
        read = self.item.read
        return tuple(dict.fromkeys([read(one, place) for one in value]))


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the values that the parameter's Literal type lists."""

    description: str
    choices: tuple[str | int, ...] = ()

    def schema(self) -> dict[str, JsonValue]:
        """Return an enum schema."""
        kind = "string" if isinstance(self.choices[0], str) else "integer"
        return {"type": kind, "enum": list(self.choices)}

    def of(self, choices: tuple[str | int, ...]) -> "Choice":
        """Return the shape with the values of a Literal type."""
        return replace(self, choices=choices)

    def read(self, value: object, place: str) -> str | int:
        """Return the choice; 22.0 is the choice 22, neither "22" nor true is one."""
        if isinstance(value, str | int | float) and not isinstance(value, bool):
            for choice in self.choices:
                if value == choice:
                    return choice
        listed = ", ".join(map(str, self.choices))
        raise BadArgument(place, f"one of {listed}", value)


@dataclass(frozen=True, slots=True)
class Amount:
    """Rupees above 0 with at most two decimals; tools get paise."""

    description: str

    def schema(self) -> dict[str, JsonValue]:
        """Return a number schema."""
        return {
            "type": "number",
            "exclusiveMinimum": 0,
            "maximum": LARGEST_RUPEES,
        }

    def read(self, value: object, place: str) -> Paise:
        """Return the amount in paise; 100000 and 100000.0 are the same."""
        if _is_number(value) and 0 < value <= LARGEST_RUPEES:
            paise = round(value * PAISE_PER_RUPEE)
            if to_rupees(paise) == value:
                return Paise(paise)
        expected = (
            f"rupees above 0, at most {LARGEST_RUPEES}, as a number with at most two "
            "decimals"
        )
        raise BadArgument(place, expected, value)


@dataclass(frozen=True, slots=True)
class Number:
    """A number between bounds: percent, grams. `least` itself may be left out."""

    description: str
    least: float
    most: float
    least_allowed: bool = True

    def schema(self) -> dict[str, JsonValue]:
        """Return a number schema."""
        low = "minimum" if self.least_allowed else "exclusiveMinimum"
        return {"type": "number", low: self.least, "maximum": self.most}

    def read(self, value: object, place: str) -> float:
        """Return the number as a float."""
        if _is_number(value) and self._low(value) and value <= self.most:
            return float(value)
        start = "from" if self.least_allowed else "above"
        expected = f"a number {start} {self.least:g} to {self.most:g}"
        raise BadArgument(place, expected, value)

    def _low(self, value: float) -> bool:
        return value >= self.least if self.least_allowed else value > self.least


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number between bounds; 12.0 counts as 12."""

    description: str
    least: int
    most: int

    def schema(self) -> dict[str, JsonValue]:
        """Return an integer schema."""
        return {"type": "integer", "minimum": self.least, "maximum": self.most}

    def read(self, value: object, place: str) -> int:
        """Return the number as an int."""
        if _is_number(value) and self.least <= value <= self.most:
            whole = int(value)
            if whole == value:
                return whole
        expected = f"a whole number from {self.least} to {self.most}"
        raise BadArgument(place, expected, value)


@dataclass(frozen=True, slots=True)
class Day:
    """A calendar day written YYYY-MM-DD; tools get the text."""

    description: str

    def schema(self) -> dict[str, JsonValue]:
        """Return a date schema."""
        return {"type": "string", "format": "date"}

    def read(self, value: object, place: str) -> str:
        """Return the day's ISO text."""
        if type(value) is str and len(value) == 10 and _ISO_DAY.fullmatch(value):
            try:
                date.fromisoformat(value)
            except ValueError:
                raise BadArgument(place, "a day of the calendar", value) from None
            return value
        raise BadArgument(place, "a date like 2026-07-16", value)


@dataclass(frozen=True, slots=True)
class Flag:
    """True or false."""

    description: str

    def schema(self) -> dict[str, JsonValue]:
        """Return a boolean schema."""
        return {"type": "boolean"}

    def read(self, value: object, place: str) -> bool:
        """Return the flag; neither 1 nor "true" is one."""
        if type(value) is not bool:
            raise BadArgument(place, "true or false", value)
        return value


@dataclass(frozen=True, slots=True)
class Group:
    """An object of named values: those in `required`, and at least one."""

    description: str
    fields: Mapping[str, Shape]
    required: tuple[str, ...] = field(default=())

    def schema(self) -> dict[str, JsonValue]:
        """Return an object schema that names each field."""
        properties = {
            name: {**shape.schema(), "description": shape.description}
            for name, shape in self.fields.items()
        }
        return {
            "type": "object",
            "properties": properties,
            "required": list(self.required),
            "minProperties": 1,
            "additionalProperties": False,
        }

    def read(self, value: object, place: str) -> dict[str, object]:
        """Return the values by name."""
        if type(value) is not dict or not value:
            names = ", ".join(self.fields)
            raise BadArgument(place, f"an object with {names}", value)
        for name in self.required:
            if name not in value:
                raise BadArgument(f"{place}.{name}", "a value", NOTHING)
        return {name: self._field(name, item, place) for name, item in value.items()}

    def _field(self, name: object, value: object, place: str) -> object:
        shape = self.fields.get(name) if isinstance(name, str) else None
        if shape is None:
            raise BadArgument(place, f"one of {', '.join(self.fields)}", name)
        return shape.read(value, f"{place}.{name}")
