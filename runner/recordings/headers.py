"""Values of a recording that a file may set to anything, held to their kinds."""

from dataclasses import fields

from bankenv.trajectory import (
    Call,
    End,
    Header,
    Message,
    Result,
    Trajectory,
    Turn,
)
from runner.recordings.events import MOST_EVENTS, BadRecording

MAPS = ("prompts", "assistant", "customer_about", "recorded")
COUNTS = ("number", "retries")


def checked(trajectory: Trajectory) -> Trajectory:
    """Return the trajectory; raises BadRecording for what the pages would trip over."""
    for field in fields(Header):
        value = getattr(trajectory.header, field.name)
        if field.name in MAPS:
            _kind(value, (dict,), f"header.{field.name}")
        elif field.name != "trial":
            _kind(value, (str,), f"header.{field.name}")
    _number(trajectory.header.recorded.get("reward"), "header.recorded.reward")
    if len(trajectory.events) > MOST_EVENTS:
        raise BadRecording(f"more than {MOST_EVENTS:,} events")
    for event in trajectory.events:
        _event(event, f"events[{event.index}]")
    return trajectory


def _event(event: Message | Call | Result | End, place: str) -> None:
    if event.ms is None:
        raise BadRecording(f"{place}.ms: expected a number")
    _number(event.ms, f"{place}.ms")
    if isinstance(event, Message | Call) and event.turn is not None:
        _turn(event.turn, f"{place}.turn")
    if isinstance(event, Call):
        _kind(event.raw, (str, type(None)), f"{place}.raw")
        _kind(event.by, (str, type(None)), f"{place}.by")
    if isinstance(event, Result):
        _kind(event.ok, (bool,), f"{place}.ok")
        _kind(event.error, (str, type(None)), f"{place}.error")
        for change in event.changes:
            _kind(change.path, (str,), f"{place}.changes.path")


def _turn(turn: Turn, place: str) -> None:
    for name in ("finish_reason", "thought"):
        _kind(getattr(turn, name), (str, type(None)), f"{place}.{name}")
    for name in COUNTS:
        _kind(getattr(turn, name), (int,), f"{place}.{name}")
    for name in ("tokens_in", "tokens_out"):
        value = getattr(turn, name)
        _kind(value, (int, type(None)), f"{place}.{name}")
        if value is not None and not 0 <= value < 2**53:
            raise BadRecording(f"{place}.{name}: {value} is no count")
    for name in ("cost_usd", "latency_ms"):
        _number(getattr(turn, name), f"{place}.{name}")


def _kind(value: object, kinds: tuple[type, ...], place: str) -> None:
    if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
        names = " or ".join(kind.__name__ for kind in kinds)
        raise BadRecording(f"{place}: expected {names}, found {type(value).__name__}")


def _number(value: object, place: str) -> None:
    if value is not None:
        _kind(value, (int, float), place)
