"""A copy of the database that is whole, taken while everybody writes."""

import os
from pathlib import Path

from django.db import connection


class CannotBackUp(Exception):
    """There is no copy; the message says why and what to do."""


def back_up(target: Path) -> int:
    """Write the SQLite database to `target` as of one moment; return its bytes.

    Nobody waits for it, and what was deleted is not in it. Only the owner may read the
    file, which holds people's sessions. Raises CannotBackUp where `target` exists, or
    where the database is another.
    """
    if connection.vendor != "sqlite":
        raise CannotBackUp(
            f"The database is {connection.display_name}: docs/operating.md says how "
            "its own programs back it up."
        )
    if target.exists():
        raise CannotBackUp(f"{target} exists already; give another name.")
    target.parent.mkdir(parents=True, exist_ok=True)
    draft = target.with_name(f".{target.name}.{os.getpid()}")
    os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        with connection.cursor() as cursor:
            cursor.execute("VACUUM INTO %s", [str(draft)])
        os.link(draft, target)  # fails where another was first
    finally:
        draft.unlink()
    return target.stat().st_size
