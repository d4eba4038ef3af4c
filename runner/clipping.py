"""Keeps one answer within the size that a conversation may hold."""

from dataclasses import replace

import orjson

from runner.assistants import Answer, ToolCall
from runner.lenient_json import storable_text
from runner.limits import Limits


def clipped(answer: Answer, limits: Limits) -> Answer:
    """Return the answer with clean, shortened text and calls of bounded size."""
    text = cut(storable_text(answer.text).strip(), limits.answer_chars)
    calls = tuple(_clipped_call(call, limits.answer_chars) for call in answer.calls)
    thought = answer.turn.thought and cut(answer.turn.thought, limits.answer_chars)
    return replace(
        answer, text=text, calls=calls, turn=replace(answer.turn, thought=thought)
    )


def cut(text: str, length: int) -> str:
    """Return `text`, or its first `length` characters and a word on what is missing."""
    if len(text) <= length:
        return text
    return f"{text[:length]}… [{len(text) - length} more characters cut]"


def _clipped_call(call: ToolCall, length: int) -> ToolCall:
    raw = None if call.raw is None else cut(call.raw, length)
    if call.arguments is None:
        return replace(call, raw=raw or "")
    written = orjson.dumps(call.arguments)
    if len(written) <= length:
        return call
    return replace(call, arguments=None, raw=cut(written.decode(), length))
