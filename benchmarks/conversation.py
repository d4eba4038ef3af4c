"""One conversation in process: its processor time, and what it holds in flight."""

import gc
import tracemalloc
from collections.abc import Iterator

from bankenv.dataset import Dataset, load_dataset
from bankenv.tasks import Task
from benchmarks.measurement import Measurement, median_cpu_seconds
from runner.conversation import run_conversation
from runner.customers import AgendaCustomer
from runner.in_process import GoldOracle

IN_FLIGHT = 50


def measure() -> Iterator[Measurement]:
    """Yield the cost of a conversation with a scripted assistant."""
    dataset = load_dataset()
    tasks = list(dataset.tasks.values())

    def work() -> None:
        for task in tasks:
            _run(dataset, task)

    seconds = median_cpu_seconds(work, 3) / len(tasks)
    yield Measurement("scripted_conversation", seconds * 1000, "ms", 15)
    yield Measurement("thousand_conversations", seconds * 1000, "s", 20)
    yield Measurement("conversation_in_flight", _held(dataset, tasks), "KB", 200)


def _run(dataset: Dataset, task: Task) -> object:
    assistant = GoldOracle(task)
    customer = AgendaCustomer()
    return run_conversation(assistant, customer, task, dataset=dataset)


def _held(dataset: Dataset, tasks: list[Task]) -> float:
    """Return the KB a finished conversation's events, customer and assistant hold."""
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    kept = [_run(dataset, task) for task in tasks[:IN_FLIGHT]]
    held = (tracemalloc.get_traced_memory()[0] - before) / 1024 / len(kept)
    tracemalloc.stop()
    return held
