"""A bank in the published layout: written from ours, read and checked."""

from dataclasses import replace
from pathlib import Path
from typing import Any  # Any: JSON values

import orjson
import pytest
from jsonschema import Draft202012Validator

from bankenv.books import Books
from bankenv.dataset import load_dataset
from bankenv.tools import TOOLS
from runner.recordings.domain_files import read_domain, write_domain
from runner.recordings.stream import BrokenFile

TEXT = {"type": "string"}
MAYBE = {"type": ["string", "null"]}
OBJECT = {"type": "object"}
ACTION = {
    "type": "object",
    "required": ["action_id", "name", "arguments"],
    "additionalProperties": False,
    "properties": {
        "action_id": TEXT,
        "requestor": {"enum": ["assistant", "user"]},
        "name": {"enum": sorted(TOOLS)},
        "arguments": OBJECT,
        "info": MAYBE,
        "compare_args": {"type": ["array", "null"], "items": TEXT},
    },
}
# The field rules of the format: what a task must and may have.
TASK = {
    "type": "object",
    "required": ["id", "user_scenario"],
    "additionalProperties": False,
    "properties": {
        "id": TEXT,
        "description": {
            "type": "object",
            "additionalProperties": False,
            "properties": dict.fromkeys(
                ("purpose", "relevant_policies", "notes"), MAYBE
            ),
        },
        "user_scenario": {
            "type": "object",
            "required": ["instructions"],
            "additionalProperties": False,
            "properties": {
                "persona": MAYBE,
                "instructions": {
                    "type": "object",
                    "required": ["domain", "reason_for_call", "task_instructions"],
                    "additionalProperties": False,
                    "properties": {
                        "domain": {"const": "banking"},
                        "reason_for_call": TEXT,
                        "known_info": MAYBE,
                        "unknown_info": MAYBE,
                        "task_instructions": TEXT,
                    },
                },
            },
        },
        # Ours; readers of the format pass over keys that they do not know.
        "passbook": OBJECT,
        "ticket": MAYBE,
        "initial_state": {
            "type": "object",
            "additionalProperties": False,
            "properties": {
                "initialization_data": {
                    "type": "object",
                    "additionalProperties": False,
                    "properties": {
                        "agent_data": OBJECT,
                        "user_data": {"type": ["object", "null"]},
                    },
                },
                "initialization_actions": {"type": ["array", "null"]},
                "message_history": {"type": ["array", "null"]},
            },
        },
        "evaluation_criteria": {
            "type": "object",
            "additionalProperties": False,
            "properties": {
                "actions": {"type": "array", "items": ACTION},
                "env_assertions": {"type": "null"},
                "communicate_info": {"type": "null"},
                "nl_assertions": {"type": "null"},
                "reward_basis": {
                    "items": {
                        "enum": [
                            "DB",
                            "ENV_ASSERTION",
                            "NL_ASSERTION",
                            "ACTION",
                            "COMMUNICATE",
                        ]
                    }
                },
            },
        },
    },
}


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("domain")
    write_domain(load_dataset(), root)
    return root


def test_every_task_keeps_the_rules_of_the_format(written: Path) -> None:
    tasks = orjson.loads((written / "tasks.json").read_bytes())
    assert len(tasks) == len(load_dataset().tasks)
    rules = Draft202012Validator(TASK)
    for task in tasks:
        rules.validate(task)
    database = orjson.loads((written / "db.json").read_bytes())
    assert database.keys() == {"active_customer", "customers"}
    tools = orjson.loads((written / "tools.json").read_bytes())
    assert [tool["function"]["name"] for tool in tools] == list(TOOLS)


def test_what_was_written_is_read_again(written: Path) -> None:
    dataset, files = load_dataset(), read_domain(written)
    assert files.customers.keys() >= dataset.customers.keys()
    assert {n: set(ids) for n, ids in files.splits.items()} == {
        n: set(ids) for n, ids in dataset.splits.items()
    }
    assert len(files.documents) == len(dataset.documents)
    customers = {name: orjson.dumps(r) for name, r in files.customers.items()}
    for task in dataset.tasks.values():
        read = files.tasks[task.id]
        assert read.customer_id.startswith(task.customer_id)
        assert [s.arguments for s in read.gold] == [s.arguments for s in task.gold]
        suite = replace(dataset, customers=customers)
        records = [
            orjson.dumps(
                Books(suite, one.customer_id, one.opening).record,
                option=orjson.OPT_SORT_KEYS,
            )
            for one in (task, read)
        ]
        assert records[0] == records[1]


def edited(root: Path, name: str, change: Any) -> Path:
    file = root / name
    value = orjson.loads(file.read_bytes())
    change(value)
    file.write_bytes(orjson.dumps(value))
    return root


@pytest.fixture
def small(tmp_path: Path) -> Path:
    task = {
        "id": "rl_hpbal_0001",
        "user_scenario": {"instructions": "Ask for the balance."},
        "evaluation_criteria": {
            "actions": [
                {
                    "action_id": "1",
                    "name": "get_account_balance",
                    "arguments": {"account_ids": ["SB1"]},
                }
            ]
        },
    }
    files: dict[str, Any] = {
        "db.json": {"active_customer": "C1", "customers": {"C1": {"accounts": {}}}},
        "tasks.json": [task],
        "split_tasks.json": {"base": ["rl_hpbal_0001", "rl_gone_0001"]},
    }
    for name, value in files.items():
        (tmp_path / name).write_bytes(orjson.dumps(value))
    (tmp_path / "policy.md").write_text("Be careful.")
    return tmp_path


def test_ids_that_a_split_has_and_the_tasks_have_not_are_told(small: Path) -> None:
    files = read_domain(small)
    assert files.splits == {"base": ("rl_hpbal_0001",)}
    assert "1 ids are unknown" in files.faults[0]
    assert files.tasks["rl_hpbal_0001"].category == "happy_path"


@pytest.mark.parametrize(
    ("name", "change", "words"),
    [
        ("db.json", lambda v: v.update(more=1), "unknown key 'more'"),
        ("db.json", lambda v: v.update(customers=[]), "customers"),
        ("tasks.json", lambda v: v.append(v[0]), "is there twice"),
        (
            "tasks.json",
            lambda v: v[0].pop("evaluation_criteria"),
            "evaluation_criteria",
        ),
        (
            "tasks.json",
            lambda v: v[0]["evaluation_criteria"].update(actions=None),
            "nothing would be checked",
        ),
        (
            "tasks.json",
            lambda v: v[0]["evaluation_criteria"]["actions"][0].update(name="pay"),
            "which is no tool",
        ),
        (
            "tasks.json",
            lambda v: v[0].update(
                initial_state={
                    "initialization_data": {"agent_data": {"active_customer": "C9"}}
                }
            ),
            "not in db.json",
        ),
        ("split_tasks.json", lambda v: v.update(base=[]), "no split"),
    ],
)
def test_what_cannot_be_a_bank_is_refused_by_name(
    small: Path, name: str, change: Any, words: str
) -> None:
    with pytest.raises((BrokenFile, ValueError), match=words):
        read_domain(edited(small, name, change))


def test_a_missing_file_is_named(small: Path) -> None:
    (small / "policy.md").unlink()
    with pytest.raises(BrokenFile, match=r"policy\.md"):
        read_domain(small)
