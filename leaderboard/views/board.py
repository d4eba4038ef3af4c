"""The leaderboard: one board a page, its whole state in the URL."""

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_GET

from leaderboard.http import HtmxRequest, render_page
from leaderboard.models import Board, Standing
from leaderboard.queries.boards import (
    DEFAULT_SORT,
    LARGEST_FIRST,
    BoardFilter,
    area_labels,
    board_page,
    boards,
    category_labels,
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


def asked_for(request: HtmxRequest) -> BoardFilter:
    """Read what the URL asks for. An unknown slice is a page that does not exist."""
    text, kind = request.GET.get("text", "").strip(), request.GET.get("kind", "")
    for slice_kind, known in (("category", category_labels()), ("area", area_labels())):
        value = request.GET.get(slice_kind, "")
        if value and value not in dict(known):
            raise Http404(f"no {slice_kind} {value!r}")
        if value:
            return BoardFilter(Standing.Slice(slice_kind), value, text, kind)
    return BoardFilter(text=text, kind=kind)


def _board(request: HtmxRequest, board: Board) -> HttpResponse:
    asked = asked_for(request)
    wanted = request.GET.get("sort", "")
    sort = parse_sort(wanted, sort_keys(), DEFAULT_SORT, LARGEST_FIRST)
    context = {
        "page": board_page(board, request.user, asked, sort),
        "asked": asked,
        "sort": sort,
        "categories": category_labels(),
        "areas": area_labels(),
        "swap_target": "#board",
    }
    return render_page(
        request, "board/page.html", context, fragment="board/_board.html"
    )
