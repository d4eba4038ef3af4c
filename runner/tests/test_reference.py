"""The reference assistants: what they score, and that they are a real endpoint."""

import threading
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import httpx2
import openai
import pytest

from bankenv.bank import Dataset
from bankenv.dataset import load_dataset
from bankenv.environment import SCHEMAS
from bankenv.scoring import score
from bankenv.tasks import Task
from bankenv.trajectory import Call, Message, Result, Trajectory
from bankenv.trajectory_io import to_json
from bankenv.verdict import Verdict
from runner.assistants import Assistant
from runner.conversation import run_conversation
from runner.customers import AgendaCustomer, ScriptedCustomer
from runner.endpoint import Endpoint, Secret
from runner.endpoint_assistant import EndpointAssistant
from runner.in_process import ChatFunctionAssistant
from runner.probe import probe
from runner.reference import REFERENCE
from runner.reference.server import ReferenceServer
from runner.strategies import STRATEGIES

TRIVIAL = ["silent", "always-transfer", "call-everything", "echo"]


@pytest.fixture(scope="module")
def dataset() -> Dataset:
    return load_dataset()


@pytest.fixture(scope="module")
def server() -> Iterator[ReferenceServer]:
    with ReferenceServer(api_key="sk-reference") as running:
        thread = threading.Thread(target=running.serve_forever, daemon=True)
        thread.start()
        yield running
        running.shutdown()
        thread.join(5)


@pytest.fixture
def client(server: ReferenceServer) -> Iterator[openai.OpenAI]:
    with openai.OpenAI(
        base_url=server.url, api_key="sk-reference", max_retries=0
    ) as one:
        yield one


def talk(assistant: Assistant, dataset: Dataset, task_id: str) -> Trajectory:
    task = dataset.tasks[task_id]
    return run_conversation(assistant, AgendaCustomer(), task, dataset=dataset)


@cache
def verdicts(name: str, split: str = "lite") -> list[tuple[Task, Verdict]]:
    """Return a split's tasks, each with the verdict on the assistant."""
    dataset = load_dataset()
    assistant = ChatFunctionAssistant(REFERENCE[name], name)
    return [
        (dataset.tasks[one], score(dataset, talk(assistant, dataset, one)))
        for one in dataset.splits[split]
    ]


@pytest.mark.parametrize("name", TRIVIAL)
def test_a_trivial_assistant_scores_exactly_zero(name: str) -> None:
    found = verdicts(name, "base")
    assert sum(verdict.passed for _, verdict in found) == 0


def test_the_careful_teller_passes_most_tasks_and_is_no_oracle() -> None:
    passed = [verdict.passed for _, verdict in verdicts("careful-teller")]
    assert 0.55 * len(passed) <= sum(passed) <= 0.9 * len(passed)


def test_the_hasty_teller_hides_its_violations_in_right_records() -> None:
    found = [verdict for _, verdict in verdicts("hasty-teller")]
    hidden = sum(verdict.hidden_violation for verdict in found)
    assert hidden >= 0.4 * len(found)
    assert {f.kind for v in found for f in v.findings} >= {"missed_read"}


@pytest.mark.parametrize("name", ["careful-teller", "hasty-teller"])
def test_the_final_records_alone_flatter_whoever_misses_a_read(name: str) -> None:
    found = [verdict for _, verdict in verdicts(name)]
    right = sum(verdict.final_state_passed for verdict in found)
    assert right > sum(verdict.passed for verdict in found)


def test_violations_hide_in_loans_more_than_in_any_other_area() -> None:
    hidden, every = Counter[str](), Counter[str]()
    for task, verdict in verdicts("hasty-teller"):
        every[task.area] += 1
        hidden[task.area] += verdict.hidden_violation
    shares = {area: hidden[area] / every[area] for area in every}
    most = max(share for area, share in shares.items() if area != "loans")
    assert shares["loans"] >= most + 0.05, shares


def test_the_eager_teller_fails_on_purity() -> None:
    found = [verdict for _, verdict in verdicts("eager-teller")]
    assert not any(verdict.passed for verdict in found)
    # Where gold has a request of its own, the lead may be taken for that one.
    kinds = [{f.kind for f in verdict.findings} for verdict in found]
    assert sum("unsolicited_write" in one for one in kinds) >= 0.9 * len(kinds)


@pytest.mark.parametrize("name", REFERENCE)
def test_over_http_an_assistant_says_what_it_says_in_process(
    name: str, dataset: Dataset, server: ReferenceServer
) -> None:
    def events(assistant: Assistant) -> list[Any]:
        written = to_json(talk(assistant, dataset, "SQ_FDC_001"))["events"]
        return [
            {k: v for k, v in e.items() if k not in ("ms", "turn")} for e in written
        ]

    endpoint = Endpoint(server.url, name, Secret("sk-reference"), allow_private=True)
    with EndpointAssistant(endpoint) as remote:
        over_http = events(remote)
    assert over_http == events(ChatFunctionAssistant(REFERENCE[name], name))


