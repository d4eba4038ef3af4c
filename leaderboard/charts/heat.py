"""Pass rates as heat maps: by category and area, and where the two cross."""

from collections.abc import Sequence
from typing import Any  # Any: Plotly's JSON

from leaderboard.charts.chart import (
    Chart,
    Column,
    drawn,
    percent,
    shown_name,
    with_rate,
)
from leaderboard.charts.theme import (
    COLD,
    HEAT,
    INK,
    MARGIN,
    MOST_DRAWN,
    named,
    row_height,
)
from leaderboard.models import Standing
from leaderboard.queries.comparisons import Compared
from leaderboard.queries.words import words

KINDS = (Standing.Slice.CATEGORY, Standing.Slice.AREA)
LOW_ROW = 34
LEANING = 100  # pixels that the last slanted label takes beyond its column

Key = tuple[str, str]
Rates = Sequence[Sequence[float | None]]


def kinds_of_task(entries: Sequence[Compared]) -> Chart:
    """Pass rates by category and by area."""
    kept = _rated(entries)
    keys = [key for kind in KINDS for key in _keys(kept, kind)]
    labels = [words(value) for _, value in keys]
    rates = [[_rate(entry, key) for key in keys] for entry in kept]
    names = [shown_name(entry.submission) for entry in kept]
    return Chart(
        "kinds",
        "By category and service area",
        "Pass rate over the tasks of one kind, in percent; greener is higher. An empty"
        " cell has no scored conversation.",
        (
            Column("name", "Model"),
            *(
                Column(f"{kind}.{value}", label, "percent")
                for (kind, value), label in zip(keys, labels, strict=True)
            ),
        ),
        tuple(
            (entry.submission.name, *found)
            for entry, found in zip(kept, rates, strict=True)
        ),
        heat_map(names, labels, rates) if kept and keys else None,
    )


def crossed_kinds(entries: Sequence[Compared]) -> Chart:
    """Pass rates where a category meets an area: a grid, or of several a row each."""
    kept = _rated(entries)
    keys = _keys(kept, Standing.Slice.CROSSED)
    rows = tuple(
        (entry.submission.name, *_parted(key), one.pass_rate, one.scored)
        for entry in kept
        for key in keys
        if (one := entry.standings.get(key)) is not None
    )
    return Chart(
        "crossed",
        "Where category and area meet",
        "Pass rate over the tasks of one category in one area, in percent; greener is"
        " higher. An empty cell has no task.",
        (
            Column("name", "Model"),
            Column("category", "Category"),
            Column("area", "Area"),
            Column("pass_rate", "Pass %", "percent"),
            Column("scored", "Scored", "count"),
        ),
        rows,
        (_grid(kept[0], keys) if len(kept) == 1 else _rows(kept, keys))
        if rows
        else None,
    )


def heat_map(
    names: Sequence[str], labels: Sequence[str], rates: Rates, *, slanted: bool = False
) -> dict[str, Any]:
    """Return a figure with a row a name and a column a label, the rate in each cell."""
    shown = list(names[:MOST_DRAWN])
    trace = {
        "type": "heatmap",
        "z": [[percent(rate) for rate in row] for row in rates[:MOST_DRAWN]],
        "x": list(range(len(labels))),
        "y": list(range(len(shown))),
        "zmin": 0,
        "zmax": 100,
        "colorscale": [[0, COLD], [1, HEAT]],
        "showscale": False,
        "xgap": 2,
        "ygap": 2,
        "texttemplate": "%{z:.0f}",
        "textfont": {"color": INK},
        "hovertemplate": "%{y}, %{x}: %{z:.1f} %<extra></extra>",
        "hoverongaps": False,
    }
    tops = {
        "tickvals": list(range(len(labels))),
        "ticktext": list(labels),
        "side": "top",
        "showgrid": False,
        "zeroline": False,
    }
    height = row_height(len(shown), LOW_ROW)
    if not slanted:
        return drawn([trace], xaxis=tops, yaxis=named(shown), height=height + 40)
    return drawn(
        [trace],
        xaxis=tops | {"tickangle": -50},
        yaxis=named(shown),
        height=height + 150,
        margin={**MARGIN, "r": LEANING},
    )


def _grid(entry: Compared, keys: Sequence[Key]) -> dict[str, Any]:
    parts = {_parted(key): _rate(entry, key) for key in keys}
    across = sorted({area for _, area in parts})
    down = sorted({category for category, _ in parts})
    rates = [[parts.get((category, area)) for area in across] for category in down]
    return heat_map(down, across, rates)


def _rows(entries: Sequence[Compared], keys: Sequence[Key]) -> dict[str, Any]:
    labels = [" · ".join(_parted(key)) for key in keys]
    rates = [[_rate(entry, key) for key in keys] for entry in entries]
    names = [shown_name(one.submission) for one in entries]
    return heat_map(names, labels, rates, slanted=True)


def _parted(key: Key) -> tuple[str, str]:
    category, _, area = key[1].partition(".")
    return words(category), words(area)


def _rated(entries: Sequence[Compared]) -> list[Compared]:
    rated = {submission.pk for submission, _, _ in with_rate(entries)}
    return [entry for entry in entries if entry.submission.pk in rated]


def _keys(entries: Sequence[Compared], kind: str) -> list[Key]:
    seen = {key for entry in entries for key in entry.standings}
    return sorted(key for key in seen if key[0] == kind and key[1])


def _rate(entry: Compared, key: Key) -> float | None:
    standing = entry.standings.get(key)
    return standing.pass_rate if standing else None
