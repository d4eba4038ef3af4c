"""The endpoint client against a server that misbehaves in every way we have met."""

import contextlib
import gzip
import socket
import time
import tracemalloc
import zlib
from typing import Any

import orjson
import pytest

from bankenv.trajectory import Call, Event, Message, Result, Turn
from runner.addresses import check_url
from runner.assistants import Answer, History
from runner.chat_client import ChatClient
from runner.endpoint import Endpoint, Parameters, Patience, Prices, Secret
from runner.endpoint_assistant import EndpointAssistant
from runner.failures import ProviderRefused, ProviderUnavailable
from runner.tests.misbehaving import (
    HELLO,
    Behaviour,
    MisbehavingServer,
    call,
    calls,
    completion,
    http,
    misbehaving,
    raw,
    says,
)

KEY = "sk-very-secret-0123456789"
QUICK = Patience(connect_s=2, read_s=0.4, total_s=0.8, attempts=3)
TOOL = {"type": "function", "function": {"name": "get_account_balance"}}
HISTORY = History("Be helpful.", [TOOL], [Message(0, 0.0, "customer", "Hi")])


def endpoint_at(server: MisbehavingServer, **more: Any) -> Endpoint:
    settings = {"patience": QUICK, "allow_private": True, "api_key": Secret(KEY)}
    return Endpoint(server.url, "some-model", **{**settings, **more})


def ask(*behaviours: Behaviour, **more: Any) -> Answer:
    with misbehaving(*behaviours) as server:
        endpoint = endpoint_at(server, **more)
        with EndpointAssistant(endpoint, sleep=lambda _: None) as assistant:
            return assistant.reply(HISTORY)


def failure_of(*behaviours: Behaviour, **more: Any) -> ProviderUnavailable:
    with pytest.raises(ProviderUnavailable) as caught:
        ask(*behaviours, **more)
    return caught.value


def chunked(*pieces: bytes) -> Behaviour:
    head = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    body = b"".join(b"%x\r\n%s\r\n" % (len(p), p) for p in pieces)
    return raw(head + body + b"0\r\n\r\n")


def packed(body: bytes, encoding: str) -> Behaviour:
    return http(200, body, Content_Encoding=encoding)


def stalls(after: bytes, seconds: float = 3) -> Behaviour:
    def behave(connection: socket.socket) -> None:
        connection.sendall(after)
        time.sleep(seconds)

    return behave


def trickles(head: bytes, seconds: float = 3) -> Behaviour:
    """Send one byte at a time, each sooner than the read timeout."""

    def behave(connection: socket.socket) -> None:
        connection.sendall(head)
        ends = time.monotonic() + seconds
        while time.monotonic() < ends:
            connection.sendall(b"x")
            time.sleep(0.1)

    return behave


def resets(after: bytes) -> Behaviour:
    def behave(connection: socket.socket) -> None:
        connection.sendall(after)
        linger = b"\x01\x00\x00\x00\x00\x00\x00\x00"
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)

    return behave


def half_hello() -> bytes:
    head = b"HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n"
    return head + completion({"content": "Hello"})[:40]


TEXTS: dict[str, tuple[Behaviour, str]] = {
    "plain": (HELLO, "Hello"),
    "content in parts": (
        says({"content": [{"type": "text", "text": "Hel"}, {"type": "x"}, 7]}),
        "Hel",
    ),
    "null content": (says({"content": None}), ""),
    "no content": (says({}), ""),
    "refusal": (says({"content": None, "refusal": "I must not"}), "I must not"),
    "reasoning beside": (
        says({"content": "Hello", "reasoning_content": "hmm", "annotations": []}),
        "Hello",
    ),
    "extra fields": (says({"content": "Hello", "x": {}}, service_tier="z"), "Hello"),
    "gzip": (packed(gzip.compress(completion({"content": "Hi"})), "gzip"), "Hi"),
    "deflate": (packed(zlib.compress(completion({"content": "Hi"})), "deflate"), "Hi"),
    "chunked": (chunked(*(bytes([b]) for b in completion({"content": "Hi"}))), "Hi"),
    "wrong content type": (
        http(200, completion({"content": "Hi"}), "text/html; charset=utf-8"),
        "Hi",
    ),
    "charset that is not so": (
        http(200, completion({"content": "é₹"}), "application/json; charset=utf-16"),
        "é₹",
    ),
    "charset nobody knows": (
        http(200, completion({"content": "é₹"}), "application/json; charset=x-none"),
        "é₹",
    ),
    "latin-1 as declared": (
        http(
            200,
            completion({"content": "caf?"}).replace(b"?", b"\xe9"),
            "application/json; charset=iso-8859-1",
        ),
        "caf\ufffd",
    ),
    "no content type": (chunked(completion({"content": "Hi"})), "Hi"),
    "cut off": (
        http(200, completion({"content": "Hel"}).replace(b'"stop"', b'"length"')),
        "Hel",
    ),
    "utf-16": (http(200, completion({"content": "é"}).decode().encode("utf-16")), "é"),
    "byte-order mark": (http(200, b"\xef\xbb\xbf" + completion({"content": "é"})), "é"),
    "latin-1 bytes": (
        http(200, completion({"content": "caf?"}).replace(b"?", b"\xe9")),
        "caf\ufffd",
    ),
    "lone surrogate": (
        http(200, completion({"content": "a?"}).replace(b"?", rb"\ud83d")),
        "a\ufffd",
    ),
    "control characters": (says({"content": "a\x00b\x1b"}), "a\ufffdb\x1b"),
}


