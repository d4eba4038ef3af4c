"""The rows that a conversation has hundreds of, written as HTML: words and calls."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from leaderboard.queries.conversation.rows import CallRow, MessageRow, Row
from leaderboard.queries.conversation.text import Folded
from leaderboard.templatetags.text_markup import (
    answer,
    elsewhere,
    marks,
    seen,
    signature,
)


@dataclass(frozen=True, slots=True)
class Place:
    """Where rows are written: the conversation's address, and whether for a writer.

    `draw` renders a template for a row: the kinds of rows that a page has few of.
    """

    base: str
    may_write: bool
    draw: Callable[[str, Row], str]


def written(rows: Iterable[Row], place: Place) -> str:
    """Return the rows of a conversation as HTML, in order."""
    return "".join(_row(row, place) for row in rows)


def bars(rows: Iterable[Row]) -> str:
    """Return the map of the rows: one bar each, in the tone of its finding."""
    return "".join(
        f'<a tabindex="-1" class="{row.tone}" href="#{row.anchor}"></a>' for row in rows
    )


def _row(row: Row, place: Place) -> str:
    if isinstance(row, MessageRow):
        return _message(row, place)
    if isinstance(row, CallRow):
        return _call(row, place)
    return place.draw(row.template, row)


def _message(row: MessageRow, place: Place) -> str:
    turn = f'<span class="turn">{seen(row.turn)}</span>' if row.turn else ""
    return (
        f"{_head(row, f'say {row.speaker}', place)}"
        f'<div class="box"><div class="who">{row.who} {marks(row.marks)}{turn}</div>'
        f"{_thought(row, place)}{folded(row.text, row.index, place.base)}</div></li>"
    )


def _thought(row: MessageRow | CallRow, place: Place) -> str:
    """Write what the model thought before it acted, where it was asked to say so."""
    if row.thought is None:
        return ""
    words = folded(row.thought, row.index, place.base)
    label = "<span><b>Thought</b>, said to nobody</span>"
    return f'<div class="thought">{label}{words}</div>'


def folded(text: Folded, index: int, base: str) -> str:
    """Write a text: what is shown at once, then what opens or is fetched."""
    head = _words(text.head)
    if not text.more:
        return head
    if text.elsewhere:
        return f'<div class="text">{head}{elsewhere(base, index, text.more)}</div>'
    return (
        f'<div class="text">{head}<details class="fold-on-page">'
        f'<summary class="fold">{text.more}</summary>{_words(text.rest)}'
        "</details></div>"
    )


def _words(text: str) -> str:
    return f'<div class="words" dir="auto">{seen(text)}</div>'


def _call(row: CallRow, place: Place) -> str:
    inside = (
        answer(row.answer, place.base)
        if row.is_plain
        else place.draw("conversation/_call_details.html", row)
    )
    return (
        f"{_head(row, f'call {row.tone}', place)}{_anchor_of_answer(row)}"
        f'<details class="box"{" open" if row.opens else ""}>'
        f"{_summary(row)}{_thought(row, place)}{inside}"
        f'<p class="small cost">{seen(row.cost)}</p></details></li>'
    )


def _summary(row: CallRow) -> str:
    badges = "".join(
        f'<span class="badge"><span class="visually-hidden">step</span> {step}</span>'
        for step in row.steps
    )
    result = ""
    if row.answer:
        result = f'<span class="result">{seen(row.answer.summary)}</span>'
    return (
        f'<summary>{badges}<code class="signature">'
        f"{signature(row.arguments, row.tool)}</code> "
        f'<span class="gist">{marks(row.marks)}{result}</span></summary>'
    )


def _anchor_of_answer(row: CallRow) -> str:
    if row.answer is None or row.answer.index is None:
        return ""
    return f'<span class="anchor" id="e{row.answer.index}"></span>'


def _head(row: MessageRow | CallRow, kind: str, place: Place) -> str:
    """Write how a row begins: its name, its number, where to write a note on it."""
    finding = " data-finding" if row.findings else ""
    note = ""
    if place.may_write:
        note = (
            f'<a class="note-on" href="{place.base}notes/?about={row.index}#note-form"'
            f' aria-label="Write a note on event {row.index}">✎</a>'
        )
    return (
        f'<li class="row {kind}" id="{row.anchor}" data-event{finding}>'
        f'<a class="at" href="#{row.anchor}" aria-label="Event {row.index}">'
        f"#{row.index}</a>{note}"
    )
