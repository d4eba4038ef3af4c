"""pass^k and pass@k, as far as trials were really run."""

from collections.abc import Sequence

from leaderboard.charts.chart import (
    Chart,
    Column,
    drawn,
    percent,
    shown_name,
    with_rate,
)
from leaderboard.charts.theme import BANDS, DASHES, PERCENT, SERIES, SYMBOLS
from leaderboard.models import Standing
from leaderboard.queries.comparisons import Compared

MOST_LINES = 8
MOST_BANDS = 4


def curves(entries: Sequence[Compared]) -> Chart:
    """pass^k for k = 1 to the trials of each submission, with bands."""
    found = [row for row in with_rate(entries) if len(row[1].pass_hat_k) > 1]
    rows = tuple(
        (submission.name, *row)
        for submission, standing, _ in found
        for row in _rows(standing)
    )
    traces: list[dict[str, object]] = []
    for place, (submission, standing, _) in enumerate(found[:MOST_LINES]):
        if place < MOST_BANDS:
            traces.append(_band(standing, place))
        traces.append(_line(shown_name(submission), standing, place))
    says = (
        "The chance that all of k trials of a task pass: at k = 1 the pass rate, and"
        " lower the less an assistant repeats itself. No line goes beyond the trials"
        " really run; bands are 95 %."
    )
    if len(found) > MOST_BANDS:
        says += f" Bands are drawn for {MOST_BANDS} and lines for {MOST_LINES} at most."
    return Chart(
        "trials",
        "pass^k: passing again and again",
        says if found else "No submission here ran a task more than once.",
        (
            Column("name", "Model"),
            Column("k", "k", "count"),
            Column("pass_hat_k", "pass^k %", "percent"),
            Column("pass_hat_k_low", "From", "percent"),
            Column("pass_hat_k_high", "To", "percent"),
            Column("pass_at_k", "pass@k %", "percent"),
        ),
        rows,
        drawn(
            traces,
            xaxis={"title": "k", "dtick": 1, "zeroline": False},
            yaxis=dict(PERCENT),
            height=400,
        )
        if found
        else None,
    )


Row = tuple[int, float, float | None, float | None, float]


def _rows(standing: Standing) -> list[Row]:
    """Return k, pass^k with its interval, and pass@k."""
    ranges = standing.pass_hat_k_range or [(None, None)] * len(standing.pass_hat_k)
    figures = zip(standing.pass_hat_k, ranges, standing.pass_at_k, strict=True)
    return [
        (k, hat, low, high, at) for k, (hat, (low, high), at) in enumerate(figures, 1)
    ]


def _line(name: str, standing: Standing, place: int) -> dict[str, object]:
    rows = _rows(standing)
    return {
        "type": "scatter",
        "mode": "lines+markers",
        "name": name,
        "x": [row[0] for row in rows],
        "y": [percent(row[1]) for row in rows],
        "hovertemplate": "pass^%{x}: %{y:.1f} %",
        "line": {"color": SERIES[place], "dash": DASHES[place % len(DASHES)]},
        "marker": {"symbol": SYMBOLS[place], "size": 8},
    }


def _band(standing: Standing, place: int) -> dict[str, object]:
    known = [row for row in _rows(standing) if row[2] is not None]
    forth, back = known, known[::-1]
    return {
        "type": "scatter",
        "mode": "lines",
        "x": [row[0] for row in forth + back],
        "y": [percent(row[2]) for row in forth] + [percent(row[3]) for row in back],
        "fill": "toself",
        "fillcolor": BANDS[place],
        "line": {"width": 0, "color": SERIES[place]},
        "hoverinfo": "skip",
        "showlegend": False,
    }
