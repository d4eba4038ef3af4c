"""Reading JSON that a model or a server wrote, kept within what can be stored.

Stored trajectories go through orjson, which takes no lone surrogates, no integers
beyond 64 bits and no deep nesting: what is read here can always be written again.
"""

import json
from contextlib import suppress
from typing import Any

import orjson

from bankenv.records import Record

MAX_DEPTH = 40


def storable_text(text: str) -> str:
    """Return `text` with lone surrogates and NUL replaced by U+FFFD."""
    if "\x00" in text:
        text = text.replace("\x00", "\ufffd")
    if text.isascii():
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def read_json(data: bytes | str) -> Any:  # any JSON value
    """Return the value `data` holds; raises ValueError where it holds none.

    Bytes may be UTF-8, UTF-16 or UTF-32, with or without a byte-order mark; other
    bytes are read as UTF-8 with U+FFFD for what does not fit.
    """
    try:
        return storable(orjson.loads(data))
    except orjson.JSONDecodeError:
        return _read_slowly(data)


def _read_slowly(data: bytes | str) -> Any:
    if isinstance(data, bytes):
        data = data.decode(json.detect_encoding(data), "replace")
    try:
        return storable(json.loads(data.lstrip("\ufeff"), parse_constant=no_constant))
    except RecursionError:
        raise ValueError("the JSON is nested too deeply") from None


def no_constant(name: str) -> Any:
    """Refuse NaN and the infinities, which Python reads and JSON has not."""
    raise ValueError(f"{name} is not JSON")


def storable(value: Any, depth: int = 0) -> Any:
    """Return `value` with clean texts; raises ValueError if nested too deeply."""
    if isinstance(value, str):
        return storable_text(value)
    if isinstance(value, int) and not -(2**63) <= value < 2**63:
        return float(value) if abs(value) < 10**300 else str(value)
    if depth > MAX_DEPTH:
        raise ValueError(f"nested more than {MAX_DEPTH} levels deep")
    if isinstance(value, list):
        return [storable(item, depth + 1) for item in value]
    if isinstance(value, dict):
        return {storable_text(k): storable(v, depth + 1) for k, v in value.items()}
    return value


def read_arguments(given: object) -> tuple[Record | None, str | None]:
    """Return (arguments, None), or (None, raw text) for what is no JSON object.

    Servers send an object, its JSON text, nothing for no arguments, or text that was
    encoded twice; all of these are taken.
    """
    value, raw = given, given if isinstance(given, str) else None
    for _ in range(3):
        if value is None or (isinstance(value, str) and not value.strip()):
            return {}, None
        if not isinstance(value, str):
            break
        try:
            value = read_json(value)
        except ValueError:
            return None, storable_text(raw or "")
    if isinstance(value, dict):
        with suppress(ValueError):
            return storable(value), None
    return None, storable_text(raw) if raw is not None else _as_text(value)


def _as_text(value: object) -> str:
    return json.dumps(value, ensure_ascii=True, default=str)
