"""`make demo`, from its first line to the last process gone."""

import os
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import httpx2
import psutil
import pytest

from leaderboard.supervision.ports import next_free_port
from leaderboard.tests.test_supervision import eventually

pytestmark = pytest.mark.processes

ROOT = Path(__file__).resolve().parents[2]


@contextmanager
def demo(folder: Path, port: int) -> Iterator[Path]:
    """Run the demo for the block; give what it printed so far, as a file."""
    printed = folder / "printed"
    environment = {"PATH": os.defpath, "DATA_DIR": str(folder), "HOME": str(folder)}
    with printed.open("w") as output:
        process = subprocess.Popen(
            (sys.executable, "manage.py", "demo", "--port", str(port)),
            cwd=ROOT,
            env={**environment, "PYTHONUNBUFFERED": "1"},
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        assert eventually(lambda: "log in as" in printed.read_text(), 60), (
            printed.read_text()
        )
        yield printed
    finally:
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 0


def still_there(folder: Path) -> list[list[str]]:
    found = []
    for process in psutil.process_iter():
        try:
            ours = process.environ().get("DATA_DIR") == str(folder)
            if ours and process.status() != psutil.STATUS_ZOMBIE:
                found.append(process.cmdline())
        except psutil.Error:
            continue
    return found


def count(folder: Path, question: str) -> int:
    with closing(sqlite3.connect(folder / "passbook.sqlite3", timeout=20)) as database:
        return int(database.execute(question).fetchone()[0])


def test_the_demo_runs_the_references_and_stops_without_a_trace(tmp_path: Path) -> None:
    wanted = next_free_port(18_600 + os.getpid() % 500)
    scored = "SELECT COUNT(*) FROM leaderboard_conversation WHERE status = 'scored'"
    submissions = "SELECT COUNT(*) FROM leaderboard_submission"
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", wanted))
        busy.listen()
        with demo(tmp_path, wanted) as printed:
            text = printed.read_text()
            assert f"Port {wanted} is in use; taking {wanted + 1} instead." in text
            site = f"http://127.0.0.1:{wanted + 1}/"
            assert site in text
            page = httpx2.get(site, timeout=20)
            assert page.status_code == 200
            assert "unsafe-inline" not in page.headers["Content-Security-Policy"]
            assert eventually(lambda: count(tmp_path, scored) > 0, 60)
    assert still_there(tmp_path) == []
    assert count(tmp_path, submissions) == 7
    before = count(tmp_path, scored)
    with demo(tmp_path, wanted):
        assert count(tmp_path, submissions) == 7
        assert count(tmp_path, scored) >= before
    assert still_there(tmp_path) == []
