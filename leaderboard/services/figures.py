"""The figures of some conversations of a submission, from their stored verdicts."""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import fsum
from statistics import fmean, median
from typing import Any  # Any: values of model fields

from leaderboard.bootstrap import share_intervals
from leaderboard.models import Conversation
from leaderboard.statistics import (
    Outcomes,
    at_shares,
    hat_shares,
    pass_at_k,
    pass_hat_k,
    pass_interval,
)

MEANS = ("gold_completion", "turns", "calls", "tool_errors", "tokens_in", "tokens_out")
QUANTITIES = (
    "turns",
    "calls",
    "tool_errors",
    "tokens_in",
    "tokens_out",
    "cost_usd",
    "latency_ms",
)

Rows = Sequence[Conversation]
Kinds = Mapping[int, set[str]]  # conversation to the kinds of finding it has


def figures_of(rows: Rows, kinds: Kinds) -> dict[str, Any]:
    """Return the fields of a standing over these conversations."""
    scored = [row for row in rows if row.status == Conversation.Status.SCORED]
    errored = [row for row in rows if row.status == Conversation.Status.ERRORED]
    found = Counter(kind for row in scored for kind in kinds.get(row.pk, ()))
    first = Counter(row.first_finding for row in scored if row.first_finding)
    return {
        "expected": len(rows),
        "scored": len(scored),
        "errored": len(errored),
        "missing": len(rows) - len(scored) - len(errored),
        "finding_counts": dict(sorted(found.items())),
        "first_findings": dict(sorted(first.items())),
        "faults": dict(sorted(Counter(row.fault for row in errored).items())),
        **_simulator_figures(scored),
        **_pass_figures(rows, scored),
        **_cost_figures(scored),
    }


def _simulator_figures(scored: Rows) -> dict[str, int | None]:
    """Count the faults of a customer played by a model; None where none played it."""
    known = [row.simulator_fault for row in scored if row.simulator_fault is not None]
    return {
        "simulator_faults": sum(known) if known else None,
        "simulator_reruns": sum(row.simulator_reruns for row in scored),
    }


def interval_figures(rows: Rows) -> dict[str, list[tuple[float, float]]]:
    """Return the intervals of pass^k and pass@k.

    At k = 1 both are the pass rate, and so is their interval; from 2 on tasks are
    drawn anew.
    """
    outcomes = _outcomes(rows)
    hat, at = hat_shares(outcomes), at_shares(outcomes)
    if not hat:
        return {}
    ones = [pass_interval(outcomes)]
    drawn = share_intervals(hat[1:] + at[1:]) if hat[1:] else []
    return {
        "pass_hat_k_range": ones + drawn[: len(hat) - 1],
        "pass_at_k_range": ones + drawn[len(hat) - 1 :],
    }


def _pass_figures(rows: Rows, scored: Rows) -> dict[str, Any]:
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


def _outcomes(rows: Rows) -> Outcomes:
    """The passes of each task's scored trials; none for a task without a score."""
    by_task: dict[str, list[bool]] = {row.task_id: [] for row in rows}
    for row in rows:
        if row.passed is not None:
            by_task[row.task_id].append(row.passed)
    return list(by_task.values())


def _cost_figures(scored: Rows) -> dict[str, Any]:
    known = {name: _known(scored, name) for name in (*QUANTITIES, *MEANS, "gave_up")}
    # A sum that leaves some out would look cheaper than it was.
    totals = {
        name: fsum(known[name]) if scored and len(known[name]) == len(scored) else None
        for name in QUANTITIES
    }
    return {name: _mean(known[name]) for name in MEANS} | {
        "cost_usd": _mean(known["cost_usd"]),
        "cost_usd_total": totals["cost_usd"],
        "latency_ms": _median(known["latency_ms"]),
        "gave_up_rate": _mean(known["gave_up"]),
        "totals": totals,
        "medians": {name: _median(known[name]) for name in QUANTITIES},
    }


def _mean(values: Sequence[float]) -> float | None:
    return fmean(values) if values else None


def _median(values: Sequence[float]) -> float | None:
    return median(values) if values else None


def _known(rows: Rows, name: str) -> list[float]:
    values = [getattr(row, name) for row in rows]
    return [float(value) for value in values if value is not None]