def happenings(trajectory: Trajectory) -> list[Any]:
    """Return what was said and called, each call by itself, without ids."""
    return [
        (e.text if isinstance(e, Message) else (e.tool, e.arguments))
        for e in trajectory.events
        if isinstance(e, Message | Call)
    ]


@pytest.mark.parametrize("strategy", ["react", "act_only"])
@pytest.mark.parametrize(
    ("name", "task_id"),
    [
        ("careful-teller", "SQ_FDC_001"),
        ("careful-teller", "SQ_FDB_002"),
        ("eager-teller", "SQ_LST_001"),
        ("always-transfer", "CT_BAL_001"),
        ("echo", "CT_BAL_001"),
        ("silent", "CT_BAL_001"),
    ],
)
def test_in_actions_an_assistant_says_and_does_what_it_does_by_functions(
    name: str, task_id: str, strategy: str, dataset: Dataset, server: ReferenceServer
) -> None:
    endpoint = Endpoint(server.url, name, Secret("sk-reference"), allow_private=True)
    with EndpointAssistant(endpoint, STRATEGIES[strategy]) as remote:
        acted = talk(remote, dataset, task_id)
    assert acted.header.assistant["strategy"] == strategy
    plain = talk(ChatFunctionAssistant(REFERENCE[name], name), dataset, task_id)
    assert happenings(acted) == happenings(plain)
    assert score(dataset, acted).passed is score(dataset, plain).passed
    turns = [e.turn for e in acted.events if isinstance(e, Message | Call) and e.turn]
    spoken = [turn.thought for turn in turns if name != "silent"]
    assert all(bool(thought) is (strategy == "react") for thought in spoken)


def test_the_openai_client_lists_the_models(client: openai.OpenAI) -> None:
    assert [model.id for model in client.models.list()] == list(REFERENCE)


def test_the_openai_client_holds_a_whole_tool_calling_exchange(
    client: openai.OpenAI,
) -> None:
    messages: list[Any] = [
        {"role": "system", "content": "Help.\n\nSession\n- Accounts: SB1234567890"},
        {"role": "user", "content": "What is the balance of my account?"},
    ]
    tools: Any = [dict(schema) for schema in SCHEMAS]
    first = client.chat.completions.create(
        model="careful-teller", messages=messages, tools=tools
    )
    (choice,) = first.choices
    assert choice.finish_reason == "tool_calls"
    assert first.usage is not None and first.usage.completion_tokens > 0
    (call,) = choice.message.tool_calls or []
    assert call.type == "function"
    assert call.function.name == "get_account_balance"
    messages += [
        choice.message.model_dump(exclude_none=True),
        {
            "role": "tool",
            "tool_call_id": call.id,
            "content": '{"balances": [{"account_id": "SB1234567890", '
            '"available_balance": 125000.5, "hold_amount": 0.0}]}',
        },
    ]
    second = client.chat.completions.create(
        model="careful-teller", messages=messages, tools=tools
    )
    assert "₹1,25,000.50" in (second.choices[0].message.content or "")


@pytest.mark.parametrize("task_id", ["SQ_FDC_001", "SQ_LST_001", "CT_FRZ_002"])
def test_the_openai_client_holds_a_whole_conversation(
    task_id: str, client: openai.OpenAI, dataset: Dataset
) -> None:
    finishes = []

    def asked(messages: list[Any], tools: Any) -> Any:  # as the client types them
        made = client.chat.completions.create(
            model="careful-teller", messages=messages, tools=[*tools], seed=7
        )
        finishes.append(made.choices[0].finish_reason)
        return made.choices[0].message.model_dump(exclude_none=True)

    over_http = talk(ChatFunctionAssistant(asked, "openai"), dataset, task_id)
    own = ChatFunctionAssistant(REFERENCE["careful-teller"], "careful-teller")
    assert happenings(over_http) == happenings(talk(own, dataset, task_id))
    assert set(finishes) == {"tool_calls", "stop"}
    assert len(finishes) > 4


def test_the_openai_client_does_not_wait_longer_than_it_means_to() -> None:
    hello: Any = [{"role": "user", "content": "Hi"}]
    with ReferenceServer(latency_s=1.0) as slow:
        threading.Thread(target=slow.serve_forever, daemon=True).start()
        hasty = openai.OpenAI(
            base_url=slow.url, api_key="x", max_retries=0, timeout=0.1
        )
        with hasty, pytest.raises(openai.APITimeoutError):
            hasty.chat.completions.create(model="echo", messages=hello)
        slow.shutdown()


