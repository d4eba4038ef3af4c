"""How often one visitor may ask for what costs something, by page and API together."""

import functools
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, ParamSpec

from django.conf import settings
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from redis import RedisError
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

from leaderboard.client_address import client_address

if TYPE_CHECKING:  # it imports this module itself, by the settings
    from rest_framework.views import APIView

logger = logging.getLogger(__name__)

TOO_MANY_REQUESTS = 429
P = ParamSpec("P")


class VisitorThrottle(SimpleRateThrottle):
    """Counts a signed-in visitor by account, others by address."""

    def __init__(self, scope: str) -> None:
        """Take the rate of `scope` from settings.RATES."""
        self.scope, self.rate = scope, settings.RATES[scope]
        super().__init__()

    def allow_request(self, request: Request, view: "APIView") -> bool:
        try:
            return super().allow_request(request, view)
        except RedisError as error:
            logger.warning("visits are counted by this process alone: %s", error)
            self.cache = caches["here"]
            return super().allow_request(request, view)

    def get_cache_key(self, request: Request | HttpRequest, view: object) -> str:
        user = request.user
        who = f"user-{user.pk}" if user.is_authenticated else _address(request)
        return f"throttle-{self.scope}-{who}"


class BankCallThrottle(VisitorThrottle):
    """One call of the bank a second, in bursts: dull for machines.

    A call takes microseconds; a library that makes thousands is one import away.
    """

    def __init__(self) -> None:
        super().__init__("bank_call")


class ApiThrottle(VisitorThrottle):
    """What one visitor may ask of the API in all."""

    def __init__(self) -> None:
        super().__init__("api")

    def allow_request(self, request: Request, view: "APIView") -> bool:
        if request.user.is_authenticated:
            self.num_requests, self.duration = self.parse_rate(
                settings.RATES["api_user"]
            )
        return super().allow_request(request, view)


def seconds_to_wait(request: HttpRequest, scope: str = "bank_call") -> int:
    """Count one request of a page's visitor; return 0, or how long they must wait."""
    throttle = VisitorThrottle(scope)
    # The throttle asks a request for its user and address, and a view for nothing.
    if throttle.allow_request(request, None):  # type: ignore[arg-type]
        return 0
    return max(round(throttle.wait() or 1), 1)


def limited(
    scope: str,
) -> Callable[[Callable[P, HttpResponseBase]], Callable[P, HttpResponseBase]]:
    """Return a decorator of views: a POST too many is answered with 429 and why."""

    def decorate(view: Callable[P, HttpResponseBase]) -> Callable[P, HttpResponseBase]:
        @functools.wraps(view)
        def counted(*args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
            request = args[0]
            assert isinstance(request, HttpRequest)  # a view's first argument
            wait = seconds_to_wait(request, scope) if request.method == "POST" else 0
            if wait:
                return _too_many(request, wait)
            return view(*args, **kwargs)

        return counted

    return decorate


def _too_many(request: HttpRequest, wait: int) -> HttpResponse:
    response = render(request, "429.html", {"wait": wait}, status=TOO_MANY_REQUESTS)
    response["Retry-After"] = str(wait)
    return response


def _address(request: Request | HttpRequest) -> str:
    # DRF's request wraps Django's and shows it under no public name.
    asked = request._request if isinstance(request, Request) else request
    return client_address(asked)
