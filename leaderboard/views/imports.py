"""Imported submissions: compared with their file, scored again, sent out."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET, require_http_methods

from leaderboard.http import Answer, file_response
from leaderboard.queries.recorded import disagreements
from leaderboard.queries.submissions import visible_submissions
from leaderboard.services.exports import (
    FORMS,
    content_type,
    export_submission,
    file_name,
)
from leaderboard.services.rescored import (
    preview_rescore,
    publish_rescore,
    scorers_for,
)
from leaderboard.services.submissions import NotPossible
from leaderboard.views.signed_in import signed_in

PAGE_SIZE = 100


@require_GET
def recorded(request: HttpRequest, pk: str) -> HttpResponse:
    """Show where the recorded outcome and the verdict here differ."""
    submission = get_object_or_404(visible_submissions(request.user), pk=pk)
    rows = Paginator(disagreements(submission), PAGE_SIZE)
    context = {"submission": submission, "rows": rows.get_page(request.GET.get("page"))}
    return render(request, "imports/disagreements.html", context)


@require_http_methods(["GET", "POST"])
@login_required
def rescore(request: HttpRequest, pk: str) -> HttpResponse:
    """Show what another scorer would say; a POST publishes it beside the first."""
    own = visible_submissions(request.user).filter(owner_id=request.user.pk)
    submission = get_object_or_404(own, pk=pk)
    scorers = scorers_for(submission.board)
    scorer = request.POST.get("scorer") or request.GET.get("scorer") or scorers[0]
    context = {"submission": submission, "scorers": scorers, "scorer": scorer}
    try:
        if request.method == "POST":
            made = publish_rescore(signed_in(request), submission, scorer)
            return redirect("submission", made.pk)
        if "scorer" in request.GET:
            context["preview"] = preview_rescore(submission, scorer)
    except NotPossible as refusal:
        messages.error(request, str(refusal))
        return redirect("submission", pk)
    return render(request, "imports/rescore.html", context)


@require_GET
def export(request: HttpRequest, pk: str, form: str) -> Answer:
    """Send a submission as a file, a conversation at a time."""
    submission = get_object_or_404(visible_submissions(request.user), pk=pk)
    if form not in FORMS:
        raise Http404(f"no form {form!r}")
    parts = export_submission(submission, form)
    return file_response(parts, file_name(submission, form), content_type(form))