def test_the_openai_client_understands_the_errors(
    client: openai.OpenAI, server: ReferenceServer
) -> None:
    hello: Any = [{"role": "user", "content": "Hi"}]
    with pytest.raises(openai.NotFoundError, match="there are careful-teller"):
        client.chat.completions.create(model="gpt", messages=hello)
    with pytest.raises(openai.BadRequestError, match="streaming"):
        client.chat.completions.create(model="echo", messages=hello, stream=True)
    with pytest.raises(openai.BadRequestError, match="must not be empty"):
        client.chat.completions.create(model="echo", messages=[])
    stranger = openai.OpenAI(base_url=server.url, api_key="wrong", max_retries=0)
    with stranger, pytest.raises(openai.AuthenticationError):
        stranger.models.list()


BAD_BODIES: dict[str, bytes] = {
    "nothing": b"",
    "not JSON": b"{",
    "a list": b"[]",
    "no messages": b'{"model": "echo"}',
    "empty messages": b'{"model": "echo", "messages": []}',
    "odd messages": b'{"model": "echo", "messages": [7]}',
    "odd tools": b'{"model": "echo", "messages": [{}], "tools": {}}',
    "odd model": b'{"model": ["echo"], "messages": [{}]}',
    "deep": b"[" * 100_000,
}


@pytest.mark.parametrize("case", BAD_BODIES)
def test_a_bad_request_is_answered_with_an_error(
    case: str, server: ReferenceServer
) -> None:
    response = httpx2.post(
        f"{server.url}/chat/completions",
        content=BAD_BODIES[case],
        headers={"Authorization": "Bearer sk-reference"},
        trust_env=False,
    )
    assert 400 <= response.status_code < 500
    assert response.json()["error"]["message"]


HOSTILE: dict[str, list[dict[str, Any]]] = {
    "no messages but a tool's": [{"role": "tool", "content": "{}"}],
    "no roles": [{}, {"content": None}],
    "odd contents": [{"role": "user", "content": {"a": [1]}}, {"role": 7}],
    "a result nobody asked for": [
        {"role": "user", "content": "Close my FD"},
        {"role": "tool", "content": "not JSON"},
        {"role": "tool", "content": "[1, 2]"},
        {"role": "user", "content": "yes"},
    ],
    "ten thousand lines": [{"role": "user", "content": "balance?\n" * 10_000}],
    "control characters": [{"role": "user", "content": "bal\x00ance \x1b[2J ₹" * 50}],
}


@pytest.mark.parametrize("name", REFERENCE)
@pytest.mark.parametrize("case", HOSTILE)
def test_no_message_makes_an_assistant_stumble(name: str, case: str) -> None:
    message = REFERENCE[name](HOSTILE[case], SCHEMAS)
    assert message["role"] == "assistant"
    assert set(message) <= {"role", "content", "tool_calls"}


def test_a_refused_write_is_told_and_nothing_is_invented(dataset: Dataset) -> None:
    messages: list[dict[str, Any]] = [
        {"role": "system", "content": "Session\n- Cards: CARD12345"},
        {"role": "user", "content": "Freeze my card for now"},
    ]
    card = '{"cards": [{"card_id": "CARD12345", "last4": "2345", "status": "active"}]}'
    refusal = '{"error_code": "INVALID_STATE", "error_message": "It is blocked."}'
    for reply in (card, "Yes please.", refusal):
        answer = REFERENCE["careful-teller"](messages, SCHEMAS)
        messages.append(answer)
        role = "tool" if answer.get("tool_calls") else "user"
        messages.append({"role": role, "content": reply})
    last = REFERENCE["careful-teller"](messages, SCHEMAS)
    assert "could not" in last["content"] and "blocked" in last["content"]


@pytest.mark.parametrize("answer", ["No, leave it.", "What would it cost?", "Hm."])
def test_without_a_yes_nothing_is_written(answer: str, dataset: Dataset) -> None:
    for task in list(dataset.tasks.values())[::17]:
        opening = task.scenario.opening_lines[0]
        trajectory = run_conversation(
            ChatFunctionAssistant(REFERENCE["careful-teller"], "careful-teller"),
            ScriptedCustomer((opening, *[answer] * 6)),
            task,
            dataset=dataset,
        )
        assert not any(isinstance(e, Result) and e.changes for e in trajectory.events)


def test_the_careful_teller_never_writes_before_a_yes(dataset: Dataset) -> None:
    teller = ChatFunctionAssistant(REFERENCE["careful-teller"], "careful-teller")
    for task_id in list(dataset.tasks)[::23]:
        events = talk(teller, dataset, task_id).events
        for event in events:
            if isinstance(event, Result) and event.changes:
                call = events[event.index - 1]
                asked = events[event.index - 2]
                assert isinstance(call, Call)
                assert isinstance(asked, Message) and asked.speaker == "customer"


def test_a_customer_may_name_the_own_account(server: ReferenceServer) -> None:
    endpoint = Endpoint(
        server.url, "careful-teller", Secret("sk-reference"), allow_private=True
    )
    assert {step.status for step in probe(endpoint)} == {"ok"}
