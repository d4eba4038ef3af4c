"""A conversation as lines of plain text for a terminal."""

import unicodedata
from collections.abc import Iterator, Mapping

import orjson

from bankenv.records import JsonValue
from bankenv.trajectory import Call, End, Event, Message, Result
from bankenv.verdict import Check, Verdict

WIDEST_CONTENT = 300


def event_lines(event: Event) -> Iterator[str]:
    """Yield the lines that show one event, without characters that steer a terminal."""
    if isinstance(event, Message):
        yield from _spoken(event)
    elif isinstance(event, Call):
        given = event.raw if event.arguments is None else _json(event.arguments)
        yield plain(f"#{event.index:<3} call      {event.tool} {given}")
    elif isinstance(event, Result):
        mark = "result   " if event.ok else event.error or "error"
        yield plain(f"#{event.index:<3} {mark:<9} {_json(event.content)}")
        for change in event.changes:
            was, now = _json(change.before), _json(change.after)
            yield plain(f"     changed   {change.path}: {was} -> {now}")
    elif isinstance(event, End):
        detail = f" ({event.detail})" if event.detail else ""
        yield plain(f"#{event.index:<3} end       {event.reason}{detail}")


def _spoken(message: Message) -> Iterator[str]:
    lines = message.text.splitlines() or ["(nothing)"]
    yield plain(f"#{message.index:<3} {message.speaker:<9} {lines[0]}")
    for line in lines[1:]:
        yield plain(f"{'':15}{line}")


def verdict_lines(verdict: Verdict) -> Iterator[str]:
    """Yield the verdict: its sentence, each check, each finding."""
    yield f"{'PASS' if verdict.passed else 'FAIL'}  {plain(verdict.sentence)}"
    for check in verdict.checks:
        yield f"  {_mark(check)} {check.label}: {plain(check.summary)}"
    for finding in verdict.findings:
        where = "" if finding.event is None else f" (#{finding.event})"
        yield plain(f"    {finding.kind}{where}: {finding.detail}")


def _mark(check: Check) -> str:
    words: Mapping[bool | None, str] = {True: "yes", False: "NO ", None: " - "}
    return words[check.passed]


def plain(text: str) -> str:
    """Return `text` with control characters shown as U+FFFD."""
    return "".join(
        "\ufffd" if unicodedata.category(c) in ("Cc", "Cf", "Cs") and c != "\t" else c
        for c in text
    )


def _json(value: JsonValue) -> str:
    text = value if isinstance(value, str) else orjson.dumps(value).decode()
    return text if len(text) <= WIDEST_CONTENT else f"{text[: WIDEST_CONTENT - 1]}…"
