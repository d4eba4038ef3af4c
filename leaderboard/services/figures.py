"""The figures of some conversations of a submission, from their stored verdicts."""

from collections import Counter
from collections.abc import Sequence
from itertools import chain
from math import fsum
from statistics import fmean, median
from typing import Any  # Any: values of model fields

from leaderboard.bootstrap import share_intervals
from leaderboard.models import Conversation
from leaderboard.services.verdicts import Verdicts
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


def figures_of(rows: Verdicts) -> dict[str, Any]:
    """Return the fields of a standing over these conversations."""
    scored = rows.of_status(Conversation.Status.SCORED)
    errored = rows.of_status(Conversation.Status.ERRORED)
    found = Counter(chain.from_iterable(scored["kinds"]))
    first = Counter(filter(None, scored["first_finding"]))
    return {
        "expected": len(rows),
        "scored": len(scored),
        "errored": len(errored),
        "missing": len(rows) - len(scored) - len(errored),
        "finding_counts": dict(sorted(found.items())),
        "first_findings": dict(sorted(first.items())),
        "faults": dict(sorted(Counter(errored["fault"]).items())),
        **_simulator_figures(scored),
        **_pass_figures(rows, scored),
        **_cost_figures(scored),
    }


def _simulator_figures(scored: Verdicts) -> dict[str, int | None]:
    """Count the faults of a customer played by a model; None where none played it."""
    known = [fault for fault in scored["simulator_fault"] if fault is not None]
    return {
        "simulator_faults": sum(known) if known else None,
        "simulator_reruns": sum(scored["simulator_reruns"]),
    }


def interval_figures(rows: Verdicts) -> dict[str, list[tuple[float, float]]]:
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


def _pass_figures(rows: Verdicts, scored: Verdicts) -> dict[str, Any]:
    counts = {
        "passed": sum(scored["passed"]),
        "final_state_passed": sum(scored["final_state_passed"]),
        "hidden_violations": sum(scored["hidden_violation"]),
    }
    if not len(scored):
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


def _outcomes(rows: Verdicts) -> Outcomes:
    """The passes of each task's scored trials; none for a task without a score."""
    by_task: dict[str, list[bool]] = {task: [] for task in rows["task_id"]}
    for task, passed in zip(rows["task_id"], rows["passed"], strict=True):
        if passed is not None:
            by_task[task].append(passed)
    return list(by_task.values())


def _cost_figures(scored: Verdicts) -> dict[str, Any]:
    known = {name: scored.known(name) for name in {*QUANTITIES, *MEANS, "gave_up"}}
    # A sum that leaves some out would look cheaper than it was.
    totals = {
        name: fsum(known[name]) if 0 < len(known[name]) == len(scored) else None
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
