"""When two states of the published bank are the same: what is dropped and reordered."""

import json
import re
from collections.abc import Iterator, Mapping

from bankenv.records import JsonValue

GENERATED = re.compile(r"(SR-|TXN|ADR|CHQ|STMT|RCPT|STP|FD|RD)\d+", re.IGNORECASE)
DROPPED = frozenset(
    {
        "request_id",
        "reference_id",
        "reference",
        "description",
        "note",
        "receipt_ref",
        "download_url",
        "expiry",
    }
)
GENERAL = ("other", "general_query")
PRIORITIES = ("NORMAL", "URGENT", None)


def normalised(value: JsonValue) -> JsonValue:
    """Return a value as it enters the comparison of states.

    A map whose every key is a generated id becomes a bag. Elsewhere references and
    free text are dropped, anywhere in the records; a request's account too, and its
    category `other` is `general_query` of normal priority.
    """
    if isinstance(value, Mapping):
        if value and all(GENERATED.fullmatch(str(key)) for key in value):
            rows = [normalised(inner) for inner in value.values()]
            return sorted(rows, key=as_text)
        return _map(value)
    if isinstance(value, list | tuple):
        return [normalised(inner) for inner in value]
    return value


def as_text(value: JsonValue) -> str:
    """Return the text that is compared: 100000 and 100000.0 differ in it."""
    return json.dumps(value, sort_keys=True, default=str)


def same_state(one: JsonValue, other: JsonValue) -> bool:
    """Tell whether two records are the same to the published bank."""
    return as_text(normalised(one)) == as_text(normalised(other))


def _map(value: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    dropped = DROPPED | {"account_id"} if _is_request(value) else DROPPED
    made = {key: normalised(v) for key, v in value.items() if key not in dropped}
    if _is_request(value):
        made |= _as_general(value)
    return made


def _is_request(value: Mapping[str, JsonValue]) -> bool:
    marks = {"request_id", "related_transaction_id", "priority"}
    return "category" in value and bool(marks & value.keys())


def _as_general(value: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    if value["category"] not in GENERAL:
        return {}
    changed: dict[str, JsonValue] = {"category": "general_query"}
    if value.get("priority") in PRIORITIES:
        changed["priority"] = "NORMAL"
    return changed


def differences(
    path: str, one: JsonValue, other: JsonValue
) -> Iterator[tuple[str, JsonValue, JsonValue]]:
    """Yield each path where two values differ, with both values; `path` leads to them.

    What is on one side alone is null on the other.
    """
    if isinstance(one, dict) and isinstance(other, dict):
        for key in sorted(one.keys() | other.keys(), key=str):
            inner = f"{path}.{key}".lstrip(".")
            yield from differences(inner, one.get(key), other.get(key))
    elif isinstance(one, list) and isinstance(other, list):
        for i in range(max(len(one), len(other))):
            left, right = (row[i] if i < len(row) else None for row in (one, other))
            yield from differences(f"{path}.{i}".lstrip("."), left, right)
    elif type(one) is not type(other) or one != other:
        yield path, one, other
