"""The audit log: what staff changed, and whose private submissions they opened."""

from collections.abc import Mapping

from django.contrib.auth.models import User

from leaderboard.models import AuditEntry, Submission

SAFE = frozenset(("GET", "HEAD", "OPTIONS"))
PATH_LENGTH, ROUTE_LENGTH = 300, 100


def is_worth_noting(
    user: User, method: str, route: str, arguments: Mapping[str, object]
) -> bool:
    """Say whether a member of staff's request belongs in the log.

    Whatever changes something does, and looking at what only its owner may see.
    """
    return method not in SAFE or _is_of_others(user, route, arguments.get("pk"))


def note_staff_request(
    user: User, method: str, route: str, path: str, outcome: tuple[int, str]
) -> AuditEntry:
    """Write what `user` asked for; `outcome` is the status and the request's id."""
    status, request_id = outcome
    return AuditEntry.objects.create(
        actor=user,
        actor_name=user.get_username(),
        method=method[:10],
        route=route[:ROUTE_LENGTH],
        path=path[:PATH_LENGTH],
        status=status,
        request_id=request_id,
    )


def _is_of_others(user: User, route: str, pk: object) -> bool:
    private = Submission.objects.filter(visibility=Submission.Visibility.PRIVATE)
    others = private.exclude(owner=user)
    name = route.removeprefix("api-")
    if isinstance(pk, int):
        return name.startswith("conversation") and (
            others.filter(conversations__pk=pk).exists()
        )
    if name == "conversations-file" or name.startswith(("submission", "conversations")):
        return others.filter(pk=pk).exists()
    return False
