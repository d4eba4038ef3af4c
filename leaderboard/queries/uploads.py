"""Files that were sent to be imported; each belongs to its sender alone."""

from django.contrib.auth.models import User
from django.db.models import QuerySet

from leaderboard.models import Upload

SHOWN = 5


def uploads_of(user: User) -> QuerySet[Upload]:
    """Return the uploads that `user` may see, newest first."""
    return Upload.objects.filter(owner=user).select_related("submission")


def recent_uploads(user: User) -> QuerySet[Upload]:
    """Return the last few uploads of `user`."""
    return uploads_of(user)[:SHOWN]
