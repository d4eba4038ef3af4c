"""What the OpenAPI schema says besides the views: tokens, and every kind of refusal.

Parts of drf_spectacular that are used here have no types, hence the `type: ignore`s.
"""

from collections.abc import Iterable
from typing import Any  # Any: parts of an OpenAPI document

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers
from rest_framework.permissions import SAFE_METHODS

REFUSALS = {
    "400": "What was sent cannot be used.",
    "401": "The token is not known, or one is needed.",
    "403": "This is not for whoever asks.",
    "404": "There is no such thing, or none that whoever asks may see.",
    "409": "Its state does not allow this.",
    "415": "The body is of a type that is not taken here.",
    "429": "Too often, or over the quota; Retry-After says when to come again.",
}
OF_READING = ("400", "401", "404", "429")


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """How a token is sent."""

    target_class = "leaderboard.api.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer"}


class FaultSerializer(serializers.Serializer[Any]):
    """`code` is for programs, `message` for people, `fields` for what was sent."""

    code = serializers.CharField()
    message = serializers.CharField()
    fields = serializers.DictField()  # type: ignore[assignment]


class ErrorSerializer(serializers.Serializer[Any]):
    """Every error of the API has this shape."""

    error = FaultSerializer()


def files_of(media: Iterable[str]) -> dict[tuple[int, str], OpenApiTypes]:
    """Return the responses of a view that gives files of these media types."""
    bare = (one.partition(";")[0] for one in media)
    kinds = {"application/json": OpenApiTypes.ANY}
    return {(200, one): kinds.get(one, OpenApiTypes.BINARY) for one in bare}


class Schema(AutoSchema):
    """Adds to each operation how it may be refused."""

    def _get_response_bodies(self, direction: Any = "response") -> dict[str, Any]:
        bodies: dict[str, Any] = super()._get_response_bodies(direction)
        codes = OF_READING if self.method in SAFE_METHODS else tuple(REFUSALS)
        media = ["application/json"]
        for code in codes:
            body = self._get_response_for_code(  # type: ignore[no-untyped-call]
                ErrorSerializer, code, media, direction
            )
            bodies.setdefault(code, body | {"description": REFUSALS[code]})
        return bodies
