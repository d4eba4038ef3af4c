"""Submitting a model: nothing is queued unless the whole of it can be run."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from leaderboard.forms.submit import SubmitForm
from leaderboard.http import HtmxRequest, render_page
from leaderboard.services.connection import submit_tested, try_connection
from leaderboard.services.entries import InvalidEntry
from leaderboard.services.quotas import QuotaExceeded
from leaderboard.tasks import ring_waiting
from leaderboard.throttles import limited
from leaderboard.views.signed_in import signed_in
from runner.probe import ProbeStep

UNPROCESSABLE = 422
TOO_MANY_REQUESTS = 429


@sensitive_post_parameters("api_key", "extra_headers")
@limited("submit")
@require_http_methods(["GET", "POST"])
@login_required
def submit(request: HttpRequest) -> HttpResponse:
    if request.method == "GET":
        form = SubmitForm(initial={"board": request.GET.get("board", "")})
        return render(request, "submit/page.html", {"form": form})
    form = SubmitForm(request.POST)
    status = UNPROCESSABLE
    if form.is_valid():
        try:
            submission = submit_tested(signed_in(request), form.entry())
        except InvalidEntry as refusal:
            form.add_faults(refusal.errors)
        except QuotaExceeded as refusal:
            form.add_error(None, str(refusal))
            status = TOO_MANY_REQUESTS
        else:
            ring_waiting()
            return redirect("submission", submission.pk)
    return render(request, "submit/page.html", {"form": form}, status=status)


@sensitive_post_parameters("api_key", "extra_headers")
@limited("connection_test")
@require_POST
@login_required
def test(request: HtmxRequest) -> HttpResponse:
    """Make one real tool-calling request and show what came back."""
    form = SubmitForm(request.POST)
    steps: list[ProbeStep] = []
    if form.names_an_endpoint():
        try:
            steps = try_connection(**form.connection())
        except InvalidEntry as refusal:
            form.add_faults(refusal.errors)
    form.keep_only_endpoint_errors()
    context = {"form": form, "steps": steps, "tested": True}
    fragment = "submit/_connection.html"
    return render_page(request, "submit/page.html", context, fragment=fragment)
