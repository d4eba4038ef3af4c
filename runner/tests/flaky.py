"""The reference endpoint behind a bad line: `python -m runner.tests.flaky --port 8123`.

A share of the requests fails in every way that real servers fail; other answers come in
every shape that real servers give them. What the model says stays the same, so whoever
bears with the line gets the verdicts of a calm one.
"""

import argparse
import contextlib
import gzip
import socket
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from random import Random
from typing import Any, TypeVar

import orjson

from runner.reference import REFERENCE
from runner.reference.server import complete
from runner.tests.misbehaving import Behaviour, http, raw

Chosen = TypeVar("Chosen")
TOO_LARGE = 5_000_000
SILENCE_S = 1.0
# Gateways that are unwell answer like this now and then, though nothing is wrong.
REFUSALS = (400, 401, 403, 404, 413, 422)
PASSING = (408, 409, 425, 429, 500, 502, 503, 504, 529)
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"


def failures(body: bytes) -> list[Behaviour]:
    """Return every way in which the answer `body` does not arrive."""
    half = body[: len(body) // 2]
    length = b"Content-Length: %d\r\n\r\n" % len(body)
    page = b"<!doctype html><title>Sign in</title>"
    return [
        *(http(status, b'{"error": {"message": "Not now."}}') for status in PASSING),
        http(429, b"{}", Retry_After="0"),
        http(503, b"{}", Retry_After="1"),
        http(200, page, "text/html"),
        http(200, half),
        http(200, b""),
        http(200, b"null"),
        http(200, b'{"choices": []}'),
        http(200, b'{"error": {"message": "overloaded"}}'),
        http(200, body, Content_Encoding="gzip"),
        http(200, gzip.compress(body)[:-9], Content_Encoding="gzip"),
        raw(b""),
        raw(b"hello\r\n\r\n"),
        raw(HEAD + length + half),
        partial(_reset, HEAD + length + half),
        partial(_stall, HEAD + length + half),
        raw(HEAD + b"Content-Length: %d\r\n\r\n" % TOO_LARGE + b" " * TOO_LARGE),
    ]


def shapes(completion: dict[str, Any]) -> list[Callable[[], Behaviour]]:
    """Return every shape in which the same answer may arrive. Any: JSON."""
    body = orjson.dumps(completion)
    head = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
    pieces = [body[at : at + 100] for at in range(0, len(body), 100)]
    chunks = b"".join(b"%x\r\n%s\r\n" % (len(p), p) for p in pieces)
    return [
        lambda: http(200, body),
        lambda: http(200, body, "text/plain; charset=latin-1"),
        lambda: http(200, gzip.compress(body), Content_Encoding="gzip"),
        lambda: raw(head + chunks + b"0\r\n\r\n"),
        lambda: http(200, orjson.dumps(_arguments(completion, orjson.loads))),
        lambda: http(200, orjson.dumps(_arguments(completion, _encoded_twice))),
        lambda: http(200, orjson.dumps(_with_extras(completion))),
    ]


def _arguments(completion: dict[str, Any], change: Callable[[str], Any]) -> Any:
    copy = orjson.loads(orjson.dumps(completion))
    for call in copy["choices"][0]["message"].get("tool_calls") or []:
        call["function"]["arguments"] = change(call["function"]["arguments"])
    return copy


def _encoded_twice(arguments: str) -> str:
    return orjson.dumps(arguments).decode()


def _with_extras(completion: dict[str, Any]) -> Any:
    """Return it as other servers would: more fields, no usage, an odd reason."""
    copy = orjson.loads(orjson.dumps(completion))
    del copy["usage"]
    choice = copy["choices"][0]
    choice["finish_reason"] = "eos"
    choice["message"] |= {"reasoning_content": "Hm.", "refusal": None, "audio": None}
    return copy


def _reset(data: bytes, connection: socket.socket) -> None:
    connection.sendall(data)
    linger = (1).to_bytes(4, "little") + (0).to_bytes(4, "little")
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)


def _stall(data: bytes, connection: socket.socket) -> None:
    connection.sendall(data)
    time.sleep(SILENCE_S)


class FlakyServer(ThreadingHTTPServer):
    """Fails `share` of its requests, a tenth of those like a refusal that is none."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, port: int, share: float, seed: int, latency_s: float) -> None:
        super().__init__(("127.0.0.1", port), _Handler)
        self.share = share
        self.latency_s = latency_s
        self._dice = Random(seed)
        self._lock = threading.Lock()

    def behaviour(self, completion: dict[str, Any]) -> Behaviour:
        """Throw the dice for one request."""
        with self._lock:
            fails = self._dice.random() < self.share
            refuses = self._dice.random() < 0.1
            pick = self._dice.random()
        if not fails:
            return _one_of(shapes(completion), pick)()
        if refuses:
            return http(_one_of(REFUSALS, pick), b'{"error": {"message": "No."}}')
        return _one_of(failures(orjson.dumps(completion)), pick)


def _one_of(choices: Sequence[Chosen], pick: float) -> Chosen:
    return choices[int(pick * len(choices))]


class _Handler(BaseHTTPRequestHandler):
    server: FlakyServer

    def do_POST(self) -> None:
        length = int(self.headers["Content-Length"])
        request = orjson.loads(self.rfile.read(length))
        time.sleep(self.server.latency_s)
        self.close_connection = True
        behave = self.server.behaviour(complete(request, REFERENCE))
        with contextlib.suppress(OSError):  # the client may give up first
            behave(self.connection)

    def log_message(self, format: str, *args: object) -> None:
        """Stay silent."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m runner.tests.flaky")
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--share", type=float, default=0.2, help="of requests fail")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--latency", type=float, default=0.0, help="seconds an answer")
    asked = parser.parse_args()
    FlakyServer(asked.port, asked.share, asked.seed, asked.latency).serve_forever()


if __name__ == "__main__":
    main()
