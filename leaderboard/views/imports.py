"""Recorded conversations: what a file said beside the verdicts here."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_GET

from leaderboard.queries.recorded import disagreements
from leaderboard.queries.submissions import visible_submissions

PAGE_SIZE = 100


@require_GET
def recorded(request: HttpRequest, pk: str) -> HttpResponse:
    submission = get_object_or_404(visible_submissions(request.user), pk=pk)
    rows = Paginator(disagreements(submission), PAGE_SIZE)
    context = {"submission": submission, "rows": rows.get_page(request.GET.get("page"))}
    return render(request, "imports/disagreements.html", context)
