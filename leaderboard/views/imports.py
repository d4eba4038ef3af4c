"""Recorded conversations: uploaded, compared with the file, scored again, sent out."""

from typing import Any  # Any: whatever kind of file is behind an upload

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.files.uploadedfile import UploadedFile
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET, require_http_methods

from leaderboard.forms.imports import ImportForm
from leaderboard.models import Submission
from leaderboard.queries.recorded import disagreements
from leaderboard.queries.submissions import visible_submissions
from leaderboard.services.exports import FORMS, export_submission, file_name
from leaderboard.services.imported_boards import CannotImport
from leaderboard.services.imports import Report, Request, import_recordings
from leaderboard.services.quotas import QuotaExceeded, check_import_quota
from leaderboard.services.rescored import (
    preview_rescore,
    publish_rescore,
    scorers_for,
)
from leaderboard.services.submissions import NotPossible
from leaderboard.services.uploads import kept_on_disk
from leaderboard.views.signed_in import signed_in

PAGE_SIZE = 100
UNPROCESSABLE = 422


@require_http_methods(["GET", "POST"])
@login_required
def upload(request: HttpRequest) -> HttpResponse:
    """Import an uploaded file; what is wrong with it is said with its place."""
    form = ImportForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        try:
            report = _import(request, form)
        except (CannotImport, QuotaExceeded) as refusal:
            form.add_error("file", str(refusal))
        else:
            messages.success(request, _words(report))
            return redirect("submission", report.submission.pk)
    status = UNPROCESSABLE if form.is_bound else 200
    return render(request, "imports/page.html", {"form": form}, status=status)


def _import(request: HttpRequest, form: ImportForm) -> Report:
    check_import_quota(signed_in(request))
    asked = form.cleaned_data
    file: UploadedFile[Any] = asked["file"]
    with kept_on_disk(file) as path:
        return import_recordings(
            Request(
                path=path,
                file_format=asked["format"],
                owner=signed_in(request),
                file_name=file.name or "",
                name=asked["name"],
                visibility=asked["visibility"],
            )
        )


def _words(report: Report) -> str:
    return (
        f"{report.imported} conversations imported, {report.skipped} were there "
        f"already, {report.refused} refused."
    )


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
        context["preview"] = preview_rescore(submission, scorer)
    except NotPossible as refusal:
        messages.error(request, str(refusal))
        return redirect("submission", pk)
    return render(request, "imports/rescore.html", context)


@require_GET
def export(request: HttpRequest, pk: str, form: str) -> StreamingHttpResponse:
    """Send a submission as a file, a conversation at a time."""
    submission = get_object_or_404(visible_submissions(request.user), pk=pk)
    if form not in FORMS:
        raise Http404(f"no form {form!r}")
    return export_response(submission, form)


def export_response(submission: Submission, form: str) -> StreamingHttpResponse:
    """Return the file of a submission as a download."""
    response = StreamingHttpResponse(
        export_submission(submission, form), content_type="application/json"
    )
    name = file_name(submission, form)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
