"""The customer that a model plays: what it is told, what it says, how it ends."""

import re
from collections.abc import Sequence

import pytest

from bankenv.customer import Line, Utterance
from bankenv.dataset import load_dataset
from bankenv.scoring import score
from bankenv.scoring.advisory import hidden_names
from bankenv.trajectory import Message
from bankenv.trajectory_io import from_json, to_json
from runner.assistants import Answer, ScriptedAssistant
from runner.conversation import run_conversation
from runner.customer_prompt import customer_prompt
from runner.customers_llm import LlmCustomer, read_words
from runner.endpoint import Endpoint, Parameters, Patience, Secret
from runner.failures import ProviderUnavailable
from runner.tests.misbehaving import (
    Behaviour,
    MisbehavingServer,
    http,
    misbehaving,
    says,
)

KEY = "sk-customer-0123456789"
QUICK = Patience(connect_s=2, read_s=1, total_s=2, attempts=2, first_wait_s=0.01)
TASK = load_dataset().tasks["SQ_FDC_001"]
OPENING = TASK.scenario.opening_lines[0]
ASKED = "You would get ₹98,500 after a penalty of ₹1,500. Shall I close the deposit?"


def told(text: str) -> Behaviour:
    return says({"role": "assistant", "content": text})


def customer_at(server: MisbehavingServer, attempt: int = 1) -> LlmCustomer:
    endpoint = Endpoint(
        server.url,
        "customer-model",
        Secret(KEY),
        Parameters(temperature=0.0),
        patience=QUICK,
        allow_private=True,
    )
    return LlmCustomer(endpoint, attempt, sleep=lambda _: None)


def answer(
    lines: Sequence[Line], *behaviours: Behaviour
) -> tuple[Utterance, list[str]]:
    """Return what the customer says and the last message of each request."""
    with misbehaving(*behaviours) as server, customer_at(server) as customer:
        said = customer.reply(TASK.scenario, lines, task_id=TASK.id, trial=1)
        return said, [body["messages"][-1]["content"] for body in server.bodies]


LINES = (Line("customer", OPENING), Line("assistant", ASKED))


def test_no_prompt_holds_ids_tools_fields_rules_or_figures_to_be_told() -> None:
    for task in load_dataset().tasks.values():
        prompt = customer_prompt(task.scenario)
        said = " ".join(
            [*task.scenario.opening_lines, *task.scenario.conditions]
            + [text for fact in task.scenario.knows for text in fact.said]
        )
        unknown = [p.id for p in task.scenario.products if p.id not in said]
        assert not [one for one in unknown if one in prompt], task.id
        assert not hidden_names() & set(re.findall(r"[a-z]+(?:_[a-z]+)+", prompt))
        assert not re.search(rf"\bR\d+\b|{task.customer_id}", prompt), task.id


def test_the_prompt_tells_wishes_conditions_manner_and_register() -> None:
    prompt = customer_prompt(TASK.scenario, heed=("You left too early.",))
    scenario = TASK.scenario
    for text in (scenario.wants, scenario.tone, *scenario.conditions, "plain English"):
        assert text in prompt
    assert "at least 101,000, go on with wish 2; otherwise go on with wish 3" in prompt
    assert "101,714" not in prompt
    assert prompt.endswith("- You left too early.")


def test_the_first_message_is_the_scenarios_own_and_asks_no_model() -> None:
    said, asked = answer((), told("never asked"))
    assert (said, asked) == (Utterance(OPENING), [])


