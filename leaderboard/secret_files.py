"""Secrets that a development machine makes for itself, once, in its data folder."""

import os
import secrets
from collections.abc import Callable
from pathlib import Path


def kept_secret(path: Path, make: Callable[[], str]) -> str:
    """Return the secret in `path`, made on first use and readable by its owner alone.

    Two processes that start together agree: the first to write wins.
    """
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        _write_once(path, make())
    return path.read_text().strip()


def _write_once(path: Path, secret: str) -> None:
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(secret)
    try:
        os.link(draft, path)  # fails where another process was first
    except FileExistsError:
        pass
    finally:
        draft.unlink()


def readable_password() -> str:
    """Return a password that people can type: three groups of four letters."""
    letters = "abcdefghjkmnpqrstuvwxyz"
    groups = ("".join(secrets.choice(letters) for _ in range(4)) for _ in range(3))
    return "-".join(groups)
