"""Searching the bank's papers as an assistant does."""

from django.http import HttpResponse
from django.views.decorators.http import require_GET

from leaderboard.http import HtmxRequest, render_page
from leaderboard.queries.bank_search import documents, search_page


@require_GET
def search(request: HtmxRequest) -> HttpResponse:
    context = {
        "page": search_page(request.GET.get("q", "")),
        "documents": documents(),
    }
    return render_page(
        request, "bank/search.html", context, fragment="bank/_found.html"
    )
