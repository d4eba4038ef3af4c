"""JSON as it is sent: anything that is none is a parse error, whatever its depth."""

from collections.abc import Mapping
from typing import IO, Any

import orjson
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser


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
