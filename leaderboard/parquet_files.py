"""JSON rows as Parquet: the columns of the CSV, with numbers and truths kept as such.

pyarrow is imported where it is used: it takes 40 MB, and few ask for these files.
"""

import io
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Any  # Any: pyarrow has no types

from leaderboard.csv_files import Cell, columns_of

ROWS_AT_ONCE = 2_000
TYPE = "application/vnd.apache.parquet"


def parquet_file(rows: Iterable[Mapping[str, Cell]]) -> bytes:
    """Return the rows as one Parquet file; what a row lacks is null.

    A column of mixed kinds is text, one that holds nothing at all is of numbers.
    """
    import pyarrow
    from pyarrow import parquet

    parts = [pyarrow.table({}), *_parts(iter(rows))]
    table = pyarrow.concat_tables(_alike(parts), promote_options="permissive")
    buffer = io.BytesIO()
    parquet.write_table(_without_nulls(table), buffer, compression="zstd")
    return buffer.getvalue()


def _parts(rows: Iterable[Mapping[str, Cell]]) -> Iterable[Any]:
    """Yield tables of some rows each, so that the rows need not be held."""
    import pyarrow

    waiting = iter(rows)
    while batch := list(islice(waiting, ROWS_AT_ONCE)):
        yield pyarrow.table(
            {
                name: _column([row.get(name) for row in batch])
                for name in columns_of(batch)
            }
        )


def _column(cells: Sequence[Cell]) -> Any:
    import pyarrow

    kinds = {type(cell) for cell in cells if cell is not None}
    if len(kinds) > 1 and not kinds <= {int, float}:
        cells = [None if cell is None else str(cell) for cell in cells]
    elif float in kinds:
        cells = [None if cell is None else float(cell) for cell in cells]
    return pyarrow.array(cells)


def _alike(tables: Sequence[Any]) -> list[Any]:
    """Return the tables with text wherever they differ in more than kinds of number."""
    import pyarrow

    kinds: dict[str, set[str]] = {}
    for table in tables:
        for field in table.schema:
            kinds.setdefault(field.name, set()).add(str(field.type))
    numbers = {"int64", "double", "null"}
    mixed = {
        name
        for name, found in kinds.items()
        if len(found - {"null"}) > 1 and not found <= numbers
    }
    return [
        table.cast(
            pyarrow.schema(
                [
                    (
                        field.name,
                        pyarrow.string() if field.name in mixed else field.type,
                    )
                    for field in table.schema
                ]
            )
        )
        for table in tables
    ]


def _without_nulls(table: Any) -> Any:
    import pyarrow

    empty = pyarrow.types.is_null
    fields = [
        (field.name, pyarrow.float64() if empty(field.type) else field.type)
        for field in table.schema
    ]
    return table.cast(pyarrow.schema(fields))
