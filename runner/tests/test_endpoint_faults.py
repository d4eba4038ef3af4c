"""What a server does, seen through a whole conversation: whose fault it becomes."""

from typing import Any

import orjson
import pytest

from bankenv.bank import Dataset
from bankenv.dataset import load_dataset
from bankenv.scoring import score
from bankenv.trajectory import Call, End, Event, Message, Result, Trajectory
from runner.conversation import run_conversation
from runner.customers import ScriptedCustomer
from runner.endpoint import Endpoint, Patience
from runner.endpoint_assistant import EndpointAssistant
from runner.failures import ProviderRefused, ProviderUnavailable
from runner.tests.misbehaving import (
    Behaviour,
    call,
    calls,
    http,
    misbehaving,
    raw,
    says,
)
from runner.tests.test_endpoint_client import REFUSED, RETRIED

QUICK = Patience(connect_s=2, read_s=0.3, total_s=0.6, attempts=2)
GOODBYE = says({"content": "Goodbye."})
LISTS = call("{}", "show_mandates")


@pytest.fixture(scope="module")
def dataset() -> Dataset:
    return load_dataset()


def talk(dataset: Dataset, *behaviours: Behaviour) -> Trajectory:
    """Return the conversation; raises ProviderUnavailable as the endpoint fails."""
    with misbehaving(*behaviours) as server:
        endpoint = Endpoint(server.url, "m", patience=QUICK, allow_private=True)
        with EndpointAssistant(endpoint, sleep=lambda _: None) as assistant:
            customer = ScriptedCustomer(("Hi.", "Bye."))
            task = dataset.tasks["CT_BAL_001"]
            return run_conversation(assistant, customer, task, dataset=dataset)


def choice(finish_reason: str, **message: Any) -> Behaviour:
    body = {"choices": [{"message": message, "finish_reason": finish_reason}]}
    return http(200, orjson.dumps(body))


# What the model did wrong, and the errors that its calls get, or how it ends.
MODELS: dict[str, tuple[Behaviour, list[str | None], str]] = {
    "truncated arguments": (
        calls(call('{"account_ids": ["SB')),
        ["unparsed"],
        "customer_ended",
    ),
    "arguments that are a list": (calls(call("[]")), ["unparsed"], "customer_ended"),
    "arguments of the wrong type": (
        calls(call({"account_ids": 7})),
        ["invalid_arguments"],
        "customer_ended",
    ),
    "an empty text for arguments": (
        calls(call("", "show_mandates")),
        [None],
        "customer_ended",
    ),
    "an invented tool": (
        calls(call("{}", "wire_money")),
        ["unknown_tool"],
        "customer_ended",
    ),
    "a call without a name": (calls({}), ["unknown_tool"], "customer_ended"),
    "one id for two calls": (calls(LISTS, LISTS), [None, None], "customer_ended"),
    "no ids": (
        calls(LISTS | {"id": None}, LISTS | {"id": ""}),
        [None, None],
        "customer_ended",
    ),
    "a call cut off": (
        choice("length", tool_calls=[call('{"account_ids"')]),
        ["unparsed"],
        "customer_ended",
    ),
}


@pytest.mark.parametrize("case", MODELS)
def test_what_the_model_does_wrong_is_recorded_and_scored(
    case: str, dataset: Dataset
) -> None:
    behaviour, errors, reason = MODELS[case]
    made = talk(dataset, behaviour, GOODBYE)
    results = [e for e in made.events if isinstance(e, Result)]
    assert [result.error for result in results] == errors
    ids = [e.id for e in made.events if isinstance(e, Call)]
    assert len(set(ids)) == len(ids) and all(ids)
    assert [result.call for result in results] == ids
    assert end_of(made).reason == reason
    score(dataset, made)


def end_of(made: Trajectory) -> End:
    end: Event = made.events[-1]
    assert isinstance(end, End)
    return end


SILENCES: dict[str, Behaviour] = {
    "null content": says({"content": None}),
    "no content": says({}),
    "reasoning alone": says({"content": "", "reasoning_content": "Let me think."}),
    "filtered": choice("content_filter", content=None),
    "cut off before a word": choice("length", content=""),
}


@pytest.mark.parametrize("case", SILENCES)
def test_two_answers_of_nothing_are_the_models_breach(
    case: str, dataset: Dataset
) -> None:
    made = talk(dataset, SILENCES[case])
    assert end_of(made).reason == "protocol_breach"
    assert not score(dataset, made).passed
    said = [e for e in made.events if isinstance(e, Message) and e.turn]
    assert [message.text for message in said] == ["", ""]


PROVIDERS = [
    *("408", "409", "425", "429", "500", "502", "503", "504", "529", "HTML"),
    *("slow first byte", "stall half way", "reset half way", "hang up", "no content"),
]


@pytest.mark.parametrize("case", PROVIDERS)
def test_what_the_provider_does_wrong_is_no_score(case: str, dataset: Dataset) -> None:
    with pytest.raises(ProviderUnavailable) as caught:
        talk(dataset, calls(LISTS), RETRIED[case])
    assert not isinstance(caught.value, ProviderRefused)
    broken_off(caught.value)


@pytest.mark.parametrize("case", [c for c in REFUSED if c != "50 MB of error"])
def test_what_the_provider_refuses_is_no_score_either(
    case: str, dataset: Dataset
) -> None:
    with pytest.raises(ProviderRefused) as caught:
        talk(dataset, calls(LISTS), REFUSED[case][0])
    broken_off(caught.value)


def broken_off(failure: ProviderUnavailable) -> None:
    """Hold that what happened before is kept, and says that it counts for nothing."""
    kept = failure.trajectory
    assert kept is not None
    assert end_of(kept).reason == "provider_failure"
    assert any(isinstance(event, Call) for event in kept.events)
    assert failure.failure.what and failure.failure.what in end_of(kept).detail


def test_a_failure_that_passes_leaves_no_trace_but_its_retries(
    dataset: Dataset,
) -> None:
    made = talk(dataset, http(503, b""), calls(LISTS), raw(b""), GOODBYE)
    turns = [
        event.turn
        for event in made.events
        if isinstance(event, Call | Message) and event.turn
    ]
    assert [turn.retries for turn in turns] == [1, 1, 0]
    assert end_of(made).reason == "customer_ended"
