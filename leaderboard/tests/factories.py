"""Functions that make the smallest valid row; a test names only what it is about."""

from datetime import timedelta
from itertools import count
from typing import Any  # Any: whatever the model's fields take

from django.contrib.auth.models import User
from django.utils import timezone

from leaderboard.models import (
    Board,
    Conversation,
    FindingCount,
    Standing,
    Submission,
    Trajectory,
)
from leaderboard.packing import pack

NUMBERS = count(1)
CATEGORIES = ("control", "sequencing", "edge_case", "rare_tool")


def make_user(username: str = "", **fields: Any) -> User:
    return User.objects.create_user(username or f"user-{next(NUMBERS)}", **fields)


def make_board(slug: str = "", **fields: Any) -> Board:
    slug = slug or f"board-{next(NUMBERS)}"
    defaults: dict[str, Any] = {
        "title": slug.capitalize(),
        "suite": slug,
        "suite_version": "1.0",
        "split": "lite",
        "scorer": "passbook-1",
        "dataset_hash": "d" * 64,
        "task_count": 4,
    }
    return Board.objects.create(slug=slug, **(defaults | fields))


def make_submission(**fields: Any) -> Submission:
    """A submission that runs, unless `status` says otherwise."""
    number = next(NUMBERS)
    now = timezone.now()
    defaults: dict[str, Any] = {
        "name": f"Model {number}",
        "base_url": "http://127.0.0.1:9/v1",
        "model_name": f"model-{number}",
        "status": Submission.Status.RUNNING,
        "visibility": Submission.Visibility.PUBLIC,
        "started_at": now,
    }
    fields = defaults | fields
    fields["board"] = fields.get("board") or make_board()
    fields["owner"] = fields.get("owner") or make_user()
    if fields["status"] in Submission.ENDED:
        fields.setdefault("finished_at", now)
    return Submission.objects.create(**fields)


def make_conversation(**fields: Any) -> Conversation:
    """A queued conversation, unless `status` says otherwise."""
    number = next(NUMBERS)
    defaults: dict[str, Any] = {
        "task_id": f"CT_BAL_{number:04}",
        "family": "CT_BAL",
        "category": "control",
        "area": "accounts",
    }
    fields = defaults | fields
    fields["submission"] = fields.get("submission") or make_submission()
    if fields.get("status") == Conversation.Status.RUNNING:
        fields.setdefault("lease_ends", timezone.now() + timedelta(minutes=1))
        fields.setdefault("attempt", 1)
    return Conversation.objects.create(**fields)


def make_scored_conversation(*, passed: bool = True, **fields: Any) -> Conversation:
    """A conversation with a verdict; `hidden=True` makes it a hidden violation."""
    hidden = fields.pop("hidden", False)
    now = timezone.now()
    defaults: dict[str, Any] = {
        "status": Conversation.Status.SCORED,
        "passed": passed and not hidden,
        "final_state_passed": passed or hidden,
        "hidden_violation": hidden,
        "scorer": "passbook-1",
        "sentence": "Passed." if passed and not hidden else "Failed.",
        "first_finding": "" if passed and not hidden else "missed_read",
        "end_reason": "customer_ended",
        "gold_completion": 1.0 if passed else 0.5,
        "attempt": 1,
        "turns": 4,
        "calls": 3,
        "tool_errors": 0,
        "latency_ms": 900.0,
        "gave_up": False,
        "started_at": now,
        "finished_at": now,
    }
    return make_conversation(**(defaults | fields))


def make_finding_count(
    conversation: Conversation, kind: str = "missed_read", **fields: Any
) -> FindingCount:
    defaults: dict[str, Any] = {"check_name": "required_calls", "count": 1}
    return FindingCount.objects.create(
        conversation=conversation, kind=kind, **(defaults | fields)
    )


def make_trajectory(
    conversation: Conversation, document: object, verdict: object | None = None
) -> Trajectory:
    """Store a trajectory; `document` and `verdict` are JSON values or dataclasses."""
    return Trajectory.objects.create(
        conversation=conversation,
        packed=pack(document),
        packed_verdict=None if verdict is None else pack(verdict),
        attempt=conversation.attempt,
    )


def make_standing(submission: Submission | None = None, **fields: Any) -> Standing:
    """A complete standing of four conversations, three of them passed."""
    submission = submission or make_submission(status="finished")
    defaults: dict[str, Any] = {
        "expected": 4,
        "scored": 4,
        "passed": 3,
        "final_state_passed": 4,
        "hidden_violations": 1,
        "pass_rate": 0.75,
        "pass_rate_low": 0.30,
        "pass_rate_high": 0.95,
        "final_state_rate": 1.0,
        "hidden_violation_rate": 0.25,
        "pass_hat_k": [0.75],
        "pass_at_k": [0.75],
        "scorer": "passbook-1",
        "dataset_hash": submission.board.dataset_hash,
        "computed_at": timezone.now(),
    }
    return Standing.objects.create(submission=submission, **(defaults | fields))
