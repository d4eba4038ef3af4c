"""Every address of the site, as the resolver knows them."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import URLPattern, URLResolver, get_resolver, reverse

from leaderboard.charts.gallery import OF_SUBMISSION


@dataclass(frozen=True)
class Route:
    """One address pattern: its full name and the arguments that it takes."""

    name: str
    arguments: tuple[str, ...]


@dataclass(frozen=True)
class Objects:
    """What addresses may lead to; `beside` is another conversation at the same task."""

    submission: str
    conversation: int
    beside: int
    task_id: str
    customer_id: str
    note: int = 0
    token: int = 0
    upload: str = "0"


def routes() -> list[Route]:
    """Return every pattern, admin included, in the resolver's order."""
    return list(_below(get_resolver(), "", ()))


def _below(
    resolver: URLResolver, namespace: str, taken: tuple[str, ...]
) -> Iterator[Route]:
    for entry in resolver.url_patterns:
        arguments = (*taken, *entry.pattern.regex.groupindex)
        if isinstance(entry, URLPattern):
            yield Route(f"{namespace}{entry.name or ''}", arguments)
        else:
            inner = f"{entry.namespace}:" if entry.namespace else ""
            yield from _below(entry, namespace + inner, arguments)


def site_routes() -> list[Route]:
    return [route for route in routes() if not route.name.startswith("admin:")]


def address(route: Route, objects: Objects, form: str = "json") -> str:
    """Where `route` leads to; a route that gives files, in `form` if it knows that."""
    known = {
        "pk": _key(route, objects),
        "slug": "deposit_rates" if route.name == "document" else "lite",
        "key": next(iter(OF_SUBMISSION)),
        "form": "passbook" if route.name.endswith("submission-export") else form,
        "task_id": objects.task_id,
        "name": "get_account_balance",
        "customer_id": objects.customer_id,
        "index": 0,
        "other": objects.beside,
        "note": objects.note,
        "number": 0,
    }
    return reverse(route.name, kwargs={name: known[name] for name in route.arguments})


def _key(route: Route, objects: Objects) -> object:
    if route.name == "task-report-decide":
        return 0  # there is none
    if route.name == "token-revoke":
        return objects.token
    name = route.name.removeprefix("api-")
    if name in ("upload", "upload-part"):
        return objects.upload
    of_conversation = name == "conversation" or name.startswith("conversation-")
    return objects.conversation if of_conversation else objects.submission
