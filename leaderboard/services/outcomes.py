"""What a verdict and a trajectory leave in the row of their conversation."""

from collections import Counter
from typing import Any  # Any: values of model fields

from bankenv.trajectory import End, Trajectory
from bankenv.trajectory_io import to_json
from bankenv.verdict import Verdict
from leaderboard.models import Conversation, FindingCount
from leaderboard.models import Trajectory as StoredTrajectory
from leaderboard.packing import pack

SENTENCE_LENGTH = 500
METRICS = (
    "gold_completion",
    "gave_up",
    "simulator_fault",
    "turns",
    "calls",
    "tool_errors",
    "tokens_in",
    "tokens_out",
    "cost_usd",
    "latency_ms",
)


def outcome_fields(verdict: Verdict) -> dict[str, Any]:
    """Return the fields of a conversation that a verdict decides."""
    return {
        "passed": verdict.passed,
        "final_state_passed": verdict.final_state_passed,
        "hidden_violation": verdict.hidden_violation,
        "scorer": verdict.scorer,
        "sentence": verdict.sentence[:SENTENCE_LENGTH],
        "first_finding": first_finding(verdict),
        **{name: verdict.metrics.get(name) for name in METRICS},
    }


def first_finding(verdict: Verdict) -> str:
    """Return the kind of the earliest finding that broke a gate; nothing if none did.

    A finding without a place in the conversation comes after those with one.
    """
    broke = [finding for finding in verdict.findings if not finding.advisory]
    if verdict.passed or not broke:
        return ""
    return min(broke, key=lambda one: (one.event is None, one.event or 0)).kind


def end_reason(trajectory: Trajectory) -> str:
    """Return why a trajectory ended, or nothing if it is cut off."""
    last = trajectory.events[-1] if trajectory.events else None
    return last.reason if isinstance(last, End) else ""


def store_trajectory(
    conversation: Conversation, trajectory: Trajectory, verdict: Verdict | None
) -> None:
    """Keep the trajectory of the conversation's last attempt, with its verdict."""
    stored = StoredTrajectory(
        conversation=conversation,
        packed=pack(to_json(trajectory)),
        packed_verdict=None if verdict is None else pack(verdict),
        attempt=conversation.attempt,
    )
    StoredTrajectory.objects.bulk_create(
        [stored],
        update_conflicts=True,
        unique_fields=["conversation"],
        update_fields=["packed", "packed_verdict", "attempt", "created_at"],
    )


def store_finding_counts(conversation: Conversation, verdict: Verdict) -> None:
    """Keep how many findings of each kind there are; forget earlier counts."""
    FindingCount.objects.filter(conversation=conversation).delete()
    FindingCount.objects.bulk_create(count_findings(conversation, verdict))


def count_findings(conversation: Conversation, verdict: Verdict) -> list[FindingCount]:
    """Return, unsaved, how many findings of each kind a verdict has."""
    counts = Counter((f.check, f.kind, f.advisory) for f in verdict.findings)
    return [
        FindingCount(
            conversation=conversation,
            check_name=check,
            kind=kind,
            is_advisory=advisory,
            count=count,
        )
        for (check, kind, advisory), count in counts.items()
    ]
