"""Real Redis, real Celery, real kills: no conversation is lost and none is doubled."""

import os
import signal
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from bankenv.dataset import load_dataset
from leaderboard.tests.processes import Site, finished, kill_redis, own_site
from leaderboard.tests.test_supervision import eventually

pytestmark = pytest.mark.processes

LITE = len(load_dataset().splits["lite"])


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


def test_killing_the_worker_and_then_redis_loses_and_doubles_nothing(
    site: Site,
) -> None:
    site.start_workers("one")
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
    site.start_workers("one", "two")
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
