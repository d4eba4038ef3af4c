"""Standings: every figure of a board, computed from stored verdicts and stored."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from datetime import timedelta
from statistics import fmean, median
from typing import Any  # Any: values of model fields

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from leaderboard.models import Board, Conversation, FindingCount, Standing, Submission
from leaderboard.statistics import (
    TrialOutcomes,
    difference_p,
    pass_at_k,
    pass_hat_k,
    pass_interval,
    rank_ranges,
)

# A submission that runs is tallied this often, so that its board shows it moving.
TALLY_EVERY = timedelta(seconds=10)
RANKED_SLICES = (Standing.Slice.ALL, Standing.Slice.CATEGORY, Standing.Slice.AREA)
MEANS = ("gold_completion", "turns", "calls", "tool_errors", "tokens_in", "tokens_out")

SliceKey = tuple[str, str]
Kinds = dict[int, set[str]]  # conversation to the kinds of finding it has


def refresh_standings(submission: Submission) -> None:
    """Compute the submission's figures anew, and the ranks of its board if it ended.

    Computing twice gives the same rows.
    """
    now = timezone.now()
    rows = list(submission.conversations.all())
    kinds = _finding_kinds(submission)
    with transaction.atomic():
        submission.standings.all().delete()
        Standing.objects.bulk_create(
            Standing(
                submission=submission,
                slice_kind=kind,
                slice_value=value,
                scorer=submission.board.scorer,
                dataset_hash=submission.board.dataset_hash,
                computed_at=now,
                **_figures(part, kinds),
            )
            for (kind, value), part in _slices(rows)
        )
        Submission.objects.filter(pk=submission.pk).update(tallied_at=now)
    if submission.has_ended:
        rank_board(submission.board)


def stale_submissions() -> list[Submission]:
    """Return those whose figures are behind: ended since, or going on for a while."""
    never = Q(tallied_at__isnull=True)
    ended = Q(status__in=Submission.ENDED) & (
        never | Q(tallied_at__lt=F("finished_at"))
    )
    going = Q(
        Q(conversations__finished_at__gt=F("tallied_at")) | never,
        status__in=["queued", "running", "paused"],
    )
    due = never | Q(tallied_at__lt=timezone.now() - TALLY_EVERY)
    found = Submission.objects.filter(ended | (going & due))
    return list(found.select_related("board").distinct())


def rank_board(board: Board) -> None:
    """Give each complete, public submission of a board its range of ranks."""
    passes = _passes(board)
    for key in _ranked_slices(board):
        with transaction.atomic():
            _rank_slice(board, key, passes)


def _slices(rows: list[Conversation]) -> Iterator[tuple[SliceKey, list[Conversation]]]:
    parts: dict[SliceKey, list[Conversation]] = defaultdict(list)
    parts[(Standing.Slice.ALL, "")] = rows
    for row in rows:
        parts[(Standing.Slice.CATEGORY, row.category)].append(row)
        parts[(Standing.Slice.AREA, row.area)].append(row)
        parts[(Standing.Slice.FAMILY, row.family)].append(row)
    yield from parts.items()


def _finding_kinds(submission: Submission) -> Kinds:
    kinds: Kinds = defaultdict(set)
    counts = FindingCount.objects.filter(conversation__submission=submission)
    for pk, kind in counts.values_list("conversation_id", "kind"):
        kinds[pk].add(kind)
    return kinds


def _figures(rows: Sequence[Conversation], kinds: Kinds) -> dict[str, Any]:
    scored = [row for row in rows if row.status == Conversation.Status.SCORED]
    errored = sum(row.status == Conversation.Status.ERRORED for row in rows)
    found = Counter(kind for row in scored for kind in sorted(kinds.get(row.pk, ())))
    return {
        "expected": len(rows),
        "scored": len(scored),
        "errored": errored,
        "missing": len(rows) - len(scored) - errored,
        "finding_counts": dict(sorted(found.items())),
        **_pass_figures(rows, scored),
        **_cost_figures(scored),
    }


def _pass_figures(
    rows: Sequence[Conversation], scored: Sequence[Conversation]
) -> dict[str, Any]:
    counts = {
        "passed": sum(bool(row.passed) for row in scored),
        "final_state_passed": sum(bool(row.final_state_passed) for row in scored),
        "hidden_violations": sum(bool(row.hidden_violation) for row in scored),
    }
    if not scored:
        return counts
    outcomes = _outcomes(rows)
    low, high = pass_interval(outcomes)
    return counts | {
        "pass_rate": counts["passed"] / len(scored),
        "pass_rate_low": low,
        "pass_rate_high": high,
        "final_state_rate": counts["final_state_passed"] / len(scored),
        "hidden_violation_rate": counts["hidden_violations"] / len(scored),
        "pass_hat_k": pass_hat_k(outcomes),
        "pass_at_k": pass_at_k(outcomes),
    }


def _outcomes(rows: Sequence[Conversation]) -> list[list[bool]]:
    """The passes of each task's scored trials; none for a task without a score."""
    by_task: dict[str, list[bool]] = {row.task_id: [] for row in rows}
    for row in rows:
        if row.passed is not None:
            by_task[row.task_id].append(row.passed)
    return list(by_task.values())


