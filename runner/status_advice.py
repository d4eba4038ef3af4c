"""What an HTTP status says about which setting is wrong, and what would work."""

import orjson

from runner.failures import Field

_ADVICE = {
    400: "Check the model's name and the parameters; the model must support tools.",
    401: "Check the API key: the endpoint does not accept it.",
    402: "The account at the provider has no credit left.",
    403: "Check the API key: it is not allowed to use this model.",
    404: "Check the base URL (it often ends in /v1) and the model's name.",
    405: "Check the base URL: it does not take chat completions.",
    413: "The conversation is larger than the endpoint accepts.",
    422: "Check the model's name and the parameters; the model must support tools.",
    429: "The endpoint limits how often it may be asked; use less concurrency.",
}
_FIELDS: dict[int, Field] = {
    400: "parameters",
    401: "api_key",
    402: "api_key",
    403: "api_key",
    404: "base_url",
    405: "base_url",
    422: "parameters",
}


def advice_for(status: int, location: str = "", field: Field | None = None) -> str:
    """Return what would work after this status, in one sentence."""
    if field == "model":
        return "Check the model's name, and that the model supports tools."
    if 300 <= status < 400:
        return (
            f"The endpoint has moved; give its final address. It points to {location}"
        )
    if status >= 500:
        return "The fault is on the endpoint's side; try again later."
    return _ADVICE.get(status, "Check the base URL, the model's name and the API key.")


def field_at_fault(status: int, message: str) -> Field | None:
    """Return the form field that this status points at, if it points at one."""
    if status in (400, 404, 422) and "model" in message.lower():
        return "model"
    if 300 <= status < 400:
        return "base_url"
    return _FIELDS.get(status)


def message_in(text: str) -> str:
    """Return the message of an error body in one of the usual shapes, or ''."""
    try:
        value = orjson.loads(text)
    except orjson.JSONDecodeError:
        return ""
    for _ in range(3):
        if isinstance(value, list):
            value = value[0] if value else None
        if not isinstance(value, dict):
            break
        keys = (k for k in ("error", "message", "detail", "msg") if value.get(k))
        value = value.get(next(keys, ""))
    return value if isinstance(value, str) else ""
