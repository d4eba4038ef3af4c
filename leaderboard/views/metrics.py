"""`/metrics` for Prometheus: for whoever has the token, and for staff."""

import secrets

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from leaderboard.queries.metrics import SiteCollector
from leaderboard.request_times import REQUESTS


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Answer in Prometheus' text format; to strangers there is no such page."""
    if not (_has_token(request) or request.user.is_staff):
        raise Http404("no metrics for you")
    site = CollectorRegistry()
    site.register(SiteCollector())
    body = generate_latest(site) + generate_latest(_requests())
    return HttpResponse(body, content_type=CONTENT_TYPE_LATEST)


def _has_token(request: HttpRequest) -> bool:
    expected = settings.METRICS_TOKEN
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    is_right = secrets.compare_digest(token.strip().encode(), expected.encode())
    return bool(expected) and scheme.lower() == "bearer" and is_right


def _requests() -> CollectorRegistry:
    """The times of all processes of this web server, or of this one alone."""
    if not settings.METRICS_DIR:
        return REQUESTS
    together = CollectorRegistry()
    # prometheus_client left this one without types.
    MultiProcessCollector(together, settings.METRICS_DIR)  # type: ignore[no-untyped-call]
    return together
