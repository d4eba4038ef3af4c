"""Four assistants that understand nothing and must score nothing."""

import re
from collections.abc import Mapping, Sequence

import orjson

from bankenv.records import JsonValue
from runner.assistants import ChatMessage, ToolSchema

HAND_OVER = "transfer_to_human_agents"


def silent(messages: list[ChatMessage], tools: Sequence[ToolSchema]) -> ChatMessage:
    """Say nothing."""
    return {"role": "assistant", "content": ""}


def echo(messages: list[ChatMessage], tools: Sequence[ToolSchema]) -> ChatMessage:
    """Repeat the customer's last words."""
    return {"role": "assistant", "content": last_words(messages)}


def always_transfer(
    messages: list[ChatMessage], tools: Sequence[ToolSchema]
) -> ChatMessage:
    """Hand everybody over to people at once."""
    if any(name == HAND_OVER for name, _ in _functions(tools)):
        return calling([(HAND_OVER, {"summary": "The customer needs help."})])
    return {"role": "assistant", "content": "One of our people will take over."}


def call_everything(
    messages: list[ChatMessage], tools: Sequence[ToolSchema]
) -> ChatMessage:
    """Call every tool at once with arguments that look right, then say it is done."""
    if messages and messages[-1].get("role") == "tool":
        return {"role": "assistant", "content": "Everything is done. Anything else?"}
    prompt = str(messages[0].get("content", "")) if messages else ""
    ids = re.findall(r"\b[A-Z]{2,5}-?\d{5,10}\b", prompt)
    return calling(
        [(name, _plausible(schema, ids)) for name, schema in _functions(tools)]
    )


def _functions(
    tools: Sequence[ToolSchema],
) -> list[tuple[str, Mapping[str, JsonValue]]]:
    functions = [tool["function"] for tool in tools]
    return [(f["name"], f.get("parameters") or {}) for f in functions]


def _plausible(
    schema: Mapping[str, JsonValue], ids: Sequence[str]
) -> dict[str, JsonValue]:
    """Return arguments for all required parameters, from the schema and the ids."""
    properties = schema.get("properties", {})
    return {
        name: _value(name, properties.get(name, {}), ids)
        for name in schema.get("required", [])
    }


_PREFIXES = {
    "account": ("SB", "CA", "NO"),
    "deposit": ("FD", "RD"),
    "loan": ("HL", "PL", "VL", "GL", "EL", "BL"),
    "card": ("CARD",),
    "policy": ("POL",),
    "mandate": ("MND",),
}


def _value(name: str, shape: Mapping[str, JsonValue], ids: Sequence[str]) -> JsonValue:
    if "enum" in shape:
        return shape["enum"][0]
    if shape.get("type") == "array":
        return [_id_for(name, ids)]
    if shape.get("type") in ("number", "integer"):
        return max(12, shape.get("minimum", 0))
    return _id_for(name, ids)


def _id_for(name: str, ids: Sequence[str]) -> str:
    kind = next((word for word in _PREFIXES if word in name), "")
    fitting = (i for i in ids if i.startswith(_PREFIXES.get(kind, ("?",))))
    return next(fitting, "2026-07-01" if "date" in name else name)


def last_words(messages: Sequence[ChatMessage]) -> str:
    """Return the customer's latest message, or ''."""
    said = (m.get("content") for m in reversed(messages) if m.get("role") == "user")
    return str(next(said, "") or "")


def calling(calls: Sequence[tuple[str, Mapping[str, JsonValue]]]) -> ChatMessage:
    """Return a chat message that makes these calls."""
    return {
        "role": "assistant",
        "content": None,
        "tool_calls": [
            {
                "id": f"call_{number}",
                "type": "function",
                "function": {"name": name, "arguments": orjson.dumps(given).decode()},
            }
            for number, (name, given) in enumerate(calls, start=1)
        ],
    }
