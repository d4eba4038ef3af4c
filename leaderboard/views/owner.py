"""What an owner may do to a submission: pause, resume, cancel, show to others."""

from collections.abc import Callable
from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.forms import model_to_dict
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from leaderboard.forms.key import KeyForm
from leaderboard.forms.limits import LimitsForm
from leaderboard.models import Submission
from leaderboard.queries.counts import Counts
from leaderboard.queries.progress import progress_of
from leaderboard.queries.spending import spending_of
from leaderboard.services.entries import InvalidEntry
from leaderboard.services.keys import change_key
from leaderboard.services.limits import change_limits
from leaderboard.services.submissions import (
    NotPossible,
    cancel_submission,
    pause_submission,
    resume_submission,
)
from leaderboard.services.visibility import show_submission
from leaderboard.tasks import ring_waiting


@require_POST
@login_required
def pause(request: HttpRequest, pk: str) -> HttpResponse:
    done = "Paused. Conversations under way go on to their end; no new one starts."
    return _move(request, pk, pause_submission, done)


@sensitive_post_parameters("api_key")
@require_POST
@login_required
def resume(request: HttpRequest, pk: str) -> HttpResponse:
    def resumed(submission: Submission) -> None:
        resume_submission(submission, request.POST.get("api_key", ""))
        ring_waiting()

    done = "Queued again. What was scored is kept and not run twice."
    return _move(request, pk, resumed, done)


@require_POST
@login_required
def show_to(request: HttpRequest, pk: str) -> HttpResponse:
    wanted = request.POST.get("visibility", "")

    def shown(submission: Submission) -> None:
        show_submission(submission, wanted)

    labels = dict(Submission.Visibility.choices)
    done = f"Seen by {labels.get(wanted, wanted)} from now on."
    return _move(request, pk, shown, done)


@require_http_methods(["GET", "POST"])
@login_required
def cancel(request: HttpRequest, pk: str) -> HttpResponse:
    """Say what cancelling does; a POST does it."""
    if request.method == "POST":
        done = "Cancelled. What was scored is kept."
        return _move(request, pk, cancel_submission, done)
    submission = _own_or_404(request, pk)
    context = {"submission": submission, "progress": progress_of(Counts(submission))}
    return render(request, "submission/cancel.html", context)


@require_http_methods(["GET", "POST"])
@login_required
def limits(request: HttpRequest, pk: str) -> HttpResponse:
    """How many at once, how fast, and how much in all."""
    submission = _own_or_404(request, pk)
    sent = request.POST if request.method == "POST" else None
    form = LimitsForm(sent, initial=model_to_dict(submission))
    if form.is_valid():
        try:
            change_limits(submission, form.cleaned_data)
        except InvalidEntry as refusal:
            form.add_faults(refusal.errors)
        else:
            messages.success(request, "These limits hold from now on.")
            return redirect("submission", pk)
    context = {
        "form": form,
        "submission": submission,
        "spending": spending_of(Counts(submission)),
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.is_bound else HTTPStatus.OK
    return render(request, "submission/limits.html", context, status=status)


@sensitive_post_parameters("api_key")
@require_http_methods(["GET", "POST"])
@login_required
def key(request: HttpRequest, pk: str) -> HttpResponse:
    """Take a new key for the endpoint; none is ever shown."""
    submission = _own_or_404(request, pk)
    form = KeyForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            change_key(submission, form.cleaned_data["api_key"])
        except InvalidEntry as refusal:
            form.add_error("api_key", refusal.errors["api_key"])
        except NotPossible as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, "The new key is used from now on.")
            return redirect("submission", pk)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.is_bound else HTTPStatus.OK
    context = {"form": form, "submission": submission}
    return render(request, "submission/key.html", context, status=status)


def _move(
    request: HttpRequest, pk: str, move: Callable[[Submission], None], done: str
) -> HttpResponse:
    submission = _own_or_404(request, pk)
    try:
        move(submission)
    except NotPossible as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, done)
    return redirect("submission", pk)


def _own_or_404(request: HttpRequest, pk: str) -> Submission:
    own = Submission.objects.select_related("board")
    return get_object_or_404(own, pk=pk, owner_id=request.user.pk)
