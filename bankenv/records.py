"""The shapes that records travel in, and one change to a record."""

from dataclasses import dataclass
from typing import Any

# Records are JSON documents whose fields the tools and docs/dataset.md name; their
# values are str, int, float, bool, None, lists and maps of these.
Record = dict[str, Any]
JsonValue = Any


@dataclass(frozen=True, slots=True)
class Change:
    """One value of the active customer's record that a write set.

    `path` names it from the customer's record down, joined by dots
    (`cards.CARD77485.status`, `mandates.2.status`); list positions count from 0.
    `before` is None for a value that was not there.
    """

    path: str
    before: JsonValue
    after: JsonValue
