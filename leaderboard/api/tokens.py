"""Files of the site by API token: a download needs no browser."""

from collections.abc import Callable
from functools import wraps
from typing import Any  # Any: a view's own arguments

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.cache import patch_vary_headers
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from leaderboard.api.authentication import TokenAuthentication

View = Callable[..., Any]


def also_by_token(view: View) -> View:
    """Let a view that only reads be asked with a bearer token; refuse a wrong one."""

    @wraps(view)
    def asked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            found = TokenAuthentication().authenticate(Request(request))
        except AuthenticationFailed as refusal:
            error = {"code": "authentication_failed", "message": str(refusal.detail)}
            return JsonResponse({"error": {**error, "fields": {}}}, status=401)
        if found is not None:
            request.user = found[0]
        response: HttpResponse = view(request, *args, **kwargs)
        patch_vary_headers(response, ["Authorization"])
        return response

    return asked
