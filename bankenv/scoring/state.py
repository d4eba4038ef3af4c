"""The final records: gold's beside the conversation's, and where they differ."""

from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass
from functools import lru_cache

import orjson

from bankenv.bank import Dataset
from bankenv.books import Books
from bankenv.records import Change, JsonValue, Record
from bankenv.scoring.calls import MadeCall
from bankenv.tasks import Task
from bankenv.tools import ToolResult, execute

# Generated references, links and free-text notes: interface §6. `account_id` of a
# request is an optional remark that no step asks for.
IGNORED = frozenset(
    {
        "request_id",
        "reference_id",
        "reference",
        "receipt_ref",
        "download_url",
        "description",
        "note",
    }
)
# Maps whose new keys are generated, so that their new rows compare as a bag.
GENERATED_KEYS = frozenset({"requests", "service_orders"})
UNORDERED = frozenset({"linked_products"})


@dataclass(frozen=True, slots=True)
class Replayed:
    """The active customer's record after some calls, what they answered and changed."""

    record: Record
    results: tuple[ToolResult, ...]

    @property
    def changes(self) -> list[Change]:
        """Return all changes in order."""
        return [change for result in self.results for change in result.changes]


@dataclass(frozen=True, slots=True)
class Difference:
    """One place where the final records differ."""

    path: str
    before: JsonValue
    gold: JsonValue
    here: JsonValue


def replay_calls(
    dataset: Dataset, task: Task, calls: Iterable[tuple[str, JsonValue]]
) -> Replayed:
    """Run (tool, arguments) pairs on the task's opening records."""
    return _replay(Books(dataset, task.customer_id, task.opening), calls)


def _replay(books: Books, calls: Iterable[tuple[str, JsonValue]]) -> Replayed:
    results = tuple(execute(books, tool, arguments) for tool, arguments in calls)
    return Replayed(books.record, results)


@lru_cache(maxsize=4096)
def _opened(dataset: Dataset, task_id: str) -> Books:
    """Return the task's books as they open. They are shared: write in a copy only."""
    task = dataset.tasks[task_id]
    return Books(dataset, task.customer_id, task.opening)


def opening_record(dataset: Dataset, task_id: str) -> Record:
    """Return the task's opening record. It is shared: nobody may change it."""
    return _opened(dataset, task_id).record


@lru_cache(maxsize=4096)
def gold_replay(dataset: Dataset, task_id: str) -> Replayed:
    """Return the gold chain's outcome. It is shared: nobody may change it."""
    task = dataset.tasks[task_id]
    return replay_calls(dataset, task, [(s.tool, s.arguments) for s in task.gold])


def writes_replay(dataset: Dataset, task: Task, calls: Iterable[MadeCall]) -> Replayed:
    """Run the conversation's write calls again, whatever a recording claims."""
    writes = [(c.tool, c.arguments) for c in calls if c.kind == "write"]
    return _replay(copy(_opened(dataset, task.id)), writes)


def touched_paths(
    dataset: Dataset, task: Task, calls: Iterable[MadeCall], here: Replayed
) -> dict[str, list[int]]:
    """Return which write calls' events changed each path, as differences name paths.

    `here` is what `writes_replay` made of the same calls.
    """
    opening = opening_record(dataset, task.id)
    writes = [call for call in calls if call.kind == "write"]
    touched: dict[str, list[int]] = {}
    for call, result in zip(writes, here.results, strict=True):
        for change in result.changes:
            path = compared_path(change.path, here.record, opening)
            touched.setdefault(path, []).append(call.event)
    return touched


def differences(dataset: Dataset, task: Task, here: Replayed) -> list[Difference]:
    """Return where the final records differ from gold's, by path, sorted."""
    gold = gold_replay(dataset, task.id)
    opening = opening_record(dataset, task.id)
    places = sorted({_place(c.path) for c in [*gold.changes, *here.changes]})
    found: list[Difference] = []
    for place in places:
        values = [_at(record, place) for record in (opening, gold.record, here.record)]
        if values[1] == values[2]:
            continue
        before, wanted, got = (normalised(value, place, opening) for value in values)
        found += _compare(".".join(place), before, wanted, got)
    return found


