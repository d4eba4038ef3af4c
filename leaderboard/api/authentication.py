"""`Authorization: Bearer <token>`: who asks, for programs."""

from django.contrib.auth.models import User
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from leaderboard.models import ApiToken
from leaderboard.services.tokens import recognise_token


class TokenAuthentication(BaseAuthentication):
    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        """Return the token's user, None where no token came, or refuse a wrong one."""
        scheme, _, token = (
            get_authorization_header(request).decode("latin-1").partition(" ")
        )
        if scheme.lower() != "bearer":
            return None
        row = recognise_token(token.strip())
        if row is None:
            raise AuthenticationFailed(
                "This token is not known; make one on your account page."
            )
        return row.user, row

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"
