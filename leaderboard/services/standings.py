"""Standings: every figure of a board, computed from stored verdicts and stored."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q
from django.utils import timezone

from bankenv.tasks import Task
from leaderboard.letters import (
    ERRORED,
    FAILED,
    HIDDEN,
    MISSING,
    PASSED,
)
from leaderboard.models import (
    Board,
    Conversation,
    FindingCount,
    Outcomes,
    Standing,
    Submission,
)
from leaderboard.queries.suites import recorded_suite, suite_of
from leaderboard.queries.suspects import suspect_tasks
from leaderboard.services.comparisons import refresh_comparisons
from leaderboard.services.figures import Kinds, figures_of, interval_figures
from leaderboard.services.ranks import rank_board
from leaderboard.services.slices import (
    WHOLE,
    SliceKey,
    slices_of,
    without_suspects,
)

# A submission that runs is tallied this often, so that its board shows it moving.
TALLY_EVERY = timedelta(seconds=10)
SOUND = Standing.Slice.SOUND
DRAWN = (WHOLE, without_suspects(WHOLE))  # slices whose intervals are drawn


def refresh_standings(submission: Submission) -> None:
    """Compute the submission's figures anew, and its board's ranks if it ended.

    Computing twice gives the same rows.
    """
    tally_submission(submission)
    if submission.has_ended:
        rank_board(submission.board)


def tally_submission(submission: Submission) -> None:
    """Compute the submission's figures and its comparisons anew; ranks as they were."""
    now = timezone.now()
    rows = list(submission.conversations.all())
    standings = _standings(submission, rows, now)
    with transaction.atomic():
        submission.standings.all().delete()
        Standing.objects.bulk_create(standings)
        Outcomes.objects.update_or_create(
            submission=submission,
            defaults={"letters": _letters(rows), "computed_at": now},
        )
        Submission.objects.filter(pk=submission.pk).update(tallied_at=now)
    refresh_comparisons(submission)


def stale_submissions() -> list[Submission]:
    """Return those whose figures are behind: ended since, or going on for a while."""
    never = Q(tallied_at__isnull=True)
    ended = Q(status__in=Submission.ENDED) & (
        never | Q(tallied_at__lt=F("finished_at"))
    )
    since = Conversation.objects.filter(
        submission=OuterRef("pk"), finished_at__gt=OuterRef("tallied_at")
    )
    going = Q(Exists(since) | never, status__in=["queued", "running", "paused"])
    due = never | Q(tallied_at__lt=timezone.now() - TALLY_EVERY)
    found = Submission.objects.filter(ended | (going & due))
    return list(found.select_related("board"))


def refresh_without_suspects(board: Board) -> None:
    """Compute a board's figures without suspect tasks anew, after staff decided."""
    asked_at = board.suspects_changed_at
    for submission in board.submissions.filter(tallied_at__isnull=False):
        rows = list(submission.conversations.all())
        standings = _standings(submission, rows, timezone.now(), only=SOUND)
        with transaction.atomic():
            submission.standings.filter(slice_kind=SOUND).delete()
            Standing.objects.bulk_create(standings)
    rank_board(board)
    Board.objects.filter(pk=board.pk, suspects_changed_at=asked_at).update(
        suspects_changed_at=None
    )


def boards_behind() -> list[Board]:
    """Return the boards whose figures without suspect tasks are not yet computed."""
    return list(Board.objects.filter(suspects_changed_at__isnull=False))


def _standings(
    submission: Submission, rows: list[Conversation], now: datetime, only: str = ""
) -> list[Standing]:
    kinds = _finding_kinds(submission)
    tasks = _tasks_of(submission.board)
    found = []
    suspects = suspect_tasks(submission.board)
    for (kind, value), part in _slices(rows, tasks, suspects):
        if only not in ("", kind):
            continue
        found.append(
            Standing(
                submission=submission,
                slice_kind=kind,
                slice_value=value,
                scorer=submission.board.scorer,
                dataset_hash=submission.board.dataset_hash,
                computed_at=now,
                **figures_of(part, kinds),
                **(interval_figures(part) if (kind, value) in DRAWN else {}),
            )
        )
    return found


def _tasks_of(board: Board) -> Mapping[str, Task]:
    """The tasks of a board; none where its dataset was replaced and they are gone."""
    if not board.is_open and recorded_suite(board) is None:
        return {}
    return suite_of(board).tasks


def _slices(
    rows: list[Conversation], tasks: Mapping[str, Task], suspects: frozenset[str]
) -> Iterator[tuple[SliceKey, list[Conversation]]]:
    parts: dict[SliceKey, list[Conversation]] = defaultdict(list)
    parts[WHOLE] = []
    for row in rows:
        for key in slices_of(row, suspects):
            parts[key].append(row)
        task = tasks.get(row.task_id)
        if task is not None:
            parts[(Standing.Slice.CHAIN, str(len(task.gold)))].append(row)
            parts[(Standing.Slice.LANGUAGE, task.language)].append(row)
    yield from parts.items()


def _finding_kinds(submission: Submission) -> Kinds:
    kinds: dict[int, set[str]] = defaultdict(set)
    counts = FindingCount.objects.filter(conversation__submission=submission)
    for pk, kind in counts.values_list("conversation_id", "kind"):
        kinds[pk].add(kind)
    return kinds


def _letters(rows: list[Conversation]) -> dict[str, str]:
    """Return each task's outcomes, a letter a trial, "-" for a trial not run."""
    by_task: dict[str, dict[int, str]] = defaultdict(dict)
    for row in rows:
        by_task[row.task_id][row.trial] = _letter(row)
    return {
        task: "".join(
            letters.get(trial, MISSING) for trial in range(1, max(letters) + 1)
        )
        for task, letters in sorted(by_task.items())
    }


def _letter(row: Conversation) -> str:
    if row.passed is None:
        return ERRORED if row.status == Conversation.Status.ERRORED else MISSING
    if row.hidden_violation:
        return HIDDEN
    return PASSED if row.passed else FAILED
