"""Logs: one line an event, each with what it is about, none with a secret.

Whoever handles a request or a conversation binds its ids with
`structlog.contextvars.bound_contextvars`; every line written meanwhile carries them,
those of libraries included.
"""

import logging
import re
from collections.abc import Mapping, MutableMapping
from typing import Any  # Any: structlog's events hold whatever was bound

import structlog

Event = MutableMapping[str, Any]

# What looks like a key, whoever wrote it into a message. Nobody should; this is for
# the day somebody does, or a library quotes what it was sent.
SECRETS = re.compile(
    r"(?P<kept>\b(?:bearer|basic)\s+"
    r"|\b(?:api[_-]?key|password|passwd|secret|token)[\"']?\s*[=:]\s*[\"']?)"
    r"(?P<hidden>[^\s\"',;@]{4,})"
    r"|(?<=://)[^/\s@]*:[^/\s@]+(?=@)"
    r"|\b(?:sk|pk|pb|ghp|xox[abp])[-_][A-Za-z0-9_-]{8,}",
    re.IGNORECASE,
)
HIDDEN = "•••"
META = ("timestamp", "level", "logger", "event", "exception")


def hidden(text: str) -> str:
    """Return `text` without what looks like a key, token or password."""
    return SECRETS.sub(lambda match: (match["kept"] or "") + HIDDEN, text)


def hide_secrets(_logger: object, _method: str, event: Event) -> Event:
    """Take what looks like a secret out of every text of an event."""
    for name, value in event.items():
        if isinstance(value, str):
            event[name] = hidden(value)
    return event


def as_line(_logger: object, _method: str, event: Mapping[str, Any]) -> str:
    """Write an event for people: `2026-07-16T10:00:00Z INFO name: words [id=7]`."""
    about = " ".join(f"{k}={v}" for k, v in event.items() if k not in META)
    line = (
        f"{event['timestamp']} {event['level'].upper()} {event['logger']}: "
        f"{event['event']}{f' [{about}]' if about else ''}"
    )
    return f"{line}\n{event['exception']}" if event.get("exception") else line


RENDERERS: dict[str, structlog.typing.Processor] = {
    "line": as_line,
    "json": structlog.processors.JSONRenderer(),
}


def formatter(form: str) -> logging.Formatter:
    """Return the formatter that writes `line` or `json`. Raises KeyError for others."""
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=[
            structlog.contextvars.merge_contextvars,
            structlog.stdlib.add_log_level,
            structlog.stdlib.add_logger_name,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
        ],
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.format_exc_info,
            hide_secrets,
            RENDERERS[form],
        ],
    )
