"""Small drawings and table headers; sizes are attributes, as the CSP bars style."""

from collections.abc import Sequence

from django import template
from django.http import HttpRequest
from django.template import Context
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from leaderboard.models import Standing, Submission
from leaderboard.queries.boards import BoardRow
from leaderboard.queries.sorting import Sort
from leaderboard.templatetags import board_markup, header_markup, interval_markup

register = template.Library()


@register.simple_tag
def interval_bar(
    rate: float | None,
    low: float | None,
    high: float | None,
    final_state: float | None = None,
) -> SafeString:
    """Draw a pass rate with its interval and the rate of the final records alone."""
    # Numbers alone: nothing that anybody typed.
    drawn = interval_markup.interval_svg(rate, low, high, final_state)
    return mark_safe(drawn)  # nosec B308


@register.simple_tag(takes_context=True)
def board_rows(context: Context, rows: Sequence[BoardRow]) -> SafeString:
    """Write rows of a board; board_markup escapes what is not ours."""
    page, look = context["page"], context["look"]
    shown = board_markup.Shown(
        columns=look.columns,
        has_trials=page.has_trials,
        has_simulator=bool(page.board.customer_model),
        picked=context["picked"],
    )
    return mark_safe(board_markup.written(rows, shown))  # nosec B308


@register.simple_tag
def submission_marks(
    submission: Submission, standing: Standing | None = None
) -> SafeString:
    """Write what a reader must know of a submission beside its name."""
    return mark_safe(board_markup.marks(submission, standing))  # nosec B308


@register.simple_tag
def share_bar(share: float, said: str) -> SafeString:
    """Draw a share of a whole as a bar; `said` tells those who cannot see it."""
    return format_html(
        '<svg class="progress" width="100%" height="8" role="img" aria-label="{}">'
        '<rect class="track" width="100%" height="8" rx="4"/>'
        '<rect class="fill" width="{}%" height="8" rx="4"/></svg>',
        *(said, f"{min(max(share, 0.0), 1.0) * 100:.2f}"),
    )


@register.simple_tag
def progress_bar(done: int, total: int, label: str) -> SafeString:
    """Draw how much is done; says so in words to those who cannot see it."""
    share = done / total if total else 0.0
    return format_html(
        '<svg class="progress" width="100%" height="8" role="progressbar"'
        ' aria-label="{}" aria-valuemin="0" aria-valuemax="{}" aria-valuenow="{}">'
        '<rect class="track" width="100%" height="8" rx="4"/>'
        '<rect class="fill" width="{}%" height="8" rx="4"/></svg>',
        *(label, total, done, f"{share * 100:.2f}"),
    )


@register.simple_tag(takes_context=True)
def sort_header(
    context: Context, key: str, label: str, *, kind: str = "num", tip: str = ""
) -> SafeString:
    """Write a column's header: a link that sorts by it, and turns the order round."""
    request: HttpRequest = context["request"]
    sort: Sort = context["sort"]
    query = request.GET.copy()
    query["sort"] = sort.turned(key)
    query.pop("page", None)
    header = header_markup.Header(
        label=label,
        kind=kind,
        tip=tip,
        url=f"?{query.urlencode()}",
        order=sort.aria(key),
        target=context.get("swap_target") or "",
    )
    return mark_safe(header_markup.written(header))  # nosec B308
