"""The turn loop: who speaks when, what is recorded, and how it ends."""

import time
from collections.abc import Sequence

import pytest

from bankenv.bank import Dataset
from bankenv.dataset import load_dataset
from bankenv.scoring import score
from bankenv.tasks import Task
from bankenv.trajectory import Call, End, Event, Message, Result, Trajectory, Turn
from bankenv.trajectory_io import from_json, to_json
from runner.assistants import Answer, Assistant, History, ScriptedAssistant, ToolCall
from runner.conversation import run_conversation
from runner.customers import AgendaCustomer, Customer, ScriptedCustomer
from runner.failures import Failure, ProviderUnavailable
from runner.in_process import GoldOracle
from runner.limits import Limits
from runner.progress import steps_taken

BALANCE = ToolCall("get_account_balance", {"account_ids": ["SB0000000000"]})
HAND_OVER = ToolCall("transfer_to_human_agents", {"summary": "A death claim."})
UNPARSED = ToolCall("get_account_balance", None, raw='{"account_ids": [')


@pytest.fixture(scope="module")
def dataset() -> Dataset:
    return load_dataset()


@pytest.fixture
def task(dataset: Dataset) -> Task:
    return dataset.tasks["CT_BAL_001"]


class Chatty:
    """A customer who never ends."""

    name = "chatty"

    def reply(self, *_: object, **__: object) -> object:
        from bankenv.customer import Utterance

        return Utterance("And then?")


def run(
    task: Task,
    dataset: Dataset,
    *answers: Answer,
    customer: Customer | None = None,
    limits: Limits | None = None,
) -> Trajectory:
    return run_conversation(
        ScriptedAssistant(answers),
        customer or ScriptedCustomer(("Hello",) * 3),
        task,
        dataset=dataset,
        limits=limits or Limits(),
    )


def ending(trajectory: Trajectory) -> str:
    last = trajectory.events[-1]
    assert isinstance(last, End)
    return last.reason


def kinds(events: Sequence[Event]) -> list[str]:
    return [type(event).__name__ for event in events]


def test_the_customer_speaks_first_and_last(task: Task, dataset: Dataset) -> None:
    events = run(task, dataset, Answer("Hi")).events
    assert isinstance(events[0], Message) and events[0].speaker == "customer"
    assert isinstance(events[-2], Message) and events[-2].speaker == "customer"
    assert events[-1] == End(
        len(events) - 1, events[-1].ms, "customer_ended", "settled"
    )


def test_indexes_are_positions_and_time_never_runs_back(
    task: Task, dataset: Dataset
) -> None:
    events = run(task, dataset, Answer("Hi", (BALANCE, BALANCE)), Answer("So")).events
    assert [event.index for event in events] == list(range(len(events)))
    assert [event.ms for event in events] == sorted(event.ms for event in events)


def test_text_beside_calls_comes_first_and_is_heard_with_the_next_text(
    task: Task, dataset: Dataset
) -> None:
    class Listener(ScriptedCustomer):
        def reply(self, scenario, transcript, **more):  # type: ignore[no-untyped-def]  # as its parent
            lines.append([line.text for line in transcript])
            return ScriptedCustomer.reply(self, scenario, transcript, **more)

    lines: list[list[str]] = []
    both = Answer("One moment", (BALANCE,))
    trajectory = run(task, dataset, both, Answer("Here"), customer=Listener(("Hello",)))
    assert kinds(trajectory.events[:5]) == [
        "Message",
        "Message",
        "Call",
        "Result",
        "Message",
    ]
    assert lines == [[], ["Hello", "One moment\nHere"]]


def test_the_first_event_of_each_answer_carries_its_turn(
    task: Task, dataset: Dataset
) -> None:
    figures = Turn(0, tokens_in=7, finish_reason="stop")
    answers = Answer("", (BALANCE, BALANCE), figures), Answer("So", (BALANCE,), figures)
    events = run(task, dataset, *answers, Answer("Bye", ends=True)).events
    spoken = [e for e in events if isinstance(e, Message | Call)]
    turns = [(e.index, e.turn.number) for e in spoken if e.turn is not None]
    assert turns == [(1, 1), (5, 2), (8, 3)]
    assert isinstance(events[1], Call) and events[1].turn is not None
    assert events[1].turn.tokens_in == 7


