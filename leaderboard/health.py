"""Whether this process answers, and whether the whole site could work.

`/healthz` is what a supervisor asks: this process and its database. `/readyz` names
every part the site leans on; `/readyz?parts=database,migrations` only those that
pages need, for a load balancer that should not take the site away with its workers.
"""

from django.db import connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from leaderboard.queries.site_parts import PARTS, site_parts

BAD_REQUEST, UNAVAILABLE = 400, 503


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """Answer as soon as the web server and its database do."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return JsonResponse({"ok": True})


@never_cache
@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """Say for each part whether it is there; 503 where one is not."""
    asked = request.GET.get("parts")
    names = list(PARTS) if asked is None else asked.split(",")
    unknown = sorted(set(names) - set(PARTS))
    if unknown:
        words = f"no part {', '.join(unknown)!r}; there are {', '.join(PARTS)}"
        return JsonResponse({"error": words}, status=BAD_REQUEST)
    parts = site_parts(names)
    ok = all(part.is_well for part in parts)
    body = {
        "ok": ok,
        "parts": {p.name: {"ok": p.is_well, "seen": p.detail} for p in parts},
    }
    return JsonResponse(body, status=200 if ok else UNAVAILABLE)
