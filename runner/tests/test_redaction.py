"""A secret that an endpoint sends back, in whatever spelling, is nowhere to be read."""

import json
from typing import Any

import orjson
import pytest

from bankenv.trajectory import Message
from runner.assistants import Answer, History
from runner.endpoint import Endpoint, Parameters, Patience, Secret
from runner.endpoint_assistant import EndpointAssistant
from runner.failures import ProviderUnavailable
from runner.redaction import Redaction
from runner.tests.misbehaving import (
    Behaviour,
    call,
    calls,
    http,
    misbehaving,
    raw,
    says,
)

# What JSON, Python, URLs and HTML each write in their own way.
KEY = r"sk-very/secret+0123'4567\89&<>"
HEADER = "Token abcdefgh/0123456789"
SECRETS = (KEY, "abcdefgh/0123456789")
QUICK = Patience(connect_s=2, read_s=0.4, total_s=0.8, attempts=1)
HISTORY = History("Be helpful.", [], [Message(0, 0.0, "customer", "Hi")])


def ask(behaviour: Behaviour) -> Answer:
    parameters = Parameters(extra_headers={"X-Key": HEADER})
    with misbehaving(behaviour) as server:
        endpoint = Endpoint(
            server.url,
            "m",
            Secret(KEY),
            parameters,
            patience=QUICK,
            allow_private=True,
        )
        with EndpointAssistant(endpoint, record_raw=True) as assistant:
            return assistant.reply(HISTORY)


def halves(secret: str) -> set[str]:
    """Each stretch of a secret that would help somebody to guess the rest."""
    return {secret[at : at + 8] for at in range(len(secret) - 7)}


def shows_a_secret(text: str) -> bool:
    return any(part in text for secret in SECRETS for part in halves(secret))


def escaped(text: str) -> bytes:
    """JSON in which every character is written by its number."""
    return ('"' + "".join(f"\\u{ord(c):04x}" for c in text) + '"').encode()


ECHOED = f"Authorization: Bearer {KEY}, X-Key: {HEADER}"
SLASHED = json.dumps(ECHOED).replace("/", r"\/").encode()
FAILURES: dict[str, Behaviour] = {
    "in an error": http(401, orjson.dumps({"error": {"message": ECHOED}})),
    "in an error of escaped slashes": http(500, b'{"error": %s}' % SLASHED),
    "in an error of numbers": http(500, b'{"error": %s}' % escaped(ECHOED)),
    "in an error that is no JSON": http(400, ECHOED.encode()),
    "in the way Python shows it": http(500, repr({"x": ECHOED}).encode()),
    "in a page": http(200, ECHOED.replace("&", "&amp;").encode(), "text/html"),
    "in a redirect": http(302, b"", Location=f"http://x/?k={KEY}"),
    "in a redirect's escapes": http(302, b"", Location="http://x/?k=sk-very%2Fsecret%2B0123%274567%5C89%26%3C%3E"),
    "in a bad choice": http(200, orjson.dumps({"error": ECHOED})),
    "in the kind of the answer": http(200, b"x", content_type=KEY),
    "in the name of the request": http(500, b"no", X_Request_Id=KEY),
    "in what is no HTTP": raw(f"{HEADER} {KEY}\r\n\r\n".encode()),
}  # fmt: skip


@pytest.mark.parametrize("case", FAILURES)
def test_a_secret_is_in_no_failure(case: str) -> None:
    with pytest.raises(ProviderUnavailable) as caught:
        ask(FAILURES[case])
    assert not shows_a_secret(str(caught.value) + repr(caught.value.failure))


@pytest.mark.parametrize("before", range(240, 310, 7))
def test_a_secret_at_the_end_of_what_is_quoted_is_not_cut_in_half(before: int) -> None:
    with pytest.raises(ProviderUnavailable) as caught:
        ask(http(500, b"-" * before + KEY.encode()))
    assert not shows_a_secret(caught.value.failure.seen)


ANSWERS: dict[str, Behaviour] = {
    "in words": says({"content": ECHOED}),
    "in words of numbers": http(
        200, b'{"choices": [{"message": {"content": %s}}]}' % escaped(ECHOED)
    ),
    "in arguments": calls(call({"query": ECHOED, KEY: 1})),
    "in arguments as text": calls(call(orjson.dumps({"query": ECHOED}).decode())),
    "in arguments of numbers": calls(call(f'{{"q": {escaped(ECHOED).decode()}}}')),
    "in arguments that do not parse": calls(call('{"q": "' + ECHOED)),
    "in the name of a tool": calls(call("{}", KEY)),
    "in the id of a call": calls(call("{}") | {"id": KEY}),
    "in a field that nobody reads": says({"content": "Hi", "echo": [{"a": ECHOED}]}),
}


@pytest.mark.parametrize("case", ANSWERS)
def test_a_secret_is_in_no_answer(case: str) -> None:
    answer = ask(ANSWERS[case])
    assert answer.text or answer.calls
    assert not shows_a_secret(repr(answer))


def test_what_is_no_secret_stays_as_it_was() -> None:
    redaction = Redaction(("0123456789",))
    plain: list[Any] = [{"a": "012345678", "b": None, "c": [1.5, True]}]
    assert redaction.value(plain) == plain
    assert redaction.text("012345678") == "012345678"
    nothing = Redaction(())
    assert nothing.text("a") == "a"
    assert nothing.data(b"a") == b"a"


def test_a_page_of_backslashes_keeps_nobody_waiting() -> None:
    """What would take minutes with a pattern that tries again takes no time."""
    redaction = Redaction((r"\\//\\//x", "/////////x"))
    page = b"\\" * 400_000
    assert redaction.data(page) == page
