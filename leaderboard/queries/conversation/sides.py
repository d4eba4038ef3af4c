"""Two conversations of one task as rows side by side, equal stretches folded."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from leaderboard.queries.conversation.align import Beat, Pair, align, first_divergence
from leaderboard.queries.conversation.rows import (
    ArgumentText,
    CallRow,
    EndRow,
    GhostRow,
    MessageRow,
    Row,
    StrayRow,
)

Told = MessageRow | CallRow | EndRow | StrayRow


@dataclass(frozen=True, slots=True)
class Cell:
    """One side of a row: what was said or called, a missed call, or nothing."""

    row: Row | None

    @property
    def kind(self) -> str:
        """Return which template part shows it."""
        return "void" if self.row is None else self.row.kind


@dataclass(frozen=True, slots=True)
class SideRow:
    """Two cells and how they relate; `sign` stands between them."""

    left: Cell
    right: Cell
    relation: str
    sign: str
    word: str
    steps: tuple[int, ...]
    is_first: bool


@dataclass(frozen=True, slots=True)
class Stretch:
    """Rows in a run: an equal run is folded under `words`, another is shown."""

    rows: tuple[SideRow, ...]
    folded: bool
    words: str


SIGNS = {
    "equal": ("=", "equal"),
    "changed": ("≠", "different"),
    "left": ("−", "only on the left"),
    "right": ("+", "only on the right"),
}


def stretches(left: Sequence[Row], right: Sequence[Row]) -> tuple[Stretch, ...]:
    """Lay the rows of two conversations side by side."""
    told = (_told(left), _told(right))
    pairs = align(_beats(told[0]), _beats(told[1]))
    about_calls = [_about_call(pair, told) for pair in pairs]
    first = first_divergence(pairs, about_calls)
    ghosts = (_ghosts(left), _ghosts(right))
    rows = [
        _side_row(pair, told, ghosts, is_first=at == first)
        for at, pair in enumerate(pairs)
    ]
    return tuple(_folded(rows))


def _told(rows: Iterable[Row]) -> list[Told]:
    return [row for row in rows if not isinstance(row, GhostRow)]


def _ghosts(rows: Iterable[Row]) -> dict[int, GhostRow]:
    ghosts = (row for row in rows if isinstance(row, GhostRow))
    return {ghost.step: ghost for ghost in ghosts if ghost.step is not None}


def _beats(rows: Iterable[Told]) -> list[Beat]:
    return [_beat(row) for row in rows]


def _beat(row: Told) -> Beat:
    if isinstance(row, CallRow):
        written = sorted((a.name, a.text) for a in row.arguments)
        return Beat(row.tool, repr(written), is_call=True)
    if isinstance(row, MessageRow):
        said = f"{row.text.head}{row.text.rest}"
        return Beat(f"message {row.speaker}", " ".join(said.split()))
    if isinstance(row, EndRow):
        return Beat("the end", row.words)
    return Beat("stray answer", row.call)


def _about_call(pair: Pair, told: tuple[list[Told], list[Told]]) -> bool:
    return any(isinstance(row, CallRow) for row in _sides(pair, told))


def _sides(pair: Pair, told: tuple[list[Told], list[Told]]) -> list[Told | None]:
    places = (pair.left, pair.right)
    return [
        None if at is None else rows[at] for at, rows in zip(places, told, strict=True)
    ]


def _side_row(
    pair: Pair,
    told: tuple[list[Told], list[Told]],
    ghosts: tuple[dict[int, GhostRow], dict[int, GhostRow]],
    *,
    is_first: bool,
) -> SideRow:
    left, right = _sides(pair, told)
    steps = _steps(left) or _steps(right)
    if isinstance(left, CallRow) and isinstance(right, CallRow):
        left, right = _differing(left, right), _differing(right, left)
    sign, word = SIGNS[pair.relation]
    return SideRow(
        left=Cell(left or _missed(steps, ghosts[0])),
        right=Cell(right or _missed(steps, ghosts[1])),
        relation=pair.relation,
        sign=sign,
        word=word,
        steps=steps,
        is_first=is_first,
    )


def _steps(row: Told | None) -> tuple[int, ...]:
    return row.steps if isinstance(row, CallRow) else ()


def _missed(steps: Iterable[int], ghosts: dict[int, GhostRow]) -> GhostRow | None:
    return next((ghosts[step] for step in steps if step in ghosts), None)


def _differing(row: CallRow, other: CallRow) -> CallRow:
    """Mark the arguments that the other call does not have, or has otherwise."""
    theirs = {argument.name: argument.text for argument in other.arguments}
    arguments = tuple(
        ArgumentText(a.name, a.text, theirs.get(a.name) != a.text)
        for a in row.arguments
    )
    return replace(row, arguments=arguments)


def _folded(rows: Iterable[SideRow]) -> Iterator[Stretch]:
    for relation, run in groupby(rows, key=lambda row: row.relation == "equal"):
        together = tuple(run)
        yield Stretch(together, relation, _words(together) if relation else "")


def _words(rows: Sequence[SideRow]) -> str:
    count = f"{len(rows)} equal turn{'s' if len(rows) > 1 else ''}"
    tools = [row.left.row.tool for row in rows if isinstance(row.left.row, CallRow)]
    return f"{count}: {', '.join(tools)}" if tools else count
