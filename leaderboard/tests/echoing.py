"""An endpoint that answers as the reference does, and blurts out what it was sent."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from typing import Any  # Any: JSON values

import orjson

from runner.reference import REFERENCE
from runner.reference.server import complete


class EchoingServer(ThreadingHTTPServer):
    """Discreet until `echoes` is set; then every answer quotes the request's headers.

    Every fifth request fails then, and `refuses_at` is refused for good. What is sent
    to any other address than chat completions is kept in `notices`.
    """

    daemon_threads = True
    refuses_at = 7

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.echoes = False
        self.numbers = count(1)
        self.heads: list[str] = []
        self.notices: list[bytes] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def answer(self, request: dict[str, Any], head: str) -> tuple[int, object]:
        """Return status and body."""
        body: dict[str, Any] = complete(request, REFERENCE)
        if not self.echoes:
            return 200, body
        number = next(self.numbers)
        self.heads.append(head)
        if number == self.refuses_at:
            return 400, {"error": {"message": f"I do not like {head}"}}
        if number % 5 == 1:
            return 500, {"error": {"message": f"It broke at {head}", "sent": head}}
        message = body["choices"][0]["message"]
        message["content"] = f"{message.get('content') or ''} I was sent: {head}"
        return 200, body | {"echo": head}


class _Handler(BaseHTTPRequestHandler):
    server: EchoingServer

    def do_POST(self) -> None:
        sent = self.rfile.read(int(self.headers["Content-Length"]))
        head = str(self.headers)
        status: int = 200
        body: object = {}
        if self.path.endswith("/chat/completions"):
            status, body = self.server.answer(orjson.loads(sent), head)
        else:
            self.server.notices.append(head.encode() + sent)
        data = orjson.dumps(body)
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("X-Request-Id", self.headers.get("Authorization", "none"))
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:
        """Stay silent."""


@contextmanager
def echoing() -> Iterator[EchoingServer]:
    with EchoingServer() as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()
