"""The connection test: each way to fail, told at the right step and field."""

import threading
from collections.abc import Iterator
from typing import Any

import pytest

from runner.endpoint import Endpoint, Patience, Secret
from runner.probe import BALANCE, ProbeStep, probe
from runner.reference.server import ReferenceServer
from runner.strategies import STRATEGIES
from runner.tests.misbehaving import (
    HELLO,
    Behaviour,
    call,
    calls,
    completion,
    http,
    misbehaving,
    raw,
    says,
)

QUICK = Patience(connect_s=2, read_s=0.5, total_s=1)
ASKED = '{"account_ids": ["SB1234567890"]}'
GOOD = calls(call(ASKED))
TOLD = says({"content": f"It is ₹{BALANCE:,.2f}."})


def probed(*behaviours: Behaviour, strategy: str = "") -> list[ProbeStep]:
    with misbehaving(*behaviours) as server:
        endpoint = Endpoint(
            server.url, "m", Secret("sk-secret-123"), patience=QUICK, allow_private=True
        )
        return probe(endpoint, STRATEGIES.get(strategy))


@pytest.fixture(scope="module")
def server() -> Iterator[ReferenceServer]:
    with ReferenceServer() as running:
        thread = threading.Thread(target=running.serve_forever, daemon=True)
        thread.start()
        yield running
        running.shutdown()
        thread.join(5)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_good_endpoint_passes_every_step(
    strategy: str, server: ReferenceServer
) -> None:
    endpoint = Endpoint(server.url, "careful-teller", allow_private=True)
    steps = probe(endpoint, STRATEGIES[strategy])
    assert [step.name for step in steps] == [
        "address",
        "reachable",
        "format",
        "called",
        "arguments",
        "result",
        "tokens",
    ]
    assert {step.status for step in steps} == {"ok"}
    assert all(step.label and step.detail for step in steps)


BAD: dict[str, tuple[Behaviour, str, str, str]] = {
    "hang up": (raw(b""), "reachable", "base_url", "broke"),
    "HTML": (http(200, b"<h1>Hi", "text/html"), "format", "base_url", "text/html"),
    "no choices": (http(200, b"{}"), "format", "base_url", "choices"),
    "wrong key": (http(401, b'{"error": "bad key"}'), "accepted", "api_key", "401"),
    "unknown model": (
        http(404, b'{"error": {"message": "model x not found"}}'),
        "accepted",
        "model",
        "model",
    ),
    "no such page": (http(404, b"nginx"), "accepted", "base_url", "/v1"),
    "tools refused": (
        http(400, b'{"error": "this model does not support tools"}'),
        "accepted",
        "model",
        "tools",
    ),
    "only talks": (HELLO, "called", "model", "without calling"),
}


@pytest.mark.parametrize("case", BAD)
def test_a_failure_stands_at_its_step_and_names_the_field(case: str) -> None:
    behaviour, name, at_fault, words = BAD[case]
    bad = [step for step in probed(behaviour) if step.status == "bad"]
    assert [(step.name, step.field) for step in bad] == [(name, at_fault)]
    assert words in bad[0].detail


WARNED: dict[str, tuple[tuple[Behaviour, ...], str]] = {
    "arguments that do not parse": ((calls(call("{oops")), TOLD), "arguments"),
    "other arguments": ((calls(call("{}")), TOLD), "arguments"),
    "a result not read": ((GOOD, HELLO), "result"),
    "a tool that was not offered": ((calls(call("{}", "invented")),), "called"),
    "no token counts": (
        (http(200, completion({"tool_calls": [call(ASKED)]}, usage=None)), TOLD),
        "tokens",
    ),
}


@pytest.mark.parametrize("case", WARNED)
def test_what_only_costs_points_is_a_warning(case: str) -> None:
    behaviours, name = WARNED[case]
    steps = probed(*behaviours)
    assert [step.name for step in steps if step.status == "warn"] == [name]
    assert not [step for step in steps if step.status == "bad"]


def test_an_endpoint_that_refuses_results_is_bad() -> None:
    steps = probed(GOOD, http(400, b'{"error": "role tool is unknown"}'))
    assert [(s.name, s.status) for s in steps if s.status != "ok"] == [
        ("result", "bad")
    ]


def test_a_private_address_is_stopped_before_any_request() -> None:
    with misbehaving(GOOD) as server:
        steps = probe(Endpoint(server.url, "m"))
    assert [(s.name, s.status, s.field) for s in steps] == [
        ("address", "bad", "base_url")
    ]
    assert server.requests == []


def test_no_step_shows_the_key() -> None:
    echo: Any = {"content": "sk-secret-123"}
    for behaviour in (says(echo), http(401, b"sk-secret-123"), http(500, b"")):
        assert not any("sk-secret-123" in repr(step) for step in probed(behaviour))


ACTION = f'Action:\n{{"name": "get_account_balance", "arguments": {ASKED}}}'


def test_a_model_that_acts_in_text_needs_no_tool_calling() -> None:
    said = {"content": f'{{"name": "respond", "arguments": "It is {BALANCE}."}}'}
    steps = probed(says({"content": ACTION}), says(said), strategy="react")
    assert {step.status for step in steps} == {"ok"}


@pytest.mark.parametrize("words", ["I can help with that.", ACTION[:30], "Action:"])
def test_a_model_that_writes_no_action_is_told_so(words: str) -> None:
    steps = probed(says({"content": words}), strategy="act_only")
    (called,) = [step for step in steps if step.status == "bad"]
    assert (called.name, called.field) == ("called", "model")
    assert "as the JSON" in called.detail
    assert called.seen == " ".join(words.split())


def test_who_calls_no_function_is_told_of_the_strategy_that_needs_none() -> None:
    steps = probed(says({"content": "Hello"}))
    assert any("ReAct" in step.detail for step in steps if step.status == "bad")
