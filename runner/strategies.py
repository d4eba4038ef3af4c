"""How a model is asked to act: today by function calling."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from bankenv.records import JsonValue
from runner.assistants import History
from runner.chat_format import ReadMessage, read_message, to_messages


class Strategy(Protocol):
    """Turns a history into request fields, and the model's message into an answer."""

    @property
    def name(self) -> str: ...

    def request(self, history: History) -> dict[str, JsonValue]: ...

    def read(self, message: Mapping[str, JsonValue]) -> ReadMessage: ...


@dataclass(frozen=True, slots=True)
class FunctionCalling:
    """The model gets the tools as functions and calls them natively."""

    name: str = "function_calling"

    def request(self, history: History) -> dict[str, JsonValue]:
        tools = [dict(tool) for tool in history.tools]
        return {"messages": to_messages(history), "tools": tools, "tool_choice": "auto"}

    def read(self, message: Mapping[str, JsonValue]) -> ReadMessage:
        return read_message(message)
