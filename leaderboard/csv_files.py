"""JSON rows as CSV: one column a leaf, and no cell that a spreadsheet would run."""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping

Cell = str | float | int | bool | None
# A text that starts with one of these is a formula to a spreadsheet.
FORMULA = ("=", "+", "-", "@", "\t", "\r")


def flat(value: object, name: str = "") -> dict[str, Cell]:
    """Return the leaves of a JSON value by path: `pass_hat_k.1`, `totals.tokens_in`."""
    if isinstance(value, Mapping):
        parts = [(str(key), part) for key, part in value.items()]
    elif isinstance(value, list | tuple):
        parts = [(str(place), part) for place, part in enumerate(value, start=1)]
    else:
        leaf = value if isinstance(value, str | float | int | None) else str(value)
        return {name: leaf}
    found: dict[str, Cell] = {}
    for key, part in parts:
        found |= flat(part, f"{name}.{key}" if name else key)
    return found


def columns_of(rows: Iterable[Mapping[str, Cell]]) -> list[str]:
    """Return every column of the rows, those of one name together, as first seen."""
    seen = list(dict.fromkeys(name for row in rows for name in row))
    groups = list(dict.fromkeys(name.split(".")[0] for name in seen))
    return sorted(seen, key=lambda name: groups.index(name.split(".")[0]))


def csv_lines(
    columns: Iterable[str], rows: Iterable[Mapping[str, Cell]]
) -> Iterator[str]:
    """Yield the header and each row as a line of CSV; what a row lacks is empty."""
    names = list(columns)
    yield _line(names)
    for row in rows:
        yield _line([row.get(name) for name in names])


def _line(cells: Iterable[Cell]) -> str:
    buffer = io.StringIO()
    csv.writer(buffer).writerow([_written(cell) for cell in cells])
    return buffer.getvalue()


def _written(cell: Cell) -> str:
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if isinstance(cell, str):
        return f"'{cell}" if cell.startswith(FORMULA) else cell
    return repr(cell)
