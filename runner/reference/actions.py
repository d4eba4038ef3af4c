"""Lets a reference assistant speak in actions, where its tools stand in the prompt."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field

import orjson

from bankenv.records import JsonValue
from runner.action_format import (
    OUTPUT,
    RESPOND,
    TOOLS_BEGIN,
    TOOLS_END,
    action_text,
)
from runner.assistants import ChatMessage, ReplyFunction, ToolSchema

THOUGHT = "I have what I need for the next step.\n"


def acting(
    reply: ReplyFunction, messages: list[ChatMessage], tools: Sequence[ToolSchema]
) -> ChatMessage:
    """Return the assistant's next message: an action in text, if it is asked for one.

    An assistant that makes several calls at once makes them one after the other.
    """
    prompt = str(messages[0].get("content") or "")
    if tools or TOOLS_BEGIN not in prompt or TOOLS_END not in prompt:
        return reply(messages, tools)
    listed, _, told = prompt.split(TOOLS_BEGIN, 1)[1].partition(TOOLS_END)
    # Like the prompt that comes with functions: ids in it are the customer's alone.
    own = {"role": "system", "content": told.strip()}
    replay = _Replay(reply, _tools(listed), [own])
    for message in messages[1:]:
        replay.live_through(message)
    written = replay.action()
    if written and "Thought:" in told:
        written = f"Thought:\n{THOUGHT}{written}"
    return {"role": "assistant", "content": written}


def _tools(listed: str) -> list[dict[str, JsonValue]]:
    lines = [line for line in listed.splitlines() if line.strip()]
    try:
        functions = [orjson.loads(line) for line in lines]
    except orjson.JSONDecodeError:
        return []
    named = [f for f in functions if isinstance(f, dict) and "name" in f]
    return [{"type": "function", "function": one} for one in named]


@dataclass
class _Replay:
    """The conversation as the assistant knows it, with calls made one by one."""

    reply: ReplyFunction
    tools: Sequence[ToolSchema]
    messages: list[ChatMessage]
    waiting: deque[ChatMessage] = field(default_factory=deque)

    def live_through(self, message: ChatMessage) -> None:
        """Take one message of the chat: an action of ours, or what came of it."""
        text = str(message.get("content") or "")
        if message.get("role") == "assistant":
            self._go_on()
        elif self.waiting and text.startswith(OUTPUT):
            made = self.waiting.popleft()
            content = text.removeprefix(OUTPUT)
            self.messages.append(
                {"role": "tool", "tool_call_id": made["id"], "content": content}
            )
        else:
            self.messages.append({"role": "user", "content": text})

    def action(self) -> str:
        """Return what the assistant does next, as a model would write it."""
        self._go_on()
        if self.waiting:
            function = self.waiting[0]["function"]
            return action_text(function["name"], orjson.loads(function["arguments"]))
        said = str(self.messages[-1].get("content") or "")
        return action_text(RESPOND, {"content": said}) if said else ""

    def _go_on(self) -> None:
        """Ask the assistant for its next message, unless calls of the last wait."""
        if not self.waiting:
            said = self.reply(list(self.messages), self.tools)
            self.messages.append(said)
            self.waiting.extend(said.get("tool_calls") or ())
