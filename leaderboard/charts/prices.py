"""Score against cost, with those that nothing cheaper beats; and against date."""

from collections.abc import Sequence

from leaderboard.charts.chart import (
    Chart,
    Column,
    drawn,
    percent,
    shown_name,
    with_rate,
)
from leaderboard.charts.theme import ACCENT, PERCENT, SOFT
from leaderboard.queries.comparisons import Compared

MOST_LABELLED = 12


def costs(entries: Sequence[Compared]) -> Chart:
    """Pass rate against the mean cost of a conversation, with the Pareto frontier."""
    found = [
        (submission, standing.cost_usd, rate)
        for submission, standing, rate in with_rate(entries)
        if standing.cost_usd is not None
    ]
    best = frontier([(cost, rate) for _, cost, rate in found])
    rows = tuple(
        (submission.name, cost, rate, "yes" if (cost, rate) in best else "no")
        for submission, cost, rate in found
    )
    line = {
        "type": "scatter",
        "mode": "lines",
        "name": "nothing cheaper is better",
        "x": [cost for cost, _ in best],
        "y": [percent(rate) for _, rate in best],
        "line": {"color": SOFT, "dash": "dot", "shape": "hv"},
        "hoverinfo": "skip",
    }
    dots = {
        "type": "scatter",
        "mode": "markers+text" if len(found) <= MOST_LABELLED else "markers",
        "name": "submission",
        "x": [cost for _, cost, _ in found],
        "y": [percent(rate) for _, _, rate in found],
        "text": [shown_name(submission) for submission, _, _ in found],
        "textposition": "top center",
        "cliponaxis": False,
        "hovertemplate": "%{text}<br>$%{x:.4f}, %{y:.1f} %<extra></extra>",
        "marker": {"color": ACCENT, "size": 10},
    }
    says = (
        "Pass rate against the mean cost of a conversation in US$, which grows to the"
        " right tenfold a step. The dotted line joins those that nothing cheaper beats."
        " Submissions whose cost is unknown are left out, not drawn at zero."
    )
    return Chart(
        "cost",
        "Score against cost",
        says if found else "No submission here tells its cost.",
        (
            Column("name", "Model"),
            Column("cost_usd", "US$ each", "dollars"),
            Column("pass_rate", "Pass %", "percent"),
            Column("on_frontier", "Nothing cheaper is better"),
        ),
        rows,
        drawn(
            [line, dots],
            xaxis={"title": "US$ a conversation", "type": "log", "dtick": "D2"},
            yaxis=dict(PERCENT),
            height=420,
        )
        if any(cost > 0 for _, cost, _ in found)
        else None,
    )


def frontier(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return the (cost, rate) points that no cheaper or equally dear one reaches."""
    best: list[tuple[float, float]] = []
    for cost, rate in sorted(points, key=lambda point: (point[0], -point[1])):
        if not best or rate > best[-1][1]:
            best.append((cost, rate))
    return best


def dates(entries: Sequence[Compared]) -> Chart:
    """Pass rate against the day a submission ended."""
    found = [
        (submission, submission.finished_at, rate)
        for submission, _, rate in with_rate(entries)
        if submission.finished_at is not None
    ]
    rows = tuple(
        (submission.name, f"{when:%Y-%m-%d}", rate) for submission, when, rate in found
    )
    dots = {
        "type": "scatter",
        "mode": "markers",
        "x": [row[1] for row in rows],
        "y": [percent(rate) for _, _, rate in found],
        "text": [shown_name(submission) for submission, _, _ in found],
        "hovertemplate": "%{text}<br>%{x}: %{y:.1f} %<extra></extra>",
        "marker": {"color": ACCENT, "size": 10},
    }
    days = {row[1] for row in rows}
    return Chart(
        "date",
        "Score against date",
        "Pass rate by the day a submission ended."
        if len(days) > 1
        else "All that ended, ended on one day.",
        (
            Column("name", "Model"),
            Column("finished", "Ended"),
            Column("pass_rate", "Pass %", "percent"),
        ),
        rows,
        drawn([dots], xaxis={"type": "date"}, yaxis=dict(PERCENT), height=340)
        if len(days) > 1
        else None,
    )
