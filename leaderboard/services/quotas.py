"""Quotas: how much one user may enter in a day.

`check_quota` refuses what is too much. Nothing has to be given back by hand: usage is
counted from the rows (queries/quotas.py), and what this site failed does not count.
"""

from datetime import datetime

from django.contrib.auth.models import User
from django.utils import timezone

from leaderboard.queries.quotas import Quota, Usage, quota_of

SHORTEST_WAIT_S = 60.0


class QuotaExceeded(Exception):
    """More than the user may enter today; the message says how much and until when."""

    def __init__(self, message: str, frees_at: datetime | None) -> None:
        super().__init__(message)
        self.frees_at = frees_at

    @property
    def wait_s(self) -> float:
        """Seconds until something of the quota is free again."""
        if self.frees_at is None:
            return SHORTEST_WAIT_S
        left = (self.frees_at - timezone.now()).total_seconds()
        return max(left, SHORTEST_WAIT_S)


def check_quota(user: User, conversations: int) -> None:
    """Return if `user` may enter a submission of this many conversations now.

    Inside the transaction that stores it, two submissions at once are counted one
    after the other: the user's row is locked. Raises QuotaExceeded.
    """
    list(User.objects.select_for_update().filter(pk=user.pk).values_list("pk"))
    quota = quota_of(user)
    _demand(quota, quota.submissions, 1, "submissions")
    _demand(quota, quota.conversations, conversations, "conversations")


def check_import_quota(user: User) -> None:
    """Return if `user` may import a file now. Raises QuotaExceeded."""
    quota = quota_of(user)
    _demand(quota, quota.imports, 1, "imports")


def _demand(quota: Quota, usage: Usage, wanted: int, of: str) -> None:
    if usage.has_room_for(wanted):
        return
    raise QuotaExceeded(
        f"This would be {wanted:,} more {of}; of the {usage.limit:,} that you may "
        f"enter in 24 hours, {usage.left:,} are left.{_when(quota.frees_at)}",
        quota.frees_at,
    )


def _when(frees_at: datetime | None) -> str:
    if frees_at is None:
        return ""
    local = timezone.localtime(frees_at)
    return f" More are free from {local:%-d %B, %H:%M} on."
