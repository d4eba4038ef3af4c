"""Tasks that are read from their lines when they are first asked for."""

from collections.abc import Iterator, Mapping

import orjson

from bankenv.task_io import TaskError, task_from_json
from bankenv.tasks import Task

_LEAD = b'{"id":"'


class TaskLines(Mapping[str, Task]):
    """Tasks by id, in the order of their lines.

    A bank of a thousand tasks opens without parsing them: each is parsed when it is
    first asked for, and kept. Asking raises TaskError, naming file and line, for a
    task that is not well formed.
    """

    def __init__(self) -> None:
        """Begin without a task."""
        self._lines: dict[str, tuple[str, bytes]] = {}
        self._read: dict[str, Task] = {}

    def add(self, place: str, line: bytes) -> None:
        """Add the task of one line; raises TaskError where its id is there already."""
        task_id = _task_id(line, place)
        if task_id in self._lines:
            raise TaskError(f"{place}: task {task_id} is there twice")
        self._lines[task_id] = (place, line)

    def __getitem__(self, task_id: str) -> Task:
        """Return the task; raises KeyError where there is none of that id."""
        task = self._read.get(task_id)
        if task is None:
            place, line = self._lines[task_id]
            task = self._read[task_id] = task_from_json(line, place)
        return task

    def __contains__(self, task_id: object) -> bool:
        """Tell whether there is such a task, without reading it."""
        return task_id in self._lines

    def __iter__(self) -> Iterator[str]:
        """Yield the ids."""
        return iter(self._lines)

    def __len__(self) -> int:
        """Return how many tasks there are."""
        return len(self._lines)


def _task_id(line: bytes, place: str) -> str:
    """Return the id that leads a task's line, parsing the whole only if it must."""
    if line.startswith(_LEAD):
        return line[len(_LEAD) : line.index(b'"', len(_LEAD))].decode()
    try:
        return str(orjson.loads(line)["id"])
    except (orjson.JSONDecodeError, KeyError, TypeError):
        raise TaskError(f"{place}: expected a task with an id") from None
