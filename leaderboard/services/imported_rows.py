"""One recorded conversation as rows: judged again, the recorded outcome kept beside."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any  # Any: values of model fields

from django.db import transaction
from django.utils import timezone

from bankenv.bank import Dataset
from bankenv.environment import open_environment
from bankenv.records import JsonValue
from bankenv.scoring import score
from bankenv.scoring.reproduction import first_false_answer
from bankenv.tasks import Task
from bankenv.trajectory import UNSCORED_ENDS, Trajectory
from bankenv.trajectory_io import to_json
from bankenv.verdict import Verdict
from leaderboard.models import (
    Conversation,
    FindingCount,
    RecordedOutcome,
    Submission,
)
from leaderboard.models import Trajectory as StoredTrajectory
from leaderboard.packing import pack
from leaderboard.services.outcomes import count_findings, end_reason, outcome_fields
from runner.recordings.items import Recording

BATCH = 50
LARGEST_BATCH = 4 << 20  # bytes, about
BYTES_OF_A_VALUE = 64  # beside its text, about
REASON_LENGTH = 500
NOT_REPRODUCIBLE = "Not reproducible"


@dataclass(frozen=True)
class Judged:
    """A recording judged; `unscored` says why it has no verdict.

    `has_custom_prompt` where the assistant was told something else than here.
    """

    recording: Recording
    task: Task
    verdict: Verdict | None
    unscored: str
    has_custom_prompt: bool = False


def judge(dataset: Dataset, scorer: str, task: Task, recording: Recording) -> Judged:
    """Return the verdict on a recording, or why there is none.

    Where the environment is here, every call is made again first: a recording whose
    answers the bank does not give is kept to be read, and not scored.
    """
    if recording.unscored or end_reason(recording.trajectory) in UNSCORED_ENDS:
        words = recording.unscored or "It broke off when it was recorded."
        return Judged(recording, task, None, words)
    event = first_false_answer(dataset, task, recording.trajectory)
    if event is not None:
        words = f"the bank answers the call at #{event} otherwise."
        return Judged(recording, task, None, f"{NOT_REPRODUCIBLE}: {words}")
    verdict = score(dataset, recording.trajectory, scorer)
    custom = _has_custom_prompt(dataset, task, recording.trajectory)
    return Judged(recording, task, verdict, "", custom)


def _has_custom_prompt(dataset: Dataset, task: Task, trajectory: Trajectory) -> bool:
    """Whether a recording has another prompt than the environment here would give."""
    told = trajectory.header.prompts.get("assistant")
    if not told or dataset.profile == "recorded":
        return False
    return told != open_environment(dataset, task).prompt


def batches(judged: Iterable[Judged]) -> Iterator[list[Judged]]:
    """Yield recordings in groups to store together: at most BATCH, fewer large ones."""
    batch: list[Judged] = []
    size = 0
    for one in judged:
        batch.append(one)
        size += _size(to_json(one.recording.trajectory))
        if len(batch) == BATCH or size > LARGEST_BATCH:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _size(value: JsonValue) -> int:
    """Return about how many bytes of memory a value takes."""
    if isinstance(value, dict):
        return BYTES_OF_A_VALUE + sum(map(_size, value.values()))
    if isinstance(value, list):
        return BYTES_OF_A_VALUE + sum(map(_size, value))
    return BYTES_OF_A_VALUE + (len(value) if isinstance(value, str) else 0)


@transaction.atomic
def store(submission: Submission, judged: Sequence[Judged]) -> None:
    """Store conversations, their recordings, verdicts and recorded outcomes."""
    rows = Conversation.objects.bulk_create(
        [_conversation(submission, one) for one in judged]
    )
    if any(one.has_custom_prompt for one in judged):
        Submission.objects.filter(pk=submission.pk).update(has_custom_prompt=True)
    pairs = list(zip(rows, judged, strict=True))
    StoredTrajectory.objects.bulk_create(
        StoredTrajectory(
            conversation=row,
            packed=pack(to_json(one.recording.trajectory)),
            packed_verdict=None if one.verdict is None else pack(one.verdict),
            attempt=1,
        )
        for row, one in pairs
    )
    FindingCount.objects.bulk_create(
        count
        for row, one in pairs
        if one.verdict is not None
        for count in count_findings(row, one.verdict)
    )
    RecordedOutcome.objects.bulk_create(
        outcome
        for row, one in pairs
        if (outcome := recorded_outcome(row, one.recording.trajectory, one.verdict))
    )


def _conversation(submission: Submission, one: Judged) -> Conversation:
    now = timezone.now()
    shared: dict[str, Any] = {
        "submission": submission,
        "task_id": one.task.id,
        "trial": one.recording.trial,
        "family": one.task.family,
        "category": one.task.category,
        "area": one.task.area,
        "attempt": 1,
        "started_at": now,
        "finished_at": now,
        "end_reason": end_reason(one.recording.trajectory)[:40].replace("\0", ""),
    }
    if one.verdict is not None:
        return Conversation(status="scored", **shared, **outcome_fields(one.verdict))
    ours = one.unscored.startswith(NOT_REPRODUCIBLE)
    fault = Conversation.Fault.PLATFORM if ours else Conversation.Fault.ENDPOINT
    error = one.unscored.replace("\0", "")
    return Conversation(status="errored", error=error, fault=fault, **shared)


def recorded_outcome(
    row: Conversation, trajectory: Trajectory, verdict: Verdict | None
) -> RecordedOutcome | None:
    """Return what the file said beside what was found here; None if it said nothing."""
    reward = trajectory.header.recorded.get("reward")
    if reward is None:
        return None
    passed = bool(reward >= 1 - 1e-6)
    agrees = None if verdict is None else verdict.passed == passed
    return RecordedOutcome(
        conversation=row,
        reward=reward,
        passed=passed,
        agrees=agrees,
        reason="" if agrees is not False else _reason(trajectory, verdict, passed),
    )


def _reason(trajectory: Trajectory, verdict: Verdict | None, passed: bool) -> str:
    found = verdict.sentence if verdict else ""
    if passed:
        return f"Recorded as passed. {found}"[:REASON_LENGTH]
    why = trajectory.header.recorded.get("why")
    told = f" ({why})" if why else ""
    return f"Recorded as failed{told}. {found}"[:REASON_LENGTH].replace("\0", "")