@pytest.mark.parametrize("case", TEXTS)
def test_text_is_read_however_the_server_sends_it(case: str) -> None:
    behaviour, expected = TEXTS[case]
    answer = ask(behaviour)
    assert (answer.text, answer.calls) == (expected, ())


ARGUMENTS: dict[str, tuple[Any, Any]] = {
    "text": ('{"a": 1}', {"a": 1}),
    "object": ({"a": 1}, {"a": 1}),
    "empty text": ("", {}),
    "blank text": ("  \n", {}),
    "null": (None, {}),
    "null as text": ("null", {}),
    "encoded twice": (orjson.dumps('{"a": 1}').decode(), {"a": 1}),
    "truncated": ('{"a": 1, "b', None),
    "a list": ("[1]", None),
    "a number": ("7", None),
    "not a number": ('{"a": NaN}', None),
    "prose": ("account SB1", None),
    "nested past storing": ('{"a":' * 400 + "1" + "}" * 400, None),
    "nested past parsing": ("[" * 100_000, None),
    "huge number": (f'{{"a": {10**30}}}', {"a": 1e30}),
}


@pytest.mark.parametrize("case", ARGUMENTS)
def test_arguments_parse_or_are_kept_as_the_text_they_were(case: str) -> None:
    sent, expected = ARGUMENTS[case]
    (asked,) = ask(calls(call(sent))).calls
    assert asked.arguments == expected
    if expected is None:
        assert asked.raw == sent
    orjson.dumps(asked.arguments)  # whatever was read can be stored


def test_several_calls_and_text_come_in_one_answer() -> None:
    answer = ask(calls(call("{}"), call("{}", "invented", id="c2"), content="Wait"))
    assert answer.text == "Wait"
    assert [(c.tool, c.id) for c in answer.calls] == [
        ("get_account_balance", "c1"),
        ("invented", "c2"),
    ]


@pytest.mark.parametrize(
    "odd", [7, None, "x", [], {}, {"function": None}, {"function": {"name": 7}}]
)
def test_a_malformed_call_is_the_models_call_of_no_tool(odd: Any) -> None:
    (asked,) = ask(calls(odd)).calls
    assert (asked.tool, asked.id) == ("", "")


def test_the_legacy_function_call_is_a_call() -> None:
    legacy = {"name": "get_account_balance", "arguments": '{"a": 1}'}
    (asked,) = ask(says({"content": None, "function_call": legacy})).calls
    assert (asked.tool, asked.arguments) == ("get_account_balance", {"a": 1})


USAGES: dict[str, tuple[Any, tuple[int | None, int | None]]] = {
    "missing": (None, (None, None)),
    "text": ("many", (None, None)),
    "half": ({"prompt_tokens": 3}, (3, None)),
    "other names": ({"input_tokens": 3, "output_tokens": 4}, (3, 4)),
    "odd values": ({"prompt_tokens": -1, "completion_tokens": True}, (None, None)),
}


@pytest.mark.parametrize("case", USAGES)
def test_unknown_token_counts_are_none(case: str) -> None:
    usage, expected = USAGES[case]
    turn = ask(says({"content": "Hi"}, usage=usage), prices=Prices(1, 1)).turn
    assert (turn.tokens_in, turn.tokens_out) == expected
    assert (turn.cost_usd is None) == (None in expected)


