"""How the viewer shows hostile text: escaped, in place, every character seen."""

import re

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from leaderboard.queries.conversation.text import PILED_MARKS, UNSEEN, code_point

register = template.Library()


@register.filter
def shown(text: object) -> SafeString:
    """Escape `text`; name the characters that would not be seen, or would hide others.

    Piles of combining marks are cut to four: they would be drawn over other lines.
    """
    escaped = PILED_MARKS.sub(
        r"\1<span class=ctl>+marks</span>", str(escape(_unix(str(text))))
    )
    # Safe: the text is escaped above, and what is put in is ours.
    return mark_safe(UNSEEN.sub(_named, escaped))


def _named(match: re.Match[str]) -> str:
    return f"<span class=ctl>{code_point(match.group())}</span>"


def _unix(text: str) -> str:
    return text.replace("\r\n", "\n")
