"""Actions as text, both ways: for models that are not given tools as functions.

As in τ-bench: the tools stand in the system prompt, each answer is one `Action:` in
JSON (after a `Thought:`, where the model is to think aloud), speaking to the customer
is the action `respond`, and results come back as the next message.
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import orjson

from bankenv.trajectory import Call, Event, Message, Result
from runner.assistants import ChatMessage, History, ToolCall, ToolSchema
from runner.chat_format import ReadMessage, answers, joined_customer, result_text
from runner.lenient_json import no_constant, read_arguments, storable, storable_text

RESPOND = "respond"
OUTPUT = "API output: "
TOOLS_BEGIN, TOOLS_END = "<tools>", "</tools>"
# What a result is followed by where the answer before it could not be read.
REMINDER = "\nAnswer with one Action, a JSON object, as you were told."

_FORM = {
    True: (
        "Thought:\n<one line: what you know and what comes next>\n"
        'Action:\n{"name": <a tool or respond>, "arguments": <its arguments>}'
    ),
    False: 'Action:\n{"name": <a tool or respond>, "arguments": <its arguments>}',
}
_EXAMPLE = {
    True: "Thought:\nThe balance decides, so I look it up first.\nAction:\n",
    False: "Action:\n",
}
_INSTRUCTION = """Each of your answers is exactly one action, in this form:

{form}

For example:

{example}{{"name": "get_account_balance", "arguments": {{"account_ids": ["SB1"]}}}}

The action is read by a program, so it must be valid JSON. The customer sees nothing of
it. To speak to the customer, the action is {respond}, with your words as its content:

{{"name": "{respond}", "arguments": {{"content": "<your words>"}}}}

What a tool answers comes back in the next message, after "{output}". Stop after the
action; do not write what comes back yourself. Never use made-up values as arguments."""

_THINKING = re.compile(r"<think>.*?(</think>|\Z)", re.DOTALL)
_LABEL = re.compile(r"^[ \t*#_]*action[ \t*_]*:", re.IGNORECASE | re.MULTILINE)
_THOUGHT = re.compile(r"^[ \t*#_]*thought[ \t*_]*:[ \t*_]*", re.IGNORECASE)
_NAME = re.compile(r'"name"\s*:\s*"([^"\\]{1,200})"')
# Line breaks inside texts are taken, though JSON has them escaped.
_DECODER = json.JSONDecoder(strict=False, parse_constant=no_constant)


def action_prompt(prompt: str, tools: Sequence[ToolSchema], thinks: bool) -> str:
    """Return the system prompt with the tools before it and the form of an answer.

    What is the same in every conversation comes first, so that servers may keep it.
    """
    listed = "\n".join(orjson.dumps(tool["function"]).decode() for tool in tools)
    told = _INSTRUCTION.format(
        form=_FORM[thinks], example=_EXAMPLE[thinks], respond=RESPOND, output=OUTPUT
    )
    return f"{TOOLS_BEGIN}\n{listed}\n{TOOLS_END}\n\n{prompt}\n\n{told}"


def action_messages(history: History, thinks: bool) -> list[ChatMessage]:
    """Return the history as chat messages in which every call is text.

    Empty answers are left out, as in chat_format. What could not be read goes back
    as it was, with a reminder of the form.
    """
    prompt = action_prompt(history.prompt, history.tools, thinks)
    messages: list[ChatMessage] = [{"role": "system", "content": prompt}]
    for answer in answers(history.events):
        if isinstance(answer[0], Message) and answer[0].speaker == "customer":
            joined_customer(messages, answer[0].text)
        elif acted := "\n".join(_actions(answer, thinks)):
            messages.append({"role": "assistant", "content": acted})
            if came_back := "\n".join(_outputs(answer)):
                messages.append({"role": "user", "content": came_back})
    return messages


def _actions(answer: Sequence[Event], thinks: bool) -> Iterator[str]:
    turn = getattr(answer[0], "turn", None)
    if thinks and turn is not None and turn.thought:
        yield f"Thought:\n{turn.thought}"
    for event in answer:
        if isinstance(event, Message) and event.text:
            yield action_text(RESPOND, {"content": event.text})
        elif isinstance(event, Call) and event.arguments is None:
            yield event.raw or ""
        elif isinstance(event, Call):
            yield action_text(event.tool, event.arguments or {})


def action_text(name: str, arguments: dict[str, Any]) -> str:
    """Return one action as a model is to write it."""
    body = orjson.dumps({"name": name, "arguments": arguments}).decode()
    return f"Action:\n{body}"


def _outputs(answer: Sequence[Event]) -> Iterator[str]:
    unread = {e.id for e in answer if isinstance(e, Call) and e.arguments is None}
    for event in answer:
        if isinstance(event, Result):
            reminder = REMINDER if event.call in unread else ""
            yield f"{OUTPUT}{result_text(event.content)}{reminder}"


def read_action(text: str) -> ReadMessage:
    """Return what a model's text says and does; the same text always reads alike.

    The first action counts; whatever follows it is not read. The label may be missing
    where the text holds an object with a name, the object may stand in a code block,
    and its texts may hold line breaks. Anything else is a call that does not parse:
    the model's own breach, kept as the text it was.
    """
    text = _THINKING.sub("", storable_text(text)).strip()
    if not text:
        return ReadMessage("", ())
    label = _LABEL.search(text)
    start = text.find("{", label.end() if label else 0)
    acted = _acted(_object_at(text, start))
    if acted is None:
        return ReadMessage("", (_unread(text, start),))
    thought = _THOUGHT.sub("", text[: label.start()] if label else "")
    return replace(acted, thought=thought.strip())


def _object_at(text: str, start: int) -> dict[str, Any]:
    """Return the JSON object that begins at `start`, or nothing."""
    if start < 0:
        return {}
    try:
        value, _ = _DECODER.raw_decode(text, start)
        return dict(storable(value))
    except (ValueError, RecursionError):
        return {}


def _unread(text: str, start: int) -> ToolCall:
    """Return the call of an answer that is no action: its tool, if it names one."""
    named = _NAME.search(text, start) if start >= 0 else None
    tool = named[1] if named else ""
    return ToolCall("" if tool == RESPOND else tool, None, raw=text)


def _acted(action: dict[str, Any]) -> ReadMessage | None:
    """Return what an action says or calls; None where it does neither."""
    name = action.get("name")
    given = action.get("arguments", action.get("parameters"))
    if not isinstance(name, str) or not name:
        return None
    if name == RESPOND:
        said = given.get("content") if isinstance(given, dict) else given
        return ReadMessage(said.strip(), ()) if isinstance(said, str) else None
    arguments, _ = read_arguments(given)
    if arguments is None:
        return None
    return ReadMessage("", (ToolCall(name[:200], arguments),))
