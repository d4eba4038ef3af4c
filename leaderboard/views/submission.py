"""One submission, live while it runs."""

from csp.constants import SELF
from csp.decorators import csp_update
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_GET

from leaderboard.http import HtmxRequest, render_page
from leaderboard.queries.conversations import (
    COLUMNS,
    DEFAULT_SORT,
    FILTERS,
    LARGEST_FIRST,
    LISTED,
    OUTCOMES,
    ConversationFilter,
    conversations_of,
    findings_of,
    in_order,
    task_titles,
)
from leaderboard.queries.provenance import provenance_of
from leaderboard.queries.sorting import parse_sort
from leaderboard.queries.submissions import submission_page, visible_submissions

PAGE_SIZE = 100


@require_GET
# A conversation is shown beside the list. The decorator's type knows no arguments.
@csp_update({"frame-src": [SELF]})  # type: ignore[arg-type]
def submission(request: HtmxRequest, pk: str) -> HttpResponse:
    found = get_object_or_404(visible_submissions(request.user), pk=pk)
    asked = ConversationFilter(**{n: request.GET.get(n, "").strip() for n in FILTERS})
    sort = parse_sort(request.GET.get("sort", ""), COLUMNS, DEFAULT_SORT, LARGEST_FIRST)
    listed = conversations_of(found, asked).prefetch_related(None).only(*LISTED)
    page = submission_page(found, request.user)
    paginator = Paginator(in_order(listed, sort), PAGE_SIZE)
    if not asked.is_set:
        paginator.count = page.progress.total  # which is counted already
    rows = paginator.get_page(request.GET.get("page"))
    context = {
        "page": page,
        "provenance": provenance_of(found),
        "asked": asked,
        "sort": sort,
        "outcomes": [(name, label) for name, (label, _) in OUTCOMES.items()],
        "titles": task_titles(),
        "rows": rows,
        "findings": findings_of(list(rows)),
        "swap_target": "#conversations",
    }
    fragment = "submission/_conversations.html"
    return render_page(request, "submission/page.html", context, fragment=fragment)


@require_GET
def live(request: HtmxRequest, pk: str) -> HttpResponse:
    """Return what moves while a submission runs; people are sent to the page."""
    found = get_object_or_404(visible_submissions(request.user), pk=pk)
    if not request.htmx:
        return redirect("submission", pk)
    context = {"page": submission_page(found, request.user)}
    return render_page(
        request, "submission/page.html", context, fragment="submission/_live.html"
    )
