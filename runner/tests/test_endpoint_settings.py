"""Endpoint settings: what is accepted, where requests go, what is shown."""

import dataclasses
import pickle
from typing import Any

import pytest

from runner.endpoint import Endpoint, InvalidSetting, Parameters, Prices, Secret

KEY = "sk-very-secret-0123456789"


@pytest.mark.parametrize(
    ("base_url", "url"),
    [
        ("https://x.example/v1", "https://x.example/v1/chat/completions"),
        ("https://x.example/v1/", "https://x.example/v1/chat/completions"),
        ("https://x.example", "https://x.example/chat/completions"),
        (
            "https://x.example/v1/chat/completions",
            "https://x.example/v1/chat/completions",
        ),
        (
            "https://x.example/d/gpt?api-version=2024-10-21",
            "https://x.example/d/gpt/chat/completions?api-version=2024-10-21",
        ),
        ("http://127.0.0.1:8765/v1#x", "http://127.0.0.1:8765/v1/chat/completions"),
    ],
)
def test_a_base_url_leads_to_chat_completions(base_url: str, url: str) -> None:
    assert Endpoint(base_url, "m").url == url


@pytest.mark.parametrize(
    ("given", "at_fault"),
    [
        ({"temperature": 2.1}, "temperature"),
        ({"temperature": float("nan")}, "temperature"),
        ({"temperature": "hot"}, "temperature"),
        ({"temperature": True}, "temperature"),
        ({"top_p": -0.1}, "top_p"),
        ({"max_tokens": 0}, "max_tokens"),
        ({"max_tokens": 1.5}, "max_tokens"),
        ({"max_tokens": 5, "max_completion_tokens": 5}, "max_completion_tokens"),
        ({"seed": 2**70}, "seed"),
        ({"reasoning_effort": "a lot"}, "reasoning_effort"),
        ({"extra_body": [1]}, "extra_body"),
        ({"extra_body": {"messages": []}}, "extra_body"),
        ({"extra_body": {"stream": True}}, "extra_body"),
        ({"extra_body": {"a": ["b\0"]}}, "extra_body"),
        ({"extra_body": {"a\0": 1}}, "extra_body"),
        ({"extra_body": {"model": "other"}}, "extra_body"),
        ({"extra_headers": {"Authorization": "x"}}, "extra_headers"),
        ({"extra_headers": {"host": "x"}}, "extra_headers"),
        ({"extra_headers": {"X-A": "a\r\nHost: b"}}, "extra_headers"),
        ({"extra_headers": {"X A": "a"}}, "extra_headers"),
        ({"extra_headers": {"X-A": 7}}, "extra_headers"),
    ],
)
def test_an_unusable_parameter_is_named(given: dict[str, Any], at_fault: str) -> None:
    with pytest.raises(InvalidSetting) as caught:
        Parameters(**given)
    assert caught.value.field == at_fault


@pytest.mark.parametrize(
    ("base_url", "model", "at_fault"),
    [
        ("ftp://x.example", "m", "base_url"),
        ("x.example/v1", "m", "base_url"),
        ("http://", "m", "base_url"),
        ("http://u:p@x.example", "m", "base_url"),
        ("http://[::1", "m", "base_url"),
        ("https://x.example", " ", "model"),
        ("https://x.example", "m" * 201, "model"),
    ],
)
def test_an_unusable_endpoint_is_named(
    base_url: str, model: str, at_fault: str
) -> None:
    with pytest.raises(InvalidSetting) as caught:
        Endpoint(base_url, model)
    assert caught.value.field == at_fault


@pytest.mark.parametrize("key", ["with space", "line\nbreak", "schlüssel", "\x00"])
def test_a_key_that_cannot_be_a_header_is_refused_without_being_shown(key: str) -> None:
    with pytest.raises(InvalidSetting) as caught:
        Secret(key)
    assert key not in str(caught.value)


def test_a_secret_shows_itself_nowhere() -> None:
    endpoint = Endpoint(
        f"https://x.example/v1?key={KEY}",
        "m",
        Secret(KEY),
        Parameters(extra_headers={"X-Team": KEY}),
    )
    shown = [repr(endpoint), str(endpoint.api_key), str(endpoint.about())]
    assert not any(KEY in text for text in shown)
    assert endpoint.about()["extra_headers"] == ["X-Team"]
    with pytest.raises(TypeError):
        pickle.dumps(endpoint)


def test_a_secret_is_revealed_only_on_purpose() -> None:
    assert Secret(KEY).reveal() == KEY
    assert [f.name for f in dataclasses.fields(Secret) if f.repr] == []
    assert not Secret()


def test_cost_follows_from_prices_and_is_unknown_without_counts() -> None:
    prices = Prices(2.5, 10)
    assert prices.cost(1_000_000, 100_000) == pytest.approx(3.5)
    assert prices.cost(None, 5) is None
    with pytest.raises(InvalidSetting):
        Prices(-1, 1)
