"""Which columns a board shows and how densely: in its address, like its filters."""

from dataclasses import dataclass

from django.http import QueryDict

from leaderboard.queries.boards import BoardPage


@dataclass(frozen=True, slots=True)
class Heading:
    """The head of a column: what it sorts by, what it says, what explains it."""

    sort: str
    label: str
    tip: str
    kind: str = "num"


@dataclass(frozen=True, slots=True)
class Choice:
    """A column that may be shown or not; `name` is said where it is chosen."""

    name: str
    heading: Heading


# In the order of the table. Rank, model and pass rate are always there.
COLUMNS = {
    "interval": Choice(
        "Interval", Heading("final", "Interval, 95 %", "def-interval", "interval-cell")
    ),
    "final": Choice("Final state %", Heading("final", "Final %", "def-final")),
    "hidden": Choice("Hidden violations", Heading("hidden", "Hidden", "def-hidden")),
    "hat": Choice("pass^k", Heading("hat", "pass^k", "def-hat")),
    "at": Choice("pass@k", Heading("at", "pass@k", "def-at")),
    "categories": Choice("Categories", Heading("", "", "def-category")),
    "gold": Choice("Gold completion %", Heading("gold", "Gold %", "def-gold")),
    "turns": Choice("Turns", Heading("turns", "Turns", "def-turns")),
    "tool_errors": Choice(
        "Tool errors", Heading("tool_errors", "Errors", "def-tool-errors")
    ),
    "tokens": Choice("Tokens", Heading("tokens", "Tokens", "def-tokens")),
    "cost": Choice("US$", Heading("cost", "US$", "def-cost")),
    "latency": Choice("Latency", Heading("latency", "Latency", "def-latency")),
    "scored": Choice("Scored", Heading("scored", "Scored", "def-scored")),
    "errored": Choice("Errored", Heading("errored", "Errored", "def-errored")),
    "missing": Choice("Not run", Heading("missing", "Not run", "def-missing")),
    "openness": Choice("Weights", Heading("openness", "Weights", "def-openness", "")),
    "ended": Choice("Ended", Heading("ended", "Ended", "def-ended")),
}
RARE = {"final", "at", "gold", "tool_errors", "scored", "missing", "openness", "ended"}
DEFAULT = frozenset(COLUMNS) - RARE
OF_TRIALS = {"hat", "at"}
OWN = ("cols", "density")
SIMULATOR = Heading("simulator", "Simulator", "def-simulator")

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
        return [(key, one.name, key in self.columns) for key, one in COLUMNS.items()]

    @property
    def is_changed(self) -> bool:
        return bool(self.own)

    def headings(self, page: BoardPage) -> list[Heading]:
        """Return the heads of the columns shown, in order, after the pass rate."""
        found: list[Heading] = []
        for key, one in COLUMNS.items():
            if key not in self.columns or (key in OF_TRIALS and not page.has_trials):
                continue
            found += _of_categories(page) if key == "categories" else [one.heading]
        return [*found, SIMULATOR] if page.board.customer_model else found


def _of_categories(page: BoardPage) -> list[Heading]:
    return [
        Heading(f"category.{name}", label, "def-category")
        for name, label in page.categories
    ]


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
