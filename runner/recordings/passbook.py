"""Passbook's own trajectories: one a line, in a list, or a single one."""

from collections.abc import Iterator
from dataclasses import replace
from typing import BinaryIO

from bankenv.trajectory import UNSCORED_ENDS, End, Trajectory
from bankenv.trajectory_io import from_json
from runner.recordings.events import BadRecording, a_text
from runner.recordings.headers import checked
from runner.recordings.items import Item, Recording, Refused
from runner.recordings.scrub import scrubbed
from runner.recordings.stream import Piece, pieces


def read_passbook(file: BinaryIO) -> Iterator[Item]:
    """Yield the conversations; raises BrokenFile where the file is cut off."""
    for piece in pieces(file):
        try:
            yield _recording(piece)
        except ValueError as error:
            yield Refused(piece.place, str(error).removeprefix(f"{piece.place}: "))


def _recording(piece: Piece) -> Recording:
    trajectory = from_json(piece.value())
    header = trajectory.header
    task = a_text(header.task, "header.task", 64)
    trial = header.trial
    if isinstance(trial, bool) or not isinstance(trial, int) or not 0 < trial <= 1000:
        raise BadRecording(f"header.trial: expected a number from 1, found {trial!r}")
    checked(trajectory)
    clean = replace(
        trajectory, header=replace(header, assistant=scrubbed(header.assistant))
    )
    return Recording(piece.place, task, trial, clean, _unscored(clean))


def _unscored(trajectory: Trajectory) -> str:
    last = trajectory.events[-1] if trajectory.events else None
    if last is None:
        return "Nothing was recorded of it."
    if isinstance(last, End) and last.reason in UNSCORED_ENDS:
        return f"It broke off when it was recorded: {last.detail or last.reason}"[:300]
    return ""