def test_the_model_sees_its_own_words_as_the_assistants() -> None:
    with misbehaving(told("Fine.")) as server, customer_at(server) as customer:
        said = customer.reply(TASK.scenario, LINES, task_id=TASK.id, trial=1)
        (body,) = server.bodies
    assert said == Utterance("Fine.")
    roles = [message["role"] for message in body["messages"]]
    assert roles == ["system", "user", "assistant", "user"]
    assert body["messages"][2]["content"] == OPENING
    assert (body["model"], body["temperature"]) == ("customer-model", 0.0)
    assert "tools" not in body


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Thanks, bye.\n###STOP###", Utterance("Thanks, bye.", "settled")),
        ("Thanks.\n**###TRANSFER###**", Utterance("Thanks.", "handed_over")),
        ("Hm.\n ###OUT-OF-SCOPE###.", Utterance("Hm.", "out_of_scope")),
        ("Enough.\n###GIVE-UP###", Utterance("Enough.", "gave_up")),
        ("###STOP###", Utterance("", "settled")),
        ("You wrote ###STOP### to me?", Utterance("You wrote  to me?")),
        ("<think>I end: ###STOP###\n</think>Yes.", Utterance("Yes.")),
        ("<think>never closed", Utterance("")),
        ("Customer: It is mine.", Utterance("It is mine.")),
        ("Wait.\n### Done ###", Utterance("Wait.\n### Done ###")),
        ("", Utterance("")),
    ],
)
def test_a_stop_word_ends_only_on_its_own_line_and_is_never_passed_on(
    text: str, expected: Utterance
) -> None:
    assert read_words(text) == expected


@pytest.mark.parametrize(
    ("bad", "reminder"),
    [
        ("", "You said nothing"),
        ("How can I help you today?", "You spoke as the bank"),
        ("Call close_deposit with deposit_id.", "the bank's systems"),
        ("Yes, go ahead.\n###STOP###", "agree without ending"),
    ],
)
def test_a_broken_message_is_asked_for_once_more_with_a_reminder(
    bad: str, reminder: str
) -> None:
    said, asked = answer(LINES, told(bad), told("Yes, close it."))
    assert said == Utterance("Yes, close it.")
    assert asked[0] == ASKED
    assert reminder in asked[1]


def test_the_second_message_stands_and_two_empty_ones_end_the_talk() -> None:
    said, _ = answer(LINES, told("How may I help you?"))
    assert said == Utterance("How may I help you?")
    said, asked = answer(LINES, told(""))
    assert said == Utterance("", "silent")
    assert len(asked) == 2


def test_a_customer_that_only_thanks_is_stopped_without_asking_again() -> None:
    thanks = [Line("customer", "Thank you!"), Line("assistant", "Welcome!")] * 3
    said, asked = answer([*LINES, *thanks], told("Thank you!"))
    assert (said, asked) == (Utterance("", "never_stops"), [])


def test_calls_of_the_customers_model_are_no_words() -> None:
    called = {"role": "assistant", "content": None, "tool_calls": [{"id": "c1"}]}
    assert answer(LINES, says(called))[0] == Utterance("", "silent")


def test_a_conversation_with_it_is_recorded_scored_and_flagged() -> None:
    script = ScriptedAssistant((Answer(ASKED),))
    with (
        misbehaving(told("Yes, go ahead.\n###STOP###")) as server,
        customer_at(server, attempt=2) as customer,
    ):
        recording = run_conversation(script, customer, TASK, dataset=load_dataset())
    header = recording.header
    assert header.customer == "llm"
    assert header.customer_about["attempt"] == 2
    assert header.customer_about["model"] == "customer-model"
    assert header.prompts["customer"].startswith("You play a customer")
    assert KEY not in str(to_json(recording))
    assert from_json(to_json(recording)).header == header
    assert [e.text for e in recording.events if isinstance(e, Message)] == [
        OPENING,
        ASKED,
        "Yes, go ahead.",
    ]
    verdict = score(load_dataset(), recording)
    assert verdict.metrics["simulator_fault"] is True
    assert not verdict.passed


def test_the_customers_endpoint_failing_is_nobodys_score() -> None:
    script = ScriptedAssistant((Answer(ASKED),))
    with (
        misbehaving(http(500, b"{}")) as server,
        customer_at(server) as customer,
        pytest.raises(ProviderUnavailable) as caught,
    ):
        run_conversation(script, customer, TASK, dataset=load_dataset())
    assert (caught.value.side, caught.value.attempts) == ("customer", 2)
    assert caught.value.trajectory is not None
    assert caught.value.trajectory.events[-1].reason == "provider_failure"  # type: ignore[union-attr]  # the last event is an End
