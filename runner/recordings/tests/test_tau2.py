"""τ²-bench results in every form: one file, a directory, a lone simulation."""

from pathlib import Path
from typing import Any  # Any: JSON values

import orjson
import pytest

from bankenv.dataset import load_dataset
from bankenv.replay import replay
from bankenv.scoring import score
from bankenv.trajectory import Call, Message, Result
from bankenv.trajectory_io import to_json
from runner.recordings.items import About, Recording, Refused, TaskFound
from runner.recordings.stream import BrokenFile
from runner.recordings.tau2 import read_tau2
from runner.recordings.tau2_results import write_simulation

ACTION = {
    "action_id": "a1",
    "name": "get_reservation_details",
    "arguments": {"id": "A"},
}


def said(role: str, text: str | None = None, **more: Any) -> dict[str, Any]:
    return {"role": role, "content": text, "tool_calls": None, **more}


def called(name: str, call_id: str = "c1", role: str = "assistant") -> dict[str, Any]:
    call = {"id": call_id, "name": name, "arguments": {"id": "A"}}
    return said(role) | {"tool_calls": [call]}


def answered(text: str, call_id: str = "c1", **more: Any) -> dict[str, Any]:
    return {"role": "tool", "id": call_id, "content": text, "error": False, **more}


def simulation(*messages: Any, **more: Any) -> dict[str, Any]:
    talk = messages or (
        said("assistant", "Hi! How can I help you today?"),
        said("user", "Hello"),
        called("get_reservation_details"),
        answered('{"ok": true}'),
        said("user", "Bye ###STOP###"),
    )
    return {
        "id": "s1",
        "task_id": "7",
        "trial": 0,
        "termination_reason": "user_stop",
        "reward_info": {"reward": 1.0, "db_check": {"db_match": True}},
        "messages": list(talk),
        "mode": "half_duplex",
        **more,
    }


def results(*simulations: Any, **more: Any) -> dict[str, Any]:
    return {
        "info": {
            "agent_info": {"llm": "m-1", "llm_args": {"api_key": "x", "seed": 1}},
            "user_info": {"llm": "u-1"},
            "environment_info": {"domain_name": "airline", "policy": "P"},
        },
        "tasks": [
            {
                "id": "7",
                "user_scenario": {"instructions": "Cancel it."},
                "evaluation_criteria": {"actions": [ACTION]},
            }
        ],
        "simulations": list(simulations),
        **more,
    }


def read(path: Path, value: Any) -> list[Any]:
    file = path / "results.json"
    file.write_bytes(value if isinstance(value, bytes) else orjson.dumps(value))
    return list(read_tau2(file))


def one(path: Path, *messages: Any, **more: Any) -> Any:
    found = read(path, results(simulation(*messages, **more)))
    return next(i for i in found if isinstance(i, Recording | Refused))


def test_a_file_tells_what_was_run_without_its_key(tmp_path: Path) -> None:
    about = next(i for i in read(tmp_path, results()) if isinstance(i, About))
    assert (about.domain, about.policy) == ("airline", "P")
    assert about.assistant["model"] == "m-1"
    assert about.assistant["seed"] == 1
    assert "api_key" not in about.assistant


def test_messages_become_events_in_the_order_of_the_file(tmp_path: Path) -> None:
    late, early = "2026-07-16T10:00:09", "2026-07-16T10:00:01"
    found = one(
        tmp_path,
        said("user", "First", timestamp=late),
        said("assistant", "Second", timestamp=early),
        said("user", "###STOP###", timestamp=early),
    )
    texts = [e.text for e in found.trajectory.events if isinstance(e, Message)]
    assert texts == ["First", "Second", "###STOP###"]
    assert [e.ms for e in found.trajectory.events] == [0, 0, 0, 0]


