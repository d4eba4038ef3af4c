"""Everything a site keeps, shows and sends, as texts in which to look for secrets."""

import base64
import io
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any  # Any: whatever Redis and databases hold

import orjson
import pyarrow.parquet
import redis
import zstandard
from django.contrib.sessions.serializers import JSONSerializer
from django.core import signing

from leaderboard.tests.site_databases import SiteDatabase

# Where it was found, and what was there.
Found = tuple[str, bytes]
STRETCH = 12  # characters of a secret that are as bad as the whole


def leaks(found: Iterable[Found], secrets: Mapping[str, str]) -> list[str]:
    """Return "secret in place" for every place that shows a part of a secret."""
    return [
        f"{name} in {place}"
        for place, data in found
        for name, secret in secrets.items()
        if any(part in data for part in _parts(secret))
    ]


def _parts(secret: str) -> Iterator[bytes]:
    """Yield its beginning, middle and end, and the whole in base64."""
    middle = len(secret) // 2
    for part in (secret[:STRETCH], secret[middle:][:STRETCH], secret[-STRETCH:]):
        yield part.encode()
    for before in range(3):
        shifted = base64.b64encode(b" " * before + secret.encode())
        yield shifted[4:-4]


def opened(place: str, data: bytes) -> Iterator[Found]:
    """Yield a file as it is, and what is in it if it is packed."""
    yield place, data
    if data.startswith(b"PK\x03\x04"):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for name in archive.namelist():
                yield f"{place}: {name}", archive.read(name)
    if data.startswith(b"PAR1"):
        table = pyarrow.parquet.read_table(io.BytesIO(data))
        yield f"{place}: table", repr(table.to_pylist()).encode()
    if data.startswith(zstandard.FRAME_HEADER):
        reader = zstandard.ZstdDecompressor().stream_reader(io.BytesIO(data))
        yield f"{place}: unpacked", reader.read()


def in_files(folder: Path) -> Iterator[Found]:
    """Yield every file below a folder: logs, letters, what Redis and database keep."""
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            yield from opened(str(path.relative_to(folder)), path.read_bytes())


def in_redis(socket: Path) -> Iterator[Found]:
    """Yield every key and value; of messages their bodies too."""
    with redis.Redis(unix_socket_path=str(socket)) as client:
        for key in client.scan_iter():
            name = f"Redis {key.decode()}"
            yield name, key
            for value in _values(client, key):
                yield name, value
                yield from _message(name, value)


def _values(client: Any, key: bytes) -> list[bytes]:
    match client.type(key):
        case b"string":
            return [client.get(key)]
        case b"list":
            return list(client.lrange(key, 0, -1))
        case b"set":
            return list(client.smembers(key))
        case b"zset":
            return list(client.zrange(key, 0, -1))
        case b"hash":
            return [part for pair in client.hgetall(key).items() for part in pair]
        case other:
            raise AssertionError(f"{key!r} holds a {other!r}, which nobody looks into")


def _message(name: str, value: bytes) -> Iterator[Found]:
    """Yield the body of a Celery message, whose unacknowledged ones lie in a list."""
    try:
        held = orjson.loads(value)
    except orjson.JSONDecodeError:
        return
    message = held[0] if isinstance(held, list) else held
    if isinstance(message, dict) and "body" in message:
        yield f"{name}: body", base64.b64decode(message["body"])


def in_database(database: SiteDatabase, secret_key: str) -> Iterator[Found]:
    """Yield the dump in clear, and of every row what is packed or in a session."""
    yield "dump", database.dump()
    for table in database.tables():
        for row in database.rows(f'SELECT * FROM "{table}"'):
            for value in row:
                if isinstance(value, bytes):
                    yield from opened(f"{table}: packed", value)
            if table == "django_session":
                yield "session", _session(str(row[1]), secret_key)


def _session(stored: str, secret_key: str) -> bytes:
    salt = "django.contrib.sessions.SessionStore"
    held = signing.loads(stored, secret_key, salt, serializer=JSONSerializer)
    return orjson.dumps(held)
