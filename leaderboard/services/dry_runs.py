"""A dry run: a few conversations first, then a pause to look at what they took."""

from collections.abc import Sequence

from bankenv.tasks import Task
from leaderboard.models import Submission
from leaderboard.services.notices import queue_notices

DRY_RUN_TASKS = 5
OVER = "The dry run is over. Resume to run the rest, or cancel."


def few_first(tasks: Sequence[Task]) -> list[Task]:
    """Return the tasks with those of a dry run first, taken from all over the suite."""
    few = min(DRY_RUN_TASKS, len(tasks))
    chosen = [number * len(tasks) // few for number in range(few)]
    rest = [task for place, task in enumerate(tasks) if place not in set(chosen)]
    return [*(tasks[place] for place in chosen), *rest]


def begin_dry_run(submission: Submission) -> None:
    """Let only the first conversations wait for a worker."""
    first = submission.conversations.order_by("pk").values_list("pk", flat=True)
    last = list(first[:DRY_RUN_TASKS])[-1]
    Submission.objects.filter(pk=submission.pk).update(dry_run_until=last)
    submission.dry_run_until = last


def end_dry_run(pk: str) -> bool:
    """Pause the submission if its dry run is over; say whether it is over now."""
    row = Submission.objects.active().filter(pk=pk, dry_run_until__isnull=False).first()
    if row is None:
        return False
    left = row.conversations.unfinished().filter(pk__lte=row.dry_run_until)
    if left.exists():
        return False
    goes = Submission.objects.active().filter(pk=pk, dry_run_until=row.dry_run_until)
    if not goes.update(status="paused", dry_run_until=None, status_reason=OVER):
        return False
    queue_notices(pk, "dry_run_over")
    return True


def dry_runs() -> list[str]:
    """Return the submissions in their dry run."""
    rows = Submission.objects.active().filter(dry_run_until__isnull=False)
    return list(rows.values_list("pk", flat=True))
