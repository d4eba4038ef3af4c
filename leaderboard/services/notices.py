"""Telling owners that a submission ended or stands still: by e-mail and by webhook.

A notice is a row, sent by whoever does the upkeep and tried again until it arrives.
"""

import logging
import smtplib
from datetime import datetime, timedelta

import httpx2
import orjson
from django.conf import settings
from django.core.mail import send_mail
from django.db.models import F
from django.utils import timezone

from leaderboard.models import Notice, Submission
from leaderboard.queries.counts import Counts
from leaderboard.queries.progress import progress_of
from leaderboard.signatures import signature, signing_key
from runner.addresses import AddressRefused, host_and_port
from runner.network import Deadline, GuardedTransport

logger = logging.getLogger(__name__)

FIRST_WAIT, WAIT_GROWS = timedelta(minutes=1), 4
MAX_TRIES = 6  # the last after about six hours
WEBHOOK_WITHIN_S = 15.0
# Meanwhile nobody else sends it.
HELD_FOR = timedelta(minutes=2)
PROBLEM_LENGTH = 500


def queue_notices(pk: str, event: str) -> int:
    """Queue what the owner wants to be told of; count it."""
    submission = Submission.objects.select_related("board").get(pk=pk)
    ways = {
        Notice.Way.EMAIL: (submission.notify_email, _letter),
        Notice.Way.WEBHOOK: (submission.webhook_url, _document),
    }
    notices = [
        Notice(
            submission=submission,
            way=way,
            address=address,
            event=event,
            body=words(submission, event),
            next_try_at=timezone.now(),
        )
        for way, (address, words) in ways.items()
        if address
    ]
    return len(Notice.objects.bulk_create(notices))


def due_notices() -> list[int]:
    """Return the notices whose time has come."""
    due = Notice.objects.due(timezone.now()).order_by("next_try_at")
    return list(due.values_list("pk", flat=True))


def deliver_notice(pk: int) -> bool:
    """Send a notice if it is due and nobody else does; say whether it arrived."""
    now = timezone.now()
    due = Notice.objects.due(now).filter(pk=pk)
    if not due.update(next_try_at=now + HELD_FOR, tries=F("tries") + 1):
        return False
    notice = Notice.objects.select_related("submission").get(pk=pk)
    problem = SENDERS[Notice.Way(notice.way)](notice)
    if problem:
        logger.info("notice %s did not arrive: %s", pk, problem)
    notice.problem = problem[:PROBLEM_LENGTH]
    notice.sent_at = None if problem else timezone.now()
    notice.next_try_at = _next_try(notice.tries) if problem else None
    notice.save(update_fields=["problem", "sent_at", "next_try_at"])
    return not problem


def _next_try(tries: int) -> datetime | None:
    if tries >= MAX_TRIES:
        return None
    return timezone.now() + FIRST_WAIT * float(WAIT_GROWS ** (tries - 1))


def _email(notice: Notice) -> str:
    subject = f"{notice.submission.name}: {notice.event.replace('_', ' ')}"
    try:
        send_mail(subject, notice.body, None, [notice.address])
    except (smtplib.SMTPException, OSError) as error:
        return f"{type(error).__name__}: {error}"
    return ""


def _webhook(notice: Notice) -> str:
    """Post the notice where the address guard allows it; return what went wrong."""
    body = notice.body.encode()
    moment = int(timezone.now().timestamp())
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "Passbook",
        "Passbook-Event": notice.event,
        "Passbook-Signature": signature(signing_key(notice.submission), moment, body),
    }
    deadline = Deadline()
    deadline.set(WEBHOOK_WITHIN_S)
    transport = GuardedTransport(settings.ALLOW_PRIVATE_ENDPOINTS, deadline)
    try:
        host_and_port(notice.address)  # which the address guard never sees whole
        with (
            httpx2.Client(
                transport=transport, timeout=WEBHOOK_WITHIN_S, trust_env=False
            ) as client,
            client.stream(
                "POST", notice.address, content=body, headers=headers
            ) as answer,
        ):
            status = answer.status_code
    except (AddressRefused, httpx2.HTTPError, httpx2.InvalidURL, OSError) as error:
        return f"{type(error).__name__}: {error}"
    return "" if answer.is_success else f"It answered with HTTP status {status}."


SENDERS = {Notice.Way.EMAIL: _email, Notice.Way.WEBHOOK: _webhook}


def _letter(submission: Submission, event: str) -> str:
    progress = progress_of(Counts(submission))
    return "\n".join(
        [
            f"{submission.name} on {submission.board.title} "
            f"is {submission.get_status_display().lower()}.",
            *filter(None, [submission.status_reason]),
            "",
            f"{progress.scored} of {progress.total} conversations have a score: "
            f"{progress.passed} passed, {progress.failed} failed; "
            f"{progress.errored} errored.",
            "",
            page_address(submission),
        ]
    )


def _document(submission: Submission, event: str) -> str:
    progress = progress_of(Counts(submission))
    return orjson.dumps(
        {
            "event": event,
            "submission": {
                "id": submission.pk,
                "name": submission.name,
                "board": submission.board.slug,
                "status": submission.status,
                "reason": submission.status_reason,
                "url": page_address(submission),
            },
            "conversations": {
                "total": progress.total,
                "scored": progress.scored,
                "passed": progress.passed,
                "errored": progress.errored,
                "cancelled": progress.cancelled,
            },
        }
    ).decode()


def page_address(submission: Submission) -> str:
    """Return where people read about it."""
    return f"{settings.SITE_URL.rstrip('/')}/submissions/{submission.pk}/"
