"""Where the embedded Redis puts its socket."""

import hashlib
import tempfile
from pathlib import Path

# The kernel keeps 108 bytes for the name of a socket, its closing zero included.
LONGEST_SOCKET_PATH = 103


def redis_socket_path(data_dir: Path) -> Path:
    """Return the socket for `data_dir`: in it, or in a short place if that is too long.

    The same folder always gives the same path, so that all processes meet there.
    """
    inside = data_dir / "redis" / "redis.sock"
    if len(str(inside).encode()) <= LONGEST_SOCKET_PATH:
        return inside
    name = hashlib.sha256(str(data_dir).encode()).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"passbook-{name}" / "redis.sock"
