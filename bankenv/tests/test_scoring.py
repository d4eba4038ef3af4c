"""Gold passes, every mutant of gold fails for the right reason, twice the same."""

import json
import random
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import orjson
import pytest

from bankenv.dataset import FIXTURES, load_dataset
from bankenv.replay import replay
from bankenv.scoring import NotScorable, score
from bankenv.tasks import Task
from bankenv.tests.mutants import event_of, mutants
from bankenv.trajectory import End
from bankenv.trajectory_io import to_json

DATASET = load_dataset()
FAMILIES = sorted({task.family for task in DATASET.tasks.values()})


def tasks_of(family: str) -> list[Task]:
    return [task for task in DATASET.tasks.values() if task.family == family]


@pytest.mark.parametrize("family", FAMILIES)
def test_every_gold_chain_passes(family: str) -> None:
    for task in tasks_of(family):
        verdict = score(DATASET, replay(DATASET, task))
        assert verdict.passed, f"{task.id}: {verdict.sentence}"
        assert not verdict.hidden_violation


@pytest.mark.parametrize("family", FAMILIES)
def test_every_mutant_of_gold_fails_with_the_right_finding(family: str) -> None:
    for task in tasks_of(family):
        for mutant in mutants(DATASET, task):
            verdict = score(DATASET, replay(DATASET, task, mutant.calls))
            about = f"{task.id}, {mutant.name}: {verdict.sentence}"
            assert not verdict.passed, about
            fitting = [f for f in verdict.findings if f.kind in mutant.kinds]
            assert fitting, about
            if mutant.position is not None:
                events = {finding.event for finding in fitting}
                assert event_of(mutant.position) in events, about


def test_the_mutants_cover_every_way_to_go_wrong() -> None:
    names = Counter(
        mutant.name.split(" on ")[0].split()[-1]
        for task in DATASET.tasks.values()
        for mutant in mutants(DATASET, task)
    )
    assert {"dropped", "backwards", "doubled", "unfroze", "closure"} <= names.keys()


def test_doing_nothing_never_passes() -> None:
    for task in DATASET.tasks.values():
        assert not score(DATASET, replay(DATASET, task, [])).passed


def test_a_skipped_read_is_a_hidden_violation() -> None:
    task = tasks_of("SQ_FDC")[0]
    calls = [(s.tool, s.arguments) for s in task.gold if "quote" not in s.tool]
    verdict = score(DATASET, replay(DATASET, task, calls))
    assert verdict.final_state_passed
    assert verdict.hidden_violation
    assert "closure quote" in verdict.sentence


def test_an_argument_that_was_left_out_is_said_to_have_been_left_at_its_default() -> (
    None
):
    task = DATASET.tasks["SQ_MND_008"]
    calls = [(step.tool, step.arguments) for step in task.gold]
    calls[-1] = ("show_mandates", {})
    verdict = score(DATASET, replay(DATASET, task, calls))
    (finding,) = [f for f in verdict.findings if not f.advisory]
    assert finding.detail == (
        "Looked up the list of mandates, but status was left at all instead of "
        "cancelled."
    )
    assert [row["left_out"] for row in finding.data["arguments"]] == [True]


def test_a_request_that_nobody_asked_for_is_traced_to_the_call_that_logged_it() -> None:
    task = DATASET.tasks["SQ_MND_008"]
    gold = [(step.tool, step.arguments) for step in task.gold]
    asked = {"category": "general_query", "description": "Of no use."}
    disputed = {"category": "charges_dispute", "description": "Of no use."}
    extra = [("raise_request", asked), ("raise_request", disputed)]
    verdict = score(DATASET, replay(DATASET, task, extra + gold))
    logged = {
        f.data["here"]["category"]: f.event
        for f in verdict.findings
        if f.kind == "state_difference"
    }
    assert logged == {
        args["category"]: f.event
        for (_, args), f in zip(
            extra,
            [f for f in verdict.findings if f.kind == "unsolicited_write"],
            strict=True,
        )
    }


def test_a_conversation_that_its_provider_broke_off_is_not_scored() -> None:
    trajectory = replay(DATASET, tasks_of("CT_BAL")[0])
    end = trajectory.events[-1]
    assert isinstance(end, End)
    broken = replace(end, reason="provider_failure")
    with pytest.raises(NotScorable, match="provider_failure"):
        score(DATASET, replace(trajectory, events=(*trajectory.events[:-1], broken)))


@pytest.mark.parametrize(
    "reason", ["step_limit", "tool_error_limit", "protocol_breach", "nonsense"]
)
def test_an_abnormal_end_fails_whatever_else_is_right(reason: str) -> None:
    trajectory = replay(DATASET, tasks_of("CT_BAL")[0])
    end = End(trajectory.events[-1].index, 0.0, reason)
    verdict = score(DATASET, replace(trajectory, events=(*trajectory.events[:-1], end)))
    deciding = [finding.kind for finding in verdict.findings if not finding.advisory]
    assert deciding == ["abnormal_end"]
    assert not verdict.final_state_passed


def test_another_process_and_order_of_customers_give_the_same_verdict(
    tmp_path: Path,
) -> None:
    trajectories = [
        to_json(replay(DATASET, task, mutant.calls))
        for task in list(DATASET.tasks.values())[::7]
        for mutant in mutants(DATASET, task)
    ]
    file = tmp_path / "trajectories.jsonl"
    file.write_bytes(b"\n".join(orjson.dumps(item) for item in trajectories))
    shuffled = shuffled_copy(tmp_path / "fixtures")
    outputs = {
        subprocess.run(
            [sys.executable, "-m", "bankenv", "--data", str(data), "score", str(file)],
            capture_output=True,
            check=True,
        ).stdout
        for data in (FIXTURES, FIXTURES, shuffled)
    }
    assert len(outputs) == 1
    rows = [json.loads(line) for line in outputs.pop().splitlines()]
    assert len(rows) == len(trajectories)


def shuffled_copy(root: Path) -> Path:
    for file in FIXTURES.rglob("*"):
        if file.is_file():
            copy = root / file.relative_to(FIXTURES)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(file.read_bytes())
    customers = root / "bank" / "customers.jsonl"
    lines = customers.read_bytes().splitlines()
    random.Random(1).shuffle(lines)
    customers.write_bytes(b"\n".join(lines) + b"\n")
    return root
