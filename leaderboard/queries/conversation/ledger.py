"""The records: before, after in gold, after here, value by value."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from bankenv.bank import Dataset
from bankenv.records import Change, JsonValue, Record
from bankenv.scoring.calls import made_calls
from bankenv.scoring.state import (
    Difference,
    Replayed,
    compared_path,
    differences,
    gold_replay,
    opening_record,
    touched_paths,
    writes_replay,
)
from bankenv.tasks import Task
from bankenv.trajectory import Trajectory
from leaderboard.queries.conversation.answers import amount_words, leaf_words, leaves


@dataclass(frozen=True, slots=True)
class LedgerRow:
    """One value of the records. `gold` and `here` are its values at the end.

    `gold_amount` and `here_amount` are the signed differences from before, where the
    value is money. `differs` is true where gold and the conversation disagree,
    `compared` false for what may differ: generated references and free text.
    """

    path: str
    before: str
    gold: str
    here: str
    gold_amount: str
    here_amount: str
    differs: bool
    compared: bool
    events: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Ledger:
    """All values that gold or the conversation changed."""

    rows: tuple[LedgerRow, ...]

    @property
    def differing(self) -> int:
        """Return how many values disagree."""
        return sum(row.differs for row in self.rows)


def ledger(dataset: Dataset, task: Task, trajectory: Trajectory) -> Ledger:
    """Return the ledger of a conversation: disagreements first, then what agrees.

    The conversation's writes are run again on the opening records: the ledger does not
    rest on what a recording claims.
    """
    calls = made_calls(trajectory)
    gold, here = gold_replay(dataset, task.id), writes_replay(dataset, task, calls)
    opening = opening_record(dataset, task.id)
    touched = touched_paths(dataset, task, calls, here)
    found = [_leaf_rows(d, touched) for d in differences(dataset, task, here)]
    wrong = [row for rows in found for row in rows]
    paths = [row.path for row in wrong]
    right = [
        row
        for row in _agreed(_named(gold, opening), _named(here, opening), touched)
        if not any(_same_place(row.path, path) for path in paths)
    ]
    return Ledger((*wrong, *right))


def _same_place(path: str, other: str) -> bool:
    return path == other or path.startswith(other + ".") or other.startswith(path + ".")


def _events(touched: Mapping[str, list[int]], path: str) -> tuple[int, ...]:
    found = {e for place, es in touched.items() if _same_place(path, place) for e in es}
    return tuple(sorted(found))


def _leaf_rows(
    difference: Difference, touched: Mapping[str, list[int]]
) -> Iterator[LedgerRow]:
    path = difference.path
    sides = (difference.before, difference.gold, difference.here)
    before, gold, here = (_leaves(path, side) for side in sides)
    for name in dict.fromkeys([*before, *gold, *here]):
        if gold.get(name) != here.get(name):
            values = (before.get(name), gold.get(name), here.get(name))
            yield _row(name, values, touched, differs=True)


def _leaves(path: str, value: JsonValue) -> dict[str, JsonValue]:
    return {} if value is None else leaves(path, value)


def _named(here: Replayed, opening: Record) -> list[Change]:
    """Return the changes under the paths by which differences name them."""
    return [
        replace(change, path=compared_path(change.path, here.record, opening))
        for change in here.changes
    ]


def _agreed(
    gold: Iterable[Change], here: Iterable[Change], touched: Mapping[str, list[int]]
) -> Iterator[LedgerRow]:
    wanted, got = _ends(gold), _ends(here)
    for path in dict.fromkeys([*wanted, *got]):
        before = (wanted.get(path) or got[path])[0]
        values = tuple(
            ends[path][1] if path in ends else before for ends in (wanted, got)
        )
        yield _row(path, (before, *values), touched, differs=False)


def _ends(changes: Iterable[Change]) -> dict[str, tuple[JsonValue, JsonValue]]:
    """Return the first `before` and the last `after` of each changed value."""
    ends: dict[str, tuple[JsonValue, JsonValue]] = {}
    for change in changes:
        before = _leaves(change.path, change.before)
        after = _leaves(change.path, change.after)
        for path in dict.fromkeys([*before, *after]):
            first = ends[path][0] if path in ends else before.get(path)
            ends[path] = (first, after.get(path))
    return ends


def _row(
    path: str,
    values: tuple[JsonValue, JsonValue, JsonValue],
    touched: Mapping[str, list[int]],
    *,
    differs: bool,
) -> LedgerRow:
    before, gold, here = values
    return LedgerRow(
        path=path,
        before=leaf_words(path, before),
        gold=leaf_words(path, gold),
        here=leaf_words(path, here),
        gold_amount=amount_words(path, before, gold),
        here_amount=amount_words(path, before, here),
        differs=differs,
        compared=differs or gold == here,
        events=_events(touched, path),
    )
