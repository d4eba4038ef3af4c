"""A full board: the server's time for each page of it, and what a visitor waits for.

A request's time is processor time, in this process and, with PostgreSQL, in the server
process that answers its queries; so other work on the machine counts little.
"""

import statistics
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from time import process_time_ns
from typing import TYPE_CHECKING

from bankenv.dataset import load_dataset
from benchmarks import standings
from benchmarks.database import empty_database
from benchmarks.measurement import Measurement

if TYPE_CHECKING:
    from django.http.response import HttpResponseBase
    from django.test import Client

USUAL = 6  # submissions; the limits are meant for 100
REPEATS, ROUNDS = 20, 5
PAGE_MS, FINISH_MS, TRANSFER_KB, PAINT_MS = 50, 10, 150, 1000
CHARTS_MS = 500  # nine figures of a hundred submissions, which Plotly checks
FINISHED = 40
PAINTED = (
    """() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime"""
)
TRANSFERRED = """() => ["navigation", "resource"]
  .flatMap((kind) => performance.getEntriesByType(kind))
  .reduce((sum, entry) => sum + entry.transferSize, 0)"""


def measure(submissions: int = USUAL) -> Iterator[Measurement]:
    """Yield the figures of a board of so many; of the site's own load for 0."""
    with empty_database() if submissions else _site():
        from django.conf import settings

        from leaderboard.services.load import Load, seed_load

        settings.RATES |= {"api": "1000000/min"}  # one visitor asks for everything
        if submissions:
            seed_load(load_dataset(), Load(submissions=submissions))
        for name, addresses in _addresses().items():
            most = CHARTS_MS if name == "board_charts" else PAGE_MS
            yield Measurement(f"{name}_p95", _p95(addresses), "ms", most)
        yield from _seen()
        if submissions:  # these write, which the site's own load is spared
            yield from standings.measure(_processor_time())
            yield Measurement("finish_conversation", _finish(), "ms", FINISH_MS)


@contextmanager
def _site() -> Iterator[None]:
    """Set Django up as a server does, on the database that DATABASE_URL names."""
    from django.conf import settings

    import leaderboard.wsgi  # noqa: F401  (sets Django up, as a server does)

    settings.DEBUG = False
    yield


def _addresses() -> Mapping[str, list[str]]:
    """Return what is asked for, in turn, under each name."""
    from leaderboard.models import Submission

    rows = Submission.objects.filter(owner__username="load", outcomes__isnull=False)
    keys = list(rows.order_by("created_at").values_list("pk", flat=True)[:6])
    if len(keys) < 2:
        raise SystemExit(
            f"The load has {len(keys)} submissions; a comparison takes two or more: "
            "--submissions 2, or manage.py seed_load first."
        )
    board, one = "boards/procedures-base/", f"submissions/{keys[0]}/"
    two, six = "&s=".join(keys[:2]), "&s=".join(keys)
    return {
        "board": [f"/{board}"],
        "board_filtered": [f"/{board}?{query}" for query in BOARD_FILTERS],
        "board_api": [f"/api/v1/{board}"],
        "board_files": [f"/{board}board.csv", f"/{board}board.json"],
        "submission": [f"/{one}"],
        "submission_filtered": [f"/{one}?{query}" for query in FILTERS],
        "submission_deep": [f"/{one}?page=40&sort={sort}" for sort in SORTS],
        "submission_api": [f"/api/v1/{one}"],
        "submission_files": [f"/{one}figures.csv", f"/{one}badge.svg"],
        "conversations_api": [
            f"/api/v1/{one}conversations/?offset={at}" for at in (0, 3900)
        ],
        "conversations_first_byte": [
            f"/{one}conversations.csv",
            f"/{one}conversations.json",
        ],
        "compare_two": [f"/compare/?s={two}"],
        "compare_six": [f"/compare/?s={six}"],
        "compare_api": [f"/api/v1/compare/?s={six}"],
        "tasks": ["/tasks/", "/tasks/?category=sequencing", "/tasks/?text=deposit"],
        "board_charts": [f"/{board}charts/"],
        "task": [f"/tasks/{task}/" for task in list(load_dataset().tasks)[::300]],
    }


