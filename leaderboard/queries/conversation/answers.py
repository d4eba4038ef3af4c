"""Results, arguments and record changes laid out for reading."""

from collections.abc import Iterable, Mapping

import orjson

from bankenv.records import Change, JsonValue
from bankenv.trajectory import Result
from leaderboard.queries.conversation.rows import (
    Answer,
    ArgumentText,
    ChangeRow,
    Sheet,
    SheetTable,
)
from leaderboard.queries.conversation.words import (
    is_money,
    is_number,
    json_line,
    json_page,
    result_words,
    signed_rupees,
    value_words,
)

ANSWER_ON_PAGE = 12_000  # characters of one answer; a longer one is fetched when opened
ANSWERS_ON_PAGE = 60_000  # of all answers together
# A longer conversation leaves its closed answers to be fetched as they are opened.
CALLS_WITH_ANSWERS = 24
ARGUMENT_CHARACTERS = 240
ROWS_WEIGHED = 50  # of a long list; weighing it all takes longer than drawing it
DEPTH = 6  # records are never deeper; what a model sends may be


def room_for_one(answers: int) -> int:
    """Return how many characters of a closed answer a page with so many can hold."""
    if answers > CALLS_WITH_ANSWERS:
        return 0
    return min(ANSWER_ON_PAGE, ANSWERS_ON_PAGE // max(answers, 1))


def answer(result: Result | None, room: float = ANSWER_ON_PAGE) -> Answer | None:
    """Return a result with its content, or without it where `room` is too small."""
    if result is None:
        return None
    size = size_of(result.content)
    is_small = size <= room
    return Answer(
        index=None if result.index < 0 else result.index,
        summary=result_words(result),
        ok=result.ok,
        sheet=sheet(result.content) if is_small else None,
        raw=raw_text(result.content) if is_small else None,
        size=size_words(size),
        is_big=size > ANSWER_ON_PAGE,
    )


def raw_text(content: JsonValue) -> str:
    return content if isinstance(content, str) else json_page(content)


def size_of(content: JsonValue) -> int:
    """Return how many characters a result takes as JSON: of a long list, about."""
    if isinstance(content, list) and len(content) > ROWS_WEIGHED:
        return _weight(content[:ROWS_WEIGHED]) * len(content) // ROWS_WEIGHED
    if isinstance(content, dict) and any(_is_long(v) for v in content.values()):
        return sum(size_of(value) for value in content.values())
    return _weight(content)


def _is_long(value: JsonValue) -> bool:
    return isinstance(value, list) and len(value) > ROWS_WEIGHED


def _weight(content: JsonValue) -> int:
    return len(orjson.dumps(content, default=str))


def size_words(size: int) -> str:
    return f"{size / 1000:.0f} KB" if size >= 1000 else f"{size} B"


def sheet(content: JsonValue) -> Sheet:
    """Lay out a JSON value: scalars as pairs, lists of records as tables."""
    if _is_record_list(content):
        return Sheet(tables=(_table("results", content),))
    if not isinstance(content, Mapping):
        return Sheet(pairs=(("", value_words("", content)),))
    pairs: list[tuple[str, str]] = []
    tables: list[SheetTable] = []
    for key, value in content.items():
        if _is_record_list(value):
            tables.append(_table(str(key), value))
        else:
            pairs.extend(_pairs(str(key), value))
    return Sheet(tuple(pairs), tuple(tables))


def argument_texts(
    arguments: Mapping[str, JsonValue], differing: frozenset[str] = frozenset()
) -> tuple[ArgumentText, ...]:
    """Return named arguments as they would be written in a call."""
    return tuple(
        ArgumentText(str(name), _clipped(json_line(value)), name in differing)
        for name, value in arguments.items()
    )


def change_rows(changes: Iterable[Change]) -> tuple[ChangeRow, ...]:
    """Return changes of records value by value; a record that appears is opened."""
    return tuple(row for change in changes for row in _change(change))


def amount_words(path: str, before: JsonValue, after: JsonValue) -> str:
    """Return the signed difference of two amounts of money, or nothing."""
    if is_money(_leaf(path)) and is_number(before) and is_number(after):
        return signed_rupees(round(after - before, 2))
    return ""


def leaves(path: str, value: JsonValue, depth: int = DEPTH) -> dict[str, JsonValue]:
    """Return the scalar values under a record path, by their full paths."""
    inner: Iterable[tuple[object, JsonValue]]
    if depth and isinstance(value, Mapping) and value:
        inner = value.items()
    elif depth and _is_record_list(value):
        inner = enumerate(value)
    else:
        return {path: value}
    found: dict[str, JsonValue] = {}
    for key, part in inner:
        found |= leaves(f"{path}.{key}", part, depth - 1)
    return found


def leaf_words(path: str, value: JsonValue) -> str:
    return value_words(_leaf(path), value)


def _leaf(path: str) -> str:
    return path.rsplit(".", 1)[-1]


def _change(change: Change) -> list[ChangeRow]:
    before = {} if change.before is None else leaves(change.path, change.before)
    after = {} if change.after is None else leaves(change.path, change.after)
    return [
        ChangeRow(
            path,
            leaf_words(path, before[path]) if path in before else "",
            leaf_words(path, after[path]) if path in after else "",
            amount_words(path, before.get(path), after.get(path)),
        )
        for path in dict.fromkeys([*before, *after])
        if before.get(path) != after.get(path)
    ]


def _clipped(text: str) -> str:
    if len(text) <= ARGUMENT_CHARACTERS:
        return text
    left = len(text) - ARGUMENT_CHARACTERS
    return f"{text[:ARGUMENT_CHARACTERS]}… {left:,} more characters"


def _is_record_list(value: JsonValue) -> bool:
    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(i, Mapping) for i in value)
    )


def _pairs(path: str, value: JsonValue, depth: int = DEPTH) -> list[tuple[str, str]]:
    if not (depth and isinstance(value, Mapping) and value):
        return [(path, leaf_words(path, value))]
    found = []
    for key, part in value.items():
        found += _pairs(f"{path}.{key}", part, depth - 1)
    return found


def _table(name: str, records: list[Mapping[str, JsonValue]]) -> SheetTable:
    flat = [
        dict(p for key, value in r.items() for p in _pairs(str(key), value))
        for r in records
    ]
    columns = tuple(dict.fromkeys(column for row in flat for column in row))
    rows = tuple(tuple(row.get(column, "") for column in columns) for row in flat)
    return SheetTable(name, columns, rows)
