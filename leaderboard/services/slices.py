"""Which slices of a board's tasks a conversation counts in."""

from typing import Protocol

from leaderboard.models import Standing
from leaderboard.models.standing import crossed, sound

SliceKey = tuple[str, str]
WHOLE: SliceKey = (Standing.Slice.ALL, "")
RANKED = tuple(
    kind for kind in Standing.Slice if kind not in ("chain", "language")
)  # kinds of slice that have ranks


def without_suspects(key: SliceKey) -> SliceKey:
    """Return the slice that `key` is without suspect tasks."""
    return Standing.Slice.SOUND, sound(*key)


class Labelled(Protocol):
    """Whatever says of which kind its task is: a conversation, a task."""

    @property
    def task_id(self) -> str: ...
    @property
    def category(self) -> str: ...
    @property
    def area(self) -> str: ...
    @property
    def family(self) -> str: ...


def ranked_slices(one: Labelled) -> list[SliceKey]:
    """Return the slices that `one` counts in and that have ranks."""
    return [
        WHOLE,
        (Standing.Slice.CATEGORY, one.category),
        (Standing.Slice.AREA, one.area),
        (Standing.Slice.FAMILY, one.family),
        (Standing.Slice.CROSSED, crossed(one.category, one.area)),
    ]


def slices_of(one: Labelled, suspects: frozenset[str]) -> list[SliceKey]:
    """Return its ranked slices, and those without suspects where there are any."""
    keys = ranked_slices(one)
    if not suspects or one.task_id in suspects:
        return keys
    return keys + [without_suspects(key) for key in keys]
