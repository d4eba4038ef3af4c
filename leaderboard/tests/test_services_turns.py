"""On SQLite the threads of a process write in turn; elsewhere nobody waits."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any  # Any: a driver's connections

import pytest
from django.db import DatabaseError, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper

from leaderboard.services import turns
from leaderboard.services.turns import in_turn, share_a_connection

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


needs_sqlite = pytest.mark.skipif(
    connection.vendor != "sqlite", reason="PostgreSQL has a connection for each thread."
)


@pytest.fixture
def shared(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Iterator[BaseDatabaseWrapper]:
    """The connection that the threads of this process share for a while."""
    monkeypatch.setattr(turns, "_SHARED", [])
    share_a_connection()
    one = turns._SHARED[0]
    one.settings_dict = {**one.settings_dict, "NAME": str(tmp_path / "one.sqlite3")}
    yield one
    one.close()


def in_a_thread(work: Callable[[], None]) -> None:
    thread = threading.Thread(target=work)
    thread.start()
    thread.join(10)


@needs_sqlite
@pytest.mark.django_db
def test_who_has_the_turn_uses_the_connection_of_all(
    shared: BaseDatabaseWrapper,
) -> None:
    used: list[Any] = []

    @in_turn
    def write() -> None:
        with turns.turn(), connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            used.append((connection.connection, connections["default"] is shared))

    def work() -> None:
        write()
        used.append(connection.connection)

    in_a_thread(work)
    in_a_thread(work)
    (first, was_shared), own, (second, _), _ = used
    assert was_shared
    assert first is second
    assert own is None


@needs_sqlite
@pytest.mark.django_db
def test_after_a_fault_the_shared_connection_is_opened_anew(
    shared: BaseDatabaseWrapper,
) -> None:
    @in_turn
    def fail() -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT nothing FROM nowhere")

    def work() -> None:
        with pytest.raises(DatabaseError):
            fail()

    in_a_thread(work)
    assert shared.connection is None
