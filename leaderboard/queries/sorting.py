"""The order of a table: in the URL, any column, missing values last both ways."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from django.db.models import F
from django.db.models.expressions import OrderBy

Row = TypeVar("Row")

# A value that is compared with others of its own kind.
Ordered = float | str | tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Sort:
    """One column and a direction, written `rate` or `-rate` in a URL."""

    key: str
    descending: bool = False
    # Columns whose first click should show the largest first.
    largest_first: frozenset[str] = frozenset()

    def __str__(self) -> str:
        """Return the sort as it stands in a URL."""
        return f"-{self.key}" if self.descending else self.key

    def turned(self, key: str) -> str:
        """Return the sort that a click on the column `key` asks for."""
        descending = (
            not self.descending if key == self.key else key in self.largest_first
        )
        return f"-{key}" if descending else key

    def aria(self, key: str) -> str:
        """Return the `aria-sort` of the column `key`; empty where it does not sort."""
        if key != self.key:
            return ""
        return "descending" if self.descending else "ascending"


def parse_sort(
    text: str, allowed: Iterable[str], default: str, largest_first: Iterable[str] = ()
) -> Sort:
    """Read `-rate`; a column that does not exist falls back to the default."""
    known = set(allowed)
    asked = text if text.removeprefix("-") in known else default
    return Sort(
        asked.removeprefix("-"), asked.startswith("-"), frozenset(largest_first)
    )


def sorted_rows(
    rows: Sequence[Row], value: Callable[[Row], Ordered | None], *, descending: bool
) -> list[Row]:
    """Return rows in order of `value`; rows without one come last either way."""
    present = [row for row in rows if value(row) is not None]
    missing = [row for row in rows if value(row) is None]
    # The filter above leaves no None, which the key's type cannot say.
    present.sort(key=lambda row: value(row), reverse=descending)  # type: ignore[arg-type,return-value]
    return present + missing


def order_by(column: str, *, descending: bool, missing: bool = True) -> OrderBy:
    """Return the same order for the database, missing last both ways.

    Say where none can be `missing`: an index is then in this order, and used.
    """
    last = missing or None
    field = F(column)
    return field.desc(nulls_last=last) if descending else field.asc(nulls_last=last)
