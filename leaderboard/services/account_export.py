"""Everything the site holds about an account and its work, as one ZIP file."""

from collections.abc import Iterable, Iterator
from typing import IO, Any  # Any: JSON values
from zipfile import ZIP_DEFLATED, ZipFile

import orjson
from django.contrib.auth.models import User

from leaderboard.models import (
    ApiToken,
    Conversation,
    Import,
    Label,
    Note,
    Standing,
    Submission,
)
from leaderboard.services.exports import export_submission

CHUNK = 500
ABOUT = """What this site holds about your account.

account.json       who you are here
tokens.json        your API tokens: their names, not the tokens, which are not kept
submissions.json   what you entered; keys of endpoints are never given out
standings.json     the figures computed of it
imports.json       the files you imported
notes.json         what you wrote about conversations
labels.json        the labels you set
conversations/     of each submission, how its conversations went
trajectories/      of each submission, what was said and called (docs/trajectory.md)
"""


def write_export(user: User, file: IO[bytes]) -> None:
    """Write the ZIP of `user` to `file`, a conversation at a time."""
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        archive.writestr("README.txt", ABOUT)
        for name, rows in _tables(user).items():
            archive.writestr(f"{name}.json", _json(rows))
        for submission in Submission.objects.filter(owner=user).iterator():
            _write_submission(archive, submission)


def _write_submission(archive: ZipFile, submission: Submission) -> None:
    rows = Conversation.objects.filter(submission=submission).values()
    _write(archive, f"conversations/{submission.pk}.jsonl", _lines(rows))
    trajectories = export_submission(submission, "passbook")
    _write(archive, f"trajectories/{submission.pk}.jsonl", trajectories)


def _write(archive: ZipFile, name: str, parts: Iterable[bytes]) -> None:
    with archive.open(name, "w", force_zip64=True) as file:
        for part in parts:
            file.write(part)


def _tables(user: User) -> dict[str, list[dict[str, Any]]]:
    mine = {"submission__owner": user}
    account = ("username", "email", "date_joined", "last_login", "is_staff")
    token = ("name", "start", "created_at", "last_used_at")
    return {
        "account": list(User.objects.filter(pk=user.pk).values(*account)),
        "tokens": list(ApiToken.objects.filter(user=user).values(*token)),
        "submissions": list(Submission.objects.filter(owner=user).values()),
        "standings": list(Standing.objects.filter(**mine).values()),
        "imports": list(Import.objects.filter(**mine).values()),
        "notes": list(Note.objects.filter(author=user).values()),
        "labels": list(Label.objects.filter(set_by=user).values()),
    }


def _lines(rows: Any) -> Iterator[bytes]:  # Any: a queryset of values
    for row in rows.iterator(chunk_size=CHUNK):
        yield orjson.dumps(row, default=str, option=orjson.OPT_APPEND_NEWLINE)


def _json(rows: list[dict[str, Any]]) -> bytes:
    return orjson.dumps(rows, default=str, option=orjson.OPT_INDENT_2)
