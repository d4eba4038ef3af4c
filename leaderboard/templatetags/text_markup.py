"""Foreign text, calls and answers written as HTML: escaped, in place, all of it seen.

These are written here and not in templates because one page has thousands of them: a
template takes some hundred times as long for each.
"""

import re
from collections.abc import Iterable
from html import escape

from leaderboard.queries.conversation.rows import (
    Answer,
    ArgumentText,
    Mark,
    Sheet,
    SheetTable,
)
from leaderboard.queries.conversation.text import PILED_MARKS, UNSEEN, code_point

# The ASCII characters that cannot stand on a page as they are.
SPECIAL = re.compile("[\x00-\x08\x0b-\x1f\x7f&<>\"']")
BREAK = "<wbr>"  # a line may break between arguments


def seen(text: str) -> str:
    """Escape `text`; name the characters that would not be seen, or would hide others.

    Piles of combining marks are cut to four: they would be drawn over other lines.
    """
    if text.isascii() and not SPECIAL.search(text):
        return text
    escaped = escape(text.replace("\r\n", "\n"))
    cut = PILED_MARKS.sub(r"\1<span class=ctl>+marks</span>", escaped)
    return UNSEEN.sub(_named, cut)


def signature(arguments: Iterable[ArgumentText], tool: str) -> str:
    """Write a call as code: the tool, then its arguments by name."""
    written = f", {BREAK}".join(_argument(argument) for argument in arguments)
    return f'<span class="fn">{seen(tool)}</span>({BREAK}{written})'


def marks(rows: Iterable[Mark]) -> str:
    """Write marks: a sign and a word each, the reason on hover."""
    return "".join(
        f'<span class="mark tone-{seen(mark.tone)}"{_title(mark.detail)}>'
        f'<span aria-hidden="true">{seen(mark.sign)}</span> {seen(mark.word)}</span> '
        for mark in rows
    )


def answer(shown: Answer | None, base: str) -> str:
    """Write what a bank answered, or a link to it where it is too big for the page."""
    if shown is None:
        return ""
    if shown.sheet is None or shown.raw is None:
        words = f"show the whole answer, {shown.size}"
        return elsewhere(base, shown.index, words, is_big=shown.is_big)
    return (
        f'<div class="answer">{sheet(shown.sheet)}'
        f'<details class="raw"><summary>raw, {shown.size}</summary>'
        f'<pre tabindex="0">{seen(shown.raw)}</pre></details></div>'
    )


def elsewhere(base: str, index: int | None, words: str, *, is_big: bool = True) -> str:
    """Write the link to an event that the page does not hold; nothing for none.

    What is not big comes by itself as soon as the call is opened.
    """
    if index is None:
        return ""
    waits = " data-big" if is_big else ""
    return (
        f'<a class="fold" href="{base}events/{index}/" data-load="{index}"{waits}>'
        f"{seen(words)}</a>"
    )


def sheet(content: Sheet) -> str:
    """Write an answer laid out: pairs of name and value, then tables."""
    pairs = "".join(
        f'<div><dt>{seen(name)}</dt><dd dir="auto">{seen(value)}</dd></div>'
        for name, value in content.pairs
    )
    listed = f"<dl>{pairs}</dl>" if pairs else ""
    tables = "".join(_table(table) for table in content.tables)
    return f'<div class="sheet">{listed}{tables}</div>'


def _table(table: SheetTable) -> str:
    name = escape(table.name)  # for an attribute, where no element may stand
    columns = "".join(
        f'<th scope="col">{seen(column)}</th>' for column in table.columns
    )
    rows = "".join(
        "<tr>"
        + "".join([f'<td dir="auto">{seen(cell)}</td>' for cell in row])
        + "</tr>"
        for row in table.rows
    )
    return (
        f'<div class="table-frame" tabindex="0" role="region" aria-label="{name}">'
        f"<table><caption>{seen(table.name)}</caption><thead><tr>{columns}</tr></thead>"
        f"<tbody>{rows}</tbody></table></div>"
    )


def _argument(argument: ArgumentText) -> str:
    differs = " differs" if argument.differs else ""
    return (
        f'<span class="arg{differs}"><span class="name">{seen(argument.name)}</span>='
        f"{seen(argument.text)}</span>"
    )


def _title(detail: str) -> str:
    return f' title="{escape(detail)}"' if detail else ""


def _named(match: re.Match[str]) -> str:
    return f"<span class=ctl>{code_point(match.group())}</span>"
