"""Why conversations fail: the kind of finding that came first."""

from collections.abc import Sequence

from leaderboard.charts.chart import (
    Chart,
    Column,
    drawn,
    percent,
    shown_name,
    with_rate,
)
from leaderboard.charts.theme import CARD, MOST_DRAWN, SERIES, named, row_height
from leaderboard.queries.comparisons import Compared
from leaderboard.queries.words import words


def reasons(entries: Sequence[Compared]) -> Chart:
    """Share of scored conversations by what broke a gate first, stacked."""
    found = with_rate(entries)
    totals: dict[str, int] = {}
    for _, standing, _ in found:
        for kind, number in standing.first_findings.items():
            totals[kind] = totals.get(kind, 0) + number
    kinds = sorted(totals, key=lambda kind: (-totals[kind], kind))
    rows = tuple(
        (
            submission.name,
            standing.scored,
            standing.scored - standing.passed,
            *(standing.first_findings.get(kind, 0) for kind in kinds),
        )
        for submission, standing, _ in found
    )
    names = [shown_name(submission) for submission, _, _ in found[:MOST_DRAWN]]
    traces = [
        {
            "type": "bar",
            "orientation": "h",
            "name": words(kind),
            "y": list(range(len(names))),
            "x": [
                percent(standing.first_findings.get(kind, 0) / standing.scored)
                for _, standing, _ in found[:MOST_DRAWN]
            ],
            "text": names,
            "textposition": "none",
            "hovertemplate": "%{text}: %{x:.1f} %",
            "marker": {
                "color": SERIES[place % len(SERIES)],
                "line": {"color": CARD, "width": 1},
                "pattern": {"shape": "/" if place >= len(SERIES) else ""},
            },
        }
        for place, kind in enumerate(kinds)
    ]
    return Chart(
        "failures",
        "What failed first",
        "Share of scored conversations that failed, by the earliest finding that broke"
        " a gate."
        if kinds
        else "Nothing that was scored failed.",
        (
            Column("name", "Model"),
            Column("scored", "Scored", "count"),
            Column("failed", "Failed", "count"),
            *(Column(kind, words(kind), "count") for kind in kinds),
        ),
        rows,
        drawn(
            traces,
            barmode="stack",
            xaxis={"ticksuffix": " %", "rangemode": "tozero"},
            yaxis=named(names),
            height=row_height(len(names)) + 40,
        )
        if kinds
        else None,
    )
