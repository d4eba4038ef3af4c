"""Strategies in a whole conversation: what is sent, said, called and recorded."""

from typing import Any

import pytest

from bankenv.bank import Dataset
from bankenv.dataset import load_dataset
from bankenv.trajectory import Call, End, Message, Result, Trajectory
from bankenv.trajectory_io import from_json, to_json
from runner.conversation import run_conversation
from runner.customers import ScriptedCustomer
from runner.endpoint import Endpoint, Parameters, Prices
from runner.endpoint_assistant import EndpointAssistant
from runner.strategies import STRATEGIES
from runner.tests.misbehaving import MisbehavingServer, calls, misbehaving, says
from runner.tests.misbehaving import call as native_call

TEXT = ["react", "act_only"]


@pytest.fixture(scope="module")
def dataset() -> Dataset:
    return load_dataset()


def acts(name: str, arguments: str, thought: str = "") -> Any:  # a behaviour
    told = f"Thought:\n{thought}\n" if thought else ""
    action = f'{told}Action:\n{{"name": "{name}", "arguments": {arguments}}}'
    return says({"role": "assistant", "content": action})


LOOKS = acts("show_mandates", "{}", thought="I look at the SECRET thing.")
SPEAKS = acts("respond", '{"content": "Here they are."}', thought="I say it.")


def talk(
    server: MisbehavingServer, strategy: str, dataset: Dataset, *lines: str
) -> Trajectory:
    endpoint = Endpoint(
        server.url,
        "m",
        parameters=Parameters(temperature=0.5),
        prices=Prices(1.0, 2.0),
        allow_private=True,
    )
    task = dataset.tasks["CT_BAL_001"]
    customer = ScriptedCustomer(lines or ("Which mandates?", "Thanks."))
    with EndpointAssistant(endpoint, STRATEGIES[strategy]) as assistant:
        return run_conversation(assistant, customer, task, dataset=dataset)


@pytest.mark.parametrize("strategy", TEXT)
def test_a_model_acts_in_text_and_the_customer_hears_only_its_words(
    strategy: str, dataset: Dataset
) -> None:
    with misbehaving(LOOKS, SPEAKS) as server:
        made = talk(server, strategy, dataset)
    first, called, result, spoken = made.events[:4]
    assert isinstance(called, Call) and called.tool == "show_mandates"
    assert isinstance(result, Result) and result.ok
    assert isinstance(spoken, Message) and spoken.text == "Here they are."
    assert "SECRET" not in "".join(
        e.text for e in made.events if isinstance(e, Message)
    )
    assert called.turn is not None
    assert called.turn.thought == "I look at the SECRET thing."
    assert called.turn.cost_usd == pytest.approx((10 * 1 + 5 * 2) / 1e6)
    assert from_json(to_json(made)) == made
    assert made.header.assistant["strategy"] == strategy


@pytest.mark.parametrize("strategy", TEXT)
def test_the_tools_stand_in_the_prompt_and_nowhere_else(
    strategy: str, dataset: Dataset
) -> None:
    with misbehaving(LOOKS, SPEAKS) as server:
        talk(server, strategy, dataset)
    first, second, *_ = server.bodies
    assert not {"tools", "tool_choice"} & set(first)
    assert first["temperature"] == 0.5
    assert "show_mandates" in first["messages"][0]["content"]
    roles = [message["role"] for message in second["messages"]]
    assert roles == ["system", "user", "assistant", "user"]
    assert second["messages"][3]["content"].startswith('API output: {"total":')
    thinks = strategy == "react"
    assert ("SECRET" in second["messages"][2]["content"]) is thinks


@pytest.mark.parametrize("strategy", TEXT)
def test_an_answer_that_is_no_action_is_the_models_own_breach(
    strategy: str, dataset: Dataset
) -> None:
    with misbehaving(says({"content": "Hello there!"}), SPEAKS) as server:
        made = talk(server, strategy, dataset)
    _, breach, result, spoken = made.events[:4]
    assert isinstance(breach, Call) and breach.arguments is None
    assert breach.raw == "Hello there!"
    assert isinstance(result, Result) and result.error == "unknown_tool"
    assert isinstance(spoken, Message) and spoken.text == "Here they are."
    assert "Answer with one Action" in server.bodies[1]["messages"][-1]["content"]


def test_a_model_that_never_acts_ends_by_its_errors_and_is_scored(
    dataset: Dataset,
) -> None:
    with misbehaving(says({"content": "Hello there!"})) as server:
        made = talk(server, "react", dataset)
    end = made.events[-1]
    assert isinstance(end, End) and end.reason == "tool_error_limit"
    assert len(server.requests) == 10


@pytest.mark.parametrize("strategy", TEXT)
def test_a_server_that_makes_calls_of_actions_by_itself_is_understood(
    strategy: str, dataset: Dataset
) -> None:
    native = calls(
        native_call("{}", "show_mandates"), native_call("{}", "show_mandates")
    )
    with misbehaving(native, SPEAKS) as server:
        made = talk(server, strategy, dataset)
    called = [e.tool for e in made.events if isinstance(e, Call)]
    assert called == ["show_mandates", "show_mandates"]
    sent_back = server.bodies[1]["messages"]
    assert sent_back[2]["content"].count("Action:") == 2
    assert sent_back[3]["content"].count("API output:") == 2


def test_there_is_a_strategy_for_each_that_can_be_chosen() -> None:
    assert list(STRATEGIES) == ["function_calling", "react", "act_only"]
    assert [one.name for one in STRATEGIES.values()] == list(STRATEGIES)
