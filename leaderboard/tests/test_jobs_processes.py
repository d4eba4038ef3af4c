"""Real Redis, real Celery, real kills: no conversation is lost and none is doubled."""

import os
import signal
import sqlite3
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path

import psutil
import pytest

from bankenv.dataset import load_dataset
from leaderboard.supervision import demo_site
from leaderboard.supervision.parts import Part
from leaderboard.supervision.places import redis_socket_path
from leaderboard.supervision.ports import next_free_port
from leaderboard.supervision.redis_server import redis_part
from leaderboard.supervision.supervisor import Supervisor
from leaderboard.tests.test_supervision import eventually

pytestmark = pytest.mark.processes

ROOT = Path(__file__).resolve().parents[2]
LITE = len(load_dataset().splits["lite"])


@dataclass(frozen=True)
class Site:
    """A site of its own in a folder: workers, broker, database and an endpoint."""

    folder: Path
    supervisor: Supervisor
    environment: dict[str, str]
    endpoint: str
    commands: "list[subprocess.Popen[str]]" = field(default_factory=list)

    def manage(self, *words: str) -> "subprocess.Popen[str]":
        """Start a management command; the site's end is its end too."""
        process = subprocess.Popen(
            (sys.executable, "manage.py", *words),
            cwd=ROOT,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.commands.append(process)
        return process

    def evaluate(self, model: str, *words: str) -> "subprocess.Popen[str]":
        where = ("--base-url", self.endpoint, "--model", model)
        return self.manage("evaluate", *where, "--board", "lite", *words)

    def rows(self, question: str) -> list[tuple[object, ...]]:
        database = self.folder / "passbook.sqlite3"
        with closing(sqlite3.connect(database, timeout=20)) as connection:
            return connection.execute(question).fetchall()

    def verdicts(self) -> dict[str, object]:
        question = "SELECT task_id, passed FROM leaderboard_conversation"
        return {str(task): passed for task, passed in self.rows(question)}

    def statuses(self) -> Counter[object]:
        question = "SELECT status FROM leaderboard_conversation"
        return Counter(status for (status,) in self.rows(question))

    def scored(self) -> int:
        return self.statuses()["scored"]


def worker(name: str) -> Part:
    part = demo_site.job_parts()[0]
    command = tuple(
        f"{name}@%h" if word == "demo@%h" else word for word in part.command
    )
    return replace(part, name=name, command=command)


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    environment = demo_site.child_environment() | {
        "DATA_DIR": str(tmp_path),
        "LEASE_SECONDS": "8",
        "WORKER_THREADS": "3",
    }
    environment.pop("DATABASE_URL", None)
    environment.pop("REDIS_URL", None)
    port = next_free_port(18_300 + os.getpid() % 1000)
    reference = (sys.executable, "-m", "runner.reference", "--port", str(port))
    supervisor = Supervisor(tmp_path / "logs", environment)
    found = Site(tmp_path, supervisor, environment, f"http://127.0.0.1:{port}/v1")
    try:
        finished(found.manage("migrate"))
        supervisor.start(
            [
                redis_part(redis_socket_path(tmp_path), tmp_path),
                Part("reference", (*reference, "--latency", "0.1")),
            ]
        )
        yield found
    finally:
        supervisor.end()
        for process in found.commands:
            process.kill()
            process.communicate()


def start_workers(site: Site, *names: str) -> None:
    workers = [worker(name) for name in names]
    site.supervisor.start([*workers, demo_site.job_parts()[1]])
    for name in names:
        log = site.folder / "logs" / f"{name}.log"
        assert eventually(ready(log), 40), log.read_text()


def ready(log: Path) -> Callable[[], bool]:
    return lambda: log.exists() and " ready." in log.read_text()


def finished(process: "subprocess.Popen[str]", within_s: float = 120) -> str:
    output, _ = process.communicate(timeout=within_s)
    assert process.returncode == 0, output
    return output


def worker_pids(site: Site, name: str) -> list[int]:
    return [
        process.pid
        for process in psutil.process_iter(["cmdline"])
        if f"{name}@%h" in (process.info["cmdline"] or []) and is_of(site, process)
    ]


def is_of(site: Site, process: psutil.Process) -> bool:
    try:
        return bool(process.environ().get("DATA_DIR") == str(site.folder))
    except psutil.Error:
        return False


def test_killing_the_worker_and_then_redis_loses_and_doubles_nothing(
    site: Site,
) -> None:
    start_workers(site, "one")
    watcher = threading.Thread(target=site.supervisor.watch)
    watcher.start()
    try:
        follower = site.evaluate("hasty-teller")
        assert eventually(lambda: is_under_way(site, LITE / 4), 60)
        kill_worker(site)
        assert eventually(lambda: site.scored() >= LITE / 2, 60)
        kill_redis(site)
        finished(follower)
    finally:
        site.supervisor.stop()
        watcher.join()
    assert site.statuses() == {"scored": LITE}
    assert site.rows("SELECT COUNT(*) FROM leaderboard_trajectory") == [(LITE,)]
    again = "SELECT COUNT(*) FROM leaderboard_conversation WHERE attempt > 1"
    assert site.rows(again) > [(0,)], "the worker was to die with work in hand"
    assert site.rows("SELECT status FROM leaderboard_submission") == [("finished",)]
    assert site.verdicts() == calm_verdicts(site)


def is_under_way(site: Site, scored: float) -> bool:
    statuses = site.statuses()
    return statuses["scored"] >= scored and statuses["running"] > 1


def kill_worker(site: Site) -> None:
    (pid,) = worker_pids(site, "one")
    os.kill(pid, signal.SIGKILL)
    assert eventually(lambda: worker_pids(site, "one") not in ([], [pid]))


def kill_redis(site: Site) -> None:
    """Kill Redis and take away what it had kept."""
    os.kill(int((site.folder / "redis" / "redis.pid").read_text()), signal.SIGKILL)
    for kept in (site.folder / "redis").glob("*.aof"):
        kept.unlink()


def calm_verdicts(site: Site) -> dict[str, object]:
    """What the same assistant gets without workers, in one process."""
    folder = site.folder / "calm"
    folder.mkdir()
    calm = replace(
        site, folder=folder, environment={**site.environment, "DATA_DIR": str(folder)}
    )
    assert "in this process" in finished(calm.evaluate("hasty-teller"))
    return calm.verdicts()


def test_two_workers_and_every_bell_rung_three_times_give_one_verdict_each(
    site: Site,
) -> None:
    start_workers(site, "one", "two")
    follower = site.evaluate("careful-teller", "--concurrency", "16")
    code = (
        "from leaderboard.models import Conversation; "
        "from leaderboard.tasks import execute_conversation as bell; "
        "pks = Conversation.objects.values_list('pk', flat=True); "
        "[bell.delay(pk) for _ in range(3) for pk in pks]"
    )

    def is_entered() -> bool:
        return sum(site.statuses().values()) == LITE

    assert eventually(is_entered, 60)
    finished(site.manage("shell", "-c", code))
    finished(follower)
    assert site.statuses() == {"scored": LITE}
    attempts = site.rows("SELECT DISTINCT attempt FROM leaderboard_conversation")
    assert attempts == [(1,)]
    workers = site.rows("SELECT DISTINCT worker FROM leaderboard_conversation")
    assert len(workers) == 2
