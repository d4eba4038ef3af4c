"""The assistant's side of a conversation, and assistants that need no network."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from bankenv.records import JsonValue, Record
from bankenv.trajectory import Event, Turn

# An OpenAI chat message or tool schema: JSON that belongs to another's format.
ChatMessage = dict[str, JsonValue]
ToolSchema = Mapping[str, JsonValue]


@dataclass(frozen=True, slots=True)
class ToolCall:
    """One call that an assistant asks for.

    `arguments` is None when `raw`, the text it sent, is not a JSON object. An empty or
    repeated `id` is replaced when the call is recorded.
    """

    tool: str
    arguments: Record | None
    raw: str | None = None
    id: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer: words, calls, or both; neither is an empty answer.

    `turn` holds its figures (the conversation sets the number). `ends` closes the
    conversation from the assistant's side once the text is said.
    """

    text: str = ""
    calls: tuple[ToolCall, ...] = ()
    turn: Turn = field(default_factory=lambda: Turn(number=0))
    ends: bool = False


@dataclass(frozen=True, slots=True)
class History:
    """What an assistant may see: its prompt, its tools, and what happened so far.

    `events` is the live record of the conversation: read it, do not keep it.
    """

    prompt: str
    tools: Sequence[ToolSchema]
    events: Sequence[Event]


class Assistant(Protocol):
    """Answers a conversation. `about` describes it for the record, without secrets."""

    @property
    def about(self) -> Mapping[str, JsonValue]: ...

    def reply(self, history: History) -> Answer: ...


def turns_taken(events: Sequence[Event]) -> int:
    """Return how many answers the assistant has given."""
    return sum(getattr(event, "turn", None) is not None for event in events)


@dataclass(frozen=True, slots=True)
class ScriptedAssistant:
    """Gives the listed answers in order, then repeats the last; with none, silence."""

    answers: tuple[Answer, ...]
    name: str = "scripted"

    @property
    def about(self) -> Mapping[str, JsonValue]:
        return {"name": self.name, "strategy": "scripted"}

    def reply(self, history: History) -> Answer:
        if not self.answers:
            return Answer()
        return self.answers[min(turns_taken(history.events), len(self.answers) - 1)]


ReplyFunction = Callable[[list[ChatMessage], Sequence[ToolSchema]], ChatMessage]
