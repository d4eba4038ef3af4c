"""Which charts a board and a submission have, in the order of their pages."""

from collections.abc import Mapping, Sequence
from functools import partial

from leaderboard.charts.chart import Builder, Chart
from leaderboard.charts.failures import reasons
from leaderboard.charts.heat import crossed_kinds, kinds_of_task
from leaderboard.charts.matrix import matrix
from leaderboard.charts.prices import costs, dates
from leaderboard.charts.rates import chain_lengths, forest
from leaderboard.charts.trials import curves
from leaderboard.queries.comparisons import Compared, outcomes_of

OF_BOARD: Mapping[str, Builder] = {
    "forest": forest,
    "trials": curves,
    "kinds": kinds_of_task,
    "crossed": crossed_kinds,
    "failures": reasons,
    "chain": chain_lengths,
    "cost": costs,
    "date": dates,
}
OF_SUBMISSION = ("trials", "kinds", "crossed", "failures", "chain")
KEYS = (*OF_BOARD, "matrix")


def board_charts(entries: Sequence[Compared], only: str = "") -> list[Chart]:
    """Return a board's charts of these submissions, all or one of them."""
    outcomes = outcomes_of([entry.submission for entry in entries])
    ran = {pk: one for pk, one in outcomes.items() if one.letters}
    builders: dict[str, Builder] = {**OF_BOARD, "matrix": partial(matrix, outcomes=ran)}
    return [build(entries) for key, build in builders.items() if only in ("", key)]


def submission_charts(entry: Compared, only: str = "") -> list[Chart]:
    """Return the charts of one submission, all or one of them."""
    return [OF_BOARD[key]([entry]) for key in OF_SUBMISSION if only in ("", key)]
