"""What a chart is: a table of stored figures, and a drawing of it."""

import html
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any  # Any: Plotly's JSON

from leaderboard.charts.theme import styled
from leaderboard.csv_files import Cell
from leaderboard.models import Standing, Submission
from leaderboard.queries.comparisons import Compared

LONGEST_NAME = 30


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a chart's table; `kind` says how a page writes its cells."""

    name: str
    label: str
    kind: str = "text"  # or percent, dollars, count, date


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart; `figure` is None where there is nothing to draw, and `says` why."""

    key: str
    title: str
    says: str
    columns: tuple[Column, ...] = ()
    rows: tuple[tuple[Cell, ...], ...] = ()
    figure: Mapping[str, Any] | None = None

    @property
    def lines(self) -> Iterator[dict[str, Cell]]:
        """The rows by the names of their columns."""
        names = [column.name for column in self.columns]
        return (dict(zip(names, row, strict=True)) for row in self.rows)


def drawn(
    traces: Sequence[Mapping[str, Any]],
    big: Mapping[str, Any] | None = None,
    **layout: Any,
) -> dict[str, Any]:
    """Return a figure, checked by Plotly, in the colours of the site.

    `big` is put into the first trace unchecked: Plotly looks at each number by itself,
    which takes a second for thirty thousand.
    """
    import plotly.graph_objects as go  # only charts need it

    figure = go.Figure(data=list(traces), layout=styled(layout))
    found = dict(figure.to_plotly_json())
    # Plotly's own looks, which it adds to any layout: 6 KB of other colours.
    found["layout"].pop("template", None)
    if big:
        found["data"][0].update(big)
    return found


def shown_name(submission: Submission) -> str:
    """Return a name as a figure may show it: short, and no markup to Plotly."""
    name = submission.name
    short = name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"
    return html.escape(short, quote=False)


def percent(share: float | None) -> float | None:
    return None if share is None else round(share * 100, 2)


def with_rate(entries: Sequence[Compared]) -> list[tuple[Submission, Standing, float]]:
    """Return those that have a pass rate, in the order given."""
    return [
        (entry.submission, entry.standing, entry.standing.pass_rate)
        for entry in entries
        if entry.standing is not None and entry.standing.pass_rate is not None
    ]


Builder = Callable[[Sequence[Compared]], Chart]
