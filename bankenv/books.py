"""The books of one conversation: the active customer's record and its changes."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import date, datetime, time, timedelta
from functools import lru_cache
from typing import Protocol

import orjson

from bankenv.records import Change, JsonValue, Record
from bankenv.rules import Rules
from bankenv.tasks import Edit

Key = str | int
Path = tuple[Key, ...]

APPEND = "-"
# The prompt, the conversation and the scorer each open the same customer's books.
KEPT_RECORDS = 256


class BankData(Protocol):
    """What books need of a dataset; all of it immutable."""

    @property
    def customers(self) -> Mapping[str, bytes]:
        """Return each customer's record as JSON bytes."""

    @property
    def rules(self) -> Rules:
        """Return the bank's constants."""

    @property
    def clock(self) -> date:
        """Return the bank's today."""

    @property
    def seed(self) -> str:
        """Return what generated references are derived from."""


class Books:
    """The active customer's record in one conversation, each change accounted for.

    A write never alters a map or list in place: it copies the few on its path and
    shares the rest. So whatever was read before (`record` itself, a row inside a
    result, a value inside a Change) stays as it was, and undoing is keeping the old
    root. Nobody may alter a value got from here.
    """

    __slots__ = ("_changes", "customer_id", "dataset", "record", "timestamp")

    def __init__(
        self, dataset: BankData, customer_id: str, opening: Iterable[Edit] = ()
    ) -> None:
        """Open the customer's record and apply the task's opening edits.

        Raises KeyError for a customer the dataset does not have, and ValueError for an
        edit whose path leads through a value that is neither a map nor a list.
        """
        self.dataset = dataset
        self.customer_id = customer_id
        self.timestamp = self.moment()
        self.record: Record = parsed_record(dataset.customers[customer_id])
        self._changes: list[Change] | None = None
        for edit in opening:
            self.record, _ = _set(
                self.record, _parse(self.record, edit.path), edit.value
            )

    @property
    def rules(self) -> Rules:
        """Return the bank's constants."""
        return self.dataset.rules

    @property
    def today(self) -> date:
        """Return the bank's frozen date."""
        return self.dataset.clock

    def moment(self, *, days: int = 0, hours: int = 0) -> str:
        """Return a time after the frozen midnight, as ISO text without a zone."""
        start = datetime.combine(self.today, time())
        return (start + timedelta(days=days, hours=hours)).isoformat()

    def get(self, path: Path) -> JsonValue:
        """Return the value at `path`, or None where nothing is there."""
        value: JsonValue = self.record
        for key in path:
            value = _child(value, key)
            if value is None:
                return None
        return value

    @contextmanager
    def writing(self) -> Iterator[list[Change]]:
        """Collect the changes made in the block; if it raises, none was made."""
        if self._changes is not None:
            raise RuntimeError("the books are already being written")
        before = self.record
        changes: list[Change] = []
        self._changes = changes
        try:
            yield changes
        except BaseException:
            self.record = before
            raise
        finally:
            self._changes = None

    def put(self, path: Path, value: JsonValue) -> None:
        """Set the value at `path`, making missing maps and lists on the way.

        A value that is already there is no change. Raises RuntimeError outside
        `writing`, ValueError for a path that leads through a plain value.
        """
        if self._changes is None:
            raise RuntimeError("records change inside writing() only")
        record, before = _set(self.record, path, value)
        if before == value and type(before) is type(value):
            return
        self.record = record
        self._changes.append(Change(".".join(map(str, path)), before, value))

    def append(self, path: Path, value: JsonValue) -> None:
        """Add `value` at the end of the list at `path`, making the list if missing."""
        self.put((*path, len(self.get(path) or ())), value)


@lru_cache(maxsize=KEPT_RECORDS)
def parsed_record(line: bytes) -> Record:
    """Return a record from its JSON. It is shared by all books: nobody may alter it."""
    record: Record = orjson.loads(line)
    return record


def _child(value: JsonValue, key: Key) -> JsonValue:
    if isinstance(value, dict):
        return value.get(key)
    if isinstance(value, list) and isinstance(key, int) and 0 <= key < len(value):
        return value[key]
    return None


def _set(
    parent: JsonValue, path: Path, value: JsonValue
) -> tuple[JsonValue, JsonValue]:
    """Return `parent` with `value` at `path`, and the value that was there before."""
    key, rest = path[0], path[1:]
    before = _child(parent, key)
    if rest:
        if before is None:
            before = [] if isinstance(rest[0], int) else {}
        child, before = _set(before, rest, value)
    else:
        child = value
    if isinstance(parent, dict):
        return {**parent, key: child}, before
    if isinstance(parent, list) and isinstance(key, int) and 0 <= key <= len(parent):
        return [*parent[:key], child, *parent[key + 1 :]], before
    raise ValueError(f"nothing to set at {'.'.join(map(str, path))!r}")


def _parse(record: Record, text: str) -> Path:
    """Return a dotted path as keys: positions in lists as numbers, `-` as their end."""
    path: list[Key] = []
    value: JsonValue = record
    for part in text.split("."):
        key: Key = part
        if isinstance(value, list):
            if part != APPEND and not part.isdecimal():
                raise ValueError(f"{text!r}: {part!r} is not a position in a list")
            key = len(value) if part == APPEND else int(part)
        path.append(key)
        value = _child(value, key)
    return tuple(path)
