"""Who asks, as an address: what a stranger cannot choose for themselves."""

from django.conf import settings
from django.http import HttpRequest


def client_address(request: HttpRequest) -> str:
    """Return the address that the request came from.

    Behind a proxy that is the last one in X-Forwarded-For, the one the proxy itself
    wrote; those before it are the sender's own words.
    """
    forwarded = str(request.META.get("HTTP_X_FORWARDED_FOR", ""))
    last = forwarded.rpartition(",")[2].strip()
    seen = str(request.META.get("REMOTE_ADDR", ""))
    return last if settings.BEHIND_PROXY and last else seen
