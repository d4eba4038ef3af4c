"""The conversation viewer: what the policy demands beside what happened."""

import re
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET
from django_htmx.http import HttpResponseClientRefresh

from leaderboard.http import HtmxRequest, render_page
from leaderboard.queries.conversation.page import page, records_ledger
from leaderboard.queries.conversation.recordings import Recorded, recorded
from leaderboard.queries.conversation.wholes import whole_event, whole_events
from leaderboard.views.conversation_drawing import drawn

NUMBER = re.compile("[0-9]{1,9}")


@require_GET
def conversation(request: HtmxRequest, pk: int) -> HttpResponse:
    found = recorded_or_404(request, pk)
    return render_tab(request, found, "conversation", "trace", {})


@require_GET
def records(request: HtmxRequest, pk: int) -> HttpResponse:
    found = recorded_or_404(request, pk)
    context = {"ledger": records_ledger(found)}
    return render_tab(request, found, "conversation-records", "records", context)


@require_GET
def event(request: HtmxRequest, pk: int, index: int) -> HttpResponse:
    """Show one event whole on a page of its own, where nothing fetches it in place."""
    found = recorded_or_404(request, pk)
    whole = whole_event(found.trajectory, index)
    if whole is None:
        raise Http404(f"event {index} of conversation {pk} holds no text")
    return render_tab(request, found, "conversation-raw", "event", {"whole": whole})


@require_GET
def events(request: HttpRequest, pk: int) -> HttpResponse:
    """Return what the page left off: the events `at=3,5,8`, or as many as fit."""
    found = recorded_or_404(request, pk)
    wholes = whole_events(found.trajectory, _numbers(request.GET.get("at", "")))
    return render(request, "conversation/_wholes.html", {"wholes": wholes})


def recorded_or_404(request: HttpRequest, pk: int) -> Recorded:
    """Return the conversation; one that the user may not see is not there."""
    found = recorded(pk, request.user)
    if found is None:
        raise Http404(f"no conversation {pk}")
    return found


def _numbers(text: str) -> list[int]:
    """Return the numbers of a list like `3,5,8`; what is none is left out."""
    return [int(word) for word in text.split(",") if NUMBER.fullmatch(word)]


def render_tab(
    request: HtmxRequest,
    found: Recorded,
    route: str,
    name: str,
    context: dict[str, Any],  # Any: what the tab's template names
) -> HttpResponse:
    """Render one tab inside the frame that all tabs share.

    A page that waits asks for its own part again; once there is more than that to show,
    it is told to load itself anew.
    """
    if request.htmx and not found.conversation.is_unfinished:
        return HttpResponseClientRefresh()
    template = f"conversation/_{name if found.trajectory else 'unrecorded'}.html"
    framed = page(found, request.GET, route, request.user)
    frame = {
        "page": framed,
        "tab_template": template,
        "drawn": drawn(found, framed),
    }
    return render_page(
        request, "conversation/page.html", frame | context, fragment=template
    )
