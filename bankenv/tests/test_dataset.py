"""A bank opens quickly once it is sealed, and only a bank without faults opens."""

import shutil
import subprocess
import sys
from pathlib import Path

import orjson
import pytest

from bankenv.bank import FIXTURES, DatasetError, open_dataset, read_dataset
from bankenv.dataset import load_dataset, seal, sealed
from bankenv.task_io import TaskError
from bankenv.task_lines import TaskLines
from bankenv.tests.make_another_bank import ROOT

OPENS = """
import sys
from bankenv.dataset import load_dataset
load_dataset()
heavy = {"numpy", "scipy", "bm25s", "asyncio", "bankenv.scoring", "bankenv.customer"}
print(*sorted(heavy & set(sys.modules)))
"""


@pytest.fixture
def bank(tmp_path: Path) -> Path:
    """A copy of the tiny bank, not sealed."""
    root = tmp_path / "bank"
    shutil.copytree(ROOT, root)
    return root


def spoil_task(root: Path, **fields: object) -> None:
    """Change the first task of the bank."""
    file = root / "tasks" / "AB.jsonl"
    first, *others = file.read_bytes().splitlines()
    task = {**orjson.loads(first), **fields}
    file.write_bytes(b"\n".join([orjson.dumps(task), *others]))


def test_our_own_bank_is_sealed_and_opens_without_the_heavy_imports() -> None:
    assert sealed(open_dataset(FIXTURES), FIXTURES), "run python -m bankenv generate"
    ran = subprocess.run(
        [sys.executable, "-c", OPENS], capture_output=True, text=True, check=True
    )
    assert ran.stdout.split() == []


def test_a_seal_names_the_bytes_and_breaks_with_them(bank: Path) -> None:
    assert not sealed(open_dataset(bank), bank)
    seal(read_dataset(bank), bank)
    assert sealed(open_dataset(bank), bank)
    spoil_task(bank, title="another title")
    assert not sealed(open_dataset(bank), bank)


def test_a_bank_that_is_not_sealed_is_checked_when_it_opens(bank: Path) -> None:
    gold = [
        {
            "step": 1,
            "tool": "close_deposit",
            "arguments": {"deposit_id": "FD1"},
            "compare": None,
            "after": [],
            "why": "",
            "rules": [],
        }
    ]
    spoil_task(bank, gold=gold)
    with pytest.raises(DatasetError, match="AB_BAL_1: gold step 1 close_deposit fails"):
        load_dataset(bank)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"customer_id": "CUST_0"}, "AB_BAL_1: no customer 'CUST_0'"),
        ({"category": "strange"}, r"AB\.jsonl:1 \(AB_BAL_1\): category 'strange'"),
        ({"id": "AB_FDC_1"}, r"AB\.jsonl:2: task AB_FDC_1 is there twice"),
        ({"id": "AB_NEW_1"}, r"splits\.json: base names no such task \['AB_BAL_1'\]"),
    ],
)
def test_reading_a_bank_reads_each_of_its_tasks(
    bank: Path, fields: dict[str, object], message: str
) -> None:
    spoil_task(bank, **fields)
    with pytest.raises(DatasetError, match=message):
        read_dataset(bank)


def test_opening_reads_a_task_when_it_is_asked_for(bank: Path) -> None:
    spoil_task(bank, category="strange")
    tasks = open_dataset(bank).tasks
    assert len(tasks) == 5
    assert tasks["AB_FDC_1"] is tasks["AB_FDC_1"]
    with pytest.raises(TaskError, match="category 'strange'"):
        tasks["AB_BAL_1"]


def test_tasks_by_line_are_a_mapping_like_any() -> None:
    tasks = TaskLines()
    for line in (ROOT / "tasks" / "AB.jsonl").read_bytes().splitlines():
        tasks.add("here", line)
    assert "AB_BAL_1" in tasks
    assert "AB_BAL_2" not in tasks
    assert tasks.get("AB_BAL_2") is None
    assert [task.id for task in tasks.values()] == list(tasks)


def test_a_line_whose_id_does_not_lead_is_found_too() -> None:
    tasks = TaskLines()
    tasks.add("here", b'{"family": "AB", "id": "AB_1"}')
    assert list(tasks) == ["AB_1"]
    with pytest.raises(TaskError, match="there: expected a task with an id"):
        tasks.add("there", b"[]")