def test_the_outcome_is_kept_as_recorded(tmp_path: Path) -> None:
    info = {
        "reward": 0.0,
        "db_check": {"db_match": True},
        "reward_breakdown": {"DB": 1.0},
    }
    recorded = one(tmp_path, reward_info=info).trajectory.header.recorded
    assert (recorded["reward"], recorded["state"]) == (0.0, True)
    assert recorded["why"] == "DB 1.0"


def test_parallel_calls_are_paired_by_their_ids(tmp_path: Path) -> None:
    both = called("get_user_details") | {
        "tool_calls": [
            {"id": "a", "name": "get_user_details", "arguments": {}},
            {"id": "b", "name": "list_all_airports", "arguments": {}},
        ]
    }
    inner = {"role": "tool", "tool_messages": [answered("2", "b"), answered("1", "a")]}
    events = one(tmp_path, both, inner).trajectory.events
    results_of = {e.call: e.content for e in events if isinstance(e, Result)}
    assert results_of == {"a": "1", "b": "2"}


def test_the_customers_own_calls_are_told_apart(tmp_path: Path) -> None:
    found = one(tmp_path, called("toggle_data", role="user"), answered("done"))
    call = next(e for e in found.trajectory.events if isinstance(e, Call))
    assert (call.tool, call.by) == ("toggle_data", "customer")


def test_the_advertised_name_of_the_hand_over_is_the_hand_over(tmp_path: Path) -> None:
    found = one(tmp_path, called("_transfer_to_human_agents"), answered("ok"))
    call = next(e for e in found.trajectory.events if isinstance(e, Call))
    assert call.tool == "transfer_to_human_agents"


def test_where_it_was_answered_that_there_is_no_such_tool_nobody_was_handed_over(
    tmp_path: Path,
) -> None:
    name = "_transfer_to_human_agents"
    answer = answered(f"Error: Tool '{name}' not found.") | {"error": True}
    found = one(tmp_path, called(name), answer)
    call = next(e for e in found.trajectory.events if isinstance(e, Call))
    assert call.tool == name


@pytest.mark.parametrize(
    ("reason", "end", "scored"),
    [
        ("user_stop", "customer_ended", True),
        ("agent_stop", "assistant_ended", True),
        ("max_steps", "step_limit", True),
        ("too_many_errors", "tool_error_limit", True),
        ("agent_error", "protocol_breach", True),
        ("timeout", "timeout", True),
        ("context_window_exceeded", "context_window_exceeded", True),
        ("infrastructure_error", "provider_failure", False),
        ("user_error", "provider_failure", False),
    ],
)
def test_how_it_ended(tmp_path: Path, reason: str, end: str, scored: bool) -> None:
    found = one(tmp_path, termination_reason=reason)
    assert found.trajectory.events[-1].reason == end
    assert (not found.unscored) == scored


@pytest.mark.parametrize("token", ["###TRANSFER###", "###OUT-OF-SCOPE###"])
def test_the_three_stops_are_told_apart(tmp_path: Path, token: str) -> None:
    end = one(tmp_path, said("user", f"So be it {token}")).trajectory.events[-1]
    assert end.detail == f"user_stop {token}"


def test_an_empty_recording_has_no_score(tmp_path: Path) -> None:
    assert one(tmp_path, messages=[]).unscored


def test_spoken_runs_are_refused_with_the_reason(tmp_path: Path) -> None:
    found = one(tmp_path, mode="full_duplex")
    assert "spoken runs" in found.reason
    assert found.place.startswith("simulations[0] at byte")


@pytest.mark.parametrize(
    ("bad", "words"),
    [
        (b'{"simulations": [{"task_id": "7", "reward": NaN}]}', "not JSON"),
        (b'{"simulations": [{"task_id": 7}]}', "task_id"),
        (b'{"simulations": [{"task_id": "7", "trial": "x"}]}', "trial"),
        (b'{"simulations": [3]}', "expected an object"),
    ],
)
def test_what_cannot_be_read_names_its_place(
    tmp_path: Path, bad: bytes, words: str
) -> None:
    found = read(tmp_path, bad)
    assert isinstance(found[0], Refused)
    assert "simulations[0] at byte" in found[0].place
    assert words in found[0].reason


