"""Leaving: what becomes of everything that an account owns."""

from dataclasses import dataclass

from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet

from leaderboard.models import Credential, Submission

FORMER = "former-member"
GONE_URL = "https://removed.invalid/v1"


class StaffMayNotLeave(Exception):
    """A member of staff's account is deleted by another one, in the admin."""


@transaction.atomic
def delete_account(user: User) -> None:
    """Delete `user` with all that is theirs, but finished public submissions.

    Those stay on their boards, where others were ranked against them: they pass to a
    nameless account that nobody can log in to, without the endpoint's address. All
    keys, tokens, notes, private, unlisted and unfinished submissions are deleted. What
    runs is taken from its worker. Raises StaffMayNotLeave.
    """
    if user.is_staff:
        raise StaffMayNotLeave(
            "An account with staff rights is deleted by another one, in the admin."
        )
    Credential.objects.filter(submission__owner=user).delete()
    _published(user).update(owner=_former(), base_url=GONE_URL, keeps_credential=False)
    for log in (AccessAttempt, AccessFailureLog, AccessLog):
        log.objects.filter(username=user.get_username()).delete()
    user.delete()


@dataclass(frozen=True, slots=True)
class Leaving:
    """How many submissions are kept and deleted when their owner leaves."""

    kept: int
    deleted: int


def leaving_of(user: User) -> Leaving:
    kept = _published(user).count()
    return Leaving(kept, Submission.objects.filter(owner=user).count() - kept)


def _published(user: User) -> QuerySet[Submission]:
    """Return the submissions of `user` that outlive the account."""
    return Submission.objects.filter(
        owner=user,
        visibility=Submission.Visibility.PUBLIC,
        status=Submission.Status.FINISHED,
    )


def _former() -> User:
    former, made = User.objects.get_or_create(
        username=FORMER, defaults={"is_active": False}
    )
    if made:
        former.set_unusable_password()
        former.save(update_fields=["password"])
    return former
