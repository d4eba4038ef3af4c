"""The bank: loading, starting, calling, scoring, one conversation."""

import subprocess
import sys
from collections.abc import Iterator
from itertools import cycle, islice

from bankenv.books import Books
from bankenv.customer import Line, reply
from bankenv.dataset import Dataset, load_dataset
from bankenv.replay import replay
from bankenv.scoring import score
from bankenv.tools import TOOLS, execute
from benchmarks.measurement import Measurement, median_cpu_seconds

# The peer's evaluator, timed on a bank of 944 customers, rebuilds and hashes the bank.
PEER_SCORING_S = 4.5
LOAD = """
import resource, time
base = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
start = time.perf_counter()
from bankenv.dataset import load_dataset
load_dataset()
print(time.perf_counter() - start, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def measure() -> Iterator[Measurement]:
    """Yield every figure of the bank."""
    yield from _loading()
    dataset = load_dataset()
    yield _starting(dataset)
    yield _calling(dataset)
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


def _starting(dataset: Dataset) -> Measurement:
    tasks = list(islice(cycle(dataset.tasks.values()), 500))

    def work() -> None:
        for task in tasks:
            assert Books(dataset, task.customer_id, task.opening).record

    seconds = median_cpu_seconds(work) / len(tasks)
    return Measurement("conversation_start", seconds * 1e6, "us", 100)


def _calling(dataset: Dataset) -> Measurement:
    """Median over the gold chains' calls, searches apart."""
    times = []
    for task in dataset.tasks.values():
        for step in task.gold:
            if step.tool == "search_knowledge_base":
                continue
            books = Books(dataset, task.customer_id, task.opening)
            assert books.record
            if TOOLS[step.tool].kind == "read":
                many = lambda b=books, s=step: [  # noqa: E731
                    execute(b, s.tool, s.arguments) for _ in range(20)
                ]
                times.append(median_cpu_seconds(many, 3) / 20)
    middle = sorted(times)[len(times) // 2]
    return Measurement("tool_call_median", middle * 1e6, "us", 50)


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
