"""The header of a column that sorts, written as HTML: a table has up to thirty."""

from dataclasses import dataclass
from html import escape

SIGNS = {
    "descending": '<span class="sort-mark" aria-hidden="true">▼</span>',
    "ascending": '<span class="sort-mark" aria-hidden="true">▲</span>',
}


@dataclass(frozen=True, slots=True)
class Header:
    """A column by which a table sorts: `order` is how it does now, if it does.

    `tip` is the id of what explains the column, `target` what htmx puts in its place.
    """

    label: str
    kind: str
    url: str
    order: str = ""
    tip: str = ""
    target: str = ""


def written(one: Header) -> str:
    """Return the header as HTML; whatever is in it is escaped."""
    order = f' aria-sort="{escape(one.order)}"' if one.order else ""
    url, tip, target = escape(one.url), escape(one.tip), escape(one.target)
    told = f' data-tip aria-describedby="{tip}"' if tip else ""
    swap = (
        f' hx-get="{url}" hx-target="{target}" hx-swap="outerHTML" hx-push-url="true"'
        if target
        else ""
    )
    return (
        f'<th scope="col" class="{escape(one.kind)}"{order}>'
        f'<a href="{url}"{told}{swap}>{escape(one.label)} '
        f"{SIGNS.get(one.order, '')}</a></th>\n"
    )
