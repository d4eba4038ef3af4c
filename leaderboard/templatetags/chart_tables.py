"""The table under a chart, written as HTML: one has a column a submission."""

from collections.abc import Callable, Mapping
from html import escape
from typing import Any  # Any: a figure or a text, as its column's kind has it

from django import template
from django.utils.safestring import SafeString, mark_safe

from leaderboard.charts.chart import Chart
from leaderboard.templatetags import figures

register = template.Library()

MOST_ROWS = 100


@register.simple_tag
def chart_rows(chart: Chart) -> SafeString:
    """Write the first rows of a chart's table; all are in its file."""
    _, *writes = [WRITE.get(column.kind, _text) for column in chart.columns]
    rows = []
    for name, *values in chart.rows[:MOST_ROWS]:
        cells = [write(value) for write, value in zip(writes, values, strict=True)]
        head = f'<th scope="row" class="anywhere">{escape(str(name))}</th>'
        rows.append(f"<tr>{head}{''.join(cells)}</tr>\n")
    return mark_safe("".join(rows))  # nosec B308


def _number(write: Callable[[Any], str]) -> Callable[[Any], str]:
    return lambda value: f'<td class="num">{write(value)}</td>'


def _text(value: object) -> str:
    return f"<td>{escape(str(figures.or_missing(value)))}</td>"


WRITE: Mapping[str, Callable[[Any], str]] = {
    "percent": _number(figures.percent),
    "dollars": _number(figures.dollars),
    "count": _number(figures.count),
}
