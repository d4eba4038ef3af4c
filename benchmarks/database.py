"""A database of their own for the benchmarks that need the site."""

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def empty_database() -> Iterator[None]:
    """Make an empty database in memory; the site of this machine is not touched."""
    from django.conf import settings
    from django.db import connection

    import leaderboard.wsgi  # noqa: F401  (sets Django up, as a server does)

    settings.DEBUG = False
    kept = connection.settings_dict["NAME"]
    connection.creation.create_test_db(verbosity=0)
    try:
        yield
    finally:
        connection.creation.destroy_test_db(kept, verbosity=0)