def test_a_turn_has_cost_latency_retries_and_finish_reason() -> None:
    turn = ask(http(503, b""), HELLO, prices=Prices(2.0, 10.0)).turn
    assert turn.cost_usd == pytest.approx((10 * 2 + 5 * 10) / 1e6)
    assert (turn.retries, turn.finish_reason) == (1, "stop")
    assert turn.latency_ms is not None and turn.latency_ms > 0
    assert turn.request is None and turn.response is None


@pytest.mark.parametrize("reason", ["length", "content_filter", "?", None])
def test_any_finish_reason_is_taken(reason: str | None) -> None:
    choice = {"message": {"content": ""}, "finish_reason": reason}
    answer = ask(http(200, orjson.dumps({"choices": [choice]})))
    assert (answer.text, answer.turn.finish_reason) == ("", reason)


RETRIED: dict[str, Behaviour] = {
    **{str(status): http(status, b"{}") for status in (408, 409, 425, 429)},
    **{str(status): http(status, b"oops") for status in (500, 502, 503, 504, 529)},
    "hang up": raw(b""),
    "half a head": raw(b"HTTP/1.1 20"),
    "not HTTP": raw(b"SSH-2.0-OpenSSH\r\n\r\n"),
    "closed half way": raw(half_hello()),
    "reset half way": resets(half_hello()),
    "slow first byte": stalls(b""),
    "stall half way": stalls(half_hello()),
    "trickle for ever": trickles(b"HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n"),
    "headers for ever": trickles(b"HTTP/1.1 200 OK\r\nX-Long: "),
    "broken gzip": http(200, b"\x1f\x8bnonsense", Content_Encoding="gzip"),
    "half a gzip": http(200, gzip.compress(b"{}" * 99)[:20], Content_Encoding="gzip"),
    "brotli": http(200, b"??", Content_Encoding="br"),
    "HTML": http(200, b"<html><h1>Welcome</h1>", "text/html"),
    "no body": http(200, b""),
    "no content": raw(b"HTTP/1.1 204 No Content\r\n\r\n"),
    "an image": http(200, b"\x89PNG\r\n\x1a\n\x00\x00", "image/png"),
    "an event stream": http(200, b"data: {}\n\ndata: [DONE]\n\n", "text/event-stream"),
    "a list": http(200, b"[]"),
    "no choices": http(200, b"{}"),
    "empty choices": http(200, b'{"choices": []}'),
    "odd choices": http(200, b'{"choices": [7]}'),
    "error object": http(200, b'{"error": {"message": "overloaded"}}'),
    "too deep": http(200, b"[" * 50_000),
}


@pytest.mark.parametrize("case", RETRIED)
def test_a_passing_failure_is_retried(case: str) -> None:
    assert ask(RETRIED[case], HELLO).text == "Hello"


@pytest.mark.parametrize("case", RETRIED)
def test_a_lasting_failure_is_the_providers_and_says_what_was_seen(case: str) -> None:
    error = failure_of(RETRIED[case])
    assert not isinstance(error, ProviderRefused)
    assert error.attempts == QUICK.attempts
    assert str(error)


@pytest.mark.parametrize("case", ["trickle for ever", "headers for ever"])
def test_bytes_that_trickle_do_not_stretch_the_deadline(case: str) -> None:
    patience = Patience(read_s=0.4, total_s=0.8, attempts=1)
    started = time.monotonic()
    error = failure_of(RETRIED[case], patience=patience)
    assert error.failure.kind == "timeout"
    assert time.monotonic() - started < 2.5


def test_half_an_answer_is_told_from_an_odd_one() -> None:
    for case in ("half a gzip", "closed half way", "reset half way", "broken gzip"):
        assert failure_of(RETRIED[case]).failure.kind == "connection"
    for case in ("HTML", "no choices", "a list"):
        assert failure_of(RETRIED[case]).failure.kind == "format"


def test_what_was_seen_is_quoted() -> None:
    assert "Welcome" in str(failure_of(RETRIED["HTML"]))
    assert "text/html" in str(failure_of(RETRIED["HTML"]))
    assert "overloaded" in str(failure_of(RETRIED["error object"]))


