"""Bodies as they are sent: JSON, whatever its depth, and the bytes of a file."""

from collections.abc import Mapping
from typing import IO, Any

import orjson
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser

from leaderboard.services.uploads import PART_BYTES


class StrictJsonParser(BaseParser):
    """Reads a body by orjson, which refuses NaN and nesting without end."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:  # Any: JSON
        """Return the parsed body; raises ParseError."""
        try:
            return orjson.loads(stream.read())
        except orjson.JSONDecodeError as error:
            raise ParseError(f"JSON parse error - {error}") from None


class BytesParser(BaseParser):
    """Reads a body of bytes, a little more than the longest that is of use."""

    media_type = "application/octet-stream"
    longest = PART_BYTES + 1

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:  # Any: bytes, where the supertype has JSON
        """Return the body."""
        return bytes(stream.read(self.longest))
