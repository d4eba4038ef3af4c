"""Two to six submissions of one board, side by side; all of it in the URL."""

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from leaderboard.queries.comparisons import (
    FEWEST,
    MOST,
    chosen_submissions,
    compare_page,
)
from leaderboard.queries.flips import flips_of, opened

PAGE_SIZE = 100


@require_GET
def compare(request: HttpRequest) -> HttpResponse:
    keys = list(dict.fromkeys(key for key in request.GET.getlist("s") if key))
    chosen = chosen_submissions(keys[:MOST], request.user)
    if chosen is None:
        raise Http404("one of these submissions is not there")
    context: dict[str, object] = {"chosen": chosen, "left_out": len(keys[MOST:])}
    if len(chosen) < FEWEST:
        return render(request, "compare/choose.html", context)
    page = compare_page(chosen)
    context["page"] = page
    if page.reasons:
        return render(request, "compare/refused.html", context)
    pair = page.pair(request.GET.get("left", ""), request.GET.get("right", ""))
    direction = request.GET.get("flips", "")
    flips = Paginator(flips_of(pair, direction), PAGE_SIZE)
    shown = flips.get_page(request.GET.get("page"))
    context |= {
        "pair": pair,
        "direction": direction if direction in ("ahead", "behind") else "",
        "rows": shown,
        "flips": opened(pair, list(shown)),
    }
    return render(request, "compare/page.html", context)
