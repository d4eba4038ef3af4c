"""Trajectories and verdicts for tests that do not care what was said."""

from bankenv.trajectory import End, Header, Message, Trajectory
from bankenv.verdict import Check, Finding, Verdict
from leaderboard.models import Conversation


def recorded(conversation: Conversation, reason: str = "customer_ended") -> Trajectory:
    header = Header(conversation.task_id, conversation.trial, "procedures 1.0")
    events = (Message(0, 0.0, "customer", "Hello"), End(1, 1.0, reason))
    return Trajectory(header, events)


def judged(conversation: Conversation, *, passed: bool = True) -> Verdict:
    missed = Finding(
        "missed_read", "get_fd_details was never called.", "required_calls"
    )
    return Verdict(
        scorer="passbook-1",
        task=conversation.task_id,
        trial=conversation.trial,
        passed=passed,
        final_state_passed=True,
        hidden_violation=not passed,
        checks=(Check("required_calls", "Required calls", passed, "3 / 4"),),
        findings=() if passed else (missed, missed),
        matches={1: 2},
        metrics={"gold_completion": 1.0, "turns": 4, "cost_usd": 0.25},
        sentence="Passed." if passed else "Failed.",
    )
