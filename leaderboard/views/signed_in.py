"""The user behind a request that login_required let through."""

from typing import cast

from django.contrib.auth.models import User
from django.http import HttpRequest


def signed_in(request: HttpRequest) -> User:
    """Return the user. Only behind login_required, which types cannot see."""
    return cast("User", request.user)
