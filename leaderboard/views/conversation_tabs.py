"""The viewer's other tabs: timing, what was sent, the customer, the raw recording."""

import orjson
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from bankenv.trajectory_io import to_json
from leaderboard.http import HtmxRequest
from leaderboard.queries.conversation.requests import sent
from leaderboard.queries.conversation.text import fold
from leaderboard.queries.conversation.timing import timing
from leaderboard.queries.conversation.understanding import Exchange, understanding
from leaderboard.views.conversation import recorded_or_404, render_tab


@require_GET
def timing_tab(request: HtmxRequest, pk: int) -> HttpResponse:
    found = recorded_or_404(request, pk)
    context = {"timing": timing(found.trajectory) if found.trajectory else None}
    return render_tab(request, found, "conversation-timing", "timing", context)


@require_GET
def prompt_tab(request: HtmxRequest, pk: int) -> HttpResponse:
    found = recorded_or_404(request, pk)
    recording = found.trajectory
    context = {"sent": sent(found.dataset, recording) if recording else None}
    return render_tab(request, found, "conversation-prompt", "prompt", context)


@require_GET
def scenario_tab(request: HtmxRequest, pk: int) -> HttpResponse:
    found = recorded_or_404(request, pk)
    understood: tuple[Exchange, ...] = ()
    if found.task and found.trajectory:
        understood = understanding(found.task, found.trajectory)
    context = {"task": found.task, "understood": understood}
    return render_tab(request, found, "conversation-scenario", "scenario", context)


@require_GET
def raw_tab(request: HtmxRequest, pk: int) -> HttpResponse:
    found = recorded_or_404(request, pk)
    document = to_json(found.trajectory) if found.trajectory else None
    text = orjson.dumps(document, option=orjson.OPT_INDENT_2).decode()
    context = {"raw": fold(text), "size": len(text)}
    return render_tab(request, found, "conversation-raw", "raw", context)


@require_GET
def trajectory_file(request: HttpRequest, pk: int) -> HttpResponse:
    """Return the recording itself, as a file."""
    found = recorded_or_404(request, pk)
    if found.trajectory is None:
        raise Http404(f"conversation {pk} is not recorded")
    body = orjson.dumps(to_json(found.trajectory), option=orjson.OPT_INDENT_2)
    name = f"{found.conversation.task_id}-{found.conversation.trial}.json"
    response = HttpResponse(body, content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