def test_missing_and_repeated_call_ids_become_unique(
    task: Task, dataset: Dataset
) -> None:
    same = ToolCall("get_account_balance", {}, id="x")
    nameless = ToolCall("get_account_balance", {})
    events = run(
        task, dataset, Answer("", (same, same, nameless)), Answer("", (same,))
    ).events
    ids = [event.id for event in events if isinstance(event, Call)]
    results = [event.call for event in events if isinstance(event, Result)]
    assert ids[0] == "x" and "" not in ids
    assert len(set(ids)) == len(ids)
    assert results == ids


def test_a_hand_over_ends_it_after_the_whole_batch(
    task: Task, dataset: Dataset
) -> None:
    trajectory = run(task, dataset, Answer("", (HAND_OVER, BALANCE)))
    assert ending(trajectory) == "handed_over"
    assert kinds(trajectory.events[1:]) == ["Call", "Result", "Call", "Result", "End"]


def test_a_failed_hand_over_does_not_end_it(task: Task, dataset: Dataset) -> None:
    broken = ToolCall("transfer_to_human_agents", {})
    trajectory = run(task, dataset, Answer("", (broken,)), Answer("Bye", ends=True))
    assert ending(trajectory) == "assistant_ended"


def test_one_empty_answer_is_recorded_and_forgiven(
    task: Task, dataset: Dataset
) -> None:
    trajectory = run(task, dataset, Answer(), Answer("Hi"), Answer(), Answer("Bye"))
    assert ending(trajectory) == "customer_ended"
    first = trajectory.events[1]
    assert isinstance(first, Message) and first.text == ""


def test_two_empty_answers_in_a_row_are_a_breach(task: Task, dataset: Dataset) -> None:
    trajectory = run(task, dataset, Answer("Hi"), Answer(" \n "), Answer())
    assert ending(trajectory) == "protocol_breach"
    assert kinds(trajectory.events)[-2:] == ["Message", "End"]


def test_ten_tool_errors_end_it(task: Task, dataset: Dataset) -> None:
    broken = (UNPARSED, ToolCall("invented", {}), ToolCall("create_fd", {"x": 1}))
    trajectory = run(task, dataset, Answer("", broken))
    assert ending(trajectory) == "tool_error_limit"
    errors = [e.error for e in trajectory.events if isinstance(e, Result)]
    assert errors[:3] == ["unparsed", "unknown_tool", "invalid_arguments"]
    assert len(errors) == 12


def test_a_refusal_by_the_bank_is_no_tool_error(task: Task, dataset: Dataset) -> None:
    unknown = ToolCall("cancel_mandate", {"mandate_id": "MND000000"})
    answers = [Answer("", (unknown,) * 12), Answer("Bye", ends=True)]
    assert ending(run(task, dataset, *answers)) == "assistant_ended"


def test_an_unparsed_call_keeps_what_was_sent(task: Task, dataset: Dataset) -> None:
    call = run(task, dataset, Answer("", (UNPARSED,)), Answer("Hi")).events[1]
    assert isinstance(call, Call)
    assert (call.arguments, call.raw) == (None, UNPARSED.raw)


def test_two_hundred_steps_end_it(task: Task, dataset: Dataset) -> None:
    trajectory = run(task, dataset, Answer("Hm"), customer=Chatty())  # type: ignore[arg-type]  # says Utterances only
    assert ending(trajectory) == "step_limit"
    assert steps_taken(trajectory.events) == 200


def test_a_batch_of_calls_is_one_step(task: Task, dataset: Dataset) -> None:
    events = run(task, dataset, Answer("", (BALANCE,) * 3), Answer("Hi")).events
    assert steps_taken(events[:8]) == 3  # customer, batch, assistant


@pytest.mark.parametrize(
    "last",
    [Answer("", (HAND_OVER,)), Answer("Bye", ends=True)],
    ids=["hand-over", "goodbye"],
)
def test_a_natural_end_in_the_same_step_as_a_limit_wins(
    task: Task, dataset: Dataset, last: Answer
) -> None:
    limits = Limits(steps=4)
    trajectory = run(task, dataset, Answer("Hm"), last, limits=limits)
    assert steps_taken(trajectory.events) == 4
    assert ending(trajectory) in ("handed_over", "assistant_ended")


def test_a_hand_over_beside_the_tenth_error_counts_as_natural(
    task: Task, dataset: Dataset
) -> None:
    batch = (*[ToolCall("invented", {})] * 10, HAND_OVER)
    assert ending(run(task, dataset, Answer("", batch))) == "handed_over"


