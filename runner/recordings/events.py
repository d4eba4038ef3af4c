"""Chat messages into the events of a trajectory: what every chat format shares."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

import orjson

from bankenv.records import JsonValue, Record
from bankenv.trajectory import Call, End, Event, Message, Result, Turn
from runner.recordings.domains import HAND_OVER

MOST_EVENTS = 5_000
ALIASES = {f"_{HAND_OVER}": HAND_OVER}


class BadRecording(ValueError):
    """A conversation that cannot be read; the message names the message and field."""


@dataclass(frozen=True, slots=True)
class SentCall:
    """A call as a file has it: `arguments` are an object or the text of one."""

    id: str
    name: str
    arguments: JsonValue
    by: str | None = None


@dataclass
class Events:
    """The events so far; each is numbered by its position."""

    made: list[Event] = field(default_factory=list)

    def message(
        self, speaker: str, text: str, *, ms: float = 0.0, turn: Turn | None = None
    ) -> None:
        """Add what was said."""
        who = "customer" if speaker == "user" else "assistant"
        # The literals are those of Speaker, which mypy does not follow through `who`.
        self._add(
            Message(len(self.made), ms, who, text, turn)  # type: ignore[arg-type]
        )

    def call(
        self, sent: "SentCall", *, ms: float = 0.0, turn: Turn | None = None
    ) -> None:
        """Add a call under the name that it was sent with."""
        arguments, raw = read_arguments(sent.arguments)
        at = len(self.made)
        self._add(Call(at, ms, sent.id, sent.name, arguments, raw, turn, sent.by))

    def result(
        self, call_id: str, content: JsonValue, error: str | None, *, ms: float = 0.0
    ) -> None:
        """Add what a tool answered."""
        ok = error is None
        self._add(Result(len(self.made), ms, call_id, ok, content, error))

    def end(self, reason: str, detail: str = "") -> tuple[Event, ...]:
        """Add the end and return all events.

        An alias of the hand-over is read as the hand-over, unless it was answered that
        there is no such tool: then nobody was handed over.
        """
        last = self.made[-1].ms if self.made else 0.0
        self._add(End(len(self.made), last, reason, detail))
        missed = {
            event.call
            for event in self.made
            if isinstance(event, Result) and event.error == "unknown_tool"
        }
        return tuple(_plainly_named(event, missed) for event in self.made)

    def _add(self, event: Event) -> None:
        if len(self.made) >= MOST_EVENTS:
            raise BadRecording(f"more than {MOST_EVENTS:,} events")
        self.made.append(event)


def _plainly_named(event: Event, missed: Collection[str]) -> Event:
    if isinstance(event, Call) and event.tool in ALIASES and event.id not in missed:
        return replace(event, tool=ALIASES[event.tool])
    return event


def read_arguments(sent: JsonValue) -> tuple[Record | None, str | None]:
    """Return a call's arguments, or None and the text that is no JSON object."""
    if isinstance(sent, dict):
        return sent, None
    if sent is None or (isinstance(sent, str) and not sent.strip()):
        return {}, None
    text = sent if isinstance(sent, str) else orjson.dumps(sent).decode()
    try:
        read = orjson.loads(text)
    except orjson.JSONDecodeError:
        return None, text
    return (read, None) if isinstance(read, dict) else (None, text)


def read_content(content: JsonValue) -> JsonValue:
    """Return a tool's answer; a text that holds a JSON object or list is opened."""
    if not isinstance(content, str) or content.lstrip()[:1] not in ("{", "["):
        return "" if content is None else content
    try:
        return orjson.loads(content)
    except orjson.JSONDecodeError:
        return content


def refusal_in(content: JsonValue) -> str | None:
    """Return `refused` for an answer by which the environment declines, else None."""
    if isinstance(content, Mapping) and isinstance(content.get("error_code"), str):
        return "refused"
    if isinstance(content, str) and content.lstrip().lower().startswith("error"):
        return "refused"
    return None


def text_of(content: JsonValue, place: str) -> str:
    """Return a message's text; content in parts is joined.

    Raises BadRecording for parts that are no text: speech and pictures are not read.
    """
    if content is None:
        return ""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "".join(_part(part, place) for part in content)
    raise BadRecording(f"{place}.content: expected a text")


def _part(part: JsonValue, place: str) -> str:
    text = part.get("text") if isinstance(part, Mapping) else part
    if not isinstance(text, str):
        raise BadRecording(f"{place}.content: only text can be read")
    return text


def an_object(value: JsonValue, place: str) -> Mapping[str, JsonValue]:
    """Return the value; raises BadRecording unless it is an object."""
    if not isinstance(value, Mapping):
        raise BadRecording(f"{place}: expected an object")
    return value


def a_list(value: JsonValue, place: str) -> list[JsonValue]:
    """Return the value, empty for null; raises BadRecording unless it is a list."""
    if value is None:
        return []
    if not isinstance(value, list):
        raise BadRecording(f"{place}: expected a list")
    return value


def a_text(value: JsonValue, place: str, longest: int = 200) -> str:
    """Return a name or id; raises BadRecording for what no name can be."""
    if not isinstance(value, str) or len(value) > longest or "\0" in value:
        raise BadRecording(f"{place}: expected a text of at most {longest} characters")
    return value


def a_number(value: JsonValue, place: str) -> float | None:
    """Return the value; raises BadRecording unless it is a number or null."""
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise BadRecording(f"{place}: expected a number")
    return value
