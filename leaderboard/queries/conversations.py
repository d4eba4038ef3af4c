"""Lists of conversations: filtered, in order, a page at a time."""

from collections.abc import Iterable, Mapping
from dataclasses import astuple, dataclass
from functools import cache

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import Exists, OuterRef, Q, QuerySet

from bankenv.dataset import load_dataset
from leaderboard.models import Conversation, FindingCount, Submission
from leaderboard.queries.sorting import Sort, order_by

DEFAULT_SORT = "task"
COLUMNS = {
    "task": "task_id",
    "trial": "trial",
    "category": "category",
    "outcome": "passed",
    "turns": "turns",
    "calls": "calls",
    "tool_errors": "tool_errors",
    "tokens": "tokens_out",
    "cost": "cost_usd",
    "latency": "latency_ms",
    "finished": "finished_at",
}
ALWAYS_KNOWN = ("task_id", "trial", "category")
# What a row of a submission's page shows; a hundred rows have much more.
LISTED = (
    *("submission", "task_id", "trial", "category", "finished_at"),
    *("status", "fault", "error"),
    *("passed", "hidden_violation", "turns", "calls", "tokens_out"),
    *("cost_usd", "latency_ms"),
)
LARGEST_FIRST = (
    "turns",
    "calls",
    "tool_errors",
    "tokens",
    "cost",
    "latency",
    "finished",
)

# One choice of `outcome` each: what a reader asks for, in the words of the page.
OUTCOMES: Mapping[str, tuple[str, Q]] = {
    "failed": ("Failed", Q(passed=False)),
    "hidden": ("Hidden violation", Q(hidden_violation=True)),
    "passed": ("Passed", Q(passed=True)),
    "errored": ("Errored", Q(status="errored")),
    "unfinished": ("Not finished", Q(status__in=["queued", "running"])),
}


FILTERS = ("outcome", "finding", "category", "area", "family", "text")


@dataclass(frozen=True, slots=True)
class ConversationFilter:
    """What the reader asked for; an empty value asks for all."""

    outcome: str = ""
    finding: str = ""
    category: str = ""
    area: str = ""
    family: str = ""
    text: str = ""

    @property
    def is_set(self) -> bool:
        return any(astuple(self))


def visible_conversations(user: User | AnonymousUser) -> QuerySet[Conversation]:
    """Return the conversations whose submission `user` may open."""
    visible = Submission.objects.visible_to(user)
    rows = Conversation.objects.filter(submission__in=visible)
    return rows.prefetch_related("finding_counts")


def conversations_of(
    submission: Submission, asked: ConversationFilter
) -> QuerySet[Conversation]:
    """Return a submission's conversations that fit, without their trajectories."""
    rows = submission.conversations.prefetch_related("finding_counts")
    if asked.outcome in OUTCOMES:
        rows = rows.filter(OUTCOMES[asked.outcome][1])
    if asked.finding:
        rows = rows.filter(_has_finding(asked.finding))
    exact = {
        "category": asked.category,
        "area": asked.area,
        "family": asked.family,
    }
    rows = rows.filter(**{name: value for name, value in exact.items() if value})
    return rows.filter(_mentions(asked.text)) if asked.text else rows


def in_order(rows: QuerySet[Conversation], sort: Sort) -> QuerySet[Conversation]:
    """Return the rows in the order asked for; equal ones by task and trial."""
    column = COLUMNS[sort.key]
    missing = column not in ALWAYS_KNOWN
    wanted = order_by(column, descending=sort.descending, missing=missing)
    return rows.order_by(wanted, "task_id", "trial")


def findings_of(rows: Iterable[Conversation]) -> dict[int, list[tuple[str, int]]]:
    """Return what broke a gate in each of these: kinds of finding, and how many.

    As pairs: a hundred conversations need no object for each of their counts.
    """
    counts = FindingCount.objects.filter(
        conversation__in=[row.pk for row in rows], is_advisory=False
    )
    found: dict[int, list[tuple[str, int]]] = {}
    for pk, kind, count in counts.values_list("conversation_id", "kind", "count"):
        found.setdefault(pk, []).append((kind, count))
    return found


@cache
def task_titles() -> Mapping[str, str]:
    """Return the title of each task of the embedded dataset."""
    return {task.id: task.title for task in load_dataset().tasks.values()}


def _has_finding(kind: str) -> Exists:
    """Fit those whose verdict has a finding of this kind."""
    counts = FindingCount.objects.filter(conversation=OuterRef("pk"), kind=kind)
    return Exists(counts)


def _mentions(text: str) -> Q:
    """Fit the id or title of the task, the verdict's sentence, or the error."""
    folded = text.casefold()
    titled = [pk for pk, title in task_titles().items() if folded in title.casefold()]
    return (
        Q(task_id__icontains=text)
        | Q(task_id__in=titled)
        | Q(sentence__icontains=text)
        | Q(error__icontains=text)
    )
