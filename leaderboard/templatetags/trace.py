"""How the viewer shows hostile text: escaped, in place, every character seen."""

import re
from collections.abc import Iterable
from html import escape

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from leaderboard.models import Submission
from leaderboard.queries.conversation import labels
from leaderboard.queries.conversation.rows import ArgumentText
from leaderboard.queries.conversation.text import PILED_MARKS, UNSEEN, code_point

register = template.Library()

# A line may break between arguments.
BREAK = mark_safe("<wbr>")  # nosec B308 B703: our own text


@register.filter
def shown(text: object) -> SafeString:
    """Escape `text`; name the characters that would not be seen, or would hide others.

    Piles of combining marks are cut to four: they would be drawn over other lines.
    """
    escaped = PILED_MARKS.sub(
        r"\1<span class=ctl>+marks</span>", escape(_unix(str(text)))
    )
    # Safe: the text is escaped above, and what is put in is ours.
    return mark_safe(UNSEEN.sub(_named, escaped))  # nosec B308 B703


@register.filter
def signature(arguments: Iterable[ArgumentText], tool: str) -> SafeString:
    """Write a call as code: the tool, then its arguments by name."""
    rows = ((_argument(argument),) for argument in arguments)
    written = format_html_join(format_html(", {}", BREAK), "{}", rows)
    return format_html('<span class="fn">{}</span>({}{})', shown(tool), BREAK, written)


@register.inclusion_tag("conversation/_label_counts.html")
def label_counts(submission: Submission) -> dict[str, list[tuple[str, int]]]:
    """Show how many conversations of a submission people saw each behaviour in."""
    return {"counts": labels.label_counts(submission)}


def _argument(argument: ArgumentText) -> SafeString:
    return format_html(
        '<span class="arg{}"><span class="name">{}</span>={}</span>',
        " differs" if argument.differs else "",
        shown(argument.name),
        shown(argument.text),
    )


def _named(match: re.Match[str]) -> str:
    return f"<span class=ctl>{code_point(match.group())}</span>"


def _unix(text: str) -> str:
    return text.replace("\r\n", "\n")
