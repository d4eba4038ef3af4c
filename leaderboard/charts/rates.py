"""Pass rates: with their intervals, and by length of the chain."""

from collections.abc import Sequence

from leaderboard.charts.chart import (
    Chart,
    Column,
    drawn,
    percent,
    shown_name,
    with_rate,
)
from leaderboard.charts.theme import (
    ACCENT,
    CARD,
    DASHES,
    MISS,
    MOST_DRAWN,
    PERCENT,
    SERIES,
    SYMBOLS,
    named,
    row_height,
)
from leaderboard.csv_files import Cell
from leaderboard.models import Standing
from leaderboard.queries.comparisons import Compared

MOST_LINES = 8
TOP_LINES = f" The top {MOST_LINES} of the board are drawn; the table has all."


def forest(entries: Sequence[Compared]) -> Chart:
    """Pass rates with their intervals, and what the final records alone would say."""
    found = with_rate(entries)
    rows = tuple(
        (
            submission.name,
            one.pass_rate,
            one.pass_rate_low,
            one.pass_rate_high,
            one.final_state_rate,
            one.hidden_violation_rate,
            one.scored,
        )
        for submission, one, _ in found
    )
    names = [shown_name(submission) for submission, _, _ in found[:MOST_DRAWN]]
    places = list(range(len(names)))
    rates = [percent(rate) for _, _, rate in found[:MOST_DRAWN]]
    standings = [one for _, one, _ in found[:MOST_DRAWN]]
    low = [percent((o.pass_rate or 0) - (o.pass_rate_low or 0)) for o in standings]
    high = [percent((o.pass_rate_high or 0) - (o.pass_rate or 0)) for o in standings]
    traces = [
        {
            "type": "scatter",
            "mode": "markers",
            "name": "pass rate, 95 % interval",
            "x": rates,
            "y": places,
            "text": names,
            "hovertemplate": "%{text}<br>%{x:.1f} %<extra>pass rate</extra>",
            "error_x": {
                "type": "data",
                "array": high,
                "arrayminus": low,
                "symmetric": False,
                "color": ACCENT,
                "thickness": 2,
                "width": 4,
            },
            "marker": {"color": ACCENT, "size": 10},
        },
        {
            "type": "scatter",
            "mode": "markers",
            "name": "final records alone",
            "x": [percent(one.final_state_rate) for one in standings],
            "y": places,
            "text": names,
            "hovertemplate": "%{text}<br>%{x:.1f} %<extra>final records</extra>",
            "marker": {
                "color": CARD,
                "size": 10,
                "line": {"color": MISS, "width": 2},
            },
        },
    ]
    return Chart(
        "forest",
        "Pass rates and how sure they are",
        "Dots are pass rates with Wilson's 95 % interval; rings are what a check of the"
        " final records alone would say. The gap between them is hidden violations.",
        (
            Column("name", "Model"),
            Column("pass_rate", "Pass %", "percent"),
            Column("pass_rate_low", "From", "percent"),
            Column("pass_rate_high", "To", "percent"),
            Column("final_state_rate", "Final state %", "percent"),
            Column("hidden_violation_rate", "Hidden %", "percent"),
            Column("scored", "Scored", "count"),
        ),
        rows,
        drawn(
            traces,
            xaxis=dict(PERCENT),
            yaxis=named(names),
            height=row_height(len(names)),
        )
        if found
        else None,
    )


def chain_lengths(entries: Sequence[Compared]) -> Chart:
    """Pass rates by how many calls the procedure takes."""
    kind = Standing.Slice.CHAIN
    lengths = sorted(
        {int(v) for e in entries for k, v in e.standings if k == kind and v.isdecimal()}
    )
    rows: list[tuple[Cell, ...]] = []
    traces: list[dict[str, object]] = []
    for entry in entries:
        by_length = {n: entry.standings.get((kind, str(n))) for n in lengths}
        known = {n: s for n, s in by_length.items() if s and s.pass_rate is not None}
        rows += [
            (entry.submission.name, n, s.pass_rate, s.scored) for n, s in known.items()
        ]
        if known and len(traces) < MOST_LINES:
            traces.append(
                {
                    "type": "scatter",
                    "mode": "lines+markers",
                    "name": shown_name(entry.submission),
                    "x": list(known),
                    "y": [percent(one.pass_rate) for one in known.values()],
                    "customdata": [one.scored for one in known.values()],
                    "hovertemplate": "%{x} calls: %{y:.1f} % of %{customdata}",
                    "line": {
                        "color": SERIES[len(traces)],
                        "dash": DASHES[len(traces) % len(DASHES)],
                    },
                    "marker": {"symbol": SYMBOLS[len(traces)], "size": 8},
                }
            )
    return Chart(
        "chain",
        "By length of the procedure",
        "Pass rate over tasks whose gold chain has so many calls."
        + (TOP_LINES if len(entries) > MOST_LINES else ""),
        (
            Column("name", "Model"),
            Column("gold_calls", "Gold calls", "count"),
            Column("pass_rate", "Pass %", "percent"),
            Column("scored", "Scored", "count"),
        ),
        tuple(rows),
        drawn(
            traces,
            xaxis={"title": "calls in the gold chain", "dtick": 1, "zeroline": False},
            yaxis=dict(PERCENT),
            height=400,
        )
        if traces
        else None,
    )
