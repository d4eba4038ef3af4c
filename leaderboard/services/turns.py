"""Threads of one process write to SQLite in turn.

SQLite lets one writer in at a time, and whoever waits asks again now and then: among
many threads the unlucky ones would wait until they fail. PostgreSQL needs none of this.
"""

import threading
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import wraps
from typing import ParamSpec, TypeVar

from django.db import connection

P = ParamSpec("P")
R = TypeVar("R")

_TURN = threading.RLock()


def turn() -> AbstractContextManager[object]:
    """Return what to hold while writing; nothing to wait for but on SQLite."""
    return _TURN if connection.vendor == "sqlite" else nullcontext()


def in_turn(write: Callable[P, R]) -> Callable[P, R]:
    """Let a function that only works on the database wait for its turn."""

    @wraps(write)
    def waiting(*args: P.args, **kwargs: P.kwargs) -> R:
        with turn():
            return write(*args, **kwargs)

    return waiting
