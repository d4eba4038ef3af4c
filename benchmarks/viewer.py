"""The conversation viewer: its server time, and what a reader waits for in Chromium."""

import statistics
import sys
from collections.abc import Iterator
from time import process_time
from typing import TYPE_CHECKING

from bankenv.dataset import load_dataset
from bankenv.replay import gold_calls, replay
from bankenv.tasks import Task
from bankenv.trajectory import Call, End, Message, Result, Trajectory
from benchmarks.database import empty_database
from benchmarks.measurement import Measurement

if TYPE_CHECKING:
    from playwright.sync_api import Page

REPEATS = 40
TURNS = 100
PAINTED = (
    """() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime"""
)
# How long a key keeps the reader waiting: until the frame that shows what it did.
TIMED = """async ([where, key]) => {
  const frame = () => new Promise(requestAnimationFrame);
  await frame();
  const began = performance.now();
  document.querySelector(where).dispatchEvent(
    new KeyboardEvent("keydown", { key, bubbles: true }));
  await frame();
  return performance.now() - began;
}"""
# The same for a place far off: until some of it is on the screen.
JUMPED = """async ([from, key]) => {
  const frame = () => new Promise(requestAnimationFrame);
  const top = from === "end" ? document.body.scrollHeight : 0;
  scrollTo({ top, behavior: "instant" });
  await frame();
  await frame();
  const began = performance.now();
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  let box;
  do {
    await frame();
    box = document.getElementById(location.hash.slice(1)).getBoundingClientRect();
  } while (box.bottom < 0 || box.top > innerHeight);
  return performance.now() - began;
}"""
# From the last letter to the count, without the pause that waits for another letter.
FOUND = """async (wanted) => {
  const field = document.querySelector("#find-text");
  const count = document.querySelector("[data-find-count]");
  field.value = wanted;
  const began = performance.now();
  field.dispatchEvent(new Event("input", { bubbles: true }));
  await new Promise((done) => {
    new MutationObserver(done).observe(count, { childList: true });
  });
  await new Promise(requestAnimationFrame);
  return performance.now() - began - 120;
}"""


def big() -> Trajectory:
    """Return 400 events of which four are answers of 200 KB."""
    dataset = load_dataset()
    recording = replay(dataset, next(iter(dataset.tasks.values())), [])
    entry = {"description": "UPI to a shop", "amount": -123.45, "channel": "upi"}
    events: list[Message | Call | Result | End] = [*recording.events[:1]]
    for turn in range(TURNS):
        rows = [entry] * (3000 if turn % 25 == 0 else 3)
        events += [
            Message(len(events), 0.0, "assistant", f"Turn {turn}: I am looking. " * 4),
            Call(len(events) + 1, 0.0, f"c{turn}", "get_transaction_history", {}),
            Result(len(events) + 2, 0.0, f"c{turn}", True, {"transactions": rows}),
            Message(len(events) + 3, 0.0, "customer", "Please go on."),
        ]
    events.append(End(len(events), 0.0, "customer_ended"))
    return Trajectory(recording.header, tuple(events))


def measure() -> Iterator[Measurement]:
    """Yield the server's figures, then those of a browser where there is one."""
    with empty_database():
        from leaderboard.tests.recordings import stored

        recording = big()
        task = _task(recording)
        address = f"/conversations/{stored(recording, task=task).pk}/"
        yield Measurement("viewer_page_p95", _served(address, kept=False), "ms", 60)
        again = _served(address, kept=True)
        yield Measurement("viewer_page_again_p95", again, "ms", 60)
        asked = ",".join(str(index) for index in range(3, len(recording.events), 4))
        answers = _served(f"{address}events/?at={asked}", kept=True)
        yield Measurement("viewer_big_answer_p95", answers, "ms", 200)
        ordinary = f"/conversations/{stored(_ordinary(), task=task, trial=2).pk}/"
        first = _served(ordinary, kept=False)
        yield Measurement("viewer_ordinary_p95", first, "ms", 60)
        yield from _seen(address)


def _ordinary() -> Trajectory:
    """Return a conversation as most are: the gold chain but for its first read."""
    dataset = load_dataset()
    task = next(iter(dataset.tasks.values()))
    return replay(dataset, task, gold_calls(task)[1:], 2)


def _task(recording: Trajectory) -> Task:
    return load_dataset().tasks[recording.header.task]


def _served(address: str, *, kept: bool) -> float:
    """Return the p95 of the processor time of the page, in ms.

    `kept` leaves the recording in memory as a second reader finds it.
    """
    from django.test import Client

    from leaderboard.queries.conversation import recordings
    from leaderboard.views import conversation_drawing

    client, times = Client(headers={"host": "127.0.0.1"}), []
    for _ in range(REPEATS):
        if not kept:
            recordings.forget()
            conversation_drawing.forget()
        start = process_time()
        status = client.get(address).status_code
        times.append((process_time() - start) * 1000)
        assert status == 200, status
    return statistics.quantiles(times[1:], n=20)[-1]


def _seen(address: str) -> Iterator[Measurement]:
    """Yield what Chromium shows when; nothing where there is no Chromium."""
    from leaderboard.tests.browser.chromium import find

    path = find()
    if path is None:
        sys.stderr.write("viewer: no Chromium, so nothing is measured in one\n")
        return
    from playwright.sync_api import sync_playwright
    from pytest_django.live_server_helper import LiveServer

    server = LiveServer("127.0.0.1")
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=path, args=["--no-sandbox"]
            )
            page = browser.new_page()
            page.goto(server.url)  # style sheets and scripts are in the cache
            yield _painted(page, server.url + address)
            yield from _keys(page)
            browser.close()
    finally:
        server.stop()


def _painted(page: "Page", address: str) -> Measurement:
    times = []
    for _ in range(5):
        page.goto(address)
        painted = page.wait_for_function(PAINTED)
        times.append(float(painted.json_value()))
    return Measurement("viewer_first_paint", statistics.median(times), "ms", 1000)


def _keys(page: "Page") -> Iterator[Measurement]:
    jumps = [float(page.evaluate(JUMPED, ["end", key])) for key in "njjnkpnjp"]
    yield Measurement("viewer_jump", statistics.median(jumps), "ms", 100)
    times = [float(page.evaluate(FOUND, f"turn {n}")) for n in (1, 2, 3)]
    yield Measurement("viewer_find", statistics.median(times), "ms", 100)
    steps = [_pressed(page, "#find-text", "Enter") for _ in range(9)]
    yield Measurement("viewer_find_step", statistics.median(steps), "ms", 100)


def _pressed(page: "Page", where: str, key: str) -> float:
    return float(page.evaluate(TIMED, [where, key]))
