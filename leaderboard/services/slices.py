"""Which slices of a board's tasks a conversation counts in."""

from typing import Protocol

from leaderboard.models import Standing
from leaderboard.models.standing import crossed

SliceKey = tuple[str, str]
WHOLE: SliceKey = (Standing.Slice.ALL, "")


class Labelled(Protocol):
    """Whatever says of which kind its task is: a conversation, a task."""

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
