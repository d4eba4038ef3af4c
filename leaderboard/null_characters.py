"""Requests with a NUL character: no browser sends one, PostgreSQL takes none."""

from collections.abc import Callable

from django.core.exceptions import BadRequest
from django.http import HttpRequest
from django.http.response import HttpResponseBase

FORM = "application/x-www-form-urlencoded"

Handler = Callable[[HttpRequest], HttpResponseBase]


def refuse_null_characters(get_response: Handler) -> Handler:
    """Return a middleware that answers 400 to them, wherever in the request they are.

    JSON and multipart bodies are for their own parsers to judge.
    """

    def refused(request: HttpRequest) -> HttpResponseBase:
        query = request.META.get("QUERY_STRING", "")
        typed = request.body if request.content_type == FORM else b""
        if "\0" in request.path or "%00" in query or b"%00" in typed:
            raise BadRequest("a NUL character in the request")
        return get_response(request)

    return refused
