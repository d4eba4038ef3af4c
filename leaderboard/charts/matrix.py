"""Every task against every submission, the tasks that most solve first."""

from collections.abc import Mapping, Sequence

from leaderboard.charts.chart import Chart, Column, drawn, percent, shown_name
from leaderboard.charts.theme import CARD, HEAT, MOST_DRAWN, named, row_height
from leaderboard.models import Outcomes
from leaderboard.queries.comparisons import Compared

MOST_TASKS = 1500

Shares = Mapping[str, Mapping[str, float]]  # submission to task to share passed


def matrix(entries: Sequence[Compared], outcomes: Mapping[str, Outcomes]) -> Chart:
    """Share of trials that each submission passed of each task.

    A submission solves a task where all its scored trials passed.
    """
    kept = [entry for entry in entries if entry.submission.pk in outcomes]
    shares = {e.submission.pk: _shares(outcomes[e.submission.pk]) for e in kept}
    tasks = _by_solved(shares)
    rows = tuple(
        (
            task,
            _solved(shares, task),
            *(shares[entry.submission.pk].get(task) for entry in kept),
        )
        for task in tasks
    )
    names = [shown_name(entry.submission) for entry in kept[:MOST_DRAWN]]
    trace = {
        "type": "heatmap",
        "z": [
            [percent(shares[e.submission.pk].get(task)) for task in tasks[:MOST_TASKS]]
            for e in kept[:MOST_DRAWN]
        ],
        "x": list(range(len(tasks[:MOST_TASKS]))),
        "y": list(range(len(names))),
        "text": [tasks[:MOST_TASKS]] * len(names),
        "zmin": 0,
        "zmax": 100,
        "colorscale": [[0, CARD], [1, HEAT]],
        "showscale": False,
        "xgap": 0.5,
        "ygap": 2,
        "hovertemplate": "%{text}: %{z:.0f} % of trials<extra></extra>",
        "hoverongaps": False,
    }
    return Chart(
        "matrix",
        "Every task, every model",
        "One column a task, from the one that most models solve in every trial to the"
        " one that fewest do; darker is passed more often.",
        (
            Column("task", "Task"),
            Column("solved_by", "Solved by", "count"),
            *(
                Column(entry.submission.pk, entry.submission.name, "percent")
                for entry in kept
            ),
        ),
        rows,
        drawn(
            [trace],
            xaxis={
                "title": "tasks, those that most solve first",
                "showgrid": False,
                "zeroline": False,
                "showticklabels": False,
            },
            yaxis=named(names),
            height=row_height(len(names), 26),
        )
        if tasks
        else None,
    )


def _shares(outcomes: Outcomes) -> dict[str, float]:
    return {
        task: sum(trials.values()) / len(trials)
        for task, trials in outcomes.passes.items()
    }


def _solved(shares: Shares, task: str) -> int:
    return sum(one.get(task) == 1 for one in shares.values())


def _by_solved(shares: Shares) -> list[str]:
    """Order tasks by how many solve them, then by how often they are passed."""
    total: dict[str, float] = {}
    for one in shares.values():
        for task, share in one.items():
            total[task] = total.get(task, 0.0) + share
    return sorted(total, key=lambda task: (-_solved(shares, task), -total[task], task))
