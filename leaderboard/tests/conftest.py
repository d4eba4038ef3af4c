"""What every test of the site shares."""

from collections.abc import Iterator
from threading import Thread

import pytest

from leaderboard.celery import app
from leaderboard.services.leases import Leases
from runner.reference.server import ReferenceServer


@pytest.fixture(scope="session", autouse=True)
def _bells_ring_nowhere() -> None:
    """A test must not ring for conversations of a site that runs on this machine."""
    app.conf.update(broker_url="memory://")


@pytest.fixture(autouse=True)
def _no_thread_extends_leases(monkeypatch: pytest.MonkeyPatch) -> None:
    """A thread, with a connection of its own, sees nothing of a test's transaction."""
    monkeypatch.setattr(Leases, "_beat_from_now_on", lambda self: None)


@pytest.fixture(scope="session")
def reference_url() -> Iterator[str]:
    """The base URL of a reference endpoint in this process."""
    with ReferenceServer() as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield server.url
        server.shutdown()
