"""Reads parsed JSON into frozen dataclasses; a fault names its place and the value."""

from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from datetime import date
from functools import cache
from math import isfinite
from types import MappingProxyType, NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

from bankenv.records import JsonValue

# A type expression such as `tuple[Slab, ...]`: no static type is narrower.
TypeForm = Any

_EXPECTED = {str: "a text", bool: "true or false", int: "a whole number from 0"}


class BadData(ValueError):
    """A value that is not what the layout asks for; the message says where."""

    def __init__(self, place: str, expected: str, got: JsonValue) -> None:
        """Name the place, what belongs there, and what was there instead."""
        shown = repr(got)
        super().__init__(
            f"{place}: expected {expected}, got {shown[:60]}{'…' * (len(shown) > 60)}"
        )


def decode(form: TypeForm, value: JsonValue, place: str) -> Any:  # the form's own type
    """Return `value` as the type `form`, checked all the way down.

    Understands str, int, float (not negative), bool, ISO dates, None unions,
    `tuple[X, ...]`, `Mapping[str, X]`, Any, and dataclasses, whose fields with a
    default may be absent. Raises BadData with the place, starting from `place`.
    """
    if form is Any:
        return value
    if is_dataclass(form):
        return _dataclass(form, value, place)
    origin: TypeForm = get_origin(form)
    if origin is not None:
        return _generic(origin, get_args(form), value, place)
    return _scalar(form, value, place)


def _generic(
    origin: TypeForm, parts: tuple[TypeForm, ...], value: JsonValue, place: str
) -> object:
    if origin is UnionType:
        inner = next(part for part in parts if part is not NoneType)
        return None if value is None else decode(inner, value, place)
    if origin is tuple:
        return _sequence(parts[0], value, place)
    return _mapping(parts[1], value, place)


def _dataclass(form: TypeForm, value: JsonValue, place: str) -> object:
    if not isinstance(value, dict):
        raise BadData(place, "an object", value)
    hints, required = _layout(form)
    for name in value:
        if name not in hints:
            raise BadData(place, f"one of {', '.join(hints)}", name)
    for name in required:
        if name not in value:
            raise BadData(f"{place}.{name}", "a value", None)
    return form(
        **{
            name: decode(hints[name], item, f"{place}.{name}")
            for name, item in value.items()
        }
    )


@cache
def _layout(form: TypeForm) -> tuple[dict[str, TypeForm], tuple[str, ...]]:
    hints = get_type_hints(form)
    layout = {field.name: hints[field.name] for field in fields(form)}
    return layout, tuple(f.name for f in fields(form) if f.default is MISSING)


def _sequence(item: TypeForm, value: JsonValue, place: str) -> tuple[object, ...]:
    if not isinstance(value, list):
        raise BadData(place, "a list", value)
    return tuple(decode(item, one, f"{place}[{n}]") for n, one in enumerate(value))


def _mapping(item: TypeForm, value: JsonValue, place: str) -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise BadData(place, "an object", value)
    return MappingProxyType(
        {key: decode(item, one, f"{place}.{key}") for key, one in value.items()}
    )


def _scalar(form: TypeForm, value: JsonValue, place: str) -> object:
    if form is float:
        return _number(value, place)
    if form is date:
        return _date(value, place)
    if type(value) is not form or (form is int and value < 0):
        raise BadData(place, _EXPECTED[form], value)
    return value


def _number(value: JsonValue, place: str) -> float:
    if type(value) not in (int, float) or not isfinite(value) or value < 0:
        raise BadData(place, "a number from 0", value)
    return float(value)


def _date(value: JsonValue, place: str) -> date:
    try:
        return date.fromisoformat(value)
    except (TypeError, ValueError):
        raise BadData(place, "a date like 2026-07-16", value) from None