def test_a_trial_that_is_not_named_is_the_next_one(tmp_path: Path) -> None:
    file = results(*(simulation(trial=None, id=str(n)) for n in range(3)))
    found = [i for i in read(tmp_path, file) if isinstance(i, Recording)]
    assert [item.trial for item in found] == [1, 2, 3]


def test_a_lone_simulation_needs_no_envelope(tmp_path: Path) -> None:
    found = read(tmp_path, simulation())
    assert [type(item) for item in found] == [Recording]


def test_the_parts_of_a_file_may_come_in_any_order(tmp_path: Path) -> None:
    whole = results(simulation())
    turned = {name: whole[name] for name in reversed(list(whole))}
    kinds = {type(item) for item in read(tmp_path, turned)}
    assert kinds == {About, TaskFound, Recording}


def test_a_directory_is_read_by_its_index(tmp_path: Path) -> None:
    envelope = results()
    del envelope["simulations"]
    index = [{"id": "s1"}, {"id": "gone"}]
    envelope["simulation_index"] = index
    (tmp_path / "results.json").write_bytes(orjson.dumps(envelope))
    folder = tmp_path / "simulations"
    folder.mkdir()
    for name in ("s1", "stray"):
        (folder / f"{name}.json").write_bytes(orjson.dumps(simulation(id=name)))
    for path in (tmp_path, tmp_path / "results.json"):
        found = list(read_tau2(path))
        refused = [item.reason for item in found if isinstance(item, Refused)]
        assert sum(isinstance(item, Recording) for item in found) == 1
        assert any("gone.json" in reason for reason in refused)
        assert any("index" in reason for reason in refused)


def test_a_directory_without_results_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BrokenFile, match=r"results\.json"):
        list(read_tau2(tmp_path))


def test_the_kinds_of_tools_come_from_the_checks(tmp_path: Path) -> None:
    checks = [{"action": {"name": "odd_tool"}, "tool_type": "write"}]
    info = {"reward": 1.0, "action_checks": checks}
    assert one(tmp_path, reward_info=info).tool_kinds == {"odd_tool": "write"}


def test_ours_come_back_byte_for_byte(tmp_path: Path) -> None:
    dataset = load_dataset()
    tasks = list(dataset.tasks.values())[::7]
    made = [replay(dataset, task) for task in tasks]
    made.append(replay(dataset, tasks[0], [("pay", {}), ("get_gold_rate", None)], 2))
    written = [
        write_simulation(dataset, dataset.tasks[t.header.task], t, score(dataset, t))
        for t in made
    ]
    found = [i for i in read(tmp_path, results(*written)) if isinstance(i, Recording)]
    assert len(found) == len(made)
    for before, after in zip(made, found, strict=True):
        document = to_json(after.trajectory)
        assert document["header"].pop("recorded")
        assert orjson.dumps(document) == orjson.dumps(to_json(before))


def test_ours_without_our_own_key_are_read_as_anybodys(tmp_path: Path) -> None:
    dataset = load_dataset()
    task = next(iter(dataset.tasks.values()))
    made = replay(dataset, task)
    written = write_simulation(dataset, task, made, score(dataset, made))
    del written["passbook"]
    found = one_of(read(tmp_path, results(written)))
    plain = [type(event) for event in found.trajectory.events]
    assert plain == [type(event) for event in made.events]


@pytest.mark.parametrize(
    "extra", [3, {}, {"header": {}}, {"header": {"x": 1}, "events": {"9": 1}}]
)
def test_a_key_of_ours_that_does_not_fit_is_left_aside(
    tmp_path: Path, extra: Any
) -> None:
    assert isinstance(one(tmp_path, passbook=extra), Recording)


def one_of(found: list[Any]) -> Any:
    return next(item for item in found if isinstance(item, Recording))
