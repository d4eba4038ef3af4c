"""Real Redis, real Celery, real kills: no conversation is lost and none is doubled."""

import os
import signal
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from leaderboard.services.dry_runs import DRY_RUN_TASKS
from leaderboard.tests.calm_runs import calm_outcomes
from leaderboard.tests.processes import (
    Site,
    finished,
    kill_redis,
    own_site,
)
from leaderboard.tests.test_supervision import eventually

pytestmark = pytest.mark.processes

CONVERSATIONS = 80


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    environment = {"LEASE_SECONDS": "8", "WORKER_THREADS": "3"}
    with own_site(tmp_path, environment, latency_s=0.1) as found:
        yield found


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


@pytest.mark.on_postgres
def test_killing_the_worker_and_then_redis_loses_and_doubles_nothing(
    site: Site,
) -> None:
    site.start_workers("one")
    watcher = threading.Thread(target=site.supervisor.watch)
    watcher.start()
    try:
        follower = entered(site, "hasty-teller")
        assert eventually(lambda: is_under_way(site, CONVERSATIONS / 4), 60)
        kill_worker(site)
        assert eventually(lambda: site.scored() >= CONVERSATIONS / 2, 60)
        kill_redis(site)
        finished(follower)
    finally:
        site.supervisor.stop()
        watcher.join()
    assert site.statuses() == {"scored": CONVERSATIONS}
    assert site.rows("SELECT COUNT(*) FROM leaderboard_trajectory") == [
        (CONVERSATIONS,)
    ]
    again = "SELECT COUNT(*) FROM leaderboard_conversation WHERE attempt > 1"
    assert site.rows(again) > [(0,)], "the worker was to die with work in hand"
    assert site.rows("SELECT status FROM leaderboard_submission") == [("finished",)]
    assert site.outcomes() == calm_outcomes("hasty-teller", CONVERSATIONS)


def entered(site: Site, model: str, *words: str) -> "subprocess.Popen[str]":
    """Submit to workers that wait, few tasks; return the command that follows."""
    follower = site.evaluate(model, *words)
    assert eventually(lambda: site.statuses().total() > 0, 60)
    site.shorten(CONVERSATIONS)
    return follower


def is_under_way(site: Site, scored: float) -> bool:
    statuses = site.statuses()
    return statuses["scored"] >= scored and statuses["running"] > 1


def kill_worker(site: Site) -> None:
    (pid,) = worker_pids(site, "one")
    os.kill(pid, signal.SIGKILL)
    assert eventually(lambda: worker_pids(site, "one") not in ([], [pid]))


def test_without_a_worker_the_command_runs_the_conversations_itself(
    site: Site,
) -> None:
    said, _ = site.evaluate("hasty-teller", "--dry-run").communicate(timeout=60)
    assert "in this process" in said
    assert site.scored() == DRY_RUN_TASKS


@pytest.mark.on_postgres
def test_two_workers_and_every_bell_rung_three_times_give_one_verdict_each(
    site: Site,
) -> None:
    site.start_workers("one", "two")
    follower = entered(site, "careful-teller", "--concurrency", "16")
    code = (
        "from leaderboard.models import Conversation; "
        "from leaderboard.tasks import execute_conversation as bell; "
        "pks = Conversation.objects.values_list('pk', flat=True); "
        "[bell.delay(pk) for _ in range(3) for pk in pks]"
    )
    finished(site.manage("shell", "-c", code))
    finished(follower)
    assert site.statuses() == {"scored": CONVERSATIONS}
    attempts = site.rows("SELECT DISTINCT attempt FROM leaderboard_conversation")
    assert attempts == [(1,)]
    workers = site.rows("SELECT DISTINCT worker FROM leaderboard_conversation")
    assert len(workers) == 2
