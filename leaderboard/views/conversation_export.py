"""One conversation as one HTML file that opens anywhere, without this site."""

from collections.abc import Sequence

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_GET

from leaderboard.queries.conversation.page import exported, records_ledger
from leaderboard.views.conversation import recorded_or_404

SHEETS = (
    "tokens",
    "base",
    "layout",
    "parts",
    "table",
    "trace",
    "trace-events",
    "trace-find",
    "trace-sheets",
    "print",
)


@require_GET
def export(request: HttpRequest, pk: int) -> HttpResponse:
    found = recorded_or_404(request, pk)
    row = found.conversation
    context = {
        "page": exported(found, request.user),
        "ledger": records_ledger(found),
        "styles": styles(SHEETS),
        "source": request.build_absolute_uri(f"/conversations/{pk}/"),
        "scorer": row.scorer,
        "dataset_hash": row.submission.board.dataset_hash[:12],
    }
    response = render(request, "conversation/export.html", context)
    name = f"{row.task_id}-{row.trial}.html"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def styles(names: Sequence[str]) -> SafeString:
    """Return these style sheets of the site as one text. They are ours, hence safe."""
    folder = settings.BASE_DIR / "static" / "css"
    texts = [(folder / f"{name}.css").read_text() for name in names]
    return mark_safe("\n".join(texts))  # nosec B308
