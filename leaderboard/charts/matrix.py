"""Every task against every submission, the tasks that most solve first."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from leaderboard.charts.chart import Chart, Column, drawn, percent, shown_name
from leaderboard.charts.theme import COLD, HEAT, MOST_DRAWN, named, row_height
from leaderboard.letters import share_of
from leaderboard.models import Outcomes
from leaderboard.queries.comparisons import Compared

MOST_TASKS = 1500
ROOM_FOR_GAPS = 300


def matrix(entries: Sequence[Compared], outcomes: Mapping[str, Outcomes]) -> Chart:
    """Share of trials that each submission passed of each task.

    A submission solves a task where all its scored trials passed.
    """
    kept = [entry for entry in entries if entry.submission.pk in outcomes]
    shares = [_shares(outcomes[entry.submission.pk]) for entry in kept]
    solved = Counter(t for one in shares for t, share in one.items() if share == 1)
    tasks = _by_solved(shares, solved)
    columns = [list(map(one.get, tasks)) for one in shares]
    rows = tuple(zip(tasks, map(solved.__getitem__, tasks), *columns, strict=True))
    names = [shown_name(entry.submission) for entry in kept[:MOST_DRAWN]]
    trace = {
        "type": "heatmap",
        "y": list(range(len(names))),
        "zmin": 0,
        "zmax": 100,
        "colorscale": [[0, COLD], [1, HEAT]],
        "showscale": False,
        # Between columns of a pixel a gap would wash the colours out.
        "xgap": 0.5 if len(tasks) < ROOM_FOR_GAPS else 0,
        "ygap": 2,
        "hovertemplate": "%{x}: %{z:.0f} % of trials<extra></extra>",
        "hoverongaps": False,
    }
    cells = [[percent(s) for s in one[:MOST_TASKS]] for one in columns[:MOST_DRAWN]]
    return Chart(
        "matrix",
        "Every task, every model",
        "One column a task, from the one that most models solve in every trial to the"
        " one that fewest do; greener is passed more often.",
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
            big={"z": cells, "x": tasks[:MOST_TASKS]},
            xaxis={
                "type": "category",
                "title": "tasks, those that most solve first",
                "showgrid": False,
                "zeroline": False,
                "showticklabels": False,
                "ticks": "",
            },
            yaxis=named(names),
            height=row_height(len(names), 26),
        )
        if tasks
        else None,
    )


def _shares(outcomes: Outcomes) -> dict[str, float]:
    shares = {task: share_of(letters) for task, letters in outcomes.letters.items()}
    return {task: share for task, share in shares.items() if share is not None}


def _by_solved(
    shares: Sequence[Mapping[str, float]], solved: Mapping[str, int]
) -> list[str]:
    """Order tasks by how many solve them, then by how often they are passed."""
    total: dict[str, float] = defaultdict(float)
    for one in shares:
        for task, share in one.items():
            total[task] += share
    return sorted(total, key=lambda task: (-solved[task], -total[task], task))
