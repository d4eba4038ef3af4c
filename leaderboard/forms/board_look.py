"""Which columns a board shows and how densely: in its address, like its filters."""

from dataclasses import dataclass

from django.http import QueryDict

# In the order of the table. Rank, model and pass rate are always there.
COLUMNS = {
    "interval": "Interval",
    "final": "Final state %",
    "hidden": "Hidden",
    "hat": "pass^k",
    "categories": "Categories",
    "gold": "Gold completion %",
    "turns": "Turns",
    "tool_errors": "Tool errors",
    "tokens": "Tokens",
    "cost": "US$",
    "latency": "Latency",
    "errored": "Errored",
}
DEFAULT = frozenset(COLUMNS) - {"final", "gold", "tool_errors"}
OWN = ("cols", "density")

Pairs = list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class BoardLook:
    """The columns shown; `own` and `others` are what forms must send along."""

    columns: frozenset[str]
    is_compact: bool
    own: Pairs
    others: Pairs

    @property
    def choices(self) -> list[tuple[str, str, bool]]:
        """Each column with its name, and whether it is shown."""
        return [(key, name, key in self.columns) for key, name in COLUMNS.items()]

    @property
    def is_changed(self) -> bool:
        return bool(self.own)


def board_look(sent: QueryDict) -> BoardLook:
    """Read the columns and the density; names that are none are passed over."""
    asked = [name for name in sent.getlist("cols") if name in COLUMNS]
    compact = sent.get("density") == "compact"
    own = [("cols", name) for name in asked]
    if compact:
        own.append(("density", "compact"))
    others = [
        (name, value)
        for name, values in sent.lists()
        if name not in OWN
        for value in values
    ]
    return BoardLook(frozenset(asked) or DEFAULT, compact, own, others)
