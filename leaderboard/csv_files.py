"""JSON rows as CSV: one column a leaf, and no cell that a spreadsheet would run."""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from types import NoneType

Cell = str | float | int | bool | None
LEAVES = (str, int, float, NoneType)
PLAIN = frozenset((int, float, NoneType))  # written by csv as they are here
# A text that starts with one of these is a formula to a spreadsheet.
FORMULA = ("=", "+", "-", "@", "\t", "\r")


def flat(value: object, name: str = "") -> dict[str, Cell]:
    """Return the leaves of a JSON value by path: `pass_hat_k.1`, `totals.tokens_in`."""
    if isinstance(value, LEAVES):
        return {name: value}
    if isinstance(value, Mapping):
        parts: Iterable[tuple[object, object]] = value.items()
    elif isinstance(value, list | tuple):
        parts = enumerate(value, start=1)
    else:
        return {name: str(value)}
    found: dict[str, Cell] = {}
    before = f"{name}." if name else ""
    for key, part in parts:
        if isinstance(part, LEAVES):  # as nearly all are
            found[f"{before}{key}"] = part
        else:
            found |= flat(part, f"{before}{key}")
    return found


def columns_of(rows: Iterable[Mapping[str, Cell]]) -> list[str]:
    """Return every column of the rows, those of one name together, as first seen."""
    seen: dict[str, None] = {}
    for row in rows:
        seen |= dict.fromkeys(row)
    groups: dict[str, list[str]] = {}
    for name in seen:
        groups.setdefault(name.split(".")[0], []).append(name)
    return [name for group in groups.values() for name in group]


def csv_lines(
    columns: Iterable[str], rows: Iterable[Mapping[str, Cell]]
) -> Iterator[str]:
    """Yield the header and each row as a line of CSV; what a row lacks is empty."""
    names = list(columns)
    buffer = io.StringIO()
    write = csv.writer(buffer).writerow
    lines: Iterable[Sequence[Cell]] = ([row.get(n) for n in names] for row in rows)
    for cells in chain([names], lines):
        write([c if type(c) in PLAIN else _written(c) for c in cells])
        yield buffer.getvalue()
        buffer.seek(0)
        buffer.truncate()


def _written(cell: Cell) -> Cell:
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if isinstance(cell, str):
        return f"'{cell}" if cell.startswith(FORMULA) else cell
    return cell
