"""Reading an uploaded file: claimed, followed, and ended as a submission or refused."""

import logging
from datetime import timedelta
from pathlib import Path

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from leaderboard.models import Upload
from leaderboard.services.imported_boards import CannotImport
from leaderboard.services.imports import Report, Request, import_recordings
from leaderboard.services.uploads import whole_file

logger = logging.getLogger(__name__)

# Reading gives a sign of life at every few conversations.
LEASE = timedelta(minutes=5)
BELL_LIFE = timedelta(seconds=20)
MAX_ATTEMPTS = 3
MOST_REFUSALS = 200


class UploadLost(Exception):
    """Another worker has taken the upload over."""


def waiting_uploads() -> list[str]:
    """Return the uploads to ring for now, and note that they were.

    What a worker lost is among them once its lease has run out.
    """
    now = timezone.now()
    rows = _claimable().filter(Q(rung_at__isnull=True) | Q(rung_at__lt=now - BELL_LIFE))
    picked = list(rows.values_list("pk", flat=True))
    Upload.objects.filter(pk__in=picked).update(rung_at=now)
    return picked


def _claimable() -> QuerySet[Upload]:
    lost = Q(status="running", lease_ends__lt=timezone.now())
    return Upload.objects.filter(Q(status="queued") | lost)


def claim_upload(pk: str) -> Upload | None:
    """Take the upload for this worker, or return None if it is not to be had."""
    won = (
        _claimable()
        .filter(pk=pk)
        .update(
            status="running",
            attempt=F("attempt") + 1,
            lease_ends=timezone.now() + LEASE,
        )
    )
    return Upload.objects.select_related("owner").get(pk=pk) if won else None


def run_upload(upload: Upload) -> None:
    """Import a claimed upload. What the file is refused for is noted in the row.

    A fault of ours is raised; the upload is tried again when its lease has run out, a
    few times.
    """
    if upload.attempt > MAX_ATTEMPTS:
        _end(upload, "refused", reason="It could not be read; the log says why.")
        return

    def look(done: int, total: int) -> None:
        _hold(upload, done=done, total=total, lease_ends=timezone.now() + LEASE)

    try:
        with whole_file(upload) as path:
            report = import_recordings(_request(upload, path), look)
    except CannotImport as refusal:
        _end(upload, "refused", reason=str(refusal))
    except UploadLost:
        logger.info("upload %s: taken over by another worker", upload.pk)
    else:
        _end(upload, "done", submission=report.submission, report=summary(report))


def _request(upload: Upload, path: Path) -> Request:
    return Request(
        path=path,
        file_format=upload.file_format,
        owner=upload.owner,
        file_name=upload.file_name,
        domain=upload.domain,
        name=upload.name,
        visibility=upload.visibility,
    )


def summary(report: Report) -> dict[str, object]:
    """Return a report as JSON; only the first refusals are kept word for word."""
    return {
        "imported": report.imported,
        "skipped": report.skipped,
        "refused": report.refused,
        "tasks": report.tasks,
        "trials": report.trials,
        "pass_hat_k": report.pass_hat_k,
        "refusals": [list(one) for one in report.refusals[:MOST_REFUSALS]],
    }


def _hold(upload: Upload, **fields: object) -> None:
    """Update the row as this attempt; raises UploadLost if another one has it."""
    rows = Upload.objects.filter(pk=upload.pk, attempt=upload.attempt, status="running")
    if not rows.update(**fields):
        raise UploadLost(upload.pk)


@transaction.atomic
def _end(upload: Upload, status: str, **fields: object) -> None:
    try:
        _hold(
            upload,
            status=status,
            finished_at=timezone.now(),
            lease_ends=None,
            **fields,
        )
    except UploadLost:
        return
    upload.parts.all().delete()
    upload.refresh_from_db()
