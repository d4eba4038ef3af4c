"""A web server of two processes counts as one: requests for Prometheus, and visits."""

import os
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest
from prometheus_client.parser import text_string_to_metric_families

from leaderboard.supervision.parts import Part
from leaderboard.supervision.places import redis_socket_path
from leaderboard.supervision.ports import healthy, next_free_port
from leaderboard.tests.processes import ROOT, Site, kill_redis, own_site

pytestmark = pytest.mark.processes

TOKEN = "a-metrics-token"
ALLOWED = 120  # requests a minute of the API, for a stranger
COMMAND = dict(
    line.split(": ", 1) for line in (ROOT / "Procfile").read_text().splitlines()
)["web"]


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with own_site(tmp_path, {"METRICS_TOKEN": TOKEN}, latency_s=0.0) as found:
        yield found


def start_web(site: Site) -> str:
    """Start the web server as the Procfile has it; return its address."""
    port = next_free_port(19_600 + os.getpid() % 300)
    options = ("--bind", f"127.0.0.1:{port}", "--no-control-socket")
    command = (sys.executable, "-m", *COMMAND.split(), *options)
    own = {
        "TMPDIR": str(site.folder),  # where the processes count together
        "REDIS_URL": f"redis+socket://{redis_socket_path(site.folder)}",
    }
    web = Part("web", command, environment=own, ready=lambda: healthy(port))
    site.supervisor.start([web])
    return f"http://127.0.0.1:{port}"


def answers(url: str, times: int) -> "Counter[int]":
    """Ask again and again, each time by a connection of its own; count the answers."""
    return Counter(
        httpx2.get(url, trust_env=False, timeout=20).status_code for _ in range(times)
    )


def counted(base: str, route: str) -> float:
    """Return how often `/metrics` says that a route was asked for."""
    bearer = {"Authorization": f"Bearer {TOKEN}"}
    text = httpx2.get(f"{base}/metrics", headers=bearer, trust_env=False).text
    return sum(
        sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
        if sample.name == "passbook_http_request_duration_seconds_count"
        and sample.labels["route"] == route
    )


def test_two_web_processes_count_requests_and_visits_as_one(site: Site) -> None:
    base = start_web(site)
    assert answers(f"{base}/api/v1/boards/", ALLOWED + 10) == {200: ALLOWED, 429: 10}
    processes = list(site.folder.glob("passbook-metrics-*/histogram_*.db"))
    assert len(processes) == 2, "one process answered everything"
    told = {counted(base, "api-boards") for _ in range(6)}
    assert told == {ALLOWED + 10}

    kill_redis(site)
    without_redis = answers(f"{base}/api/v1/boards/", 4)
    assert without_redis == {200: 4}, "a count that is not to be had stops no page"
