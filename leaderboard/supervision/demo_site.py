"""The whole site on one machine: what `make demo` starts, in which order, and why."""

import fcntl
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

from leaderboard.supervision.parts import Part
from leaderboard.supervision.ports import accepts, healthy
from leaderboard.supervision.redis_server import redis_part

PYTHON = sys.executable


class AlreadyRunning(Exception):
    """Another process runs the site of this data folder."""


@dataclass(frozen=True, slots=True)
class Ports:
    """Where the web server and the reference endpoint listen on 127.0.0.1."""

    web: int
    reference: int

    @property
    def site_url(self) -> str:
        return f"http://127.0.0.1:{self.web}/"

    @property
    def reference_url(self) -> str:
        return f"http://127.0.0.1:{self.reference}/v1"


@contextmanager
def only_one(data_dir: Path) -> Iterator[None]:
    """Hold the data folder for the block. Raises AlreadyRunning if somebody does."""
    with (data_dir / "demo.lock").open("a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise AlreadyRunning(f"A demo already runs on {data_dir}.") from None
        yield


def child_environment() -> dict[str, str]:
    """Return the environment of the parts: as in production, but on plain HTTP.

    Their secrets are this process's own, which may come from the data folder.
    """
    inherited = dict(os.environ)  # noqa: TID251  (passed on, not read)
    return inherited | {
        "DEBUG": "false",
        "HTTPS": "false",
        "STATIC_COLLECTED": "false",
        "SECRET_KEY": settings.SECRET_KEY,
        "CREDENTIAL_KEYS": ",".join(settings.CREDENTIAL_KEYS),
        "ALLOWED_HOSTS": "127.0.0.1,localhost,[::1]",
        "DATA_DIR": str(settings.DATA_DIR),
        "ALLOW_PRIVATE_ENDPOINTS": "true",
        "PYTHONUNBUFFERED": "1",
    }


def site_parts(ports: Ports) -> list[Part]:
    """The parts that people see at once: the pages, and what carries the bells."""
    broker = [] if settings.REDIS_URL else [_redis()]
    return [*broker, web_part(ports.web), _reference(ports.reference)]


def job_parts() -> list[Part]:
    """The parts that do the work; they stop before what they lean on."""
    return [_worker(), _upkeep(), _beat()]


def _redis() -> Part:
    return redis_part(settings.REDIS_SOCKET, settings.DATA_DIR)


def web_part(port: int) -> Part:
    """Return how to run the web server on 127.0.0.1:port."""
    options = ("--bind", f"127.0.0.1:{port}", "--worker-class", "gthread")
    size = ("--workers", "1", "--threads", "8", "--graceful-timeout", "3")
    quiet = ("--no-control-socket", "--log-level", "warning")
    command = (PYTHON, "-m", "gunicorn", "leaderboard.wsgi", *options, *size, *quiet)
    return Part("web", command, ready=lambda: healthy(port))


def _reference(port: int) -> Part:
    command = (PYTHON, "-m", "runner.reference", "--port", str(port))
    return Part("reference", command, ready=lambda: accepts(port))


def _worker() -> Part:
    return _celery_worker("worker", "demo@%h", "--queues", "conversations")


def _upkeep() -> Part:
    size = ("--concurrency", "2")
    return _celery_worker("upkeep", "upkeep@%h", "--queues", "upkeep", *size)


def _celery_worker(name: str, hostname: str, *options: str) -> Part:
    quiet = ("--without-gossip", "--without-mingle", "--without-heartbeat")
    command = (*_celery("worker"), "--hostname", hostname, *options, *quiet)
    # Pages come first where the processor is short: somebody waits for them.
    command = ("nice", "-n", "10", *command)
    # Threads that each keep memory to themselves would double what the worker holds.
    return Part(name, command, environment={"MALLOC_ARENA_MAX": "2"})


def _beat() -> Part:
    return Part("beat", (*_celery("beat"), "--pidfile", ""))


def _celery(command: str) -> tuple[str, ...]:
    return (PYTHON, "-m", "celery", "-A", "leaderboard", command)
