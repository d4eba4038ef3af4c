"""The bodies of long tables, for templates; table_markup escapes what is not ours."""

from collections.abc import Iterable, Mapping

from django import template
from django.http import HttpRequest
from django.template import Context
from django.utils.safestring import SafeString, mark_safe

from leaderboard.models import Conversation, Standing
from leaderboard.queries.comparisons import Pair, SliceRow
from leaderboard.queries.flips import Parting
from leaderboard.queries.task_results import TaskResult
from leaderboard.queries.tasks import TaskRow
from leaderboard.templatetags import table_markup

register = template.Library()


@register.simple_tag(takes_context=True)
def conversation_rows(context: Context, rows: Iterable[Conversation]) -> SafeString:
    """Write the rows of a submission's list of conversations."""
    request: HttpRequest = context["request"]
    sent = request.GET.copy()
    sent.pop("page", None)
    written = table_markup.conversation_rows(
        rows,
        table_markup.Listed(
            titles=context["titles"],
            findings=context["findings"],
            query=f"?{sent.urlencode()}" if sent else "",
            trials=context["page"].submission.trials > 1,
        ),
    )
    return mark_safe(written)  # nosec B308


@register.simple_tag(takes_context=True)
def slice_rows(context: Context, kind: str, rows: Iterable[SliceRow]) -> SafeString:
    """Write the rows of a comparison's slices of a kind, how a pair parts beside."""
    pair: Pair = context["pair"]
    found: Mapping[str, Mapping[str, Parting]] = context["partings"]
    sent = context["request"].GET.copy()
    for name in ("page", "flips", "part"):
        sent.pop(name, None)
    sent["left"], sent["right"] = pair.left.pk, pair.right.pk
    written = table_markup.slice_rows(
        rows,
        pair.categories if kind == Standing.Slice.CATEGORY else None,
        found.get(kind),
        f"?{sent.urlencode()}&part={kind}.",
    )
    return mark_safe(written)  # nosec B308


@register.simple_tag
def kind_rows(rows: Iterable[tuple[str, Standing]]) -> SafeString:
    """Write the rows of a submission's figures by kind of task."""
    return mark_safe(table_markup.kind_rows(rows))  # nosec B308


@register.simple_tag
def result_rows(rows: Iterable[TaskResult], task_id: str) -> SafeString:
    """Write how each submission fared at one task."""
    return mark_safe(table_markup.result_rows(rows, task_id))  # nosec B308


@register.simple_tag
def task_rows(rows: Iterable[TaskRow]) -> SafeString:
    """Write the rows of the list of tasks."""
    return mark_safe(table_markup.task_rows(rows))  # nosec B308


@register.filter
def outcome(row: Conversation) -> SafeString:
    """Write how a conversation came out."""
    return mark_safe(table_markup.outcome(row))  # nosec B308


@register.filter
def letters(trials: str) -> SafeString:
    """Write the outcomes of a task's trials."""
    return mark_safe(table_markup.letters(trials))  # nosec B308
