"""Where visits are counted: in Redis for all web processes, else in each one's memory.

Redis may go away at any moment. Pages go on then, and each process counts for itself.
"""

from typing import Any  # Any: JSON values

import orjson

# Whoever waits for a page waits no longer than this for a count.
WITHIN_S = 1.0


class Json:
    """What is stored is JSON: whoever writes to Redis runs no code here."""

    def dumps(self, value: Any) -> bytes:
        return orjson.dumps(value)

    def loads(self, stored: bytes) -> Any:
        return orjson.loads(stored)


def caches(redis_url: str) -> dict[str, dict[str, Any]]:
    """Return Django's CACHES; `here` is always this process's own memory."""
    here = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
    if not redis_url:
        return {"default": here, "here": here}
    shared = {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        # Celery's name of a socket is not that of Redis.
        "LOCATION": redis_url.replace("redis+socket://", "unix://", 1),
        "KEY_PREFIX": "passbook",
        "OPTIONS": {
            "serializer": "leaderboard.shared_counts.Json",
            "socket_timeout": WITHIN_S,
            "socket_connect_timeout": WITHIN_S,
        },
    }
    return {"default": shared, "here": here}
