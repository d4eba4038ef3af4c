"""One shape for every error of the API.

    {"error": {"code": "invalid", "message": "...", "fields": {"base_url": ["..."]}}}

`code` is for programs, `message` for people, `fields` holds what is wrong with each
field that was sent and is empty for everything else.
"""

from collections.abc import Mapping

from rest_framework import status
from rest_framework.exceptions import (
    APIException,
    ErrorDetail,
    Throttled,
    ValidationError,
)
from rest_framework.response import Response
from rest_framework.views import exception_handler

from leaderboard.services.entries import InvalidEntry
from leaderboard.services.quotas import QuotaExceeded
from leaderboard.services.submissions import NotPossible

INVALID = "Some fields cannot be used; nothing was stored."


class Conflict(APIException):
    """The object is not in a state that allows what was asked."""

    status_code = status.HTTP_409_CONFLICT
    default_code = "not_possible"


def error_response(exc: Exception, context: Mapping[str, object]) -> Response | None:
    """Answer an exception in the one shape; None lets Django answer a bug."""
    if isinstance(exc, InvalidEntry):
        exc = ValidationError(exc.errors)
    elif isinstance(exc, NotPossible):
        exc = Conflict(str(exc))
    elif isinstance(exc, QuotaExceeded):
        exc = _over_quota(exc)
    response = exception_handler(exc, dict(context))
    if response is not None:
        response.data = {"error": _error(exc, response)}
    return response


def _over_quota(refusal: QuotaExceeded) -> Throttled:
    throttled = Throttled(wait=refusal.wait_s)
    throttled.detail = ErrorDetail(str(refusal), code="quota_exceeded")
    return throttled


def _error(exc: Exception, response: Response) -> dict[str, object]:
    if isinstance(exc, ValidationError):
        return {"code": "invalid", "message": INVALID, "fields": _fields(response.data)}
    detail = response.data.get("detail", "") if isinstance(response.data, dict) else ""
    code = getattr(detail, "code", None) or "error"
    return {"code": code, "message": str(detail), "fields": {}}


def _fields(data: object) -> dict[str, object]:
    if not isinstance(data, Mapping):
        return {"non_field_errors": data}
    return {
        name: value if isinstance(value, list) else [str(value)]
        for name, value in data.items()
    }
