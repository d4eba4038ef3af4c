"""A model endpoint: where it is, how it is asked, what it costs."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

import httpx2

from bankenv.records import JsonValue
from runner.addresses import AddressRefused, host_and_port
from runner.lenient_json import storable


class InvalidSetting(ValueError):
    """A setting that cannot be used; `field` names it, the message says why."""

    def __init__(self, name: str, message: str) -> None:
        super().__init__(f"{name}: {message}")
        self.field = name
        self.message = message


@dataclass(frozen=True, slots=True)
class Secret:
    """A text that never shows itself; only `reveal` gives it."""

    _value: str = field(default="", repr=False)

    def __post_init__(self) -> None:
        if not all(33 <= ord(c) <= 126 for c in self._value):
            raise InvalidSetting("api_key", "must be visible ASCII without spaces")

    def reveal(self) -> str:
        return self._value

    def __bool__(self) -> bool:
        return bool(self._value)

    def __repr__(self) -> str:
        return "Secret(•••)" if self._value else "Secret(none)"

    def __getstate__(self) -> object:
        raise TypeError("a secret is not to be pickled")


@dataclass(frozen=True, slots=True)
class Parameters:
    """Request fields beyond the conversation; None leaves a field out.

    `extra_body` adds fields the endpoint knows beyond these, `extra_headers` adds
    headers (their values are treated as secrets: sent, and shown to nobody).
    Raises InvalidSetting for a value out of range.
    """

    temperature: float | None = None
    top_p: float | None = None
    max_tokens: int | None = None
    max_completion_tokens: int | None = None
    seed: int | None = None
    reasoning_effort: str | None = None
    extra_body: Mapping[str, JsonValue] = field(default_factory=dict)
    extra_headers: Mapping[str, str] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        _in_range("temperature", self.temperature, 0, 2)
        _in_range("top_p", self.top_p, 0, 1)
        _whole("max_tokens", self.max_tokens, 1, 10_000_000)
        _whole("max_completion_tokens", self.max_completion_tokens, 1, 10_000_000)
        _whole("seed", self.seed, -(2**63), 2**63 - 1)
        if self.max_tokens is not None and self.max_completion_tokens is not None:
            message = "give max_tokens or max_completion_tokens, not both"
            raise InvalidSetting("max_completion_tokens", message)
        effort = self.reasoning_effort
        if effort is not None and not re.fullmatch(r"[a-z_]{1,20}", effort):
            raise InvalidSetting("reasoning_effort", "must be one lower-case word")
        _check_body(self.extra_body)
        for name, value in self.extra_headers.items():
            _check_header(name, value)

    def body(self) -> dict[str, JsonValue]:
        """Return the request fields that are set."""
        names = (
            "temperature",
            "top_p",
            "max_tokens",
            "max_completion_tokens",
            "seed",
            "reasoning_effort",
        )
        given = {name: getattr(self, name) for name in names}
        named = {name: value for name, value in given.items() if value is not None}
        return {**named, **self.extra_body}


def _in_range(name: str, value: float | None, low: float, high: float) -> None:
    if value is None:
        return
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not number or not low <= value <= high:
        raise InvalidSetting(name, f"must be a number from {low} to {high}")


def _whole(name: str, value: int | None, low: int, high: int) -> None:
    if value is None:
        return
    whole = isinstance(value, int) and not isinstance(value, bool)
    if not whole or not low <= value <= high:
        raise InvalidSetting(name, f"must be a whole number from {low} to {high}")


# What the client itself decides.
_OWN_FIELDS = frozenset(
    ("model", "messages", "tools", "tool_choice", "stream", "stream_options", "n")
)
_OWN_HEADERS = frozenset(
    [
        "accept",
        "accept-encoding",
        "authorization",
        "connection",
        "content-encoding",
        "content-length",
        "content-type",
        "cookie",
        "host",
        "keep-alive",
        "proxy-authorization",
        "te",
        "trailer",
        "transfer-encoding",
        "upgrade",
    ]
)


def _check_body(body: object) -> None:
    if not isinstance(body, Mapping) or not all(isinstance(k, str) for k in body):
        raise InvalidSetting("extra_body", "must be a JSON object")
    if not _can_be_stored(body):
        message = "must not hold NUL characters, nor be nested deeply"
        raise InvalidSetting("extra_body", message)
    taken = sorted(_OWN_FIELDS & set(body))
    if taken:
        raise InvalidSetting("extra_body", f"must not set {', '.join(taken)}")


def _can_be_stored(body: Mapping[str, JsonValue]) -> bool:
    try:
        return bool(storable(dict(body)) == body)
    except ValueError:
        return False


def _check_header(name: str, value: str) -> None:
    if not re.fullmatch(r"[A-Za-z0-9-]{1,64}", name) or name.lower() in _OWN_HEADERS:
        raise InvalidSetting("extra_headers", f"{name!r} is not a header to set here")
    if not isinstance(value, str) or not all(32 <= ord(c) <= 126 for c in value):
        raise InvalidSetting("extra_headers", f"{name} must have a visible ASCII value")


@dataclass(frozen=True, slots=True)
class Prices:
    """US dollars per million tokens, in and out."""

    per_million_in: float
    per_million_out: float

    def __post_init__(self) -> None:
        _in_range("per_million_in", self.per_million_in, 0, 100_000)
        _in_range("per_million_out", self.per_million_out, 0, 100_000)

    def cost(self, tokens_in: int | None, tokens_out: int | None) -> float | None:
        """Return the dollars for these tokens; None if either count is unknown."""
        if tokens_in is None or tokens_out is None:
            return None
        total = tokens_in * self.per_million_in + tokens_out * self.per_million_out
        return total / 1_000_000


@dataclass(frozen=True, slots=True)
class Patience:
    """How long and how often a request is tried. Times in seconds, sizes in bytes.

    `total_s` bounds one try from the first byte sent to the last received. Between
    tries the wait doubles from `first_wait_s`, with jitter, up to `longest_wait_s`; a
    server that asks for more than `longest_retry_after_s` is not tried again.
    """

    connect_s: float = 10.0
    read_s: float = 120.0
    total_s: float = 300.0
    attempts: int = 5
    first_wait_s: float = 0.5
    longest_wait_s: float = 20.0
    longest_retry_after_s: float = 120.0
    response_bytes: int = 4_000_000


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One OpenAI-compatible endpoint and how to ask it.

    `base_url` may be given with or without `/chat/completions`; a query is kept
    (`?api-version=`). Raises InvalidSetting for a model or URL that cannot be used;
    whether the address is allowed is judged when it is connected to.
    """

    base_url: str = field(repr=False)  # its query may hold a key
    model: str
    api_key: Secret = field(default_factory=Secret)
    parameters: Parameters = field(default_factory=Parameters)
    prices: Prices | None = None
    patience: Patience = field(default_factory=Patience)
    allow_private: bool = False

    def __post_init__(self) -> None:
        if not self.model.strip() or len(self.model) > 200:
            raise InvalidSetting("model", "must be a name of 1 to 200 characters")
        try:
            host_and_port(self.base_url)
        except AddressRefused as refusal:
            raise InvalidSetting("base_url", str(refusal)) from None

    @property
    def url(self) -> str:
        """Return the address that chat completions are asked at."""
        base = httpx2.URL(self.base_url)
        path = base.path.rstrip("/").removesuffix("/chat/completions")
        return str(base.copy_with(path=f"{path}/chat/completions", fragment=None))

    def headers(self) -> dict[str, str]:
        """Return the headers of a request, secrets included."""
        headers = {
            "Content-Type": "application/json",
            "Accept": "application/json",
            "Accept-Encoding": "gzip, identity",
            "User-Agent": "passbook",
        }
        if self.api_key:
            headers["Authorization"] = f"Bearer {self.api_key.reveal()}"
        return {**headers, **self.parameters.extra_headers}

    def secrets(self) -> tuple[str, ...]:
        """Return the texts that must appear in no record, error or log."""
        query = httpx2.URL(self.base_url).params
        headers = self.parameters.extra_headers.values()
        values = [
            self.api_key.reveal(),
            *headers,
            *(value for _, value in query.multi_items()),
        ]
        # "Token abc...": servers quote the second word alone.
        words = {word for value in headers for word in value.split()}
        # Short values are words like "1" or "true": hiding them would garble texts.
        whole = {value for value in values if len(value) >= 8}
        return tuple(sorted(whole | {word for word in words if len(word) >= 16}))

    def about(self) -> dict[str, JsonValue]:
        """Return what a record may say of it: no key, no header value, no query."""
        shown = httpx2.URL(self.base_url).copy_with(query=None, fragment=None)
        parameters = self.parameters.body()
        return {
            "model": self.model,
            "base_url": str(shown),
            "parameters": parameters,
            "extra_headers": sorted(self.parameters.extra_headers),
        }
