"""Files of recordings as they are sent: in parts, kept in the database until read.

A worker may be on another machine than the site, so nothing lies on a disk in between.
A sender that was cut off asks which parts are missing and goes on with these.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any  # Any: whatever kind of file is behind an upload

import zstandard
from django.contrib.auth.models import User
from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.db.models import Sum
from django.utils import timezone

from leaderboard.models import Submission, Upload, UploadPart
from leaderboard.services.imported_boards import CannotImport
from leaderboard.services.quotas import check_import_quota

PART_BYTES = 2 << 20
LARGEST_UPLOAD = 256 << 20
MOST_AT_ONCE = 3  # uploads of one user that have not ended
KEPT_ARRIVING = timedelta(days=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """What a sender says of a file before it comes. `size` is in bytes."""

    file_name: str
    file_format: str
    size: int
    domain: str = ""
    name: str = ""
    visibility: str = Submission.Visibility.PRIVATE


def begin_upload(owner: User, sent: Sent) -> Upload:
    """Return the upload that the parts of this file belong to.

    The same file that broke off before goes on as it was. Raises CannotImport for a
    file that is too large or one too many, QuotaExceeded.
    """
    if not 0 < sent.size <= LARGEST_UPLOAD:
        raise CannotImport(
            f"The file has {sent.size:,} bytes; from 1 to {LARGEST_UPLOAD:,} are "
            "taken. The operator's command takes any size."
        )
    going = Upload.objects.filter(owner=owner).exclude(status__in=Upload.ENDED)
    before = going.filter(status="arriving", **_fields(sent)).first()
    if before is not None:
        return before
    if going.count() >= MOST_AT_ONCE:
        raise CannotImport(
            f"{MOST_AT_ONCE} of your files are being read; wait until one is done."
        )
    check_import_quota(owner)
    return Upload.objects.create(owner=owner, **_fields(sent))


def _fields(sent: Sent) -> dict[str, Any]:  # values of model fields
    return {
        "file_name": sent.file_name.replace("\0", "")[:200] or "file",
        "file_format": sent.file_format,
        "size": sent.size,
        "domain": sent.domain,
        "name": sent.name,
        "visibility": sent.visibility,
    }


def missing_parts(upload: Upload) -> list[int]:
    """Return the numbers of the parts that have not arrived."""
    here = set(upload.parts.values_list("number", flat=True))
    return [number for number in range(part_count(upload)) if number not in here]


def part_count(upload: Upload) -> int:
    """Return how many parts the file has."""
    return -(-upload.size // PART_BYTES)


def add_part(upload: Upload, number: int, data: bytes) -> None:
    """Keep a part; one that is there already is left as it is.

    With the last missing one the file waits to be read. Raises CannotImport for a part
    of the wrong size or number, and where nothing more is expected.
    """
    if upload.status != Upload.Status.ARRIVING:
        raise CannotImport("All parts of this file have arrived.")
    if not 0 <= number < part_count(upload):
        raise CannotImport(f"part {number}: the file has {part_count(upload)} parts.")
    due = min(PART_BYTES, upload.size - number * PART_BYTES)
    if len(data) != due:
        raise CannotImport(f"part {number}: {len(data):,} bytes came, {due:,} are due.")
    UploadPart.objects.get_or_create(
        upload=upload,
        number=number,
        defaults={"size": due, "packed": zstandard.compress(data)},
    )
    arrived = upload.parts.aggregate(bytes=Sum("size"))["bytes"]
    if arrived == upload.size:
        Upload.objects.filter(pk=upload.pk, status="arriving").update(status="queued")
        upload.refresh_from_db()


def receive(owner: User, sent: Sent, file: "UploadedFile[Any]") -> Upload:
    """Take a file that came in one request; raises CannotImport, QuotaExceeded."""
    upload = begin_upload(owner, sent)
    with transaction.atomic():
        parts = iter(lambda: file.read(PART_BYTES), b"")
        for number, data in enumerate(parts):
            add_part(upload, number, data)
    return upload


@contextmanager
def whole_file(upload: Upload) -> Iterator[Path]:
    """Yield the path of the file, put together; it is gone afterwards."""
    suffix = Path(upload.file_name).suffix[:10] or ".json"
    with NamedTemporaryFile(prefix="passbook-import-", suffix=suffix) as file:
        parts = upload.parts.order_by("number").values_list("packed", flat=True)
        for packed in parts.iterator(chunk_size=1):
            file.write(zstandard.decompress(packed, max_output_size=PART_BYTES))
        file.flush()
        yield Path(file.name)


def forget_broken_uploads() -> int:
    """Delete the uploads whose parts stopped coming a day ago; count them."""
    since = timezone.now() - KEPT_ARRIVING
    stale = Upload.objects.filter(status="arriving", created_at__lt=since)
    count = stale.count()
    stale.delete()
    return count
