"""Serves the reference assistants over HTTP in the OpenAI chat format."""

import time
from collections.abc import Mapping
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import orjson

from bankenv.records import JsonValue
from runner.assistants import ReplyFunction
from runner.reference import REFERENCE
from runner.reference.actions import acting

LARGEST_REQUEST = 8_000_000
CHARACTERS_PER_TOKEN = 4


class BadRequest(Exception):
    """A request that is answered with an error of the OpenAI format."""

    def __init__(self, status: int, message: str, param: str | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.param = param


class ReferenceServer(ThreadingHTTPServer):
    """An endpoint whose models are the reference assistants.

    `latency_s` delays every completion; `api_key`, if given, must be sent.
    """

    daemon_threads = True
    request_queue_size = 128

    def __init__(
        self,
        address: tuple[str, int] = ("127.0.0.1", 0),
        latency_s: float = 0.0,
        api_key: str = "",
        assistants: Mapping[str, ReplyFunction] = REFERENCE,
    ) -> None:
        super().__init__(address, _Handler)
        self.latency_s = latency_s
        self.api_key = api_key
        self.assistants = assistants

    @property
    def url(self) -> str:
        """Return the base URL to give to a client."""
        return f"http://{self.server_address[0]!s}:{self.server_address[1]}/v1"


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Replies are small: waiting to fill a packet would only add latency.
    disable_nagle_algorithm = True
    timeout = 60
    server: ReferenceServer

    def do_GET(self) -> None:
        self._answer(self._get)

    def do_POST(self) -> None:
        self._answer(self._post)

    def log_message(self, format: str, *args: object) -> None:
        """Stay silent: a request may hold a customer's words."""

    def _answer(self, handle: Any) -> None:  # a bound method of this class
        try:
            status, body = 200, handle()
        except BadRequest as error:
            # What was not read would be taken for the next request.
            self.close_connection = True
            status, body = error.status, _error_body(error)
        data = orjson.dumps(body)
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def _get(self) -> dict[str, JsonValue]:
        self._check_key()
        if self.path.split("?")[0].rstrip("/") != "/v1/models":
            raise BadRequest(404, f"no such address: {self.path}")
        names = self.server.assistants
        models = [
            {"id": name, "object": "model", "owned_by": "passbook"} for name in names
        ]
        return {"object": "list", "data": models}

    def _post(self) -> dict[str, JsonValue]:
        self._check_key()
        if self.path.split("?")[0].rstrip("/") != "/v1/chat/completions":
            raise BadRequest(404, f"no such address: {self.path}")
        request = self._request()
        time.sleep(self.server.latency_s)
        return complete(request, self.server.assistants)

    def _check_key(self) -> None:
        wanted = self.server.api_key
        if wanted and self.headers.get("Authorization") != f"Bearer {wanted}":
            raise BadRequest(401, "Incorrect API key provided.")

    def _request(self) -> dict[str, JsonValue]:
        try:
            length = int(self.headers.get("Content-Length", ""))
        except ValueError:
            raise BadRequest(411, "a Content-Length is needed") from None
        if not 0 <= length <= LARGEST_REQUEST:
            raise BadRequest(413, f"more than {LARGEST_REQUEST} bytes")
        try:
            request = orjson.loads(self.rfile.read(length))
        except orjson.JSONDecodeError as error:
            raise BadRequest(400, f"the body is not JSON: {error}") from None
        if not isinstance(request, dict):
            raise BadRequest(400, "the body must be a JSON object")
        return request


def complete(
    request: Mapping[str, JsonValue], assistants: Mapping[str, ReplyFunction]
) -> dict[str, JsonValue]:
    """Return the completion of a chat; raises BadRequest saying what is wrong."""
    reply = assistants.get(str(request.get("model")))
    if reply is None:
        known = ", ".join(assistants)
        message = (
            f"The model {request.get('model')!r} does not exist; there are {known}."
        )
        raise BadRequest(404, message, "model")
    if request.get("stream"):
        raise BadRequest(400, "streaming is not supported", "stream")
    messages = _objects(request.get("messages"), "messages")
    tools = _objects(request.get("tools", []), "tools")
    if not messages:
        raise BadRequest(400, "messages must not be empty", "messages")
    said = acting(reply, messages, tools)
    return _completion(str(request["model"]), messages, said, tools)


def _objects(value: JsonValue, name: str) -> list[dict[str, JsonValue]]:
    if not isinstance(value, list) or not all(isinstance(v, dict) for v in value):
        raise BadRequest(400, f"{name} must be a list of objects", name)
    return value


def _completion(
    model: str,
    messages: list[dict[str, JsonValue]],
    message: dict[str, JsonValue],
    tools: list[dict[str, JsonValue]],
) -> dict[str, JsonValue]:
    asked, said = orjson.dumps([messages, tools]), orjson.dumps(message)
    tokens_in, tokens_out = _tokens(asked), _tokens(said)
    return {
        "id": f"chatcmpl-{sha256(asked + said).hexdigest()[:24]}",
        "object": "chat.completion",
        "created": 0,
        "model": model,
        "choices": [
            {
                "index": 0,
                "message": message,
                "logprobs": None,
                "finish_reason": "tool_calls" if message.get("tool_calls") else "stop",
            }
        ],
        "usage": {
            "prompt_tokens": tokens_in,
            "completion_tokens": tokens_out,
            "total_tokens": tokens_in + tokens_out,
        },
    }


def _tokens(data: bytes) -> int:
    """Return an estimate that depends on the text alone."""
    return -(-len(data) // CHARACTERS_PER_TOKEN)


def _error_body(error: BadRequest) -> dict[str, JsonValue]:
    kind = "invalid_request_error" if error.status < 500 else "server_error"
    detail = {"message": str(error), "type": kind, "param": error.param, "code": None}
    return {"error": detail}
