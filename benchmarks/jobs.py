"""The jobs on a whole site: web server, Redis, worker, beat, database and endpoint.

Wall time is that of the machine as it is; processor time is counted for each part, the
endpoint apart, since it plays the model.
"""

import statistics
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil

from bankenv.dataset import load_dataset
from benchmarks.measurement import Measurement
from leaderboard.tests.processes import Site, Visitor, own_site

ASSISTANT = "careful-teller"
LOOK_EVERY_S = 0.1
OURS = ("redis", "web", "worker", "upkeep", "beat")
IN_FLIGHT, SLOW_S = 64, 2.0
# The published harness takes 7.5 s of processor time for a conversation on its bank.
CPU_MS_EACH = 7500 / 50


def measure() -> Iterator[Measurement]:
    """Yield what whole runs take, then what 64 conversations in flight do."""
    with _site({"WORKER_THREADS": "8"}, latency_s=0.0) as site:
        for split, wall_s in (("lite", 30), ("base", 150)):
            yield from _whole_run(site, split, wall_s)
    many = {"WORKER_THREADS": str(IN_FLIGHT), "MAX_CONCURRENCY": str(IN_FLIGHT)}
    with _site(many, latency_s=SLOW_S) as site:
        yield from _in_flight(site)


def _whole_run(site: "_Running", split: str, wall_s: float) -> Iterator[Measurement]:
    tasks = len(load_dataset().splits[split])
    before, began = site.cpu_s(), time.monotonic()
    page = site.submit(split, concurrency=8)
    with site.visited(page) as waits:
        site.wait(page)
        wall = time.monotonic() - began
    used = {name: s - before.get(name, 0.0) for name, s in site.cpu_s().items()}
    each = sum(used[name] for name in OURS if name in used) * 1000 / tasks
    name = f"jobs_{split}"
    yield Measurement(f"{name}_wall", wall, "s", wall_s)
    yield Measurement(f"{name}_cpu_each", each, "ms", CPU_MS_EACH)
    yield Measurement(f"{name}_web_p95", _p95_ms(waits), "ms", 100)


def _in_flight(site: "_Running") -> Iterator[Measurement]:
    """Yield figures over 20 s in which 64 conversations wait for slow answers."""
    page = site.submit("base", concurrency=IN_FLIGHT)
    site.wait_until_running(IN_FLIGHT)
    time.sleep(10)  # the first moments load what is loaded once
    with site.visited(page) as waits:
        before, began = site.cpu_s(), time.monotonic()
        time.sleep(20)
        used, wall = site.cpu_s()["worker"] - before["worker"], time.monotonic() - began
    yield Measurement("jobs_64_worker_cpu", 100 * used / wall, "%", 25)
    yield Measurement("jobs_64_worker_memory", site.memory_mb("worker"), "MB", 250)
    yield Measurement("jobs_64_web_p95", _p95_ms(waits), "ms", 100)


def _p95_ms(waits: list[float]) -> float:
    return statistics.quantiles(waits, n=20)[-1] * 1000


@dataclass(frozen=True)
class _Running:
    """A whole site that runs, and somebody who is logged in to it."""

    site: Site
    visitor: Visitor

    def submit(self, split: str, concurrency: int) -> str:
        """Submit the reference assistant by the form; return the page's address."""
        board = f"procedures-{split}"
        return self.visitor.submit(
            self.site.endpoint, ASSISTANT, board=board, concurrency=str(concurrency)
        )

    def wait(self, page: str) -> None:
        """Wait for the submission of a page to end."""
        question = "SELECT COUNT(*) FROM leaderboard_submission WHERE id = '{}' AND {}"
        ended = question.format(page.strip("/").split("/")[-1], "status = 'finished'")
        while self.site.rows(ended) != [(1,)]:
            time.sleep(LOOK_EVERY_S)

    def wait_until_running(self, number: int) -> None:
        while self.site.statuses()["running"] < number:
            time.sleep(LOOK_EVERY_S)

    def cpu_s(self) -> dict[str, float]:
        """Return the processor seconds that each part has used."""
        return {
            name: sum(sum(one.cpu_times()[:2]) for one in processes)
            for name, processes in self._processes().items()
        }

    def memory_mb(self, name: str) -> float:
        """Return the resident memory of a part, in units of a million bytes."""
        return sum(one.memory_info().rss for one in self._processes()[name]) / 1e6

    @contextmanager
    def visited(self, page: str) -> Iterator[list[float]]:
        """Look at the site's pages for as long as the block runs; give the waits, s."""
        waits: list[float] = []
        over = threading.Event()
        pages = (page, f"{page}live/", "/", page)

        def look() -> None:
            while not over.is_set():
                for address in pages:
                    waits.append(self.visitor.seconds_for(address))
                    over.wait(LOOK_EVERY_S)

        thread = threading.Thread(target=look)
        thread.start()
        try:
            yield waits
        finally:
            over.set()
            thread.join()

    def _processes(self) -> dict[str, list[psutil.Process]]:
        found = {}
        for name, pid in self.site.supervisor.pids().items():
            process = psutil.Process(pid)
            found[name] = [process, *process.children(recursive=True)]
        return found


@contextmanager
def _site(environment: Mapping[str, str], latency_s: float) -> Iterator[_Running]:
    import leaderboard.wsgi  # noqa: F401  (sets Django up, as a server does)

    with (
        tempfile.TemporaryDirectory(prefix="passbook-bench-") as folder,
        own_site(Path(folder), environment, latency_s=latency_s) as site,
        site.visitor() as visitor,
    ):
        site.start_workers("worker")
        yield _Running(site, visitor)
