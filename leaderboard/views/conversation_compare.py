"""One conversation beside another of the same task, or beside the procedure itself."""

from django.http import Http404, HttpResponse
from django.views.decorators.http import require_GET

from leaderboard.http import HtmxRequest
from leaderboard.queries.conversation.compare import (
    compared,
    compared_with_gold,
    others,
)
from leaderboard.queries.conversation.neighbours import query_string
from leaderboard.views.conversation import recorded_or_404, render_tab

ROUTE = "conversation-compare"


@require_GET
def choose(request: HtmxRequest, pk: int) -> HttpResponse:
    found = recorded_or_404(request, pk)
    listed = others(found, request.user, query_string(request.GET))
    has_bank = found.dataset.profile == "passbook" and found.task is not None
    context = {"others": listed, "has_bank": has_bank}
    return render_tab(request, found, ROUTE, "compare", context)


@require_GET
def compare_with(request: HtmxRequest, pk: int, other: int) -> HttpResponse:
    found = recorded_or_404(request, pk)
    comparison = compared(found, other, request.user)
    if comparison is None:
        raise Http404(f"conversations {pk} and {other} cannot be compared")
    return render_tab(request, found, ROUTE, "sides", {"comparison": comparison})


@require_GET
def compare_with_gold(request: HtmxRequest, pk: int) -> HttpResponse:
    found = recorded_or_404(request, pk)
    comparison = compared_with_gold(found)
    if comparison is None:
        raise Http404(f"the task of conversation {pk} is not in this dataset")
    return render_tab(request, found, ROUTE, "sides", {"comparison": comparison})
