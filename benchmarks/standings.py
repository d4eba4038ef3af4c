"""What it takes to compute a board's figures anew: while a submission runs, at its end,
and after staff called a task suspect.
"""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from benchmarks.measurement import Measurement

if TYPE_CHECKING:
    from leaderboard.models import Submission

TIMES = 3
TALLY_MS, END_MS, WITHOUT_MS = 500, 2000, 500


def measure(spent: Callable[[], int]) -> Iterator[Measurement]:
    """Yield the processor time of each, in ms; the best of some times, as `spent` says.

    The load's figures are computed again and come out as they were.
    """
    from leaderboard.models import Submission
    from leaderboard.services.standings import refresh_standings, tally_submission

    rows = Submission.objects.filter(owner__username="load").select_related("board")
    submission = rows.order_by("-created_at")[0]

    def best(work: Callable[["Submission"], None]) -> float:
        times = []
        for _ in range(TIMES):
            began = spent()
            work(submission)
            times.append((spent() - began) / 1e6)
        return min(times)

    status, submission.status = submission.status, Submission.Status.RUNNING
    yield Measurement("tally_running", best(tally_submission), "ms", TALLY_MS)
    submission.status = status
    yield Measurement("tally_at_the_end", best(refresh_standings), "ms", END_MS)
    each = _without_a_task(submission, spent)
    yield Measurement("without_suspects_each", each, "ms", WITHOUT_MS)


def _without_a_task(submission: "Submission", spent: Callable[[], int]) -> float:
    """Return what a decision on a task takes for each submission of the board."""
    from leaderboard.models import TaskReport
    from leaderboard.services.standings import refresh_without_suspects
    from leaderboard.services.suspects import decide_report, report_task

    board, owner = submission.board, submission.owner
    task = submission.conversations.values_list("task_id", flat=True)[0]
    report = report_task(owner, board, task, TaskReport.Reason.values[0], "bench")
    decide_report(report.pk, owner, TaskReport.Status.CONFIRMED)
    began = spent()
    refresh_without_suspects(board)
    took = (spent() - began) / 1e6
    report.delete()
    refresh_without_suspects(board)
    return took / board.submissions.count()
