"""One family made anew, by itself, as `generate --family` does."""

from pathlib import Path
from shutil import copytree

import pytest

from bankenv.__main__ import main
from bankenv.bank import FIXTURES
from bankenv.generate import build_family, task_lines
from bankenv.generate.casting import CAST_TOGETHER, TURNS, row_of
from bankenv.generate.customers import draw_customers
from bankenv.generate.tasks import make_family

FAMILY = "CT_FRZ"


def test_a_family_by_itself_is_written_as_the_whole_suite_has_it(
    tmp_path: Path,
) -> None:
    root = tmp_path / "fixtures"
    copytree(FIXTURES, root)
    before = {file: file.read_bytes() for file in root.rglob("*") if file.is_file()}
    (root / "tasks" / f"{FAMILY}.jsonl").write_bytes(b"")
    (root / "splits.json").write_bytes(b"{}\n")
    assert main(["--data", str(root), "generate", "--family", FAMILY]) == 0
    after = {file: file.read_bytes() for file in root.rglob("*") if file.is_file()}
    changed = {file.name for file in before if before[file] != after[file]}
    # the splits are ours, above: nothing but the family's own file was touched
    assert changed - {f"{FAMILY}.jsonl"} == {"splits.json"}
    assert after[root / "tasks" / f"{FAMILY}.jsonl"] == task_lines(build_family(FAMILY))


def test_an_unknown_family_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "--family", "SQ_NOPE"]) == 1
    assert "no family 'SQ_NOPE'" in capsys.readouterr().err


def test_a_later_family_keeps_its_registers_whatever_joins_the_suite() -> None:
    rows = {row_of("SQ_ROL", place) for place in range(CAST_TOGETHER, 60)}
    assert len(rows) == 1 and rows < set(range(len(TURNS)))


def test_too_few_customers_are_refused_by_name() -> None:
    with pytest.raises(ValueError, match="no customer fits"):
        make_family("CT_FRZ", draw_customers(1))
