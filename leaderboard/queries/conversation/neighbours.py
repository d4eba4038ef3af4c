"""The conversation before and after this one, inside the reader's filter."""

from collections.abc import Mapping
from dataclasses import dataclass, fields

from django.db.models import Q
from django.http import QueryDict
from django.urls import reverse

from leaderboard.models import Conversation
from leaderboard.queries.conversations import (
    COLUMNS,
    DEFAULT_SORT,
    OUTCOMES,
    ConversationFilter,
    conversations_of,
    in_order,
)
from leaderboard.queries.sorting import parse_sort

CARRIED = (*(field.name for field in fields(ConversationFilter)), "sort")


@dataclass(frozen=True, slots=True)
class Neighbours:
    """Addresses of the conversations beside this one; empty for none.

    `position` is None for a conversation that is not one of those listed; `listed` says
    in a word which are: the failed ones, or those of the outcome the reader asked for.
    """

    position: int | None
    total: int
    previous: str
    next: str
    listed: str = "failed"

    @property
    def words(self) -> str:
        """Return where the reader is: `failed 6 of 31`."""
        if self.position is None:
            return f"{self.total} {self.listed}"
        return f"{self.listed} {self.position} of {self.total}"


def neighbours(
    conversation: Conversation, query: Mapping[str, str], route: str
) -> Neighbours:
    """Return the neighbours in the filter and order that `query` asks for."""
    keys, is_listed = listed_around(conversation, query)
    at = keys.index(conversation.pk)
    total = len(keys) if is_listed else len(keys) - 1
    return Neighbours(
        at + 1 if is_listed else None,
        total,
        _address(keys[at - 1], route, query) if at > 0 else "",
        _address(keys[at + 1], route, query) if at + 1 < len(keys) else "",
        OUTCOMES.get(query.get("outcome", ""), OUTCOMES["failed"])[0].lower(),
    )


def listed_around(
    conversation: Conversation, query: Mapping[str, str]
) -> tuple[list[int], bool]:
    """Return the keys of those in the filter, this one put in if it is not one.

    Where the filter names no outcome, they are the failed ones.

    Says too whether it is one of them.
    """
    asked = ConversationFilter(
        **{name: query.get(name, "").strip() for name in CARRIED if name != "sort"}
    )
    sort = parse_sort(query.get("sort", ""), COLUMNS, DEFAULT_SORT)
    rows = conversations_of(conversation.submission, asked).prefetch_related(None)
    is_failed = Q(status="scored", passed=False)
    listed = rows if asked.outcome in OUTCOMES else rows.filter(is_failed)
    keys = list(in_order(listed, sort).values_list("pk", flat=True))
    if conversation.pk in keys:
        return keys, True
    wanted = Q(pk__in=listed.values("pk")) | Q(pk=conversation.pk)
    together = in_order(Conversation.objects.filter(wanted), sort)
    return list(together.values_list("pk", flat=True)), False


def _address(pk: int, route: str, query: Mapping[str, str]) -> str:
    return reverse(route, args=[pk]) + query_string(query)


def query_string(query: Mapping[str, str]) -> str:
    """Return what an address carries of the reader's filter and order, or nothing."""
    carried = QueryDict(mutable=True)
    carried.update({name: query[name] for name in CARRIED if query.get(name)})
    return f"?{carried.urlencode()}" if carried else ""
