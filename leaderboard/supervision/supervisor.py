"""Parts started in order, watched together, started again when they fail, stopped.

A part that dies by itself is started again: a leaderboard whose worker was killed
should go on. (A Procfile runner would stop all the others instead.)
"""

import logging
import signal
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from leaderboard.supervision.parts import Part, RunningPart, start

logger = logging.getLogger(__name__)

READY_WITHIN_S = 60.0
STOP_WITHIN_S = 6.0
LOOK_EVERY_S = 0.2
STEADY_AFTER_S = 30.0
MAX_RESTARTS = 5


class PartFailed(Exception):
    """A part did not start, or kept failing; the message holds its last words."""


class Supervisor:
    """The parts that run. `stop` may be called from a signal handler or a thread."""

    def __init__(self, log_dir: Path, environment: Mapping[str, str]) -> None:
        self._log_dir = log_dir
        self._environment = dict(environment)
        self._stages: list[list[RunningPart]] = []
        self._restarts: dict[str, int] = {}
        self._stopping = threading.Event()

    @property
    def is_stopping(self) -> bool:
        return self._stopping.is_set()

    def pids(self) -> dict[str, int]:
        """Return the process of each part, by the part's name."""
        return {
            running.part.name: running.process.pid
            for stage in self._stages
            for running in stage
        }

    def stop(self) -> None:
        """Ask for the end; `watch` returns, and leaving the `with` block stops all."""
        self._stopping.set()

    def start(self, parts: Sequence[Part]) -> None:
        """Start parts together and wait until each is ready. Raises PartFailed."""
        stage: list[RunningPart] = []
        self._stages.append(stage)
        for part in parts:
            stage.append(start(part, self._log_dir, self._environment))
        for running in stage:
            self._wait_until_ready(running)

    def watch(self, look: Callable[[], object] = lambda: None) -> None:
        """Keep the parts alive until `stop`; call `look` now and then.

        Raises PartFailed when a part fails again and again.
        """
        while not self._stopping.wait(LOOK_EVERY_S):
            for stage in self._stages:
                stage[:] = [self._kept_alive(running) for running in stage]
            look()

    def end(self) -> None:
        """Stop every part, what was started last first, until all are gone."""
        self._stopping.set()
        while self._stages:
            stage = self._stages.pop()
            for running in stage:
                running.signal(running.part.stop_signal)
            last_moment = time.monotonic() + STOP_WITHIN_S
            for running in stage:
                _wait_for_end(running, last_moment)

    def _wait_until_ready(self, running: RunningPart) -> None:
        last_moment = time.monotonic() + READY_WITHIN_S
        while not running.part.ready():
            if self._stopping.is_set():
                return
            if not running.is_alive:
                raise PartFailed(_obituary(running))
            if time.monotonic() > last_moment:
                raise PartFailed(
                    f"{running.part.name} was not ready after {READY_WITHIN_S:.0f} s; "
                    f"its log is {running.log}."
                )
            time.sleep(0.05)

    def _kept_alive(self, running: RunningPart) -> RunningPart:
        if running.is_alive:
            return running
        name = running.part.name
        steady = time.monotonic() - running.since > STEADY_AFTER_S
        self._restarts[name] = 1 if steady else self._restarts.get(name, 0) + 1
        if self._restarts[name] > MAX_RESTARTS:
            raise PartFailed(_obituary(running))
        logger.warning(
            "%s ended (%s) and is started again; its log is %s",
            name,
            running.process.returncode,
            running.log,
        )
        running.signal(signal.SIGKILL)  # what is left of its group
        return start(running.part, self._log_dir, self._environment)


@contextmanager
def supervised(log_dir: Path, environment: Mapping[str, str]) -> Iterator[Supervisor]:
    """Give a supervisor that Ctrl-C and SIGTERM stop; leave nothing running."""
    supervisor = Supervisor(log_dir, environment)

    def stop(number: int, frame: FrameType | None) -> None:
        supervisor.stop()

    signals = [signal.SIGINT, signal.SIGTERM]
    if signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:  # as nohup has it
        signals.append(signal.SIGHUP)
    before = {number: signal.signal(number, stop) for number in signals}
    try:
        yield supervisor
    finally:
        supervisor.end()
        for number, handler in before.items():
            signal.signal(number, handler)


def _wait_for_end(running: RunningPart, last_moment: float) -> None:
    while running.is_alive and time.monotonic() < last_moment:
        time.sleep(0.02)
    running.signal(signal.SIGKILL)  # the process, or what is left of its group
    running.process.wait()


def _obituary(running: RunningPart) -> str:
    name, code = running.part.name, running.process.returncode
    return (
        f"{name} ended with {code}. The end of {running.log}:\n{running.last_words()}"
    )
