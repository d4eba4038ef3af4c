"""The conversation viewer: what the policy demands beside what happened."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET
from django_htmx.http import HttpResponseClientRefresh

from bankenv.trajectory import Message, Result
from leaderboard.http import HtmxRequest, render_page
from leaderboard.queries.conversation.answers import whole_answer
from leaderboard.queries.conversation.page import page, records_ledger
from leaderboard.queries.conversation.recordings import Recorded, recorded


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
def event(request: HttpRequest, pk: int, index: int) -> HttpResponse:
    """Return one event whole: what was too big for the page."""
    found = recorded_or_404(request, pk)
    events = found.trajectory.events if found.trajectory else ()
    asked = events[index] if index < len(events) else None
    context: dict[str, object] = {"pk": pk, "index": index}
    if isinstance(asked, Message):
        context["text"] = asked.text
    elif isinstance(asked, Result):
        context["sheet"], context["text"] = whole_answer(asked.content)
    else:
        raise Http404(f"event {index} of conversation {pk} holds no text")
    return render(request, "conversation/_whole.html", context)


def recorded_or_404(request: HttpRequest, pk: int) -> Recorded:
    """Return the conversation; one that the user may not see is not there."""
    found = recorded(pk, request.user)
    if found is None:
        raise Http404(f"no conversation {pk}")
    return found


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
    frame = {"page": framed, "tab_template": template}
    return render_page(
        request, "conversation/page.html", frame | context, fragment=template
    )
