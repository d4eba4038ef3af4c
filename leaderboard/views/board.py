"""The leaderboard: one board a page, its whole state in the URL."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_GET

from leaderboard.forms.board import board_filter, chips
from leaderboard.forms.board_look import board_look
from leaderboard.http import HtmxRequest, render_page
from leaderboard.models import Board, Submission
from leaderboard.queries.boards import (
    DEFAULT_SORT,
    LARGEST_FIRST,
    area_labels,
    board_page,
    boards,
    default_board,
    sort_keys,
)
from leaderboard.queries.sorting import parse_sort


@require_GET
def home(request: HtmxRequest) -> HttpResponse:
    board = default_board()
    if board is None:
        return render(request, "board/none.html")
    return _board(request, board)


@require_GET
def board(request: HtmxRequest, slug: str) -> HttpResponse:
    return _board(request, get_object_or_404(boards(), slug=slug))


def _board(request: HtmxRequest, board: Board) -> HttpResponse:
    asked = board_filter(request.GET)
    wanted = request.GET.get("sort", "")
    sort = parse_sort(wanted, sort_keys(), DEFAULT_SORT, LARGEST_FIRST)
    page = board_page(board, request.user, asked, sort, is_for_page=True)
    look = board_look(request.GET)
    context = {
        "page": page,
        "asked": asked,
        "sort": sort,
        "areas": area_labels(),
        "openness": Submission.Openness.choices,
        "chips": chips(request.GET, asked),
        "look": look,
        "headings": look.headings(page),
        "picked": set(request.GET.getlist("s")),
        "swap_target": "#board",
    }
    return render_page(
        request, "board/page.html", context, fragment="board/_board.html"
    )
