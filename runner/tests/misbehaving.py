"""A server that answers each request with the next of the given raw replies."""

import contextlib
import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import orjson

# Writes to the connection what this request gets; the connection is closed after it.
Behaviour = Callable[[socket.socket], None]


@dataclass
class MisbehavingServer:
    """Listens on 127.0.0.1; `requests` are the (head, body) texts it was sent."""

    behaviours: Sequence[Behaviour]
    url: str = ""
    listener: socket.socket = field(default_factory=socket.socket)
    requests: list[tuple[str, bytes]] = field(default_factory=list)

    @property
    def bodies(self) -> list[Any]:
        return [orjson.loads(body) for _, body in self.requests]

    def serve(self) -> None:
        for number in range(1000):
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            answering = (connection, number)
            threading.Thread(target=self._answer, args=answering, daemon=True).start()

    def _answer(self, connection: socket.socket, number: int) -> None:
        connection.settimeout(10)
        with connection, contextlib.suppress(OSError):  # the client may give up first
            self.requests.append(_read_request(connection))
            behaviour = self.behaviours[min(number, len(self.behaviours) - 1)]
            behaviour(connection)


def _read_request(connection: socket.socket) -> tuple[str, bytes]:
    data = b""
    while b"\r\n\r\n" not in data:
        data += connection.recv(65_536)
    head, body = data.split(b"\r\n\r\n", 1)
    length = next(
        int(line.split(b":")[1])
        for line in head.split(b"\r\n")
        if line.lower().startswith(b"content-length")
    )
    while len(body) < length:
        body += connection.recv(65_536)
    return head.decode(), body


@contextmanager
def misbehaving(*behaviours: Behaviour) -> Iterator[MisbehavingServer]:
    server = MisbehavingServer(behaviours)
    server.listener.bind(("127.0.0.1", 0))
    server.listener.listen()
    server.url = f"http://127.0.0.1:{server.listener.getsockname()[1]}/v1"
    thread = threading.Thread(target=server.serve, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.listener.shutdown(socket.SHUT_RDWR)
        server.listener.close()
        thread.join(5)


def raw(data: bytes) -> Behaviour:
    return lambda connection: connection.sendall(data)


def http(
    status: int, body: bytes, content_type: str = "application/json", **headers: str
) -> Behaviour:
    lines = [f"HTTP/1.1 {status} Whatever", f"Content-Type: {content_type}"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    lines += [f"Content-Length: {len(body)}", "Connection: close", "", ""]
    return raw("\r\n".join(lines).encode() + body)


def completion(message: Any, **more: Any) -> bytes:
    usage = {"prompt_tokens": 10, "completion_tokens": 5}
    choice = {"index": 0, "message": message, "finish_reason": "stop"}
    return orjson.dumps({"choices": [choice], "usage": usage, **more})


def says(message: Any, **more: Any) -> Behaviour:
    return http(200, completion(message, **more))


def calls(*calls: Any, content: str | None = None) -> Behaviour:
    return says({"role": "assistant", "content": content, "tool_calls": list(calls)})


def call(arguments: Any, name: Any = "get_account_balance", **more: Any) -> Any:
    function = {"name": name, "arguments": arguments}
    return {"id": "c1", "type": "function", "function": function, **more}


HELLO = says({"role": "assistant", "content": "Hello"})
