"""A submission as one HTML file: figures, drawings, failures; it opens without us."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_GET

from leaderboard.queries.reports import report_of
from leaderboard.queries.submissions import visible_submissions
from leaderboard.views.conversation_export import styles

SHEETS = (
    *("tokens", "base", "layout", "parts", "table"),
    *("board", "submission", "report", "print"),
)


@require_GET
def report(request: HttpRequest, pk: str) -> HttpResponse:
    found = get_object_or_404(visible_submissions(request.user), pk=pk)
    built = report_of(found, request.user)
    context = {
        "report": built,
        "page": built.page,
        "provenance": built.provenance,
        "is_report": True,
        "styles": styles(SHEETS),
        "site": request.build_absolute_uri("/").rstrip("/"),
    }
    response = render(request, "submission/report.html", context)
    response["Content-Disposition"] = f'attachment; filename="{pk}-report.html"'
    return response
