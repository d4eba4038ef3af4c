"""How a model is asked to act: by function calling, or by actions as text."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol

from bankenv.records import JsonValue
from runner.action_format import action_messages, read_action
from runner.assistants import History
from runner.chat_format import ReadMessage, message_text, read_message, to_messages


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


@dataclass(frozen=True, slots=True)
class ActionText:
    """The model reads the tools in its prompt and writes one action an answer.

    With `thinks` it writes a thought first, which is kept and sent back to it, and
    which the customer never sees.
    """

    name: str
    thinks: bool

    def request(self, history: History) -> dict[str, JsonValue]:
        return {"messages": action_messages(history, self.thinks)}

    def read(self, message: Mapping[str, JsonValue]) -> ReadMessage:
        native = read_message(message)
        # Some servers turn what looks like a call into one by themselves.
        return native if native.calls else read_action(message_text(message))


STRATEGIES: Mapping[str, Strategy] = MappingProxyType(
    {
        strategy.name: strategy
        for strategy in (
            FunctionCalling(),
            ActionText("react", thinks=True),
            ActionText("act_only", thinks=False),
        )
    }
)
