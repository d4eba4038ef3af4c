"""How recordings are grouped to be stored."""

from dataclasses import replace

import pytest

from bankenv.dataset import load_dataset
from bankenv.replay import replay
from bankenv.trajectory import Message
from leaderboard.services.imported_rows import BATCH, LARGEST_BATCH, Judged, batches
from runner.recordings.items import Recording


def judged(text: str) -> Judged:
    """Return a recording in which the customer says the text."""
    dataset = load_dataset()
    task = next(iter(dataset.tasks.values()))
    trajectory = replay(dataset, task, [])
    said = Message(0, 0.0, "customer", text)
    trajectory = replace(trajectory, events=(said, *trajectory.events[1:]))
    return Judged(Recording("", task.id, 1, trajectory), task, None, "")


@pytest.mark.parametrize(
    ("length", "sizes"),
    [
        (10, [BATCH, 3]),
        (LARGEST_BATCH // 2, [2] * (BATCH // 2 + 1) + [1]),
        (LARGEST_BATCH, [1] * (BATCH + 3)),
    ],
)
def test_large_recordings_are_stored_a_few_at_a_time(
    length: int, sizes: list[int]
) -> None:
    recordings = [judged("x" * length)] * (BATCH + 3)
    assert [len(batch) for batch in batches(recordings)] == sizes
