"""One measured figure, and how it is taken on a noisy machine."""

import gc
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

# For a process of its own: prints its peak memory in kB. Not getrusage's figure, which
# a process begins with the memory of the one that started it.
PEAK = """
import re
print(re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1])
"""


@dataclass(frozen=True)
class Measurement:
    """A figure with its unit and the most it may be."""

    name: str
    value: float
    unit: str
    target: float

    @property
    def ok(self) -> bool:
        """True where the figure is within its limit."""
        return self.value <= self.target


def median_cpu_seconds(work: Callable[[], object], repeats: int = 9) -> float:
    """Return the median processor time of `work` in this process, after one warm-up."""
    return statistics.median(_cpu_seconds(work, repeats))


def least_cpu_seconds(work: Callable[[], object], repeats: int = 9) -> float:
    """Return the least processor time of `work`: others here only add to it."""
    return min(_cpu_seconds(work, repeats))


def _cpu_seconds(work: Callable[[], object], repeats: int) -> list[float]:
    work()
    gc.collect()
    times = []
    for _ in range(repeats):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return times
