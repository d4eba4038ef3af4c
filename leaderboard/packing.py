"""JSON documents packed for a database column: orjson, then zstandard."""

from typing import Any

import orjson
import zstandard

LEVEL = 3
# A packed document that claims to be larger than this is refused, not unpacked.
LARGEST = 256 * 1024 * 1024


def pack(document: object) -> bytes:
    """Return `document`, JSON values or dataclasses of them, packed."""
    option = orjson.OPT_NON_STR_KEYS
    return zstandard.compress(
        orjson.dumps(document, option=option, default=dict), LEVEL
    )


def unpack(packed: bytes | memoryview) -> Any:  # Any: a JSON document
    """Return the document in `packed`."""
    raw = zstandard.ZstdDecompressor().decompress(
        bytes(packed), max_output_size=LARGEST
    )
    return orjson.loads(raw)
