"""Readers report tasks, staff decide, and figures without suspects follow."""

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils import timezone

from leaderboard.models import Board, TaskReport
from leaderboard.models.task_report import LONGEST


class CannotReport(ValueError):
    """A report or decision that cannot be kept; the message says why."""


def report_task(
    reporter: User, board: Board, task_id: str, reason: str, text: str
) -> TaskReport:
    """Keep what `reporter` says of a task of the board's data, for staff to decide.

    Longer texts are cut at the model's limit. Raises CannotReport for a blank text, a
    reason that does not exist, and a second report while the first is open.
    """
    said = text.replace("\x00", "").strip()[:LONGEST]
    if not said:
        raise CannotReport("Say in words what is wrong with the task.")
    if reason not in TaskReport.Reason.values:
        known = ", ".join(TaskReport.Reason.values)
        raise CannotReport(f"“{reason}” is not one of {known}.")
    try:
        with transaction.atomic():
            return TaskReport.objects.create(
                dataset_hash=board.dataset_hash,
                task_id=task_id,
                reporter=reporter,
                reason=reason,
                text=said,
            )
    except IntegrityError:
        raise CannotReport("Your report on this task still waits for staff.") from None


@transaction.atomic
def decide_report(pk: int, staff: User, status: str, answer: str = "") -> TaskReport:
    """Confirm, dismiss or open again a report; boards of its data are then behind.

    Raises CannotReport for a status that does not exist, TaskReport.DoesNotExist.
    """
    if status not in TaskReport.Status.values:
        known = ", ".join(TaskReport.Status.values)
        raise CannotReport(f"“{status}” is not one of {known}.")
    report = TaskReport.objects.select_for_update().get(pk=pk)
    is_open = status == TaskReport.Status.OPEN
    report.status, report.answer = status, answer.strip()[:500]
    report.decided_by = None if is_open else staff
    report.decided_at = None if is_open else timezone.now()
    report.save()
    boards = Board.objects.filter(dataset_hash=report.dataset_hash)
    boards.update(suspects_changed_at=timezone.now())
    return report