def test_more_calls_than_allowed_at_once_are_a_breach(
    task: Task, dataset: Dataset
) -> None:
    trajectory = run(task, dataset, Answer("", (BALANCE,) * 10_000))
    assert ending(trajectory) == "protocol_breach"
    assert sum(isinstance(e, Call) for e in trajectory.events) == 64


def test_an_endless_text_and_endless_arguments_are_cut(
    task: Task, dataset: Dataset
) -> None:
    big = ToolCall("get_account_balance", {"account_ids": ["x" * 1_000_000]})
    events = run(task, dataset, Answer("y" * 1_000_000, (big,)), Answer("Hi")).events
    text, call = events[1], events[2]
    assert isinstance(text, Message) and len(text.text) < 33_000
    assert isinstance(call, Call) and call.arguments is None
    assert call.raw is not None and len(call.raw) < 33_000


class Failing:
    """An assistant whose endpoint fails at the second answer."""

    about = {"name": "failing"}

    def reply(self, history: History) -> Answer:
        if len(history.events) > 1:
            raise ProviderUnavailable(Failure("timeout", "No answer came."))
        return Answer("Hi")


def test_a_provider_failure_carries_what_happened_so_far(
    task: Task, dataset: Dataset
) -> None:
    with pytest.raises(ProviderUnavailable) as caught:
        run_conversation(Failing(), ScriptedCustomer(("A", "B")), task, dataset=dataset)
    trajectory = caught.value.trajectory
    assert trajectory is not None
    assert kinds(trajectory.events) == ["Message", "Message", "Message", "End"]
    assert ending(trajectory) == "provider_failure"


def test_each_event_is_told_as_it_happens(task: Task, dataset: Dataset) -> None:
    seen: list[Event] = []
    trajectory = run_conversation(
        GoldOracle(task),
        AgendaCustomer(),
        task,
        dataset=dataset,
        on_event=seen.append,
    )
    assert tuple(seen) == trajectory.events


def test_what_a_listener_raises_stops_the_conversation(
    task: Task, dataset: Dataset
) -> None:
    class Cancelled(Exception):
        pass

    def cancel(event: Event) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        run_conversation(
            GoldOracle(task), AgendaCustomer(), task, dataset=dataset, on_event=cancel
        )


def test_the_header_says_what_was_run(task: Task, dataset: Dataset) -> None:
    header = run(task, dataset, Answer("Hi")).header
    assert (header.task, header.trial, header.customer) == (task.id, 1, "scripted")
    assert header.dataset == dataset.hashes["bank"]
    assert header.tools == dataset.hashes["tools"]
    assert "SB" in header.prompts["assistant"]


def test_a_trajectory_survives_being_written_and_read(
    task: Task, dataset: Dataset
) -> None:
    hostile = ToolCall("a\x00b\ud83d", {"x": 1})
    answers = Answer("\ud83d <b>", (UNPARSED, hostile)), Answer("Hi")
    trajectory = run(task, dataset, *answers)
    assert from_json(to_json(trajectory)) == trajectory


def test_the_oracle_settles_every_task_by_talking(dataset: Dataset) -> None:
    for number, task in enumerate(dataset.tasks.values()):
        trial = number % 3 + 1
        trajectory = run_conversation(
            GoldOracle(task), AgendaCustomer(), task, dataset=dataset, trial=trial
        )
        verdict = score(dataset, trajectory)
        assert verdict.passed, (task.id, trial, verdict.sentence)
        end = trajectory.events[-1]
        assert isinstance(end, End)
        assert end.detail != "gave_up", (task.id, trial)


def test_the_same_conversation_twice_differs_in_time_alone(
    task: Task, dataset: Dataset
) -> None:
    def timeless(assistant: Assistant) -> list[object]:
        trajectory = run_conversation(
            assistant, AgendaCustomer(), task, dataset=dataset, trial=2
        )
        written = to_json(trajectory)["events"]
        return [{k: v for k, v in event.items() if k != "ms"} for event in written]

    assert timeless(GoldOracle(task)) == timeless(GoldOracle(task))


def test_a_scripted_conversation_costs_little(task: Task, dataset: Dataset) -> None:
    run(task, dataset, Answer("Hi"))
    started = time.perf_counter()
    for _ in range(20):
        run(task, dataset, Answer("Hm", (BALANCE,)), Answer("Hi"), Answer("Bye"))
    each_ms = (time.perf_counter() - started) * 1000 / 20
    assert each_ms < 15
