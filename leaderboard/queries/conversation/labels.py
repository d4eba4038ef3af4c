"""Failure behaviours of a conversation: what rules suggest and what people said."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from django.db.models import Count

from bankenv.trajectory import Call, Message, Trajectory
from bankenv.verdict import Finding, Verdict
from leaderboard.models import Label, Submission

BY_KIND = {
    "missed_read": "skipped_check",
    "missed_write": "skipped_deed",
    "missed_hand_over": "skipped_deed",
    "late_call": "wrong_order",
    "unsolicited_write": "unasked_deed",
    "wrong_arguments": "wrong_object",
    "fact_not_told": "withheld_fact",
    "abnormal_end": "broke_down",
}
# Words by which deeds are reported; only asked about where a deed is missing.
CLAIMS = ("done", "has been", "have been", "successfully", "completed", "हो गया")


@dataclass(frozen=True, slots=True)
class LabelRow:
    """One behaviour: why a rule suggests it, and what somebody said of it.

    `state` is `seen`, `denied`, `suggested` or empty.
    """

    behaviour: str
    words: str
    why: str
    state: str
    said_by: str


@dataclass(frozen=True, slots=True)
class LabelFamily:
    """Three behaviours that belong together."""

    name: str
    rows: tuple[LabelRow, ...]


def suggestions(trajectory: Trajectory, verdict: Verdict) -> dict[str, str]:
    """Return the behaviours that rules see in a conversation, each with its reason."""
    found: dict[str, str] = {}
    for behaviour, why in _suggested(trajectory, verdict.findings):
        found.setdefault(behaviour, why)
    return found


def label_families(
    suggested: Mapping[str, str], labels: Iterable[Label]
) -> tuple[LabelFamily, ...]:
    """Return all behaviours by family, suggestions and people's words put together."""
    said = {label.behaviour: label for label in labels}
    return tuple(
        LabelFamily(name, tuple(_row(key, suggested, said.get(key)) for key in keys))
        for name, keys in Label.FAMILIES
    )


def label_counts(submission: Submission) -> list[tuple[str, int]]:
    """Return how many conversations of a submission people saw each behaviour in."""
    rows = Label.objects.filter(conversation__submission=submission, is_seen=True)
    counts = rows.order_by().values_list("behaviour").annotate(n=Count("pk"))
    words = dict(Label.Behaviour.choices)
    return [(str(words[key]), n) for key, n in sorted(counts, key=lambda row: -row[1])]


def _row(behaviour: str, suggested: Mapping[str, str], label: Label | None) -> LabelRow:
    state = "suggested" if behaviour in suggested else ""
    if label is not None:
        state = "seen" if label.is_seen else "denied"
    return LabelRow(
        behaviour=behaviour,
        words=str(Label.Behaviour(behaviour).label),
        why=suggested.get(behaviour, ""),
        state=state,
        said_by=label.set_by.get_username() if label and label.set_by else "",
    )


def _suggested(
    trajectory: Trajectory, findings: Iterable[Finding]
) -> Iterator[tuple[str, str]]:
    repeated = _repeated_calls(trajectory)
    for finding in findings:
        if finding.kind == "unsolicited_write" and finding.event in repeated:
            yield "repeated_deed", finding.detail
        elif finding.kind in BY_KIND:
            yield BY_KIND[finding.kind], finding.detail
        if finding.kind == "missed_write" and (claim := _claim(trajectory)):
            yield "false_claim", f"{finding.detail} Yet it said: “{claim}”"


def _repeated_calls(trajectory: Trajectory) -> set[int]:
    """Return the calls that say word for word what an earlier call said."""
    seen, repeated = set(), set()
    for event in trajectory.events:
        if isinstance(event, Call):
            said = (event.tool, repr(event.arguments))
            repeated |= {event.index} if said in seen else set()
            seen.add(said)
    return repeated


def _claim(trajectory: Trajectory) -> str:
    """Return the last words by which the assistant reports something done."""
    for event in reversed(trajectory.events):
        if not isinstance(event, Message) or event.speaker != "assistant":
            continue
        if any(word in event.text.lower() for word in CLAIMS):
            return " ".join(event.text.split())[:160]
    return ""
