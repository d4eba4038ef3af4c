"""Worker, Redis and web are killed at random under a run against a flaky endpoint.

`make chaos` runs the large one: 200 conversations, twenty kills.
"""

import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random

import httpx2
import pytest

from leaderboard.supervision import supervisor as supervision
from leaderboard.supervision.parts import Part
from leaderboard.supervision.ports import accepts, next_free_port
from leaderboard.tests.calm_runs import calm_outcomes
from leaderboard.tests.processes import (
    Site,
    Visitor,
    kill_redis,
    own_site,
)
from leaderboard.tests.test_supervision import eventually

pytestmark = pytest.mark.processes

ASSISTANT = "hasty-teller"  # passes some and fails others, always the same ones
FAILING_SHARE = 0.2
TARGETS = ("worker", "redis", "web")
WITHIN_S = 600
UNTAINTED = """
    SELECT COUNT(*) FROM leaderboard_conversation
    WHERE status = 'scored' AND fault = ''
"""
TRAJECTORIES = """
    SELECT COUNT(*), COUNT(DISTINCT conversation_id)
    FROM leaderboard_trajectory WHERE packed_verdict IS NOT NULL
"""


@dataclass(frozen=True)
class Size:
    conversations: int
    kills: int


@pytest.fixture
def size(request: pytest.FixtureRequest) -> Size:
    large = request.config.getoption("--large-chaos")
    return Size(200, 20) if large else Size(60, 5)


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    monkeypatch.setattr(supervision, "MAX_RESTARTS", 1_000)
    environment = {"LEASE_SECONDS": "6", "WORKER_THREADS": "8"}
    with own_site(tmp_path, environment, latency_s=0.0) as found:
        yield found


def test_kills_and_a_flaky_endpoint_change_no_verdict(site: Site, size: Size) -> None:
    with site.visitor() as visitor:
        page = enter(site, visitor, size)
        site.start_workers("worker")
        watcher = threading.Thread(target=site.supervisor.watch)
        watcher.start()
        try:
            kills = kill_at_random(site, size)
            complete(site, visitor, page, size)
            assert eventually(lambda: "Finished" in read(visitor, page), 60)
        finally:
            site.supervisor.stop()
            watcher.join()
    assert len(kills) == size.kills
    assert site.outcomes() == calm_outcomes(ASSISTANT, size.conversations)
    assert site.rows(UNTAINTED) == [(size.conversations,)]
    assert site.rows(TRAJECTORIES) == [(size.conversations,) * 2]


def enter(site: Site, visitor: Visitor, size: Size) -> str:
    """Submit by the form until the line lets the connection test pass; few tasks."""
    port = next_free_port(18_900 + os.getpid() % 1000)
    words = ("--port", str(port), "--share", str(FAILING_SHARE), "--latency", "0.1")
    command = (sys.executable, "-m", "runner.tests.flaky", *words)
    site.supervisor.start([Part("flaky", command, ready=lambda: accepts(port))])
    for _ in range(20):
        try:
            page = visitor.submit(f"http://127.0.0.1:{port}/v1", ASSISTANT)
        except AssertionError:  # the line was bad just then
            continue
        site.shorten(size.conversations)
        return page
    raise AssertionError("the connection test failed twenty times")


def kill_at_random(site: Site, size: Size) -> list[str]:
    """Kill parts, one after the other, while the run goes on; return which."""
    dice = Random(size.kills)
    order = [TARGETS[number % len(TARGETS)] for number in range(size.kills)]
    dice.shuffle(order)
    for number, name in enumerate(order):
        due = size.conversations * (number + 1) // (size.kills + 2)
        assert eventually(partial(has_ended, site, due), WITHIN_S), name
        time.sleep(dice.random())
        before = site.supervisor.pids()[name]
        if name == "redis" and dice.random() < 0.5:
            kill_redis(site)  # and what it had kept
        else:
            os.killpg(before, signal.SIGKILL)
        assert eventually(partial(is_started_again, site, name, before), 30)
    return order


def has_ended(site: Site, number: int) -> bool:
    statuses = site.statuses()
    return statuses["scored"] + statuses["errored"] >= number


def is_started_again(site: Site, name: str, before: int) -> bool:
    return site.supervisor.pids()[name] != before


def complete(site: Site, visitor: Visitor, page: str, size: Size) -> None:
    """Wait for the end; run again what is errored, as an owner would."""
    ends = time.monotonic() + WITHIN_S
    ended = "SELECT status FROM leaderboard_submission"
    while site.scored() < size.conversations:
        assert time.monotonic() < ends, (site.statuses(), site.rows(ended))
        if site.rows(ended) in ([("finished",)], [("paused",)], [("failed",)]):
            resume(visitor, page)
        time.sleep(0.3)
    assert eventually(lambda: site.rows(ended) == [("finished",)], 60)


def resume(visitor: Visitor, page: str) -> None:
    with contextlib.suppress(httpx2.TransportError):  # the web server may be killed
        visitor.post(f"{page}resume/", {})


def read(visitor: Visitor, page: str) -> str:
    with contextlib.suppress(httpx2.TransportError):  # it may just be starting again
        return visitor.client.get(page).text
    return ""
