"""Threads of one process write to SQLite in turn.

SQLite lets one writer in at a time, and whoever waits asks again now and then: among
many threads the unlucky ones would wait until they fail. So a worker's threads need no
more than one connection, which stays open: to open a file and read its schema takes
longer than most of what is asked. PostgreSQL needs none of this.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import wraps
from typing import ParamSpec, TypeVar

from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper

P = ParamSpec("P")
R = TypeVar("R")

_TURN = threading.RLock()
_SHARED: list[BaseDatabaseWrapper] = []


def turn() -> AbstractContextManager[object]:
    """Return what to hold while writing; nothing to wait for but on SQLite."""
    return _in_turn() if connection.vendor == "sqlite" else nullcontext()


def share_a_connection() -> None:
    """From now on let whoever has the turn in this process use one connection."""
    shared = connections.create_connection(DEFAULT_DB_ALIAS)
    shared.inc_thread_sharing()
    _SHARED[:] = [shared]


@contextmanager
def _in_turn() -> Iterator[None]:
    with _TURN:
        own = connections[DEFAULT_DB_ALIAS]
        if not _SHARED or own is _SHARED[0] or own.in_atomic_block:
            yield
            return
        connections[DEFAULT_DB_ALIAS] = _SHARED[0]
        try:
            yield
        except DatabaseError:
            _SHARED[0].close()  # whatever state it is in
            raise
        finally:
            connections[DEFAULT_DB_ALIAS] = own


def in_turn(write: Callable[P, R]) -> Callable[P, R]:
    """Let a function that only works on the database wait for its turn."""

    @wraps(write)
    def waiting(*args: P.args, **kwargs: P.kwargs) -> R:
        with turn():
            return write(*args, **kwargs)

    return waiting
