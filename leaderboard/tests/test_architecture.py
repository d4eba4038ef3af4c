"""The import rules of ARCHITECTURE.md, kept by a test."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

# What may be imported beyond the standard library, and what not even within it:
# bankenv gives the same answer twice, so it has no clock, no dice and no network.
ALLOWED = {
    "bankenv": {"bankenv", "orjson", "bm25s"},
    "runner": {
        "runner",
        "bankenv",
        "httpcore2",
        "httpx2",
        "orjson",
        "tenacity",
        "tqdm",
    },
}
IMPURE = {"os", "random", "secrets", "socket", "subprocess", "time", "urllib", "uuid"}
BARRED = {"bankenv": IMPURE, "runner": {"os"}}

# Inside leaderboard, a module imports its own layer and those before it.
LAYERS = [
    {"models"},
    {"queries", "services", "charts", "http"},
    {"tasks"},
    {"views", "api", "forms", "admin", "management", "urls"},
]
LAYER_OF = {name: depth for depth, names in enumerate(LAYERS) for name in names}


def sources(package: str) -> list[Path]:
    files = (ROOT / package).rglob("*.py")
    return [f for f in files if not {"tests", "migrations"} & set(f.parts)]


def imports(source: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(source.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("package", ALLOWED)
def test_the_inner_packages_import_only_what_they_may(package: str) -> None:
    allowed = (sys.stdlib_module_names | ALLOWED[package]) - BARRED[package]
    assert sources(package)
    for source in sources(package):
        strangers = {name.split(".")[0] for name in imports(source)} - allowed
        assert not strangers, f"{source.relative_to(ROOT)} imports {strangers}"


def test_leaderboard_imports_point_inwards() -> None:
    for source in sources("leaderboard"):
        here = source.relative_to(ROOT / "leaderboard").parts[0].removesuffix(".py")
        for name in imports(source):
            there = name.split(".")[1] if name.startswith("leaderboard.") else here
            if here in LAYER_OF and there in LAYER_OF:
                assert LAYER_OF[there] <= LAYER_OF[here], f"{source}: {name}"


def test_bankenv_asks_no_clock() -> None:
    for source in sources("bankenv"):
        called = {
            node.attr
            for node in ast.walk(ast.parse(source.read_text()))
            if isinstance(node, ast.Attribute)
        }
        clocks = called & {"now", "utcnow", "monotonic", "perf_counter"}
        assert not clocks, f"{source.relative_to(ROOT)} asks the clock: {clocks}"


def test_the_benchmarks_start_by_themselves() -> None:
    command = (sys.executable, "-m", "benchmarks", "--help")
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
