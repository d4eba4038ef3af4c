"""How long requests take, by the name of their address and not by the address.

Names are few; addresses hold ids and what people search for.
"""

import time
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from prometheus_client import CollectorRegistry, Histogram

REQUESTS = CollectorRegistry()
# A method that no view knows is one series, not one for each invented word.
METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))

_SECONDS = Histogram(
    "passbook_http_request_duration_seconds",
    "From the request's first middleware to its response.",
    ("route", "method", "status"),
    registry=REQUESTS,
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0),
)

Handler = Callable[[HttpRequest], HttpResponseBase]


def time_requests(get_response: Handler) -> Handler:
    """Return a middleware that measures what comes after it."""

    def timed(request: HttpRequest) -> HttpResponseBase:
        started = time.perf_counter()
        response = get_response(request)
        method = request.method if request.method in METHODS else "other"
        _SECONDS.labels(_route(request), method, response.status_code).observe(
            time.perf_counter() - started
        )
        return response

    return timed


def _route(request: HttpRequest) -> str:
    match = request.resolver_match
    if match is not None:
        return match.view_name or "unnamed"
    return "static" if request.path.startswith(settings.STATIC_URL) else "none"
