"""What a recordings file holds, whatever its format."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from bankenv.records import JsonValue
from bankenv.tasks import Task
from bankenv.trajectory import Trajectory


@dataclass(frozen=True, slots=True)
class About:
    """What a file says of itself. Keys and addresses are left out of `assistant`."""

    domain: str = ""
    assistant: Mapping[str, JsonValue] = field(default_factory=dict)
    customer: str = ""
    policy: str = ""


@dataclass(frozen=True, slots=True)
class TaskFound:
    """A task definition."""

    place: str
    task: Task


@dataclass(frozen=True, slots=True)
class Recording:
    """One recorded conversation. `trial` counts from 1.

    `unscored` says why there is nothing to judge (the provider broke off, or the
    recording is empty); it is empty otherwise. `tool_kinds` are kinds of tools that the
    recording declares.
    """

    place: str
    task: str
    trial: int
    trajectory: Trajectory
    unscored: str = ""
    tool_kinds: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Refused:
    """Something of the file that is not taken, where it stands, and why."""

    place: str
    reason: str


Item = About | TaskFound | Recording | Refused
