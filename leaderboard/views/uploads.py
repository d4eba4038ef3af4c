"""Uploading recordings: the form, and one file on its way to a submission."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET, require_http_methods

from leaderboard.forms.imports import ImportForm
from leaderboard.http import HtmxRequest, render_page
from leaderboard.models import Upload
from leaderboard.queries.uploads import recent_uploads, uploads_of
from leaderboard.services.imported_boards import CannotImport
from leaderboard.services.quotas import QuotaExceeded
from leaderboard.services.uploads import PART_BYTES, receive
from leaderboard.tasks import ring_uploads
from leaderboard.throttles import limited
from leaderboard.views.signed_in import signed_in

UNPROCESSABLE = 422


@limited("import")
@require_http_methods(["GET", "POST"])
@login_required
def new(request: HttpRequest) -> HttpResponse:
    """Take a file to be read by a worker; go to where its progress is shown."""
    form = ImportForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        try:
            upload = _receive(request, form)
        except (CannotImport, QuotaExceeded) as refusal:
            form.add_error("file", str(refusal))
        else:
            return redirect("upload", upload.pk)
    status = UNPROCESSABLE if form.is_bound else 200
    context = {
        "form": form,
        "uploads": recent_uploads(signed_in(request)),
        "part_bytes": PART_BYTES,
    }
    return render(request, "imports/page.html", context, status=status)


def _receive(request: HttpRequest, form: ImportForm) -> Upload:
    upload = receive(signed_in(request), form.sent(), form.cleaned_data["file"])
    ring_uploads()
    return upload


@require_GET
@login_required
def upload(request: HtmxRequest, pk: str) -> HttpResponse:
    """Show how far a file is; the fragment asks again until it has been read."""
    found = get_object_or_404(uploads_of(signed_in(request)), pk=pk)
    context = {"upload": found}
    fragment = "imports/_upload.html"
    return render_page(request, "imports/upload.html", context, fragment=fragment)
