"""Small drawings and table headers; sizes are attributes, as the CSP bars style."""

from typing import Any

from django import template
from django.http import HttpRequest
from django.template import Context
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from leaderboard.queries.sorting import Sort
from leaderboard.templatetags.figures import percent

register = template.Library()

# The dots' room at both ends, in percent of the drawing's width.
INSET, SPAN = 2.5, 95.0
TICKS = (0.0, 0.25, 0.5, 0.75, 1.0)


def _x(share: float) -> str:
    return f"{INSET + SPAN * min(max(share, 0.0), 1.0):.2f}%"


@register.simple_tag
def interval_bar(
    rate: float | None,
    low: float | None,
    high: float | None,
    final_state: float | None = None,
) -> SafeString | str:
    """Draw a pass rate with its interval and the rate of the final records alone."""
    if not isinstance(rate, float) or not isinstance(low, float):
        return "–"
    if not isinstance(high, float):
        return "–"
    words = f"Pass rate {percent(rate)} %, interval {percent(low)} to {percent(high)} %"
    if isinstance(final_state, float):
        words += f"; final state alone {percent(final_state)} %"
    ticks = format_html_join(
        "",
        '<line class="tick" x1="{0}" x2="{0}" y1="8" y2="14"/>',
        ((_x(t),) for t in TICKS),
    )
    return format_html(
        '<svg class="interval" width="100%" height="22" role="img" aria-label="{}">'
        '<line class="axis" x1="{}" x2="{}" y1="11" y2="11"/>{}{}'
        '<line class="range" x1="{}" x2="{}" y1="11" y2="11"/>'
        '<circle class="rate" cx="{}" cy="11" r="4.5"/></svg>',
        *(words, _x(0), _x(1), ticks, _final_state(rate, final_state)),
        *(_x(low), _x(high), _x(rate)),
    )


def _final_state(rate: float, final_state: float | None) -> SafeString | str:
    if not isinstance(final_state, float):
        return ""
    return format_html(
        '<line class="hidden-gap" x1="{}" x2="{}" y1="11" y2="11"/>'
        '<circle class="final" cx="{}" cy="11" r="4"/>',
        *(_x(rate), _x(final_state), _x(final_state)),
    )


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


@register.inclusion_tag("site/_sort_header.html", takes_context=True)
def sort_header(
    context: Context, key: str, label: str, *, kind: str = "num", tip: str = ""
) -> dict[str, Any]:
    """Return a column's header: a link that sorts by it, and turns the order round."""
    request: HttpRequest = context["request"]
    sort: Sort = context["sort"]
    query = request.GET.copy()
    query["sort"] = sort.turned(key)
    query.pop("page", None)
    return {
        "key": key,
        "label": label,
        "kind": kind,
        "tip": tip,
        "url": f"?{query.urlencode()}",
        "order": sort.aria(key),
        "target": context.get("swap_target", ""),
    }
