"""What the events so far amount to: steps, errors, silence, and the spoken lines."""

from collections.abc import Iterator, Sequence

from bankenv.customer import Line
from bankenv.trajectory import TOOL_ERRORS, Call, Event, Message, Result, Speaker
from runner.limits import Limits

# How a conversation ends: the reason, and a detail in words.
Ending = tuple[str, str]


def steps_taken(events: Sequence[Event]) -> int:
    """Return the steps so far: each message counts 1, each batch of calls 1."""
    messages = sum(isinstance(event, Message) for event in events)
    return messages + sum(_opens_batch(events, i) for i in range(len(events)))


def _opens_batch(events: Sequence[Event], index: int) -> bool:
    event = events[index]
    if not isinstance(event, Call):
        return False
    return event.turn is not None or isinstance(events[index - 1], Message)


def tool_errors(events: Sequence[Event]) -> int:
    """Return how many calls did not parse, named no tool or had wrong arguments."""
    return sum(isinstance(e, Result) and e.error in TOOL_ERRORS for e in events)


def fell_silent(events: Sequence[Event], in_a_row: int) -> bool:
    """True if the assistant's last `in_a_row` answers were all empty."""
    said = [e for e in events if getattr(e, "turn", None) is not None][-in_a_row:]
    empty = [isinstance(e, Message) and not e.text for e in said]
    return len(empty) == in_a_row and all(empty)


def ended_by_limit(events: Sequence[Event], limits: Limits) -> Ending | None:
    """Return the ending that a used-up limit brings, if one is used up."""
    if fell_silent(events, limits.empty_answers):
        return "protocol_breach", f"{limits.empty_answers} empty answers in a row"
    if tool_errors(events) >= limits.tool_errors:
        return "tool_error_limit", f"{limits.tool_errors} tool errors"
    if steps_taken(events) >= limits.steps:
        return "step_limit", f"{limits.steps} steps"
    return None


def transcript(events: Sequence[Event]) -> list[Line]:
    """Return what was said aloud; texts of one side without a reply are one line."""
    return [Line(speaker, "\n".join(texts)) for speaker, texts in _spoken(events)]


def _spoken(events: Sequence[Event]) -> Iterator[tuple[Speaker, list[str]]]:
    speaker: Speaker | None = None
    texts: list[str] = []
    for event in events:
        if not isinstance(event, Message):
            continue
        if speaker is not None and event.speaker != speaker:
            yield speaker, texts
            texts = []
        speaker = event.speaker
        texts.append(event.text)
    if speaker is not None:
        yield speaker, texts
