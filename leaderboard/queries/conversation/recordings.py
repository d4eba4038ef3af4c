"""Stored conversations read back. What was read of late is kept: it never changes."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import lru_cache

from django.contrib.auth.models import AnonymousUser, User
from django.db.models.functions import Length

from bankenv.bank import Dataset
from bankenv.tasks import Task
from bankenv.trajectory import Trajectory
from bankenv.trajectory_io import from_json
from bankenv.verdict import Verdict
from leaderboard.models import Conversation, Submission
from leaderboard.models import Trajectory as StoredTrajectory
from leaderboard.packing import unpack
from leaderboard.queries.conversation.reading import Trace, trace
from leaderboard.queries.conversation.verdicts import verdict_from
from leaderboard.queries.suites import suite_of

KEPT = 16  # recordings, in each process
LARGEST_KEPT = 300_000  # bytes packed


@dataclass(frozen=True, slots=True)
class Stored:
    """Names one recording and its verdict: another attempt or score is another name."""

    pk: int
    written_at: datetime
    packed_verdict: bytes | None

    def read(self) -> tuple[Trajectory, Verdict | None]:
        """Return what is stored."""
        packed = StoredTrajectory.objects.values_list("packed", flat=True)
        verdict = None
        if self.packed_verdict is not None:
            verdict = verdict_from(unpack(self.packed_verdict))
        return from_json(unpack(packed.get(pk=self.pk))), verdict


@dataclass(frozen=True, slots=True)
class Recorded:
    """A conversation with what was recorded of it; `trajectory` is None before that."""

    conversation: Conversation
    task: Task | None
    trajectory: Trajectory | None
    verdict: Verdict | None
    dataset: Dataset
    stored: Stored | None


@dataclass(frozen=True, slots=True)
class _Asked:
    """One reading: equal where the recording and the notes on its events are."""

    stored: Stored
    noted: tuple[tuple[int, int], ...]
    found: Recorded = field(compare=False)


def recorded(pk: int, user: User | AnonymousUser) -> Recorded | None:
    """Return a conversation that `user` may read, with its recording; None if not.

    Where the endpoint is stays between the recording and the submission's owner.
    """
    row = (
        Conversation.objects.filter(
            pk=pk, submission__in=Submission.objects.visible_to(user)
        )
        .select_related("submission__board__recorded_suite", "trajectory")
        .defer("trajectory__packed")
        .annotate(packed_size=Length("trajectory__packed"))
        .first()
    )
    if row is None:
        return None
    stored = _stored(row)
    trajectory, verdict = None, None
    if stored is not None:
        keeps = getattr(row, "packed_size", 0) <= LARGEST_KEPT
        trajectory, verdict = _kept_recording(stored) if keeps else stored.read()
        if not row.submission.is_owned_by(user):
            trajectory = without_address(trajectory)
    dataset = suite_of(row.submission.board, [row.task_id])
    task = dataset.tasks.get(row.task_id)
    return Recorded(row, task, trajectory, verdict, dataset, stored)


def without_address(trajectory: Trajectory) -> Trajectory:
    """Return the recording without the address of its endpoint."""
    header = trajectory.header
    if "base_url" not in header.assistant:
        return trajectory
    assistant = {k: v for k, v in header.assistant.items() if k != "base_url"}
    return replace(trajectory, header=replace(header, assistant=assistant))


def traced(found: Recorded, noted: Mapping[int, int]) -> Trace | None:
    """Return a recording read against its task, `noted` counting notes by event."""
    if found.trajectory is None or found.stored is None:
        return None
    return _kept_trace(_Asked(found.stored, tuple(sorted(noted.items())), found))


def forget() -> None:
    """Forget what was read, for a measurement of the first reading."""
    _kept_recording.cache_clear()
    _kept_trace.cache_clear()


@lru_cache(maxsize=KEPT)
def _kept_recording(stored: Stored) -> tuple[Trajectory, Verdict | None]:
    return stored.read()


@lru_cache(maxsize=KEPT)
def _kept_trace(asked: _Asked) -> Trace:
    found = asked.found
    assert found.trajectory is not None  # traced looked
    return trace(
        found.dataset, found.task, found.trajectory, found.verdict, dict(asked.noted)
    )


def _stored(row: Conversation) -> Stored | None:
    found: StoredTrajectory | None = getattr(row, "trajectory", None)
    if found is None:
        return None
    verdict = found.packed_verdict
    packed = None if verdict is None else bytes(verdict)
    return Stored(row.pk, found.created_at, packed)
