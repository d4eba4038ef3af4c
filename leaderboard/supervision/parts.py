"""One part of the embedded site: a process that is started, watched and stopped."""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PR_SET_PDEATHSIG = 1
TAIL_BYTES = 4_000


def _always_ready() -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Part:
    """How to run a process. `ready` says whether it does its work yet.

    The processes of a part are one group: they get signals together.
    """

    name: str
    command: tuple[str, ...]
    environment: Mapping[str, str] = field(default_factory=dict)
    ready: Callable[[], bool] = _always_ready
    stop_signal: signal.Signals = signal.SIGTERM


@dataclass(slots=True)
class RunningPart:
    """A part's process and its log."""

    part: Part
    process: "subprocess.Popen[bytes]"
    log: Path
    since: float = field(default_factory=time.monotonic)

    @property
    def is_alive(self) -> bool:
        return self.process.poll() is None

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to the whole group, as far as it is still there."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, number)

    def last_words(self) -> str:
        """Return the end of the log, for people."""
        with self.log.open("rb") as file:
            file.seek(max(0, self.log.stat().st_size - TAIL_BYTES))
            return file.read().decode(errors="replace").strip()


def start(part: Part, log_dir: Path, environment: Mapping[str, str]) -> RunningPart:
    """Start a part in a process group of its own; it ends when this process does."""
    log_dir.mkdir(parents=True, exist_ok=True)
    log = log_dir / f"{part.name}.log"
    with log.open("ab") as output:
        process = subprocess.Popen(
            part.command,
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            env={**environment, **part.environment},
            start_new_session=True,
            preexec_fn=_end_with_parent if sys.platform == "linux" else None,
        )
    return RunningPart(part, process, log)


def _end_with_parent() -> None:
    """Have the kernel stop the child when its parent is killed outright."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
