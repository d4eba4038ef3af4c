"""Every address of the site, as the resolver knows them."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import URLPattern, URLResolver, get_resolver


@dataclass(frozen=True)
class Route:
    """One address pattern: its full name and the arguments that it takes."""

    name: str
    arguments: tuple[str, ...]


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
