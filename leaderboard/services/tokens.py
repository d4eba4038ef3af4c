"""API tokens: made once, recognised by their hash."""

import hashlib
import secrets
from datetime import timedelta

from django.contrib.auth.models import User
from django.db.models import Q
from django.utils import timezone

from leaderboard.models import ApiToken

PREFIX = "pb_"
# The moment of last use is worth a write a minute, not one a request.
USE_NOTED_EVERY = timedelta(minutes=1)


def create_token(user: User, name: str) -> tuple[ApiToken, str]:
    """Make a token for `user`; return its row and the token, which is not kept."""
    token = PREFIX + secrets.token_urlsafe(32)
    row = ApiToken.objects.create(
        user=user, name=name, start=token[:8], digest=_digest(token)
    )
    return row, token


def recognise_token(token: str) -> ApiToken | None:
    """Return the row of `token` with its user, or None if it is not one of ours."""
    row = (
        ApiToken.objects.select_related("user")
        .filter(digest=_digest(token), user__is_active=True)
        .first()
    )
    if row is not None:
        _note_use(row.pk)
    return row


def revoke_token(user: User, pk: int) -> bool:
    """Delete a token of `user`; say whether there was one."""
    return ApiToken.objects.filter(user=user, pk=pk).delete()[0] > 0


def _note_use(pk: int) -> None:
    now = timezone.now()
    stale = Q(last_used_at__isnull=True) | Q(last_used_at__lt=now - USE_NOTED_EVERY)
    ApiToken.objects.filter(stale, pk=pk).update(last_used_at=now)


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
