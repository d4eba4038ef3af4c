"""Django's page about a bug, and its letter, without anything that opens anything.

While DEBUG is on Django shows what was posted and every local variable as they are.
Here names that sound like secrets are hidden, and then, wherever it still stands, the
text of every secret that the settings or the request hold.
"""

import re
import traceback
from collections.abc import ItemsView, Iterator, Mapping
from contextlib import suppress
from types import TracebackType
from typing import Any  # Any: whatever settings, forms and frames hold
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.http.request import RawPostDataException
from django.utils.safestring import SafeString, mark_safe
from django.views.debug import ExceptionReporter, SafeExceptionReporterFilter
from rest_framework.exceptions import APIException
from rest_framework.request import Request

from runner.redaction import Redaction

SECRET_NAMES = re.compile(
    "API|AUTH|TOKEN|KEY|SECRET|PASS|SIGNATURE|COOKIE|CREDENTIAL|ENCRYPT|HEADERS"
    "|BROKER|REDIS_URL|DATABASE_URL|SEALED",
    re.IGNORECASE,
)
SHORTEST = 6  # characters; what is shorter would hide every other word


class QuietFilter(SafeExceptionReporterFilter):
    """Hides by name, of local variables and posted fields too."""

    hidden_settings = SECRET_NAMES

    def get_post_parameters(self, request: HttpRequest | None) -> dict[str, Any]:
        posted = {} if request is None else request.POST.dict()
        return {name: self.cleanse_setting(name, v) for name, v in posted.items()}

    def get_traceback_frame_variables(
        self, request: HttpRequest, tb_frame: Any
    ) -> ItemsView[str, Any]:
        found = super().get_traceback_frame_variables(request, tb_frame)
        return {
            name: self.cleanse_setting(name, value) for name, value in found
        }.items()


class QuietReporter(ExceptionReporter):
    """Hides by value what the names let through, in the finished report."""

    def get_traceback_html(self) -> SafeString:
        return self._cleaned(super().get_traceback_html())

    def get_traceback_text(self) -> SafeString:
        return self._cleaned(super().get_traceback_text())

    def _cleaned(self, report: str) -> SafeString:
        known = {
            *_of_settings(),
            *_of_request(self.request),
            *_of_frames(self.tb),
        }
        cleaned = Redaction(tuple(s for s in known if len(s) >= SHORTEST)).text(report)
        return mark_safe(cleaned)  # nosec B308


def _of_settings() -> Iterator[str]:
    """Yield the texts of every setting that sounds like a secret."""
    for name in dir(settings):
        if SECRET_NAMES.search(name):
            yield from _texts(getattr(settings, name))
    yield str(settings.DATABASES["default"].get("PASSWORD") or "")
    yield urlsplit(settings.CELERY_BROKER_URL).password or ""


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        yield from (item for item in value if isinstance(item, str))


def _of_request(request: HttpRequest | None) -> Iterator[str]:
    """Yield the secrets that came with a request: its token, cookies and fields."""
    if request is None:
        return
    yield request.headers.get("Authorization", "").partition(" ")[2]
    yield from request.COOKIES.values()
    yield from _sent(request.POST.dict())


def _of_frames(tb: TracebackType | None) -> Iterator[str]:
    """Yield the secrets in what was sent to the API, which only its views have read."""
    for frame, _ in traceback.walk_tb(tb):
        for value in frame.f_locals.values():
            if isinstance(value, Request):
                with suppress(APIException, RawPostDataException):
                    yield from _sent(value.data)


def _sent(value: object, *, is_secret: bool = False) -> Iterator[str]:
    """Yield every text, whole and by its words, that stands under a secret's name."""
    if isinstance(value, Mapping):
        for name, inner in value.items():
            named = bool(SECRET_NAMES.search(str(name)))
            yield from _sent(inner, is_secret=is_secret or named)
    elif isinstance(value, list):
        for inner in value:
            yield from _sent(inner, is_secret=is_secret)
    elif is_secret and isinstance(value, str):
        yield from (value, *value.split())
