"""Standings: every figure of a board, computed from stored verdicts and stored."""

from collections import defaultdict
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any  # Any: values of model fields

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q
from django.utils import timezone

from bankenv.tasks import Task
from leaderboard.letters import MISSING, letter_of
from leaderboard.models import (
    Board,
    Conversation,
    Outcomes,
    Standing,
    Submission,
)
from leaderboard.queries.suites import recorded_suite, suite_of
from leaderboard.queries.suspects import suspect_tasks
from leaderboard.services.bulk_rows import insert_rows
from leaderboard.services.comparisons import refresh_comparisons
from leaderboard.services.figures import figures_of, interval_figures
from leaderboard.services.ranks import note_change, rank_board
from leaderboard.services.slices import (
    WHOLE,
    SliceKey,
    slices_of,
    without_suspects,
)
from leaderboard.services.verdicts import Verdicts, read_verdicts

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
    rows = read_verdicts(submission)
    standings = _standings(submission, rows, now)
    with transaction.atomic():
        submission.standings.all().delete()
        insert_rows(Standing, standings)
        Outcomes.objects.update_or_create(
            submission=submission,
            defaults={"letters": _letters(rows), "computed_at": now},
        )
        Submission.objects.filter(pk=submission.pk).update(tallied_at=now)
        note_change(submission.board)
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
        rows = read_verdicts(submission)
        standings = _standings(submission, rows, timezone.now(), only=SOUND)
        with transaction.atomic():
            submission.standings.filter(slice_kind=SOUND).delete()
            insert_rows(Standing, standings)
            note_change(board)
    rank_board(board)
    Board.objects.filter(pk=board.pk, suspects_changed_at=asked_at).update(
        suspects_changed_at=None
    )


def boards_behind() -> list[Board]:
    """Return the boards whose figures without suspect tasks are not yet computed."""
    return list(Board.objects.filter(suspects_changed_at__isnull=False))


def _standings(
    submission: Submission, rows: Verdicts, now: datetime, only: str = ""
) -> list[dict[str, Any]]:
    board = submission.board
    slices = _slices(rows, _tasks_of(board), suspect_tasks(board))
    parts = {k: rows.at(at) for k, at in slices.items() if only in ("", k[0])}
    return [
        {
            "submission_id": submission.pk,
            "slice_kind": key[0],
            "slice_value": key[1],
            "scorer": board.scorer,
            "dataset_hash": board.dataset_hash,
            "computed_at": now,
            **figures_of(part),
            **(interval_figures(part) if key in DRAWN else {}),
        }
        for key, part in parts.items()
    ]


def _tasks_of(board: Board) -> Mapping[str, Task]:
    """The tasks of a board; none where its dataset was replaced and they are gone."""
    if not board.is_open and recorded_suite(board) is None:
        return {}
    return suite_of(board).tasks


def _slices(
    rows: Verdicts, tasks: Mapping[str, Task], suspects: frozenset[str]
) -> Mapping[SliceKey, list[int]]:
    """The places of the conversations that count in each slice."""
    parts: dict[SliceKey, list[int]] = defaultdict(list)
    parts[WHOLE] = []
    for labels, places in rows.by_labels().items():
        keys = slices_of(labels, suspects)
        task = tasks.get(labels.task_id)
        if task is not None:
            keys.append((Standing.Slice.CHAIN, str(len(task.gold))))
            keys.append((Standing.Slice.LANGUAGE, task.language))
        for key in keys:
            parts[key] += places
    return parts


def _letters(rows: Verdicts) -> dict[str, str]:
    """Return each task's outcomes, a letter a trial, "-" for a trial not run."""
    by_task: dict[str, dict[int, str]] = defaultdict(dict)
    told = ("task_id", "trial", "status", "passed", "hidden_violation")
    for task, trial, *outcome in zip(*(rows[name] for name in told), strict=True):
        by_task[task][trial] = letter_of(*outcome)
    return {
        task: "".join(
            letters.get(trial, MISSING) for trial in range(1, max(letters) + 1)
        )
        for task, letters in sorted(by_task.items())
    }
