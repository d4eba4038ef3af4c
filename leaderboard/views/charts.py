"""Charts of a board and of a submission, and the table under each as CSV."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from csp.decorators import csp_update
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_GET

from leaderboard.charts.chart import Chart
from leaderboard.charts.gallery import board_charts, submission_charts
from leaderboard.charts.theme import TOKENS
from leaderboard.csv_files import csv_lines
from leaderboard.forms.board import board_filter
from leaderboard.models import Board
from leaderboard.queries.boards import DEFAULT_SORT, board_page, boards
from leaderboard.queries.comparisons import Compared, board_entries, entries_of
from leaderboard.queries.sorting import Sort
from leaderboard.queries.submissions import visible_submissions

View = TypeVar("View", bound=Callable[..., HttpResponse])
# Plotly opens an empty style sheet and fills it by script; this hash, of nothing at
# all, lets an inline sheet be there as long as it is empty.
EMPTY_SHEET = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"
may_style_itself: Callable[[View], View] = csp_update(  # type: ignore[assignment]  # typed for views without arguments
    {"style-src": EMPTY_SHEET}
)


@require_GET
@may_style_itself
def board(request: HttpRequest, slug: str) -> HttpResponse:
    found = get_object_or_404(boards(), slug=slug)
    charts = board_charts(_entries(request, found))
    return _page(request, "charts/board.html", charts, {"board": found})


@require_GET
def board_csv(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    found = get_object_or_404(boards(), slug=slug)
    return _csv(f"{slug}-{key}", board_charts(_entries(request, found), key))


@require_GET
@may_style_itself
def submission(request: HttpRequest, pk: str) -> HttpResponse:
    found = get_object_or_404(visible_submissions(request.user), pk=pk)
    charts = submission_charts(entries_of([found])[0])
    return _page(request, "charts/submission.html", charts, {"submission": found})


@require_GET
def submission_csv(request: HttpRequest, pk: str, key: str) -> HttpResponse:
    found = get_object_or_404(visible_submissions(request.user), pk=pk)
    return _csv(f"{pk}-{key}", submission_charts(entries_of([found])[0], key))


def _entries(request: HttpRequest, found: Board) -> Sequence[Compared]:
    """The board's rows as its page would filter them, in the order of their ranks."""
    asked = board_filter(request.GET)
    page = board_page(found, request.user, asked, Sort(DEFAULT_SORT))
    return board_entries(found, [row.submission for row in page.rows])


def _page(
    request: HttpRequest, template: str, charts: list[Chart], about: dict[str, object]
) -> HttpResponse:
    figures = {chart.key: chart.figure for chart in charts if chart.figure}
    context = {"charts": charts, "figures": figures, "tokens": TOKENS}
    return render(request, template, context | about)


def _csv(name: str, charts: list[Chart]) -> HttpResponse:
    if not charts:
        raise Http404(f"no chart {name!r}")
    columns = [column.name for column in charts[0].columns]
    lines = list(csv_lines(columns, charts[0].lines))
    response = HttpResponse(lines, content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return response
