"""Takes an endpoint's secrets out of what it sends back, however it spells them."""

import html
import re
from dataclasses import dataclass, field, replace
from typing import Any  # Any: JSON values

from runner.chat_format import ReadMessage

HIDDEN = "•••"


@dataclass(frozen=True, slots=True)
class Redaction:
    """Replaces every one of `secrets` by dots, in text, bytes and JSON values.

    Servers echo a header in an error as it is, as JSON writes it, in a URL or on an
    HTML page. What is cut short must be cleaned first: half a key is still a secret.
    """

    secrets: tuple[str, ...] = field(repr=False)
    _text: re.Pattern[str] | None = field(init=False, repr=False)
    _bytes: re.Pattern[bytes] | None = field(init=False, repr=False)

    def __post_init__(self) -> None:
        # The longest first: one secret may begin another.
        known = sorted(self.secrets, key=len, reverse=True)
        pattern = "|".join(map(_any_spelling, known))
        written = re.compile(pattern) if pattern else None
        object.__setattr__(self, "_text", written)
        as_bytes = re.compile(pattern.encode()) if pattern else None
        object.__setattr__(self, "_bytes", as_bytes)

    def text(self, text: str) -> str:
        return self._text.sub(HIDDEN, text) if self._text else text

    def data(self, data: bytes | bytearray) -> bytes:
        return self._bytes.sub(HIDDEN.encode(), data) if self._bytes else bytes(data)

    def value(self, value: Any) -> Any:
        """Return a JSON value with the secrets gone from its texts and keys."""
        if self._text is None:
            return value
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, list):
            return [self.value(item) for item in value]
        if isinstance(value, dict):
            return {self.text(k): self.value(item) for k, item in value.items()}
        return value

    def said(self, said: ReadMessage) -> ReadMessage:
        """Return a message whose calls hold no secret, arguments in JSON included."""
        calls = tuple(
            replace(
                call,
                tool=self.text(call.tool),
                arguments=self.value(call.arguments),
                raw=None if call.raw is None else self.text(call.raw),
                id=self.text(call.id),
            )
            for call in said.calls
        )
        return ReadMessage(self.text(said.text), calls, self.text(said.thought))


# Bounded, and never given back: else a page of backslashes would keep a worker busy.
_ESCAPES = r"\\{0,8}+"
_BACKSLASHES = r"\\{1,64}+"


def _any_spelling(secret: str) -> str:
    """Return a pattern for the secret as people, JSON, Python, URLs and HTML write it.

    Letters and digits are the same everywhere; all else may be escaped, more than once.
    """
    once = re.sub(r"\\+", r"\\", secret)
    return "".join(c if c.isalnum() else _any_escape(c) for c in once)


def _any_escape(character: str) -> str:
    number, named = ord(character), html.escape(character)
    bare = _ESCAPES + re.escape(character)
    return "(?:{})".format(
        "|".join(
            (
                rf"%(?i:{number:02x})",
                rf"{_BACKSLASHES}u00(?i:{number:02x})",
                rf"&#0?{number};",
                re.escape(named),
                _BACKSLASHES if character == "\\" else bare,
            )
        )
    )
