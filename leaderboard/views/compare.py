"""Two to six submissions of one board, side by side; all of it in the URL."""

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from leaderboard.models import Standing
from leaderboard.queries.comparisons import (
    FEWEST,
    MOST,
    Pair,
    chosen_submissions,
    compare_page,
)
from leaderboard.queries.flips import KINDS, Part, Parting, meetings_of, opened
from leaderboard.queries.words import words

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
    return render(request, "compare/page.html", context | _pair(request, pair))


def _pair(request: HttpRequest, pair: Pair) -> dict[str, object]:
    """Return how the pair parts, by kind of task and task by task."""
    asked = request.GET.get("flips", "")
    direction = asked if asked in ("ahead", "behind") else ""
    met = meetings_of(pair)
    part = _part(request.GET.get("part", ""))
    flips = Paginator(met.flips(direction, part), PAGE_SIZE)
    shown = flips.get_page(request.GET.get("page"))
    partings: dict[str, dict[str, Parting]] = {}
    for (kind, value), parting in met.by_part().items():
        partings.setdefault(kind, {})[value] = parting
    return {
        "pair": pair,
        "direction": direction,
        "part": _named(part) if part else "",
        "partings": partings,
        "rows": shown,
        "flips": opened(pair, list(shown)),
    }


def _named(part: Part) -> str:
    kind, value = part
    return f"{kind} {value if kind == Standing.Slice.FAMILY else words(value).lower()}"


def _part(asked: str) -> Part | None:
    """Return the kind of task that `?part=family.SQ_FDC` names; None for all."""
    kind, _, value = asked.partition(".")
    return (kind, value) if kind in KINDS and value else None
