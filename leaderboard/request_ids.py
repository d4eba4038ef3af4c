"""A name for each request: in its log lines, its answer, and on the error page."""

import re
import uuid
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from structlog.contextvars import bound_contextvars

HEADER = "X-Request-Id"
FITTING = re.compile(r"[A-Za-z0-9._-]{8,64}")

Handler = Callable[[HttpRequest], HttpResponseBase]


def name_requests(get_response: Handler) -> Handler:
    """Return a middleware that names what comes after it.

    A proxy in front of the site may have named it already; a stranger may not.
    """

    def named(request: HttpRequest) -> HttpResponseBase:
        name = _from_proxy(request) or uuid.uuid4().hex
        request.META["REQUEST_ID"] = name
        with bound_contextvars(request_id=name):
            response = get_response(request)
        response[HEADER] = name
        return response

    return named


def _from_proxy(request: HttpRequest) -> str | None:
    given = request.headers.get(HEADER, "")
    trusted = settings.BEHIND_PROXY and FITTING.fullmatch(given)
    return given if trusted else None
