"""Scripts: an assistant's conduct written straight down, replayed from the messages.

A script is a generator that yields what to do next (`Say` or `Do`) and is sent what
came of it. The server keeps no state: for each request the script is run from its
beginning over the messages, until it yields what has not happened yet.
"""

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import orjson

from bankenv.records import JsonValue, Record
from runner.assistants import ChatMessage
from runner.reference.trivial import calling

Returned = TypeVar("Returned")


@dataclass(frozen=True, slots=True)
class Say:
    """Speak to the customer; what comes of it is the customer's next text."""

    text: str


@dataclass(frozen=True, slots=True)
class Do:
    """Make calls, each (tool, arguments); what comes of it are their outcomes."""

    calls: tuple[tuple[str, Record], ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the bank answered to one call: `content` is its JSON, or its text."""

    content: JsonValue

    @property
    def ok(self) -> bool:
        return not (isinstance(self.content, dict) and "error_code" in self.content)

    def get(self, key: str) -> Any:  # what it is depends on the key
        return self.content.get(key) if isinstance(self.content, dict) else None

    def rows(self, key: str) -> list[Record]:
        """Return the list of records under `key`; none if it is not there."""
        rows = self.get(key)
        return (
            [r for r in rows if isinstance(r, dict)] if isinstance(rows, list) else []
        )


Step = Say | Do
Happening = str | list[Outcome]
Script = Generator[Step, Any, Returned]  # Any: a text after Say, outcomes after Do


def say(text: str) -> Script[str]:
    """Speak, and return the customer's next text."""
    answer: str = yield Say(text)
    return answer


def do(tool: str, **arguments: JsonValue) -> Script[Outcome]:
    """Make one call and return its outcome."""
    outcomes: list[Outcome] = yield Do(((tool, arguments),))
    return outcomes[0] if outcomes else Outcome(None)


def next_message(
    start: Callable[[str], Script[None]], messages: Sequence[ChatMessage]
) -> ChatMessage:
    """Return the chat message that the script says or calls next.

    `start` makes the script from the customer's first text. A script that has
    nothing more to say, or that the messages contradict, asks what else to do.
    """
    happenings = list(_happenings(messages))
    opening = next((h for h in happenings if isinstance(h, str)), "")
    script = start(opening)
    try:
        step = _replayed(script, happenings[happenings.index(opening) + 1 :])
    except (StopIteration, ValueError):
        step = Say("How else can I help you?")
    finally:
        script.close()
    if isinstance(step, Do):
        return calling(step.calls)
    return {"role": "assistant", "content": step.text}


def _replayed(script: Script[None], happenings: Sequence[Happening]) -> Step:
    step = next(script)
    for happening in happenings:
        if isinstance(step, Say) != isinstance(happening, str):
            raise ValueError("the messages are not what the script did")
        step = script.send(happening)
    return step


def _happenings(messages: Sequence[ChatMessage]) -> Iterator[Happening]:
    """Yield the customer's texts and, for each batch of calls, its outcomes."""
    outcomes: list[Outcome] = []
    for message in messages:
        role = message.get("role")
        if role == "tool":
            outcomes.append(Outcome(_content(message.get("content"))))
            continue
        if outcomes:
            yield outcomes
            outcomes = []
        if role == "user":
            yield str(message.get("content") or "")
    if outcomes:
        yield outcomes


def _content(text: JsonValue) -> JsonValue:
    if not isinstance(text, str):
        return text
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        return text
