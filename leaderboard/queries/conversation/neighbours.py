"""The failed conversation before and after this one, inside the reader's filter."""

from collections.abc import Mapping
from dataclasses import dataclass, fields

from django.db.models import Q
from django.http import QueryDict
from django.urls import reverse

from leaderboard.models import Conversation
from leaderboard.queries.conversations import (
    COLUMNS,
    DEFAULT_SORT,
    ConversationFilter,
    conversations_of,
    in_order,
)
from leaderboard.queries.sorting import parse_sort

CARRIED = (*(field.name for field in fields(ConversationFilter)), "sort")


@dataclass(frozen=True, slots=True)
class Neighbours:
    """Addresses of the failed conversations beside this one; empty for none.

    `position` is None for a conversation that is not one of the failed ones listed.
    """

    position: int | None
    total: int
    previous: str
    next: str

    @property
    def words(self) -> str:
        """Return where the reader is: `failed 6 of 31`."""
        if self.position is None:
            return f"{self.total} failed"
        return f"failed {self.position} of {self.total}"


def neighbours(
    conversation: Conversation, query: Mapping[str, str], route: str
) -> Neighbours:
    """Return the failed neighbours in the filter and order that `query` asks for."""
    keys, failed = failed_around(conversation, query)
    at = keys.index(conversation.pk)
    total = len(keys) if failed else len(keys) - 1
    return Neighbours(
        at + 1 if failed else None,
        total,
        _address(keys[at - 1], route, query) if at > 0 else "",
        _address(keys[at + 1], route, query) if at + 1 < len(keys) else "",
    )


def failed_around(
    conversation: Conversation, query: Mapping[str, str]
) -> tuple[list[int], bool]:
    """Return the keys of the failed conversations, this one put in if it is not one.

    Says too whether it is one of them.
    """
    asked = ConversationFilter(
        **{name: query.get(name, "").strip() for name in CARRIED if name != "sort"}
    )
    sort = parse_sort(query.get("sort", ""), COLUMNS, DEFAULT_SORT)
    rows = conversations_of(conversation.submission, asked).prefetch_related(None)
    failed = rows.filter(status="scored", passed=False)
    wanted = Q(pk__in=failed.values("pk")) | Q(pk=conversation.pk)
    together = in_order(Conversation.objects.filter(wanted), sort)
    keys = list(together.values_list("pk", flat=True))
    return keys, failed.filter(pk=conversation.pk).exists()


def _address(pk: int, route: str, query: Mapping[str, str]) -> str:
    return reverse(route, args=[pk]) + query_string(query)


def query_string(query: Mapping[str, str]) -> str:
    """Return what an address carries of the reader's filter and order, or nothing."""
    carried = QueryDict(mutable=True)
    carried.update({name: query[name] for name in CARRIED if query.get(name)})
    return f"?{carried.urlencode()}" if carried else ""
