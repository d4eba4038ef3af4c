"""The connection test: one real tool-calling exchange, told step by step."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import orjson

from bankenv.records import JsonValue
from bankenv.trajectory import Call, Event, Message, Result, Turn
from runner.addresses import AddressRefused, check_url
from runner.assistants import History, ToolCall
from runner.chat_client import ChatClient, Completion
from runner.chat_format import ReadMessage, message_text
from runner.endpoint import Endpoint
from runner.exchange import shortened
from runner.failures import Failure, Field, ProviderUnavailable
from runner.strategies import FunctionCalling, Strategy

Status = Literal["ok", "warn", "bad"]

ACCOUNT = "SB1234567890"
BALANCE = 48250.75
TOOL: dict[str, JsonValue] = {
    "type": "function",
    "function": {
        "name": "get_account_balance",
        "description": "Look up the balances of the customer's accounts.",
        "parameters": {
            "type": "object",
            "properties": {
                "account_ids": {
                    "type": "array",
                    "items": {"type": "string"},
                    "description": "Ids of the accounts.",
                }
            },
            "required": ["account_ids"],
            "additionalProperties": False,
        },
    },
}
_PROMPT = (
    "You are a bank's assistant. Look balances up with the tool, then state "
    f"them.\n\nSession\n- Accounts: {ACCOUNT}"
)
_ASKED = Message(0, 0.0, "customer", f"What is the balance of my account {ACCOUNT}?")
_RESULT = {"balances": [{"account_id": ACCOUNT, "available_balance": BALANCE}]}
_ADVICE_NO_CALL = (
    "Use a model that supports tool calling, and check that the server has it switched "
    "on (some need a flag for automatic tool choice). Or choose the strategy ReAct, "
    "which needs no tool calling."
)
_ADVICE_NO_ACTION = "A model must write each action as the JSON it is told to write."


@dataclass(frozen=True, slots=True)
class ProbeStep:
    """One step of the connection test, in words for the endpoint's owner.

    `field` names the form field at fault where one is; `seen` is the shortened
    beginning of what came back, without secrets.
    """

    name: str
    status: Status
    label: str
    detail: str
    ms: float = 0.0
    seen: str = ""
    field: Field | None = None


@dataclass(frozen=True, slots=True)
class _Line:
    """What is tested: an endpoint, how it is asked to act, and the line to it."""

    client: ChatClient
    endpoint: Endpoint
    strategy: Strategy


def probe(
    endpoint: Endpoint,
    strategy: Strategy | None = None,
    sleep: Callable[[float], None] = time.sleep,
) -> list[ProbeStep]:
    """Return the steps of a test against the endpoint; a bad one ends the exchange.

    Makes one real request that needs a tool call and, if the tool was called, a second
    one with its result. Nothing is retried.
    """
    address = _address(endpoint)
    if address.status == "bad":
        return [address]
    with ChatClient(endpoint, sleep) as client:
        line = _Line(client, endpoint, strategy or FunctionCalling())
        return [address, *_exchanged(line)]


def _exchanged(line: _Line) -> list[ProbeStep]:
    first = _asked(line, [_ASKED])
    reached = _reached(first)
    if isinstance(first, ProviderUnavailable):
        return reached
    said = line.client.redaction.said(line.strategy.read(first.message))
    called = _called(line, first, said)
    right_tool = called[0].status == "ok"
    results = [_read(line, said)] if right_tool else []
    return [*reached, *called, *results, _counts(first)]


def _address(endpoint: Endpoint) -> ProbeStep:
    started = time.perf_counter()
    try:
        check_url(endpoint.base_url, endpoint.allow_private)
    except AddressRefused as error:
        ms = _ms_since(started)
        return ProbeStep("address", "bad", "Address", f"{error}.", ms, field="base_url")
    detail = "The address may be called."
    return ProbeStep("address", "ok", "Address", detail, _ms_since(started))


def _ms_since(started: float) -> float:
    return round((time.perf_counter() - started) * 1000, 1)


def _asked(line: _Line, events: list[Event]) -> Completion | ProviderUnavailable:
    payload = {
        **line.strategy.request(History(_PROMPT, [TOOL], events)),
        "model": line.endpoint.model,
        **line.endpoint.parameters.body(),
    }
    try:
        return line.client.ask_once(orjson.dumps(payload))
    except ProviderUnavailable as error:
        return error


def _reached(first: Completion | ProviderUnavailable) -> list[ProbeStep]:
    """Return the steps on connection, acceptance and format, as far as they went."""
    if isinstance(first, ProviderUnavailable):
        return _not_reached(first.failure)
    seen = shortened(orjson.dumps(first.message).decode())
    label, detail = "OpenAI-style answer", "A message in `choices`."
    return [
        ProbeStep("reachable", "ok", "Reachable", _ANSWERED, first.latency_ms),
        ProbeStep("format", "ok", label, detail, seen=seen),
    ]


_ANSWERED = "The endpoint answered."
# Where a failure of each kind shows; what is not here never got an answer.
_FAILED_STEPS = {
    "status": ("accepted", "Request accepted"),
    "format": ("format", "OpenAI-style answer"),
    "too_large": ("format", "OpenAI-style answer"),
}


def _not_reached(failure: Failure) -> list[ProbeStep]:
    detail = f"{failure.what} {failure.advice}".strip()
    name, label = _FAILED_STEPS.get(failure.kind, ("reachable", "Reachable"))
    field = failure.field or "base_url"
    bad = ProbeStep(name, "bad", label, detail, seen=failure.seen, field=field)
    answered = failure.kind in _FAILED_STEPS
    reached = [ProbeStep("reachable", "ok", "Reachable", _ANSWERED)] if answered else []
    return [*reached, bad]


def _called(line: _Line, first: Completion, said: ReadMessage) -> list[ProbeStep]:
    """Return the steps "called the tool" and "arguments parse"."""
    asked = said.calls[0] if said.calls else None
    if asked is None or (asked.raw is not None and not asked.tool):
        seen = shortened(message_text(first.message))
        seen = seen or f"finish reason {first.finish_reason}"
        native = isinstance(line.strategy, FunctionCalling)
        advice = _ADVICE_NO_CALL if native else _ADVICE_NO_ACTION
        detail = f"The model answered without calling the tool. {advice}"
        return [
            ProbeStep("called", "bad", "Tool call", detail, seen=seen, field="model")
        ]
    if asked.tool != "get_account_balance":
        detail = (
            f"The model called {shortened(asked.tool, 60)!r}, which was not offered; "
            "in a conversation such a call counts as an error."
        )
        return [ProbeStep("called", "warn", "Tool call", detail, field="model")]
    called = ProbeStep("called", "ok", "Tool call", "The model called the tool.")
    return [called, _arguments(asked)]


def _arguments(call: ToolCall) -> ProbeStep:
    if call.arguments is None:
        detail = "The arguments are not a JSON object; such calls will count as errors."
        seen = shortened(call.raw or "")
        return ProbeStep(
            "arguments", "warn", "Arguments", detail, seen=seen, field="model"
        )
    seen = shortened(orjson.dumps(call.arguments).decode())
    if call.arguments.get("account_ids") != [ACCOUNT]:
        detail = f"The arguments parse, but are not those asked for ({ACCOUNT})."
        return ProbeStep("arguments", "warn", "Arguments", detail, seen=seen)
    return ProbeStep("arguments", "ok", "Arguments", "The arguments parse.", seen=seen)


def _read(line: _Line, said: ReadMessage) -> ProbeStep:
    """Send the tool's result back and see whether the model reads it."""
    label, asked = "Reads the result", said.calls[0]
    call_id = asked.id or "call_1"
    turn = Turn(1, thought=said.thought or None)
    called = Call(1, 0.0, call_id, asked.tool, asked.arguments, asked.raw, turn)
    second = _asked(line, [_ASKED, called, Result(2, 0.0, call_id, True, _RESULT)])
    if isinstance(second, ProviderUnavailable):
        failure = second.failure
        detail = f"The endpoint refused the tool's result. {failure.what}"
        return ProbeStep(
            "result", "bad", label, detail, seen=failure.seen, field=failure.field
        )
    text = line.strategy.read(second.message).text
    told = "48250" in text.replace(",", "").replace(" ", "")
    did = "told" if told else "did not tell"
    status: Status = "ok" if told else "warn"
    detail = f"The model {did} the balance."
    ms, seen = second.latency_ms, shortened(text)
    return ProbeStep("result", status, label, detail, ms, seen)


def _counts(first: Completion) -> ProbeStep:
    if first.tokens_in is None or first.tokens_out is None:
        detail = "No token counts, so tokens and cost will be unknown."
        return ProbeStep("tokens", "warn", "Token counts", detail)
    detail = f"{first.tokens_in} tokens in, {first.tokens_out} out."
    return ProbeStep("tokens", "ok", "Token counts", detail)
