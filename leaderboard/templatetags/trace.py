"""How the viewer shows hostile text: escaped, in place, every character seen."""

from collections.abc import Iterable, Sequence

from django import template
from django.template import Context
from django.utils.safestring import SafeString, mark_safe

from leaderboard.models import Submission
from leaderboard.queries.conversation import labels
from leaderboard.queries.conversation.rows import Answer, ArgumentText, Mark, Row, Sheet
from leaderboard.queries.conversation.text import Folded
from leaderboard.templatetags import row_markup, text_markup

register = template.Library()

# Safe, all of them: text_markup and row_markup escape what is not ours.


@register.filter
def shown(text: object) -> SafeString:
    """Escape `text`; name what would not be seen, or would hide its neighbours."""
    return mark_safe(text_markup.seen(str(text)))  # nosec B308


@register.filter
def signature(arguments: Iterable[ArgumentText], tool: str) -> SafeString:
    """Write a call as code: the tool, then its arguments by name."""
    return mark_safe(text_markup.signature(arguments, tool))  # nosec B308


@register.filter
def laid_out(sheet: Sheet) -> SafeString:
    """Lay out an answer for reading: pairs of name and value, then tables."""
    return mark_safe(text_markup.sheet(sheet))  # nosec B308


@register.filter
def in_marks(marks: Iterable[Mark]) -> SafeString:
    """Write the marks of a row."""
    return mark_safe(text_markup.marks(marks))  # nosec B308


@register.filter
def as_bars(rows: Iterable[Row]) -> SafeString:
    """Write the map of a conversation's rows."""
    return mark_safe(row_markup.bars(rows))  # nosec B308


@register.simple_tag(takes_context=True)
def answer(context: Context, shown: Answer | None) -> SafeString:
    """Write what a bank answered, or a link to it."""
    base = context["page"].base
    return mark_safe(text_markup.answer(shown, base))  # nosec B308


@register.simple_tag(takes_context=True)
def folded(context: Context, text: Folded, index: int) -> SafeString:
    """Write a text that may be longer than a reader takes in at once."""
    base = context["page"].base
    return mark_safe(row_markup.folded(text, index, base))  # nosec B308


@register.simple_tag(takes_context=True)
def event_rows(context: Context, rows: Sequence[Row]) -> SafeString:
    """Write the rows of a conversation; those that are rare have a template each."""
    page = context["page"]

    def draw(name: str, row: Row) -> str:
        with context.push(row=row):
            return str(context.template.engine.get_template(name).render(context))  # type: ignore[union-attr]  # set while rendering

    place = row_markup.Place(page.base, page.may_write, draw)
    return mark_safe(row_markup.written(rows, place))  # nosec B308


@register.inclusion_tag("conversation/_label_counts.html")
def label_counts(submission: Submission) -> dict[str, list[tuple[str, int]]]:
    """Show how many conversations of a submission people saw each behaviour in."""
    return {"counts": labels.label_counts(submission)}
