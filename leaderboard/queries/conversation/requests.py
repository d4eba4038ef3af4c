"""What the model was really sent and really answered, turn by turn."""

from collections.abc import Iterator
from dataclasses import dataclass

from bankenv.bank import Dataset
from bankenv.records import JsonValue
from bankenv.tools import TOOLS
from bankenv.trajectory import Call, Message, Trajectory
from leaderboard.queries.conversation.answers import size_words
from leaderboard.queries.conversation.text import Folded, fold
from leaderboard.queries.conversation.turns import turn_words
from leaderboard.queries.conversation.words import json_page


@dataclass(frozen=True, slots=True)
class Prompt:
    """One system prompt as sent: the assistant's, or an LLM customer's."""

    name: str
    text: Folded
    size: str


@dataclass(frozen=True, slots=True)
class ToolText:
    """One tool as the model was shown it."""

    name: str
    kind: str
    description: str
    schema: str


@dataclass(frozen=True, slots=True)
class Exchange:
    """One request and its answer, where the endpoint's raw traffic was kept."""

    number: int
    event: int
    words: str
    finish_reason: str
    request: Folded | None
    response: Folded | None


@dataclass(frozen=True, slots=True)
class Sent:
    """All that went to and came from the model.

    `tools_known` is false where the recording names another set of tools than this
    dataset has; `tools` is empty then.
    """

    prompts: tuple[Prompt, ...]
    tools: tuple[ToolText, ...]
    tools_known: bool
    exchanges: tuple[Exchange, ...]
    about: tuple[tuple[str, str], ...]


def sent(dataset: Dataset, trajectory: Trajectory) -> Sent:
    """Return what a recording says about the requests behind it."""
    header = trajectory.header
    known = not dataset.tool_kinds and header.tools in ("", dataset.hashes["tools"])
    about = {
        **{f"assistant {key}": value for key, value in header.assistant.items()},
        "customer": header.customer,
        "suite": header.suite,
        "scorer": header.scorer,
        "dataset": header.dataset,
        "policy": header.policy,
        "tools": header.tools,
        **{f"recorded {key}": value for key, value in header.recorded.items()},
    }
    return Sent(
        prompts=tuple(
            Prompt(str(name), fold(str(text)), size_words(len(str(text))))
            for name, text in header.prompts.items()
        ),
        tools=_tools() if known else (),
        tools_known=known,
        exchanges=tuple(_exchanges(trajectory)),
        about=tuple((key, _text(value)) for key, value in about.items() if value),
    )


def _tools() -> tuple[ToolText, ...]:
    return tuple(
        ToolText(tool.name, tool.kind, tool.description, json_page(tool.schema))
        for tool in TOOLS.values()
    )


def _exchanges(trajectory: Trajectory) -> Iterator[Exchange]:
    for event in trajectory.events:
        turn = event.turn if isinstance(event, Message | Call) else None
        if turn is None:
            continue
        yield Exchange(
            number=turn.number,
            event=event.index,
            words=turn_words(turn),
            finish_reason=turn.finish_reason or "",
            request=_json(turn.request),
            response=_json(turn.response),
        )


def _json(value: JsonValue) -> Folded | None:
    return None if value is None else fold(json_page(value))


def _text(value: JsonValue) -> str:
    return value if isinstance(value, str) else json_page(value)