def _cost_figures(scored: Sequence[Conversation]) -> dict[str, float | None]:
    costs = _known(scored, "cost_usd")
    latencies = _known(scored, "latency_ms")
    gave_up = _known(scored, "gave_up")
    figures: dict[str, float | None] = {
        name: fmean(known) if (known := _known(scored, name)) else None
        for name in MEANS
    }
    return figures | {
        "cost_usd": fmean(costs) if costs else None,
        # A sum that leaves some out would look cheaper than it was.
        "cost_usd_total": sum(costs) if costs and len(costs) == len(scored) else None,
        "latency_ms": median(latencies) if latencies else None,
        "gave_up_rate": fmean(gave_up) if gave_up else None,
    }


def _known(rows: Sequence[Conversation], name: str) -> list[float]:
    values = [getattr(row, name) for row in rows]
    return [float(value) for value in values if value is not None]


def _passes(board: Board) -> dict[str, TrialOutcomes]:
    """The passes of every submission that may be ranked."""
    complete = Standing.objects.filter(
        submission__board=board,
        submission__visibility=Submission.Visibility.PUBLIC,
        submission__status=Submission.Status.FINISHED,
        slice_kind=Standing.Slice.ALL,
        scored=F("expected"),
    )
    rows = Conversation.objects.filter(
        submission__in=complete.values("submission"), passed__isnull=False
    ).order_by()
    passes: dict[str, dict[str, dict[int, bool]]] = {}
    for submission, task, trial, passed in rows.values_list(
        "submission_id", "task_id", "trial", "passed"
    ):
        tasks = passes.setdefault(submission, {})
        tasks.setdefault(task, {})[trial] = bool(passed)
    return dict(passes)


def _ranked_slices(board: Board) -> list[SliceKey]:
    rows = Standing.objects.filter(
        submission__board=board, slice_kind__in=RANKED_SLICES
    ).order_by()
    return list(rows.values_list("slice_kind", "slice_value").distinct())


def _rank_slice(board: Board, key: SliceKey, passes: dict[str, TrialOutcomes]) -> None:
    kind, value = key
    rows = Standing.objects.filter(
        submission__board=board, slice_kind=kind, slice_value=value
    )
    rows.update(rank_low=None, rank_high=None)
    ranked = list(
        rows.filter(submission__in=passes).order_by("-pass_rate", "submission")
    )
    tasks = _tasks_of_slice(board, key)
    parts = [_restricted(passes[row.submission_id], tasks) for row in ranked]
    neighbours = [
        difference_p(one, next_one)
        for one, next_one in zip(parts, parts[1:], strict=False)
    ]
    for row, (low, high) in zip(ranked, rank_ranges(neighbours), strict=False):
        row.rank_low, row.rank_high = low, high
    Standing.objects.bulk_update(ranked, ["rank_low", "rank_high"])


def _tasks_of_slice(board: Board, key: SliceKey) -> set[str]:
    kind, value = key
    rows = Conversation.objects.filter(submission__board=board).order_by()
    if kind != Standing.Slice.ALL:
        rows = rows.filter(**{kind: value})
    return set(rows.values_list("task_id", flat=True).distinct())


def _restricted(passes: TrialOutcomes, tasks: set[str]) -> TrialOutcomes:
    return {task: trials for task, trials in passes.items() if task in tasks}
