"""On SQLite the threads of a process write in turn; elsewhere nobody waits."""

import threading
from types import SimpleNamespace

import pytest

from leaderboard.services import turns
from leaderboard.services.turns import in_turn

THREADS = 8


def most_at_once(monkeypatch: pytest.MonkeyPatch, vendor: str) -> int:
    """Let threads write at the same time; return how many were in at once."""
    monkeypatch.setattr(turns, "connection", SimpleNamespace(vendor=vendor))
    inside: list[int] = []
    seen: list[int] = []
    begin, pause = threading.Barrier(THREADS), threading.Event()

    @in_turn
    def write() -> None:
        inside.append(1)
        pause.wait(0.02)
        seen.append(len(inside))
        inside.pop()

    def work() -> None:
        begin.wait(10)
        write()

    threads = [threading.Thread(target=work) for _ in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    assert len(seen) == THREADS
    return max(seen)


def test_on_sqlite_one_thread_writes_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    assert most_at_once(monkeypatch, "sqlite") == 1


def test_on_postgresql_threads_do_not_wait_for_each_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert most_at_once(monkeypatch, "postgresql") > 1
