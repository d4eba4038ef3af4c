"""A label for each call of a scored conversation, for training process rewards."""

from collections.abc import Iterator
from typing import Any  # Any: JSON values that are built up

from bankenv.scoring.calls import MadeCall, made_calls
from bankenv.trajectory import Trajectory
from bankenv.verdict import Verdict

# The gravest that fits is taken, in this order.
LABELS = ("harmful", "wrong", "order", "required", "extra")
FOUND = {
    "unsolicited_write": "harmful",
    "wrong_arguments": "wrong",
    "tool_error": "wrong",
    "late_call": "order",
}


def call_labels(trajectory: Trajectory, verdict: Verdict) -> Iterator[dict[str, Any]]:
    """Yield one row a call, in order.

    `required`: it settled a gold step. `extra`: it settled none and did no harm.
    `wrong`: meant for a gold step with other arguments, or no valid call. `order`:
    right, on the wrong side of another. `harmful`: a write nobody asked for.
    """
    steps = {event: step for step, event in verdict.matches.items()}
    for call in made_calls(trajectory):
        label, why = _label(call, verdict, call.event in steps)
        yield {
            "task": verdict.task,
            "trial": verdict.trial,
            "event": call.event,
            "turn": call.turn,
            "tool": call.tool,
            "arguments": call.arguments,
            "label": label,
            "step": steps.get(call.event, _step(call, verdict)),
            "why": why,
            "scorer": verdict.scorer,
            "passed": verdict.passed,
        }


def _label(call: MadeCall, verdict: Verdict, required: bool) -> tuple[str, str]:
    found = {
        FOUND[finding.kind]: finding.detail
        for finding in reversed(verdict.findings)
        if finding.event == call.event and finding.kind in FOUND
    }
    if call.malformed:
        found.setdefault("wrong", "It was no valid call.")
    if required:
        found["required"] = ""
    label = next((name for name in LABELS if name in found), "extra")
    return label, found.get(label, "")


def _step(call: MadeCall, verdict: Verdict) -> int | None:
    meant = [f.step for f in verdict.findings if f.event == call.event and f.step]
    return meant[0] if meant else None
