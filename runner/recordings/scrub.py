"""Keys, addresses of providers and their raw answers are left out before storing."""

import re

from bankenv.records import JsonValue

SECRET_NAME = re.compile(
    r"api[_-]?(key|base|version|type)|base[_-]?url|authoriz|secret|passw|credential"
    r"|^headers$|extra_headers|bearer|^token$|_token$|access[_-]?key|raw_(data|response)",
    re.IGNORECASE,
)
SECRET_TEXT = re.compile(
    r"\b(?:sk|pk|rk|gsk|xai|hf|ghp|AKIA|AIza)[-_]?[A-Za-z0-9_-]{16,}"
    r"|\bBearer\s+[A-Za-z0-9._~+/-]{12,}=*|https?://[^\s/@:]+:[^\s/@]+@",
)
REMOVED = "[removed]"


def scrubbed(value: JsonValue) -> JsonValue:
    """Return a JSON value without what is named or looks like a secret."""
    if isinstance(value, dict):
        return {
            name: scrubbed(inner)
            for name, inner in value.items()
            if not SECRET_NAME.search(str(name))
        }
    if isinstance(value, list):
        return [scrubbed(inner) for inner in value]
    return scrubbed_text(value) if isinstance(value, str) else value


def scrubbed_text(text: str) -> str:
    """Return a text with what looks like a key replaced."""
    return SECRET_TEXT.sub(REMOVED, text)
