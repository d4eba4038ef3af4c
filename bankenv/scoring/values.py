"""When two argument values are the same."""

from collections.abc import Mapping, Sequence

import orjson

from bankenv.records import JsonValue


def same_value(gold: JsonValue, got: JsonValue) -> bool:
    """Tell whether `got` is what `gold` asks for.

    Numbers are equal by value (100000 and 100000.0) but never equal to a text or a
    boolean; lists of texts compare as sets; maps by their keys, where a missing key is
    a null; JSON inside a text compares as JSON. Texts are equal only to themselves.
    """
    if _is_number(gold) and _is_number(got):
        return bool(gold == got)
    gold, got = _opened(gold, got)
    if isinstance(gold, dict) and isinstance(got, dict):
        return _same_map(gold, got)
    if isinstance(gold, list | tuple) and isinstance(got, list | tuple):
        return _same_list(gold, got)
    return type(gold) is type(got) and bool(gold == got)


def _is_number(value: JsonValue) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _opened(gold: JsonValue, got: JsonValue) -> tuple[JsonValue, JsonValue]:
    """Read JSON objects and lists out of texts, where either side is one."""
    if gold == got or not (_holds_json(gold) or _holds_json(got)):
        return gold, got
    return _read(gold), _read(got)


def _holds_json(value: JsonValue) -> bool:
    return isinstance(value, str) and value.lstrip()[:1] in ("{", "[")


def _read(value: JsonValue) -> JsonValue:
    if not _holds_json(value):
        return value
    try:
        return orjson.loads(value)
    except orjson.JSONDecodeError:
        return value


def _same_map(gold: Mapping[str, JsonValue], got: Mapping[str, JsonValue]) -> bool:
    return all(same_value(gold.get(key), got.get(key)) for key in gold.keys() | got)


def _same_list(gold: Sequence[JsonValue], got: Sequence[JsonValue]) -> bool:
    if all(isinstance(item, str) for item in [*gold, *got]):
        return set(gold) == set(got)
    return len(gold) == len(got) and all(map(same_value, gold, got))
