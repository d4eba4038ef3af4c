"""The parts that this site leans on, each asked quickly whether it is there."""

import functools
from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import timedelta

import redis
from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Max
from django.utils import timezone

from leaderboard.models import WorkerSign

# Who asks whether the site is well does not wait longer than this for any part.
PATIENCE_S = 2
SWEPT_WITHIN = timedelta(seconds=30)
SOCKET_SCHEME = "redis+socket://"


@dataclass(frozen=True, slots=True)
class SitePart:
    """One part: whether it is there, and in a few words what was seen."""

    name: str
    is_well: bool
    detail: str


def site_parts(names: Collection[str] | None = None) -> list[SitePart]:
    """Ask the parts named, or all of them. Raises KeyError for one there is not."""
    wanted = list(PARTS) if names is None else names
    return [_asked(name) for name in wanted]


def _asked(name: str) -> SitePart:
    ask = PARTS[name]
    try:
        is_well, detail = ask()
    except DatabaseError as error:
        is_well, detail = False, f"The database failed: {type(error).__name__}."
    return SitePart(name, is_well, detail)


Answer = tuple[bool, str]


def _database() -> Answer:
    with transaction.atomic(), connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(f"SET LOCAL statement_timeout = '{PATIENCE_S}s'")
        cursor.execute("SELECT 1")
    return True, "It answers."


def _migrations() -> Answer:
    applied = MigrationRecorder(connection).applied_migrations()
    missing = sorted(_of_this_version() - set(applied))
    if not missing:
        return True, "All of this version are applied."
    names = ", ".join(f"{app}.{name}" for app, name in missing[:3])
    more = f" and {len(missing) - 3} more" if len(missing) > 3 else ""
    return False, f"Not applied: {names}{more}. Run manage.py migrate."


@functools.cache
def _of_this_version() -> frozenset[tuple[str, str]]:
    """The migrations that come with this code; it does not change while it runs."""
    return frozenset(MigrationLoader(None).disk_migrations)


def _broker() -> Answer:
    try:
        with _redis() as client:
            client.ping()
    except (redis.RedisError, OSError) as error:
        return False, f"Redis does not answer ({type(error).__name__})."
    return True, "It answers."


def _redis() -> redis.Redis:
    patience = {"socket_timeout": PATIENCE_S, "socket_connect_timeout": PATIENCE_S}
    url = settings.CELERY_BROKER_URL
    if url.startswith(SOCKET_SCHEME):
        path = url.removeprefix(SOCKET_SCHEME)
        return redis.Redis(unix_socket_path=path, socket_timeout=PATIENCE_S)
    return redis.Redis.from_url(url, **patience)


def _workers() -> Answer:
    alive = WorkerSign.objects.alive(timezone.now()).filter(threads__gt=0).count()
    if alive:
        return True, f"{alive} give signs of life."
    return False, "None gives a sign of life: what is queued waits."


def _beat() -> Answer:
    last = WorkerSign.objects.aggregate(at=Max("swept_at"))["at"]
    if last is None:
        return False, "No round was ever made: is celery beat running?"
    passed = timezone.now() - last
    words = f"The last round was {passed.total_seconds():.0f} s ago."
    return passed < SWEPT_WITHIN, words


PARTS: dict[str, Callable[[], Answer]] = {
    "database": _database,
    "migrations": _migrations,
    "broker": _broker,
    "workers": _workers,
    "beat": _beat,
}
