"""One simulation of τ²-bench: read as a recording, and ours written as theirs."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any  # Any: JSON values that are built up

from bankenv.records import JsonValue
from bankenv.trajectory import Event, Header, Trajectory, Turn
from bankenv.trajectory_io import from_json, to_json
from runner.recordings.events import (
    BadRecording,
    Events,
    SentCall,
    a_list,
    a_number,
    a_text,
    an_object,
    read_content,
    refusal_in,
    text_of,
)
from runner.recordings.headers import checked
from runner.recordings.items import Recording
from runner.recordings.scrub import scrubbed, scrubbed_text

SUITE = "tau2-bench"
# Under this key our own files keep what the format has no place for.
EXTRA = "passbook"

TOKENS = ("###STOP###", "###TRANSFER###", "###OUT-OF-SCOPE###")
ENDS = {
    "user_stop": "customer_ended",
    "agent_stop": "assistant_ended",
    "max_steps": "step_limit",
    "too_many_errors": "tool_error_limit",
    "agent_error": "protocol_breach",
    "infrastructure_error": "provider_failure",
    "user_error": "provider_failure",
    "unexpected_error": "provider_failure",
}
KINDS = {"read": "read", "write": "write", "think": "generic", "generic": "generic"}


def read_simulation(
    row: Mapping[str, JsonValue], place: str, following: int = 1
) -> Recording:
    """Return a recorded simulation; `following` is its trial if it names none.

    Raises BadRecording naming the message or field at fault; a spoken run is refused.
    """
    _refuse_voice(row)
    task = a_text(row.get("task_id"), "task_id", 64)
    trial = _trial(row, following)
    header = Header(
        task=task,
        trial=trial,
        suite=SUITE,
        assistant={"name": "recorded"},
        customer="llm",
        tools=SUITE,
        recorded=_outcome(row),
    )
    messages = a_list(row.get("messages"), "messages")
    events = _events(messages, row)
    trajectory = _with_extra(Trajectory(header, events), row.get(EXTRA))
    return Recording(place, task, trial, trajectory, _unscored(row), _tool_kinds(row))


def _refuse_voice(row: Mapping[str, JsonValue]) -> None:
    mode = row.get("mode")
    if mode not in (None, "half_duplex") or row.get("ticks"):
        raise BadRecording(
            f"mode {str(mode)[:40]!r}: spoken runs are not read, only text"
        )


def _trial(row: Mapping[str, JsonValue], following: int) -> int:
    trial = row.get("trial")
    if trial is None:
        return following
    if isinstance(trial, bool) or not isinstance(trial, int) or not 0 <= trial < 1000:
        raise BadRecording(f"trial: expected a number from 0, found {str(trial)[:40]}")
    return trial + 1


def _outcome(row: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    outcome: dict[str, JsonValue] = {"source": SUITE}
    rewarded = row.get("reward_info")
    if rewarded is None:
        return outcome
    info = an_object(rewarded, "reward_info")
    outcome["reward"] = a_number(info.get("reward"), "reward_info.reward")
    check = info.get("db_check")
    if isinstance(check, Mapping) and isinstance(check.get("db_match"), bool):
        outcome["state"] = check["db_match"]
    parts = info.get("reward_breakdown")
    if isinstance(parts, Mapping):
        outcome["why"] = ", ".join(f"{k} {v}" for k, v in parts.items())[:200]
    return outcome


def _unscored(row: Mapping[str, JsonValue]) -> str:
    reason = str(row.get("termination_reason") or "")
    if ENDS.get(reason) == "provider_failure":
        info = row.get("info")
        error = info.get("error") if isinstance(info, Mapping) else ""
        told = scrubbed_text(str(error or ""))[:300]
        return f"It ended with {reason} when it was recorded. {told}".strip()
    return "" if row.get("messages") else "Nothing was recorded of it."


def _tool_kinds(row: Mapping[str, JsonValue]) -> dict[str, str]:
    rewarded = row.get("reward_info")
    checks = rewarded.get("action_checks") if isinstance(rewarded, Mapping) else None
    kinds = {}
    for check in checks if isinstance(checks, list) else []:
        action = check.get("action") if isinstance(check, Mapping) else None
        name = action.get("name") if isinstance(action, Mapping) else None
        kind = KINDS.get(str(check.get("tool_type"))) if name else None
        if kind and isinstance(name, str):
            kinds[name] = kind
    return kinds


def _events(
    messages: Sequence[JsonValue], row: Mapping[str, JsonValue]
) -> tuple[Event, ...]:
    """Return the events in the order of the file, whatever its timestamps say."""
    events = _Messages()
    for position, raw in enumerate(messages):
        place = f"messages[{position}]"
        events.add(an_object(raw, place), place)
    reason = str(row.get("termination_reason") or "")
    detail = " ".join(part for part in (reason, events.token) if part)
    return events.made.end(ENDS.get(reason, reason or "no_end")[:40], detail[:100])


class _Messages:
    """Messages read one after the other."""

    def __init__(self) -> None:
        self.made = Events()
        self.began: datetime | None = None
        self.turns = 0
        self.token = ""  # nosec B105

    def add(self, message: Mapping[str, JsonValue], place: str) -> None:
        role = message.get("role")
        if role == "tool":
            self._results(message, place)
        elif role in ("user", "assistant"):
            self._turn(message, place)
        elif role != "system":
            raise BadRecording(f"{place}.role: {str(role)[:40]!r} is not known")

    def _turn(self, message: Mapping[str, JsonValue], place: str) -> None:
        role = str(message["role"])
        text = text_of(message.get("content"), place)
        calls = a_list(message.get("tool_calls"), f"{place}.tool_calls")
        ms = self._ms(message)
        turn = self._cost(message, place) if role == "assistant" else None
        if role == "user":
            self.token = next((t for t in TOKENS if t in text), "")
        if text or not calls:
            self.made.message(role, text, ms=ms, turn=turn)
            turn = None
        for number, raw in enumerate(calls):
            here = f"{place}.tool_calls[{number}]"
            self.made.call(_sent(an_object(raw, here), here, role), ms=ms, turn=turn)
            turn = None

    def _cost(self, message: Mapping[str, JsonValue], place: str) -> Turn:
        self.turns += 1
        usage = message.get("usage")
        tokens = usage if isinstance(usage, Mapping) else {}
        seconds = a_number(
            message.get("generation_time_seconds"), f"{place}.generation_time_seconds"
        )
        return Turn(
            self.turns,
            tokens_in=_whole(tokens.get("prompt_tokens")),
            tokens_out=_whole(tokens.get("completion_tokens")),
            cost_usd=a_number(message.get("cost"), f"{place}.cost"),
            latency_ms=None if seconds is None else seconds * 1000,
        )

    def _results(self, message: Mapping[str, JsonValue], place: str) -> None:
        inner = message.get("tool_messages")
        if inner is not None:
            for number, raw in enumerate(a_list(inner, f"{place}.tool_messages")):
                here = f"{place}.tool_messages[{number}]"
                self._results(an_object(raw, here), here)
            return
        content = read_content(text_of(message.get("content"), place))
        call_id = a_text(message.get("id") or "", f"{place}.id")
        error = _error(message, content)
        self.made.result(call_id, content, error, ms=self._ms(message))

    def _ms(self, message: Mapping[str, JsonValue]) -> float:
        """Return milliseconds since the first message; 0 where no time is given."""
        try:
            moment = datetime.fromisoformat(str(message.get("timestamp")))
            self.began = self.began or moment
            passed = (moment - self.began).total_seconds() * 1000
        except (ValueError, TypeError, OverflowError):
            return 0.0
        return max(round(passed, 3), 0.0)


def _whole(value: JsonValue) -> int | None:
    good = isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**53
    return value if good else None


def _sent(call: Mapping[str, JsonValue], place: str, role: str) -> SentCall:
    return SentCall(
        id=a_text(call.get("id") or "", f"{place}.id"),
        name=a_text(call.get("name"), f"{place}.name"),
        arguments=call.get("arguments"),
        by="customer" if role == "user" else None,
    )


def _error(message: Mapping[str, JsonValue], content: JsonValue) -> str | None:
    if not message.get("error"):
        return refusal_in(content)
    missing = isinstance(content, str) and "not found" in content and "Tool" in content
    return "unknown_tool" if missing else "invalid_arguments"


def _with_extra(plain: Trajectory, extra: JsonValue) -> Trajectory:
    """Lay over a recording what our own export kept of it beside the format's fields.

    What does not fit the messages (the file was edited since) is left aside.
    """
    header = extra.get("header") if isinstance(extra, Mapping) else None
    if not isinstance(extra, Mapping) or not isinstance(header, dict):
        return plain
    body = to_json(plain)
    own = {key: body["header"].get(key) for key in ("task", "trial", "recorded")}
    try:
        events = _events_with(body["events"], extra)
        head = {**scrubbed(header), **own, "recorded": own["recorded"] or {}}
        return checked(from_json({**body, "header": head, "events": events}))
    except (ValueError, IndexError, TypeError, AttributeError):
        return plain


def _events_with(plain: list[Any], extra: Mapping[str, Any]) -> list[Any]:
    whole = extra.get("whole")
    if isinstance(whole, list):
        return whole
    events = list(plain)
    for position, fields in (extra.get("events") or {}).items():
        events[int(position)] = _laid_over(events[int(position)], fields)
    return events


def _laid_over(event: Mapping[str, Any], fields: Mapping[str, Any]) -> dict[str, Any]:
    merged = {**event, **fields}
    return {
        key: value for key, value in merged.items() if key not in merged.get("-", ())
    }


def differing_fields(plain: Trajectory, whole: Trajectory) -> dict[str, Any]:
    """Return what `_with_extra` needs to make `whole` of `plain`.

    Raises ValueError where they have not the same number of events.
    """
    return dict(_differing(to_json(plain)["events"], to_json(whole)["events"]))


def _differing(
    plain: Sequence[Mapping[str, Any]], whole: Sequence[Mapping[str, Any]]
) -> Iterator[tuple[str, Any]]:
    for position, (one, other) in enumerate(zip(plain, whole, strict=True)):
        fields = {k: v for k, v in other.items() if k not in one or one[k] != v}
        gone = sorted(one.keys() - other.keys())
        if gone:
            fields["-"] = ["-", *gone]
        if fields:
            yield str(position), fields
