"""The OpenAI chat format, both ways: a history as messages, a message as an answer."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import orjson

from bankenv.records import JsonValue
from bankenv.trajectory import Call, Event, Message, Result
from runner.assistants import ChatMessage, History, ToolCall
from runner.lenient_json import read_arguments, storable_text

# What providers accept as a function's name; a model may invent any other.
_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9_-]+")


def to_messages(history: History) -> list[ChatMessage]:
    """Return the history as chat messages, in a shape that strict servers accept.

    Each answer is one message; empty answers are left out and customer texts that
    then follow each other are joined; arguments that did not parse go back as `{}`
    (the tool's result quotes them).
    """
    messages: list[ChatMessage] = [{"role": "system", "content": history.prompt}]
    for answer in answers(history.events):
        if isinstance(answer[0], Message) and answer[0].speaker == "customer":
            joined_customer(messages, answer[0].text)
        else:
            messages.extend(_assistant_messages(answer))
    return messages


def answers(events: Sequence[Event]) -> Iterator[list[Event]]:
    """Yield customer messages alone and each answer with its calls and results."""
    group: list[Event] = []
    for event in events:
        from_customer = isinstance(event, Message) and event.speaker == "customer"
        if group and (from_customer or getattr(event, "turn", None) is not None):
            yield group
            group = []
        group.append(event)
    if group:
        yield group


def joined_customer(messages: list[ChatMessage], text: str) -> None:
    """Add the customer's words, to a message of the customer's if that was the last."""
    if messages[-1]["role"] == "user":
        messages[-1]["content"] += f"\n\n{text}"
    else:
        messages.append({"role": "user", "content": text})


def _assistant_messages(answer: Sequence[Event]) -> Iterator[ChatMessage]:
    text = "\n".join(e.text for e in answer if isinstance(e, Message))
    calls = [_call(e) for e in answer if isinstance(e, Call)]
    if calls:
        yield {"role": "assistant", "content": text or None, "tool_calls": calls}
    elif text:
        yield {"role": "assistant", "content": text}
    for event in answer:
        if isinstance(event, Result):
            content = result_text(event.content)
            yield {"role": "tool", "tool_call_id": event.call, "content": content}


def _call(call: Call) -> ChatMessage:
    arguments = orjson.dumps(call.arguments or {}).decode()
    name = _NOT_IN_NAMES.sub("_", call.tool)[:64] or "unnamed"
    function = {"name": name, "arguments": arguments}
    return {"id": call.id, "type": "function", "function": function}


def result_text(content: JsonValue) -> str:
    """Return a tool's result as the text a model reads: JSON, or the text itself."""
    return content if isinstance(content, str) else orjson.dumps(content).decode()


@dataclass(frozen=True, slots=True)
class ReadMessage:
    """What an assistant's chat message said and asked for.

    `thought` is what it wrote for itself before an action; the customer sees none.
    """

    text: str
    calls: tuple[ToolCall, ...]
    thought: str = ""


def read_message(message: Mapping[str, JsonValue]) -> ReadMessage:
    """Return the words and calls of an assistant's message, however it spells them."""
    calls = [_read_call(call) for call in _list(message.get("tool_calls"))]
    legacy = message.get("function_call")
    if not calls and isinstance(legacy, Mapping):
        calls = [_read_call({"function": legacy})]
    return ReadMessage(message_text(message), tuple(calls))


def message_text(message: Mapping[str, JsonValue]) -> str:
    """Return the words of an assistant's message, or its refusal, else ''."""
    said = _content_text(message.get("content")) or _content_text(
        message.get("refusal")
    )
    return storable_text(said).strip()


def _content_text(content: JsonValue) -> str:
    """Return content given as text, as null, or as a list of typed parts."""
    if isinstance(content, str):
        return content
    parts = [p for p in _list(content) if isinstance(p, Mapping)]
    return "\n".join(p["text"] for p in parts if isinstance(p.get("text"), str))


def _read_call(call: Any) -> ToolCall:  # any JSON value a server may send
    call = call if isinstance(call, Mapping) else {}
    function = call.get("function")
    function = function if isinstance(function, Mapping) else call
    name, given_id = function.get("name"), call.get("id")
    arguments, raw = read_arguments(function.get("arguments"))
    return ToolCall(
        tool=storable_text(name)[:200] if isinstance(name, str) else "",
        arguments=arguments,
        raw=raw,
        id=storable_text(given_id)[:200] if isinstance(given_id, str) else "",
    )


def _list(value: JsonValue) -> list[JsonValue]:
    return value if isinstance(value, list) else []
