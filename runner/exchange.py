"""One HTTP exchange with an endpoint: sent, read within bounds, judged."""

import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from email.utils import parsedate_to_datetime

import httpcore2
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
READ = ("content-type", "date", "location", "retry-after", "x-request-id")
BROKEN = (
    httpcore2.NetworkError,
    httpcore2.ProtocolError,
    httpcore2.UnsupportedProtocol,
    zlib.error,
    OSError,
)


@dataclass(frozen=True, slots=True)
class Reply:
    """A successful reply: its JSON object, and the server's id for the request."""

    body: dict[str, JsonValue]
    request_id: str | None


class Exchange:
    """Asks one endpoint, one request at a time; not to be shared between threads.

    What is the same in every request is made once. It speaks to the pool itself: a
    client's cookies, redirects and copies of the address would take more of the
    processor than all else of a request, and none of them is wanted.
    """

    def __init__(
        self, endpoint: Endpoint, pool: httpcore2.ConnectionPool, deadline: Deadline
    ) -> None:
        self._endpoint = endpoint
        self._pool = pool
        self._deadline = deadline
        self._url, self._headers = _addressed(endpoint)
        self._timeouts = _timeouts(endpoint.patience)
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
        except httpcore2.TimeoutException as error:
            raise provider_error(_timed_out(error, patience)) from None
        except BROKEN as error:
            raise provider_error(_broken(error, clean)) from None
        if not 200 <= status < 300:
            raise provider_error(_bad_status(status, headers, data, clean))
        if len(data) > patience.response_bytes:
            raise provider_error(_too_large(patience))
        return Reply(_object(data, headers, clean), headers.get("x-request-id"))

    def _send(self, body: bytes) -> tuple[int, httpx2.Headers, bytes]:
        """Return status, headers and body without secrets, cut where it is too long."""
        length = (b"Content-Length", b"%d" % len(body))
        request = httpcore2.Request(
            "POST",
            self._url,
            headers=[*self._headers, length],
            content=body,
            extensions={"timeout": self._timeouts},
        )
        response = self._pool.handle_request(request)
        try:
            headers = httpx2.Headers(response.headers)
            good = 200 <= response.status < 300
            most = self._endpoint.patience.response_bytes if good else ERROR_BYTES
            data = bytearray()
            for piece in _decoded(headers, response.iter_stream()):
                data += piece
                if len(data) > most:
                    break
            return response.status, self._shown(headers), self.redaction.data(data)
        finally:
            response.close()

    def _shown(self, headers: httpx2.Headers) -> httpx2.Headers:
        """Return the headers that are read or quoted, without secrets."""
        clean = self.redaction
        shown = {name: clean.text(headers[name]) for name in READ if name in headers}
        return httpx2.Headers(shown, encoding="utf-8")


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


def _addressed(
    endpoint: Endpoint,
) -> tuple[httpcore2.URL, list[tuple[bytes, bytes]]]:
    """Return where requests go, and the headers that all of them have."""
    url = httpx2.URL(endpoint.url)
    target = httpcore2.URL(
        scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path
    )
    named = {"Host": url.netloc.decode(), **endpoint.headers()}
    return target, [(name.encode(), text.encode()) for name, text in named.items()]


def _timeouts(patience: Patience) -> dict[str, float]:
    silence = dict.fromkeys(("read", "write", "pool"), patience.read_s)
    return {"connect": patience.connect_s, **silence}


def _not_allowed(error: AddressRefused) -> Failure:
    what = f"The address is not allowed: {error}."
    return Failure("address", what, advice="Give a public address.", field="base_url")


def _timed_out(error: httpcore2.TimeoutException, patience: Patience) -> Failure:
    if isinstance(error, httpcore2.ConnectTimeout):
        what = f"No connection within {patience.connect_s:g} seconds."
        return Failure("timeout", what, field="base_url", retryable=True)
    what = (
        f"No complete answer: {patience.read_s:g} seconds of silence or "
        f"{patience.total_s:g} seconds in all have passed."
    )
    return Failure("timeout", what, retryable=True)


def _broken(error: Exception, clean: Redaction) -> Failure:
    seen = shortened(clean.text(f"{type(error).__name__}: {error}"))
    if isinstance(error, httpcore2.ConnectError):
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


def _decoded(headers: httpx2.Headers, body: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the body, unpacked in bounded pieces, so that no bomb bursts in memory."""
    encoding = headers.get("content-encoding", "identity").strip().lower()
    if encoding in ("", "identity"):
        yield from body
        return
    if encoding not in ("gzip", "x-gzip", "deflate"):
        raise zlib.error(f"the answer is packed as {encoding}, which was not asked for")
    unpack = zlib.decompressobj(zlib.MAX_WBITS | 32)
    for packed in body:
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