def normalised(value: JsonValue, place: tuple[str, ...], opening: Record) -> JsonValue:
    """Return the value without what differs between equally right conversations."""
    name = place[-1]
    if name in GENERATED_KEYS and isinstance(value, dict):
        return _bag(value, _at(opening, place) or {})
    if name in UNORDERED and isinstance(value, list):
        return sorted(value)
    return _stripped(value)


def _place(path: str) -> tuple[str, ...]:
    """Return the part of the record to compare: two levels, or a bag as a whole."""
    parts = tuple(path.split("."))
    return parts[:1] if parts[0] in GENERATED_KEYS else parts[:2]


def _at(record: JsonValue, place: tuple[str, ...]) -> JsonValue:
    for name in place:
        if isinstance(record, list):
            record = record[int(name)] if int(name) < len(record) else None
        else:
            record = record.get(name) if isinstance(record, dict) else None
    return record


def _bag(rows: Mapping[str, Record], known: Mapping[str, Record]) -> Record:
    """Keep rows that were there under their ids; number the new ones by content."""
    old = {key: _stripped(row) for key, row in rows.items() if key in known}
    return old | {f"new {i}": row for i, _, row in _new_rows(rows, known)}


def _new_rows(
    rows: Mapping[str, Record], known: Mapping[str, Record]
) -> Iterator[tuple[int, str, JsonValue]]:
    """Yield (number, generated key, what is compared) for each row that is new."""
    new = {
        key: _stripped(_anonymous(row)) for key, row in rows.items() if key not in known
    }
    ordered = sorted(
        new, key=lambda key: orjson.dumps(new[key], option=orjson.OPT_SORT_KEYS)
    )
    for number, key in enumerate(ordered, start=1):
        yield number, key, new[key]


def compared_path(path: str, record: Record, opening: Record) -> str:
    """Return the path under which a difference names what a write changed at `path`.

    A new row in a bag goes by its number there, since its key is generated.
    """
    name, _, rest = path.partition(".")
    if name not in GENERATED_KEYS or not rest:
        return path
    key, dot, inner = rest.partition(".")
    numbers = {
        known: number
        for number, known, _ in _new_rows(_at(record, (name,)), opening.get(name) or {})
    }
    return f"{name}.new {numbers[key]}{dot}{inner}" if key in numbers else path


def _anonymous(row: Record) -> Record:
    if "category" in row:
        return {key: value for key, value in row.items() if key != "account_id"}
    return row


def _stripped(value: JsonValue) -> JsonValue:
    if isinstance(value, dict):
        return {k: _stripped(v) for k, v in value.items() if k not in IGNORED}
    if isinstance(value, list):
        return [_stripped(item) for item in value]
    return value


def _compare(
    path: str, before: JsonValue, gold: JsonValue, here: JsonValue
) -> list[Difference]:
    if gold == here:
        return []
    if isinstance(gold, dict) and isinstance(here, dict):
        start = before if isinstance(before, dict) else {}
        return [
            difference
            for key in sorted(gold.keys() | here.keys())
            for difference in _compare(
                f"{path}.{key}", start.get(key), gold.get(key), here.get(key)
            )
        ]
    if isinstance(gold, list) and isinstance(here, list):
        return _compare_rows(path, before, gold, here)
    return [Difference(path, before, gold, here)]


def _compare_rows(
    path: str, before: JsonValue, gold: list[JsonValue], here: list[JsonValue]
) -> list[Difference]:
    start = before if isinstance(before, list) else []
    rows = max(len(gold), len(here))

    def at(values: list[JsonValue], i: int) -> JsonValue:
        return values[i] if i < len(values) else None

    return [
        difference
        for i in range(rows)
        for difference in _compare(
            f"{path}.{i}", at(start, i), at(gold, i), at(here, i)
        )
    ]
