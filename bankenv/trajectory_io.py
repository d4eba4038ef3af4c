"""Trajectories as JSON, in and out; docs/trajectory.md describes the format."""

from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import cache
from typing import Any, TypeVar

from bankenv.records import Change, Record
from bankenv.trajectory import (
    FORMAT,
    Call,
    End,
    Event,
    Header,
    Message,
    Result,
    Trajectory,
    Turn,
)

T = TypeVar("T")
KINDS: Mapping[str, type[Message] | type[Call] | type[Result] | type[End]] = {
    "message": Message,
    "call": Call,
    "result": Result,
    "end": End,
}
FIELDS: Mapping[type, tuple[str, ...]] = {
    kind: tuple(field.name for field in fields(kind))
    for kind in (*KINDS.values(), Header, Turn, Change)
}
NAMES = {kind: name for name, kind in KINDS.items()}


class TrajectoryError(ValueError):
    """A trajectory that cannot be read; the message names the event and field."""


def to_json(trajectory: Trajectory) -> Record:
    """Return the trajectory as a JSON object; nulls of an event are left out.

    Values are those of the trajectory, not copies: nobody may change them.
    """
    return {
        "format": FORMAT,
        "header": _header_to_json(trajectory.header),
        "events": [_event_to_json(event) for event in trajectory.events],
    }


def from_json(raw: object) -> Trajectory:
    """Return the trajectory that a JSON object holds.

    Raises TrajectoryError for another format, a missing or unknown field, a value of
    the wrong kind, or events whose indexes are not 0, 1, 2, ...
    """
    if not isinstance(raw, dict) or raw.get("format") != FORMAT:
        found = raw.get("format") if isinstance(raw, dict) else type(raw).__name__
        raise TrajectoryError(f"format: expected {FORMAT!r}, found {found!r}")
    header = _read("header", lambda: _build(Header, raw["header"]))
    events = raw.get("events")
    if not isinstance(events, list):
        raise TrajectoryError("events: expected a list")
    return Trajectory(header, tuple(_event(i, item) for i, item in enumerate(events)))


def _header_to_json(header: Header) -> Record:
    body = {k: v for k, v in _shallow(header).items() if k != "format"}
    for name in ("recorded", "customer_about"):
        if not body[name]:
            del body[name]
    return body


def _event_to_json(event: Event) -> Record:
    body: Record = {"type": NAMES[type(event)], **_present(_shallow(event))}
    if isinstance(event, Call):
        body["arguments"] = event.arguments
    if isinstance(event, Result):
        body["content"] = event.content
        body["changes"] = [_shallow(change) for change in event.changes]
        if not event.changes:
            del body["changes"]
    if "turn" in body:
        body["turn"] = _present(_shallow(body["turn"]))
    return body


def _shallow(row: Event | Header | Turn | Change) -> Record:
    """Return the fields of a row; unlike asdict, what they hold is not copied."""
    return {name: getattr(row, name) for name in FIELDS[type(row)]}


def _present(fields_of_event: Record) -> Record:
    return {key: value for key, value in fields_of_event.items() if value is not None}


def _event(position: int, raw: Any) -> Event:  # Any: foreign JSON, checked here.
    place = f"events[{position}]"
    kind = raw.get("type") if isinstance(raw, dict) else None
    if not isinstance(kind, str) or kind not in KINDS:
        raise TrajectoryError(f"{place}: expected a type of {sorted(KINDS)}")
    body = {key: value for key, value in raw.items() if key != "type"}
    if body.get("turn") is not None:
        body["turn"] = _read(f"{place}.turn", lambda: _build(Turn, body["turn"]))
    if "changes" in body:
        changes = body["changes"]
        body["changes"] = _read(
            f"{place}.changes", lambda: tuple(_build(Change, c) for c in changes)
        )
    event: Event = _read(place, lambda: _build(KINDS[kind], body))
    if event.index != position:
        raise TrajectoryError(f"{place}: index {event.index!r}, expected {position}")
    _check(event, place)
    return event


def _check(event: Event, place: str) -> None:
    """Refuse values that the rest of the program would trip over."""
    if isinstance(event, Message) and event.speaker not in ("customer", "assistant"):
        raise TrajectoryError(f"{place}: speaker {event.speaker!r} is not known")
    texts = {
        Message: ("text",),
        Call: ("id", "tool"),
        Result: ("call",),
        End: ("reason", "detail"),
    }[type(event)]
    for name in texts:
        if not isinstance(getattr(event, name), str):
            raise TrajectoryError(f"{place}.{name}: expected a text")
    if isinstance(event, Call) and not isinstance(event.arguments, dict | None):
        raise TrajectoryError(f"{place}.arguments: expected an object or null")


def _read(place: str, build: Callable[[], T]) -> T:
    try:
        return build()
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise TrajectoryError(f"{place}: {error}") from None


def _build(kind: type[T], raw: Mapping[str, Any]) -> T:
    try:
        return kind(**raw)
    except TypeError:
        unknown = raw.keys() - _names(kind)  # type: ignore[arg-type]  # a class hashes
        if unknown:
            raise ValueError(f"unknown field {sorted(unknown)}") from None
        raise


@cache
def _names(kind: type) -> frozenset[str]:
    return frozenset(field.name for field in fields(kind))
