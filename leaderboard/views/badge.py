"""A submission's pass rate as a badge, and how to cite it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_GET

from leaderboard.models import Standing, Submission
from leaderboard.queries.citations import bibtex
from leaderboard.queries.submissions import visible_submissions
from leaderboard.templatetags.figures import percent

LETTER, ROOM = 6.6, 12  # width of a letter, and left free at both ends
FRESH_S = 300


@require_GET
def badge(request: HttpRequest, pk: str) -> HttpResponse:
    submission = get_object_or_404(visible_submissions(request.user), pk=pk)
    label, value = f"Passbook {submission.board.split}", badge_text(submission)
    left, right = _width(label), _width(value)
    context = {
        "label": label,
        "value": value,
        "left": left,
        "width": left + right,
        "label_x": left / 2,
        "value_x": left + right / 2,
    }
    svg = "image/svg+xml; charset=utf-8"
    response = render(request, "submission/badge.svg", context, svg)
    shared = submission.visibility != Submission.Visibility.PRIVATE
    response["Cache-Control"] = (
        f"{'public' if shared else 'private'}, max-age={FRESH_S}"
    )
    return response


@require_GET
def citation(request: HttpRequest, pk: str) -> HttpResponse:
    submission = get_object_or_404(visible_submissions(request.user), pk=pk)
    address = request.build_absolute_uri(f"/submissions/{pk}/")
    response = HttpResponse(
        bibtex(submission, address), "application/x-bibtex; charset=utf-8"
    )
    response["Content-Disposition"] = f'attachment; filename="{pk}.bib"'
    return response


def badge_text(submission: Submission) -> str:
    """Return what the badge says: the stored rate with its interval."""
    whole = submission.standings.filter(slice_kind=Standing.Slice.ALL).first()
    if whole is None or whole.pass_rate is None:
        return "no result yet"
    low, high = percent(whole.pass_rate_low), percent(whole.pass_rate_high)
    partial = "" if whole.is_complete else ", incomplete"
    return f"{percent(whole.pass_rate)} % pass ({low}–{high}{partial})"


def _width(text: str) -> int:
    return round(len(text) * LETTER + ROOM)
