"""Parts start in order, live on, and leave nothing running."""

import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from leaderboard.supervision.demo_site import AlreadyRunning, only_one
from leaderboard.supervision.parts import Part, start
from leaderboard.supervision.places import LONGEST_SOCKET_PATH, redis_socket_path
from leaderboard.supervision.ports import NoFreePort, is_free, next_free_port
from leaderboard.supervision.redis_server import answers, end_orphan, redis_part
from leaderboard.supervision.supervisor import PartFailed, Supervisor

processes = pytest.mark.processes


def python(name: str, code: str, **fields: object) -> Part:
    return Part(name, (sys.executable, "-c", code), **fields)  # type: ignore[arg-type]


def sleeper(name: str = "sleeper") -> Part:
    return python(name, "import time; time.sleep(60)")


def eventually(claim: Callable[[], bool], within_s: float = 10) -> bool:
    last_moment = time.monotonic() + within_s
    while time.monotonic() < last_moment:
        if claim():
            return True
        time.sleep(0.02)
    return claim()


def pids_in(log: Path) -> list[int]:
    return [int(line) for line in log.read_text().split()] if log.exists() else []


@pytest.fixture
def supervisor(tmp_path: Path) -> object:
    supervisor = Supervisor(tmp_path, {"PATH": "/usr/bin:/bin"})
    yield supervisor
    supervisor.end()


@processes
def test_stopping_leaves_no_process_of_a_part_running(
    tmp_path: Path, supervisor: Supervisor
) -> None:
    code = (
        "import os, subprocess, sys, time\n"
        "code = 'import time; time.sleep(60)'\n"
        "child = subprocess.Popen([sys.executable, '-c', code])\n"
        "print(os.getpid(), child.pid, flush=True)\n"
        "time.sleep(60)\n"
    )
    supervisor.start([python("family", code)])
    assert eventually(lambda: len(pids_in(tmp_path / "family.log")) == 2)
    family = pids_in(tmp_path / "family.log")
    supervisor.end()
    assert eventually(lambda: not any(map(is_alive, family)))


def is_alive(pid: int) -> bool:
    try:
        return bool(psutil.Process(pid).status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


@processes
def test_a_part_that_does_not_want_to_stop_is_killed(
    supervisor: Supervisor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("leaderboard.supervision.supervisor.STOP_WITHIN_S", 0.3)
    code = "import signal, time; signal.signal(15, signal.SIG_IGN); time.sleep(60)"
    supervisor.start([python("stubborn", code)])
    time.sleep(0.3)
    before = time.monotonic()
    supervisor.end()
    assert time.monotonic() - before < 5


@processes
def test_a_part_that_was_killed_is_started_again(
    tmp_path: Path, supervisor: Supervisor
) -> None:
    code = "import os, time; print(os.getpid(), flush=True); time.sleep(60)"
    supervisor.start([python("worker", code)])
    log = tmp_path / "worker.log"
    assert eventually(lambda: len(pids_in(log)) == 1)
    watcher = threading.Thread(target=supervisor.watch)
    watcher.start()
    os.kill(pids_in(log)[0], signal.SIGKILL)
    assert eventually(lambda: len(pids_in(log)) == 2)
    supervisor.stop()
    watcher.join(5)


@processes
def test_a_part_that_fails_again_and_again_is_given_up_with_its_last_words(
    supervisor: Supervisor,
) -> None:
    supervisor.start([python("broken", "raise SystemExit('no such model')")])
    with pytest.raises(PartFailed, match="no such model"):
        supervisor.watch()


@processes
def test_a_part_that_ends_before_it_is_ready_says_why(supervisor: Supervisor) -> None:
    part = python("web", "raise SystemExit('port taken')", ready=lambda: False)
    with pytest.raises(PartFailed, match="port taken"):
        supervisor.start([part])


@processes
@pytest.mark.skipif(sys.platform != "linux", reason="needs Linux's death signal")
def test_parts_end_with_a_supervisor_that_is_killed(tmp_path: Path) -> None:
    code = (
        "import pathlib, sys, time\n"
        "from leaderboard.supervision.parts import Part, start\n"
        "part = Part('child', (sys.executable, '-c', 'import time; time.sleep(60)'))\n"
        "print(start(part, pathlib.Path(sys.argv[1]), {}).process.pid, flush=True)\n"
        "time.sleep(60)\n"
    )
    root = Path(__file__).resolve().parents[2]
    parent = start(
        Part("parent", (sys.executable, "-c", code, str(tmp_path / "logs"))),
        tmp_path,
        {"PYTHONPATH": str(root)},
    )
    assert eventually(lambda: len(pids_in(parent.log)) == 1)
    child = pids_in(parent.log)[0]
    assert is_alive(child)
    parent.process.kill()
    parent.process.wait()
    assert eventually(lambda: not is_alive(child))


@processes
def test_the_embedded_redis_answers_on_its_socket_alone(
    tmp_path: Path, supervisor: Supervisor
) -> None:
    socket_path = redis_socket_path(tmp_path)
    assert not answers(socket_path)
    supervisor.start([redis_part(socket_path, tmp_path)])
    assert answers(socket_path)
    pid = int((tmp_path / "redis" / "redis.pid").read_text())
    assert not psutil.Process(pid).net_connections(kind="tcp")
    assert socket_path.stat().st_mode & 0o077 == 0
    supervisor.end()
    assert not answers(socket_path)


@processes
def test_a_redis_left_behind_is_ended(tmp_path: Path) -> None:
    socket_path = redis_socket_path(tmp_path)
    orphan = start(redis_part(socket_path, tmp_path), tmp_path, {})
    assert eventually(lambda: answers(socket_path))
    assert end_orphan(socket_path)
    assert orphan.process.wait(5) == 0
    assert not end_orphan(socket_path)


def test_a_deep_data_folder_gets_a_short_socket_path(tmp_path: Path) -> None:
    deep = tmp_path / ("d" * 120)
    short = redis_socket_path(deep)
    assert len(str(short)) <= LONGEST_SOCKET_PATH
    assert short == redis_socket_path(deep)
    assert short != redis_socket_path(tmp_path / ("e" * 120))
    assert redis_socket_path(Path("/srv/data")) == Path("/srv/data/redis/redis.sock")


def test_a_busy_port_is_passed_over() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert not is_free(port)
        assert next_free_port(port) > port


def test_there_may_be_no_free_port(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("leaderboard.supervision.ports.is_free", lambda port: False)
    with pytest.raises(NoFreePort, match="8000 to 8049"):
        next_free_port(8000)


def test_a_data_folder_has_one_demo_at_a_time(tmp_path: Path) -> None:
    with only_one(tmp_path), pytest.raises(AlreadyRunning), only_one(tmp_path):
        pass
    with only_one(tmp_path):
        pass
