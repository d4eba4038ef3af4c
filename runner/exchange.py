"""One HTTP exchange with an endpoint: sent, read within bounds, judged."""

import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from email.utils import parsedate_to_datetime

import httpx2

from bankenv.records import JsonValue
from runner.addresses import AddressRefused
from runner.endpoint import Endpoint, Patience
from runner.failures import Failure, provider_error
from runner.lenient_json import read_json
from runner.network import Deadline
from runner.redaction import Redaction
from runner.status_advice import advice_for, field_at_fault, message_in

SEEN_CHARS = 300
ERROR_BYTES = 65_536
# Besides 5xx: what may go away by itself.
RETRYABLE = frozenset((408, 409, 425, 429))


@dataclass(frozen=True, slots=True)
class Reply:
    """A successful reply: its JSON object, and the server's id for the request."""

    body: dict[str, JsonValue]
    request_id: str | None


class Exchange:
    """Asks one endpoint, one request at a time; not to be shared between threads."""

    def __init__(
        self, endpoint: Endpoint, client: httpx2.Client, deadline: Deadline
    ) -> None:
        self._endpoint = endpoint
        self._client = client
        self._deadline = deadline
        self.redaction = Redaction(endpoint.secrets())

    def post(self, body: bytes) -> Reply:
        """Return the JSON object that the endpoint answers `body` with.

        Raises ProviderUnavailable, or ProviderRefused where asking again is useless.
        """
        patience, clean = self._endpoint.patience, self.redaction
        self._deadline.set(patience.total_s)
        try:
            status, headers, data = self._send(body)
        except AddressRefused as error:
            raise provider_error(_not_allowed(error)) from None
        except httpx2.TimeoutException as error:
            raise provider_error(_timed_out(error, patience)) from None
        except (httpx2.TransportError, zlib.error, OSError) as error:
            raise provider_error(_broken(error, clean)) from None
        if not 200 <= status < 300:
            raise provider_error(_bad_status(status, headers, data, clean))
        if len(data) > patience.response_bytes:
            raise provider_error(_too_large(patience))
        return Reply(_object(data, headers, clean), headers.get("x-request-id"))

    def _send(self, body: bytes) -> tuple[int, httpx2.Headers, bytes]:
        """Return status, headers and body without secrets, cut where it is too long."""
        endpoint = self._endpoint
        with self._client.stream(
            "POST", endpoint.url, content=body, headers=endpoint.headers()
        ) as response:
            good = 200 <= response.status_code < 300
            most = endpoint.patience.response_bytes if good else ERROR_BYTES
            data = bytearray()
            for piece in _decoded(response):
                data += piece
                if len(data) > most:
                    break
            clean = self.redaction
            shown = {name: clean.text(v) for name, v in response.headers.items()}
            headers = httpx2.Headers(shown, encoding="utf-8")
            return response.status_code, headers, clean.data(data)


def _object(
    data: bytes, headers: httpx2.Headers, clean: Redaction
) -> dict[str, JsonValue]:
    try:
        # Once more: JSON has other ways to write the same characters.
        value = clean.value(read_json(data))
    except ValueError:
        value = None
    if not isinstance(value, dict):
        raise provider_error(_not_an_object(headers, data))
    return value


def _not_allowed(error: AddressRefused) -> Failure:
    what = f"The address is not allowed: {error}."
    return Failure("address", what, advice="Give a public address.", field="base_url")


def _timed_out(error: httpx2.TimeoutException, patience: Patience) -> Failure:
    if isinstance(error, httpx2.ConnectTimeout):
        what = f"No connection within {patience.connect_s:g} seconds."
        return Failure("timeout", what, field="base_url", retryable=True)
    what = (
        f"No complete answer: {patience.read_s:g} seconds of silence or "
        f"{patience.total_s:g} seconds in all have passed."
    )
    return Failure("timeout", what, retryable=True)


def _broken(error: Exception, clean: Redaction) -> Failure:
    seen = shortened(clean.text(f"{type(error).__name__}: {error}"))
    if isinstance(error, httpx2.ConnectError):
        advice = "Check the host and port of the base URL, and that the server runs."
        what = "No connection."
        return Failure(
            "connection", what, seen, advice, field="base_url", retryable=True
        )
    what = "The connection broke before the answer was complete."
    return Failure("connection", what, seen, retryable=True)


def _too_large(patience: Patience) -> Failure:
    what = f"The answer is larger than {patience.response_bytes} bytes."
    return Failure("too_large", what, status=200)


def _bad_status(
    status: int, headers: httpx2.Headers, data: bytes, clean: Redaction
) -> Failure:
    text = data.decode("utf-8", "replace")
    said, location = clean.text(message_in(text)), headers.get("location", "")
    field = field_at_fault(status, said)
    return Failure(
        kind="status",
        what=f"The endpoint answered with HTTP status {status}.",
        seen=shortened(said or text or location),
        advice=advice_for(status, location, field),
        status=status,
        field=field,
        retry_after_s=retry_after(headers),
        request_id=headers.get("x-request-id"),
        retryable=status in RETRYABLE or status >= 500,
    )


def _not_an_object(headers: httpx2.Headers, data: bytes) -> Failure:
    sent_as = headers.get("content-type", "no content type").split(";")[0]
    return Failure(
        kind="format",
        what=f"The endpoint answered with {sent_as} that is not a JSON object.",
        seen=shortened(data.decode("utf-8", "replace")),
        advice="The base URL must lead to an OpenAI-compatible API, often ending /v1.",
        status=200,
        field="base_url",
        request_id=headers.get("x-request-id"),
        retryable=True,
    )


def _decoded(response: httpx2.Response) -> Iterator[bytes]:
    """Yield the body, unpacked in bounded pieces, so that no bomb bursts in memory."""
    encoding = response.headers.get("content-encoding", "identity").strip().lower()
    if encoding in ("", "identity"):
        yield from response.iter_raw(65_536)
        return
    if encoding not in ("gzip", "x-gzip", "deflate"):
        raise zlib.error(f"the answer is packed as {encoding}, which was not asked for")
    unpack = zlib.decompressobj(zlib.MAX_WBITS | 32)
    for packed in response.iter_raw(65_536):
        while packed:
            yield unpack.decompress(packed, 65_536)
            packed = unpack.unconsumed_tail
    yield unpack.flush()
    if not unpack.eof:
        raise zlib.error("the packed answer is incomplete")


def shortened(text: str, length: int = SEEN_CHARS) -> str:
    """Return the beginning of `text` on one line, control characters removed."""
    line = " ".join("".join(c if c.isprintable() else " " for c in text[:5000]).split())
    return line if len(line) <= length else f"{line[: length - 1]}…"


def retry_after(headers: httpx2.Headers) -> float | None:
    """Return the seconds that a Retry-After header asks for, if it can be read."""
    given = headers.get("retry-after", "").strip()
    if not given:
        return None
    try:
        return max(0.0, float(given))
    except ValueError:
        return _seconds_until(given, headers.get("date", ""))


def _seconds_until(then: str, now: str) -> float | None:
    """Return the seconds between two HTTP dates, by the server's own clock."""
    try:
        wait = parsedate_to_datetime(then) - parsedate_to_datetime(now)
    except (ValueError, TypeError):
        return None
    return max(0.0, wait.total_seconds())
