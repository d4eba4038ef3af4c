"""How often one reader may call the bank's tools, by page and by API together."""

from django.http import HttpRequest
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView


class BankCallThrottle(SimpleRateThrottle):
    """One call a second, in bursts: generous to people, dull for machines.

    A call takes microseconds; a library that makes thousands is one import away.
    """

    scope = "bank_call"
    rate = "60/min"

    def get_cache_key(self, request: Request, view: APIView) -> str:
        """Count a signed-in reader by account, others by address."""
        user = request.user
        ident = f"user-{user.pk}" if user.is_authenticated else self.get_ident(request)
        return f"throttle-{self.scope}-{ident}"


def seconds_to_wait(request: HttpRequest) -> int:
    """Count one call of a page's reader; return 0, or how long they must wait."""
    throttle = BankCallThrottle()
    # The throttle asks a request for its user and address, and a view for nothing.
    if throttle.allow_request(request, None):  # type: ignore[arg-type]
        return 0
    return max(round(throttle.wait() or 1), 1)