BOARD_FILTERS = (
    "category=sequencing",
    "area=deposits&sort=-rate",
    "category=control&area=accounts",
    "text=banyan&sort=cost",
    "kind=model&sort=-category.edge_case",
    "organisation=Corvus",
)
FILTERS = (
    "outcome=failed",
    "finding=missed_read",
    "category=sequencing&outcome=hidden",
    "text=deposit",
    "sort=-tokens",
)
SORTS = ("task", "-tokens", "latency")


def _p95(addresses: list[str]) -> float:
    """Return the p95 over requests for each address in turn, in ms.

    Of some rounds the lowest: other work on the machine makes memory slower, and so
    costs processor time too.
    """
    from django.test import Client

    client = Client(headers={"host": "127.0.0.1"})
    # The first of each has its template to load, once in the life of a process.
    _times(client, addresses)
    turns = addresses * max(REPEATS // len(addresses), 5)
    rounds = [_times(client, turns) for _ in range(ROUNDS)]
    return min(
        statistics.quantiles(times, n=20, method="inclusive")[-1] for times in rounds
    )


def _times(client: "Client", addresses: list[str]) -> list[float]:
    spent, times = _processor_time(), []
    for address in addresses:
        began = spent()
        response = client.get(address)
        _first_byte(response)
        times.append((spent() - began) / 1e6)
        assert response.status_code == 200, f"{address}: {response.status_code}"
    return times


def _first_byte(response: "HttpResponseBase") -> None:
    if response.streaming:
        next(iter(response))


def _processor_time() -> Callable[[], int]:
    """Return a clock of nanoseconds spent here and in the database's process."""
    from django.db import connection

    if connection.vendor != "postgresql":
        return process_time_ns
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        spent = Path(f"/proc/{cursor.fetchone()[0]}/schedstat")

    def now() -> int:
        there = int(spent.read_text().split()[0]) if spent.exists() else 0
        return process_time_ns() + there

    return now


def _finish() -> float:
    """Return the median time of recording a verdict in a submission of thousands."""
    from datetime import timedelta

    from django.utils import timezone

    from bankenv.replay import replay
    from bankenv.scoring import score
    from leaderboard.models import Conversation, Submission
    from leaderboard.services.conversations import finish_conversation

    submission = Submission.objects.filter(owner__username="load")[0]
    running = {"status": "running", "finished_at": None}
    Submission.objects.filter(pk=submission.pk).update(**running)
    unscored = dict.fromkeys(("passed", "final_state_passed", "hidden_violation"))
    lease = timezone.now() + timedelta(hours=1)
    left = list(submission.conversations.values_list("pk", flat=True)[: FINISHED + 9])
    rows = Conversation.objects.filter(pk__in=left)
    rows.update(**running, **unscored, fault="", lease_ends=lease)
    dataset, spent, times = load_dataset(), _processor_time(), []
    for row in rows.select_related("submission__board")[:FINISHED]:
        recording = replay(dataset, dataset.tasks[row.task_id])
        verdict = score(dataset, recording)
        began = spent()
        assert finish_conversation(row, recording, verdict)
        times.append((spent() - began) / 1e6)
    return statistics.median(times)


def _seen() -> Iterator[Measurement]:
    """Yield what a first visit transfers and when it paints, where Chromium is."""
    from leaderboard.tests.browser.chromium import find

    path = find()
    if path is None:
        sys.stderr.write("board: no Chromium, so nothing is measured in one\n")
        return
    from playwright.sync_api import sync_playwright
    from pytest_django.live_server_helper import LiveServer

    server = LiveServer("127.0.0.1")
    paints, sizes = [], []
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=path, args=["--no-sandbox"]
            )
            for _ in range(5):
                page = browser.new_context().new_page()  # nothing is in its cache
                page.goto(server.url, wait_until="networkidle")
                paints.append(float(page.evaluate(PAINTED)))
                sizes.append(float(page.evaluate(TRANSFERRED)) / 1000)
            browser.close()
    finally:
        server.stop()
    transferred = statistics.median(sizes)
    yield Measurement("board_first_transfer", transferred, "KB", TRANSFER_KB)
    # The least, as with the pages: a browser waits for whoever else uses the machine.
    yield Measurement("board_first_paint", min(paints), "ms", PAINT_MS)
