"""The rows of a comparison's tables written as HTML: pairs, who wins, flips.

As in table_markup: everything that did not come from us is escaped.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from django.utils.text import Truncator

from leaderboard.models import Submission
from leaderboard.queries.comparisons import Difference, Pair
from leaderboard.queries.flips import FlipRow
from leaderboard.templatetags import figures
from leaderboard.templatetags.table_markup import letters

LONGEST_NAME = 32
NOT_COMPARED = (
    '<td colspan="8">Not compared: one has not ended, or they share no scored task.'
    "</td>"
)


@dataclass(frozen=True, slots=True)
class Links:
    """The address of the page without the pair that it looks at."""

    query: str

    def flips(self, left: Submission, right: Submission, way: str, said: int) -> str:
        """Write a number of flips as a link to them; `way` is ahead or behind."""
        asked = f"{self.query}left={left.pk}&right={right.pk}&flips={way}"
        return f'<a href="?{escape(asked)}#compare-pair">{said}</a>'


def pair_rows(pairs: Iterable[Pair], shown: Pair, links: Links) -> str:
    """Return a row a pair; the one that is `shown` below is marked."""
    return "".join([_pair(pair, shown, links) for pair in pairs])


def _pair(pair: Pair, shown: Pair, links: Links) -> str:
    is_shown = (pair.left, pair.right) == (shown.left, shown.right)
    cells = _difference(pair, pair.whole, links) if pair.whole else NOT_COMPARED
    return (
        f"<tr{' data-current' if is_shown else ''}>"
        f'<th scope="row" class="anywhere">{escape(pair.left.name)}</th>'
        f'<td class="anywhere">{escape(pair.right.name)}</td>{cells}</tr>\n'
    )


def _difference(pair: Pair, one: Difference, links: Links) -> str:
    ahead = links.flips(pair.left, pair.right, "ahead", one.ahead)
    behind = links.flips(pair.left, pair.right, "behind", one.behind)
    low, high = figures.signed_percent(one.low), figures.signed_percent(one.high)
    return (
        f'<td class="num pass-cell">{figures.signed_percent(one.difference)}</td>'
        f'<td class="num">{low} to {high}</td>'
        f'<td class="num">{escape(figures.p_value(one.p))}</td>'
        f'<td class="num">{escape(figures.p_value(one.p_holm))}</td>'
        f'<td class="num">{ahead}</td><td class="num">{behind}</td>'
        f'<td class="num">{one.tasks}</td><td>{_reading(one)}</td>'
    )


def _reading(one: Difference) -> str:
    if not one.is_told_apart:
        return "may be chance"
    return "first is better" if one.ahead > one.behind else "second is better"


Wins = Sequence[tuple[Submission, int | None]]


def win_rows(table: Iterable[tuple[Submission, Wins]], links: Links) -> str:
    """Return a row a submission: on how many tasks it does better than each other."""
    return "".join(
        f'<tr><th scope="row" class="anywhere">{escape(row.name)}</th>'
        f"{''.join([_win(row, column, wins, links) for column, wins in cells])}</tr>\n"
        for row, cells in table
    )


def _win(row: Submission, column: Submission, wins: int | None, links: Links) -> str:
    if row == column:
        said = '<span class="soft">·</span>'
    elif wins is None:
        said = figures.MISSING
    else:
        said = links.flips(row, column, "ahead", wins)
    return f'<td class="num">{said}</td>'


def flip_rows(rows: Iterable[FlipRow], pair: Pair) -> str:
    """Return a row a task on which the two part; it opens both conversations."""
    shorten = Truncator(pair.left.name).chars, Truncator(pair.right.name).chars
    left, right = (escape(short(LONGEST_NAME)) for short in shorten)
    return "".join([_flip(row, left, right) for row in rows])


def _flip(row: FlipRow, left: str, right: str) -> str:
    flip = row.flip
    named = escape(flip.title or flip.task_id)
    if row.href:
        named = f'<a class="row-link" href="{escape(row.href)}">{named}</a>'
    if flip.title:
        named += f' <code class="small">{escape(flip.task_id)}</code>'
    return (
        f'<tr><th scope="row">{named}</th>'
        f'<td class="anywhere better">{left if flip.left_leads else right}</td>'
        f"<td>{letters(flip.left)}</td><td>{letters(flip.right)}</td></tr>\n"
    )
