"""The database of a site of its own: a file in its folder, or one more on a PostgreSQL.

It is of the kind that the settings name: where the tests run on PostgreSQL, so does it.
It is a copy of one that was migrated once: migrating takes longer than most tests.
"""

import atexit
import functools
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import uuid
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import psycopg
from django.conf import settings
from psycopg.conninfo import make_conninfo

from leaderboard.tests.postgres import programs

ROOT = Path(__file__).resolve().parents[2]
Rows = list[tuple[object, ...]]


class SiteDatabase(Protocol):
    """Where a site's rows are, and how to ask for them and change them from outside."""

    @property
    def url(self) -> str: ...

    def rows(self, question: str) -> Rows: ...

    def tables(self) -> list[str]: ...

    def dump(self) -> bytes:
        """Return all of it as the text that its own tool for backups writes."""
        ...

    def copy(self, folder: Path) -> "SiteDatabase": ...

    def drop(self) -> None: ...


def new_database(folder: Path) -> SiteDatabase:
    """Return a migrated database without a row for the site in `folder`."""
    return _migrated().copy(folder)


@functools.cache
def _migrated() -> SiteDatabase:
    """Return what every site of these tests begins with; it goes when they end."""
    folder = Path(tempfile.mkdtemp(prefix="passbook-migrated-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    server: dict[str, Any] = settings.DATABASES["default"]
    if server["ENGINE"] == "django.db.backends.sqlite3":
        database: SiteDatabase = File(folder / "passbook.sqlite3")
    else:
        database = OnServer(server).copy(folder)
        atexit.register(database.drop)
    own = {"DATA_DIR": str(folder), "DATABASE_URL": database.url}
    subprocess.run(
        (sys.executable, "manage.py", "migrate", "--verbosity", "0"),
        cwd=ROOT,
        env={**os.environ, **own},  # noqa: TID251  (passed on, not read)
        check=True,
    )
    return database


@dataclass(frozen=True)
class File:
    """A SQLite file, which its folder's end removes."""

    path: Path

    @property
    def url(self) -> str:
        return f"sqlite:///{self.path}"

    def rows(self, question: str) -> Rows:
        with closing(sqlite3.connect(self.path, timeout=20)) as connection, connection:
            return connection.execute(question).fetchall()

    def tables(self) -> list[str]:
        found = self.rows("SELECT name FROM sqlite_master WHERE type = 'table'")
        return [str(name) for (name,) in found]

    def dump(self) -> bytes:
        with closing(sqlite3.connect(self.path, timeout=20)) as connection:
            return "\n".join(connection.iterdump()).encode()

    def copy(self, folder: Path) -> "File":
        copied = File(folder / "passbook.sqlite3")
        with (
            closing(sqlite3.connect(self.path)) as here,
            closing(sqlite3.connect(copied.path)) as there,
        ):
            here.backup(there)
        return copied

    def drop(self) -> None:
        """Leave it to the folder."""


@dataclass(frozen=True)
class OnServer:
    """A database of the PostgreSQL that the settings name."""

    server: dict[str, Any]
    name: str = "template1"

    @property
    def url(self) -> str:
        """Return its DATABASE_URL; a host that is a folder holds a socket."""
        host, port = self.server["HOST"], self.server["PORT"]
        if host.startswith("/"):
            return f"postgres:///{host}/{self.name}"
        user, word = self.server["USER"], self.server["PASSWORD"]
        return f"postgres://{user}:{word}@{host}:{port or 5432}/{self.name}"

    def rows(self, question: str) -> Rows:
        found = self._connected.execute(question.encode())
        return found.fetchall() if found.description else []

    def tables(self) -> list[str]:
        question = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
        return [str(name) for (name,) in self.rows(question)]

    def dump(self) -> bytes:
        command = (programs() / "pg_dump", self._where(self.name))
        return subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout

    def copy(self, folder: Path) -> "OnServer":
        copied = OnServer(self.server, f"site_{uuid.uuid4().hex}")
        self._tell_server(f"CREATE DATABASE {copied.name} TEMPLATE {self.name}")
        return copied

    def drop(self) -> None:
        if "_connected" in vars(self):
            self._connected.close()
        self._tell_server(f"DROP DATABASE {self.name} WITH (FORCE)")

    def _tell_server(self, order: str) -> None:
        with self._connect("postgres") as connection:
            connection.execute(order.encode())

    @functools.cached_property
    def _connected(self) -> "psycopg.Connection[tuple[object, ...]]":
        return self._connect(self.name)

    def _connect(self, name: str) -> "psycopg.Connection[tuple[object, ...]]":
        return psycopg.connect(self._where(name), autocommit=True)

    def _where(self, name: str) -> str:
        named = {"host": "HOST", "port": "PORT", "user": "USER", "password": "PASSWORD"}
        given = {key: self.server[word] for key, word in named.items()}
        return make_conninfo("", dbname=name, **{k: v for k, v in given.items() if v})