REFUSED: dict[str, tuple[Behaviour, str | None]] = {
    "400": (http(400, b'{"error": {"message": "bad temperature"}}'), "parameters"),
    "401": (http(401, b'{"error": {"message": "Incorrect API key"}}'), "api_key"),
    "402": (http(402, b'{"error": "no credit"}'), "api_key"),
    "403": (http(403, b'{"detail": "no"}'), "api_key"),
    "404 model": (http(404, b'{"error": "model not found"}'), "model"),
    "404 page": (http(404, b"<html>nothing here"), "base_url"),
    "405": (http(405, b""), "base_url"),
    "413": (http(413, b""), None),
    "422": (http(422, b'{"detail": [{"msg": "tools unsupported"}]}'), "parameters"),
    "redirect": (http(307, b"", Location="http://169.254.169.254/"), "base_url"),
    "moved for good": (http(301, b"", Location="https://x.example/v2"), "base_url"),
    "permanent redirect": (http(308, b"", Location="/v2"), "base_url"),
    "redirect without aim": (http(302, b""), "base_url"),
    "50 MB of error": (http(404, b"x" * 50_000_000), "base_url"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_refusal_is_not_retried_and_names_the_field(case: str) -> None:
    behaviour, at_fault = REFUSED[case]
    error = failure_of(behaviour, HELLO)
    assert isinstance(error, ProviderRefused)
    assert (error.attempts, error.failure.field) == (1, at_fault)
    assert error.failure.advice


def test_a_redirect_is_not_followed() -> None:
    with misbehaving(HELLO) as other:
        error = failure_of(http(302, b"", Location=f"{other.url}/chat/completions"))
    assert other.requests == []
    assert other.url in error.failure.advice


LARGE: dict[str, Behaviour] = {
    "plain": http(200, completion({"content": "x" * 50_000_000})),
    "bomb": http(200, gzip.compress(b"x" * 200_000_000), Content_Encoding="gzip"),
}


@pytest.mark.parametrize("case", LARGE)
def test_a_body_past_the_limit_is_not_read_to_its_end(case: str) -> None:
    patience = Patience(read_s=5, total_s=5, response_bytes=100_000)
    error = failure_of(LARGE[case], HELLO, patience=patience)
    assert error.failure.kind == "too_large"
    assert error.attempts == 1


def endless(connection: socket.socket) -> None:
    connection.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
    while True:
        connection.sendall(b"10000\r\n" + b"x" * 65_536 + b"\r\n")


def test_a_body_without_end_is_given_up_at_the_limit() -> None:
    patience = Patience(read_s=5, total_s=5, response_bytes=1_000_000)
    assert failure_of(endless, patience=patience).failure.kind == "too_large"


def test_a_packed_bomb_never_lies_unpacked_in_memory() -> None:
    patience = Patience(read_s=5, total_s=5, response_bytes=100_000)
    bomb = LARGE["bomb"]
    tracemalloc.start()
    try:
        failure_of(bomb, patience=patience)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 8_000_000


def waits(*behaviours: Behaviour, **patience: Any) -> list[float]:
    waited: list[float] = []
    with misbehaving(*behaviours) as server:
        endpoint = endpoint_at(server, patience=Patience(**patience))
        client = ChatClient(endpoint, sleep=waited.append)
        with client, contextlib.suppress(ProviderUnavailable):
            client.complete({})
    return waited


def test_every_request_keeps_the_pace_retries_included() -> None:
    asked: list[int] = []
    with misbehaving(http(503, b"{}"), http(503, b"{}"), HELLO) as server:
        pace = lambda: asked.append(len(server.requests))  # noqa: E731
        endpoint = endpoint_at(server)
        with EndpointAssistant(endpoint, sleep=lambda _: None, pace=pace) as assistant:
            assistant.reply(HISTORY)
    assert asked == [0, 1, 2]


def test_retry_after_in_seconds_is_honoured() -> None:
    assert waits(http(429, b"", Retry_After="7"), HELLO) == [7.0]


def test_retry_after_as_a_date_is_honoured_by_the_servers_clock() -> None:
    dates = {
        "Date": "Thu, 16 Jul 2026 10:00:00 GMT",
        "Retry_After": "Thu, 16 Jul 2026 10:00:09 GMT",
    }
    assert waits(http(503, b"", **dates), HELLO) == [9.0]


@pytest.mark.parametrize("odd", ["soon", "-3", "nan", "inf", ""])
def test_an_odd_retry_after_does_no_harm(odd: str) -> None:
    assert len(waits(http(429, b"", Retry_After=odd), HELLO)) <= 1


def test_a_longer_wait_than_allowed_is_not_waited_for() -> None:
    assert waits(http(429, b"", Retry_After="86400"), HELLO) == []


def test_waits_grow_and_differ() -> None:
    waited = waits(http(500, b""), attempts=5, first_wait_s=1, longest_wait_s=100)
    assert len(waited) == 4
    assert waited[3] > waited[0] and len(set(waited)) == 4


def test_the_request_has_the_settings_and_the_tools() -> None:
    parameters = Parameters(
        temperature=0.2,
        max_completion_tokens=99,
        seed=7,
        reasoning_effort="low",
        extra_body={"top_k": 3},
        extra_headers={"X-Team": "team-secret-123"},
    )
    with misbehaving(HELLO) as server:
        endpoint = endpoint_at(server, parameters=parameters)
        with EndpointAssistant(endpoint) as assistant:
            assistant.reply(HISTORY)
    ((head, _),), (body,) = server.requests, server.bodies
    assert body["model"] == "some-model"
    assert body["tools"] == [TOOL]
    assert (body["temperature"], body["seed"], body["top_k"]) == (0.2, 7, 3)
    assert "max_tokens" not in body and "stream" not in body
    assert f"Bearer {KEY}" in head and "team-secret-123" in head
    assert head.startswith("POST /v1/chat/completions ")


def test_a_history_goes_back_in_a_shape_that_strict_servers_accept() -> None:
    events: list[Event] = [
        Message(0, 0.0, "customer", "Hi"),
        Message(1, 0.0, "assistant", "", Turn(1)),
        Message(2, 0.0, "customer", "Hello?"),
        Message(3, 0.0, "assistant", "Let me look", Turn(2)),
        Call(4, 0.0, "a", "odd name!", None, raw="{oops"),
        Result(5, 0.0, "a", False, {"error_code": "UNKNOWN_TOOL"}, "unknown_tool"),
        Call(6, 0.0, "b", "get_account_balance", {"account_ids": ["SB1"]}),
        Result(7, 0.0, "b", True, {"balances": []}),
    ]
    with misbehaving(HELLO) as server, EndpointAssistant(endpoint_at(server)) as client:
        client.reply(History("Be helpful.", [TOOL], events))
    messages = server.bodies[0]["messages"]
    assert [m["role"] for m in messages] == [
        "system",
        "user",
        "assistant",
        "tool",
        "tool",
    ]
    assert messages[1]["content"] == "Hi\n\nHello?"
    asked = [c["function"] for c in messages[2]["tool_calls"]]
    assert asked[0] == {"name": "odd_name_", "arguments": "{}"}
    assert orjson.loads(asked[1]["arguments"]) == {"account_ids": ["SB1"]}
    assert [m["tool_call_id"] for m in messages[3:]] == ["a", "b"]


def test_a_private_address_is_refused_where_it_is_not_allowed() -> None:
    with misbehaving(HELLO) as server:
        client = ChatClient(endpoint_at(server, allow_private=False))
        with client, pytest.raises(ProviderRefused, match="loopback") as caught:
            client.complete({})
    assert server.requests == []
    assert caught.value.failure.field == "base_url"


def test_a_name_that_changes_between_check_and_connection_is_refused() -> None:
    answers = iter([["93.184.216.34"], ["10.0.0.1"]])

    def resolver(host: str, port: int) -> list[str]:
        return next(answers)

    check_url("http://rebinding.example/v1", resolver=resolver)
    endpoint = Endpoint("http://rebinding.example/v1", "m", patience=QUICK)
    client = ChatClient(endpoint, resolver=resolver)
    with client, pytest.raises(ProviderRefused, match="private"):
        client.complete({})


def test_the_connection_goes_to_the_checked_address_with_the_name_as_host() -> None:
    with misbehaving(HELLO) as server:
        url = server.url.replace("127.0.0.1", "model.example")
        endpoint = Endpoint(url, "m", patience=QUICK, allow_private=True)
        with ChatClient(endpoint, resolver=lambda *_: ["127.0.0.1"]) as client:
            client.complete({})
    ((head, _),) = server.requests
    assert "host: model.example" in head.lower()


def test_nobody_listening_is_a_connection_failure() -> None:
    with misbehaving(HELLO) as server:
        url = server.url
    endpoint = Endpoint(url, "m", patience=QUICK, allow_private=True)
    client = ChatClient(endpoint, sleep=lambda _: None)
    with client, pytest.raises(ProviderUnavailable) as caught:
        client.complete({})
    assert caught.value.failure.kind == "connection"
    assert caught.value.failure.field == "base_url"


def test_one_conversation_keeps_its_connection_after_errors() -> None:
    with misbehaving(http(500, b""), HELLO) as server:
        assistant = EndpointAssistant(endpoint_at(server), sleep=lambda _: None)
        with assistant:
            assert assistant.reply(HISTORY).text == "Hello"
            assert assistant.reply(HISTORY).text == "Hello"
