"""What people write about a conversation: notes and labels."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import redirect
from django.views.decorators.http import require_GET, require_POST

from leaderboard.http import HtmxRequest
from leaderboard.models import Label
from leaderboard.queries.conversation.labels import label_families, suggestions
from leaderboard.queries.conversation.recordings import Recorded
from leaderboard.services.labels import set_label
from leaderboard.services.notes import EmptyNote, add_note, settle_note
from leaderboard.throttles import limited
from leaderboard.views.conversation import recorded_or_404, render_tab
from leaderboard.views.signed_in import signed_in

ROUTE = "conversation-notes"
SAID = {"seen": True, "denied": False, "unsaid": None}


@require_GET
def notes(request: HtmxRequest, pk: int) -> HttpResponse:
    found = recorded_or_404(request, pk)
    suggested = {}
    if found.trajectory and found.verdict:
        suggested = suggestions(found.trajectory, found.verdict)
    labels = Label.objects.filter(conversation_id=pk).select_related("set_by")
    context = {
        "families": label_families(suggested, labels),
        "about": _event(found, request.GET.get("about", "")),
    }
    return render_tab(request, found, ROUTE, "notes", context)


@limited("note")
@require_POST
@login_required
def add(request: HttpRequest, pk: int) -> HttpResponse:
    found = recorded_or_404(request, pk)
    event = _event(found, request.POST.get("event", ""))
    text = request.POST.get("text", "")
    try:
        add_note(found.conversation, signed_in(request), text, event)
    except EmptyNote:
        messages.error(request, "The note was empty, so nothing was kept.")
    return redirect(ROUTE, pk)


@require_POST
@login_required
def settle(request: HttpRequest, pk: int, note: int) -> HttpResponse:
    found = recorded_or_404(request, pk)
    resolved = request.POST.get("resolved") == "yes"
    user = signed_in(request)
    if settle_note(found.conversation, note, user, resolved=resolved) is None:
        raise Http404(f"no note {note} that this user may settle")
    return redirect(ROUTE, pk)


@limited("note")
@require_POST
@login_required
def label(request: HttpRequest, pk: int) -> HttpResponse:
    found = recorded_or_404(request, pk)
    behaviour, said = request.POST.get("behaviour", ""), request.POST.get("said", "")
    if behaviour not in Label.Behaviour.values or said not in SAID:
        return HttpResponseBadRequest(f"no label {behaviour!r} {said!r}")
    set_label(found.conversation, behaviour, signed_in(request), seen=SAID[said])
    return redirect(ROUTE, pk)


def _event(found: Recorded, text: str) -> int | None:
    """Return the index of an event that the recording has, or None."""
    events = len(found.trajectory.events) if found.trajectory else 0
    index = int(text) if text.isascii() and text.isdecimal() else events
    return index if index < events else None
