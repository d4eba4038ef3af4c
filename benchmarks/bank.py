"""The bank: loading, starting, calling, scoring, one conversation."""

import subprocess
import sys
from collections.abc import Iterator
from itertools import islice
from statistics import median
from time import process_time

from bankenv.books import Books, parsed_record
from bankenv.customer import Line, reply
from bankenv.dataset import Dataset, load_dataset
from bankenv.records import Record
from bankenv.replay import replay
from bankenv.scoring import score
from bankenv.tests.test_tools_customers import every_call
from bankenv.tools import TOOLS, execute
from benchmarks.measurement import (
    PEAK,
    Measurement,
    least_cpu_seconds,
    median_cpu_seconds,
)

# The peer's evaluator, timed on a bank of 944 customers, rebuilds and hashes the bank.
PEER_SCORING_S = 4.5
# Processor time, as for everything here: others may be busy on this machine.
LOAD = f"""
import time
start = time.process_time()
from bankenv.dataset import load_dataset
load_dataset()
print(time.process_time() - start)
{PEAK}"""
TRIED_CUSTOMERS = 40
CALLS_EACH = 5


def measure() -> Iterator[Measurement]:
    """Yield every figure of the bank."""
    yield from _loading()
    dataset = load_dataset()
    yield from _starting(dataset)
    yield from _calling(dataset)
    yield from _searching(dataset)
    yield from _scoring(dataset)
    yield _customer(dataset)


def _loading() -> Iterator[Measurement]:
    runs = [
        subprocess.run(  # nosec B603: our own interpreter and text
            [sys.executable, "-c", LOAD], capture_output=True, check=True, text=True
        ).stdout.split()
        for _ in range(5)
    ]
    seconds = sorted(float(run[0]) for run in runs)[len(runs) // 2]
    yield Measurement("dataset_load", seconds * 1000, "ms", 300)
    peak = max(int(run[1]) for run in runs) / 1024
    yield Measurement("dataset_load_peak_memory", peak, "MB", 60)


def _starting(dataset: Dataset) -> Iterator[Measurement]:
    """Yield the first books on a customer's record, and the scorer's after them."""
    tasks = list(islice(dataset.tasks.values(), 200))

    def again() -> None:
        for task in tasks:
            assert Books(dataset, task.customer_id, task.opening).record

    def first() -> None:
        for task in tasks:
            parsed_record.cache_clear()
            assert Books(dataset, task.customer_id, task.opening).record

    for name, starts in (("", first), ("_again", again)):
        seconds = least_cpu_seconds(starts) / len(tasks)
        yield Measurement(f"conversation_start{name}", seconds * 1e6, "us", 100)


def _calling(dataset: Dataset) -> Iterator[Measurement]:
    """Median over the tools of each one's median call, searches apart."""
    times: dict[str, list[float]] = {}
    for customer_id in islice(dataset.customers, TRIED_CUSTOMERS):
        for tool, arguments in every_call(Books(dataset, customer_id).record):
            if tool != "search_knowledge_base":
                seconds = _call_seconds(dataset, customer_id, tool, arguments)
                times.setdefault(tool, []).append(seconds)
    each = {tool: median(seconds) for tool, seconds in times.items()}
    writes = [s for tool, s in each.items() if TOOLS[tool].kind == "write"]
    yield Measurement("tool_call_median", median(each.values()) * 1e6, "us", 50)
    yield Measurement("write_call_median", median(writes) * 1e6, "us", 50)


def _call_seconds(
    dataset: Dataset, customer_id: str, tool: str, arguments: Record
) -> float:
    """Return the processor time of one call on fresh books."""
    shelf = [Books(dataset, customer_id) for _ in range(CALLS_EACH)]
    start = process_time()
    for books in shelf:
        execute(books, tool, arguments)
    return (process_time() - start) / CALLS_EACH


def _searching(dataset: Dataset) -> Iterator[Measurement]:
    books = Books(dataset, next(iter(dataset.customers)))
    queries = ["penalty for closing FD early", "cheque book kaise milega", "जमा"]

    def work() -> None:
        for query in queries * 10:
            execute(books, "search_knowledge_base", {"query": query})

    yield Measurement("search", median_cpu_seconds(work) / 30 * 1000, "ms", 1)


def _scoring(dataset: Dataset) -> Iterator[Measurement]:
    trajectories = [replay(dataset, task) for task in dataset.tasks.values()]

    def work() -> None:
        for trajectory in trajectories:
            score(dataset, trajectory)

    seconds = median_cpu_seconds(work) / len(trajectories)
    yield Measurement("score_conversation", seconds * 1000, "ms", 1)
    ratio = seconds / PEER_SCORING_S
    yield Measurement("score_conversation_to_peer", ratio, "ratio", 1 / 4500)


def _customer(dataset: Dataset) -> Measurement:
    tasks = list(dataset.tasks.values())

    def work() -> None:
        for task in tasks:
            opening = reply(task.scenario, [], task_id=task.id, trial=1)
            lines = [
                Line("customer", opening.text),
                Line("assistant", "Could you tell me which one you mean?"),
            ]
            reply(task.scenario, lines, task_id=task.id, trial=1)

    seconds = median_cpu_seconds(work) / len(tasks) / 2
    return Measurement("customer_reply", seconds * 1000, "ms", 2)
