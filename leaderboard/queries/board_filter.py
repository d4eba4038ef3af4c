"""What a reader asks of a board: which tasks the figures are of, and which rows."""

from collections.abc import Iterable
from dataclasses import astuple, dataclass

from leaderboard.models import Standing, Submission
from leaderboard.models.standing import crossed, sound


@dataclass(frozen=True, slots=True)
class BoardFilter:
    """An empty value asks for all. A family lies inside its category and area."""

    category: str = ""
    area: str = ""
    family: str = ""
    text: str = ""
    kind: str = ""
    organisation: str = ""
    openness: str = ""
    suspects: str = ""  # or "without"

    @property
    def slice(self) -> tuple[str, str]:
        """The slice whose figures are asked for."""
        return self._stored(*self._tasks)

    @property
    def _tasks(self) -> tuple[str, str]:
        if self.family:
            return Standing.Slice.FAMILY, self.family
        if self.category and self.area:
            return Standing.Slice.CROSSED, crossed(self.category, self.area)
        if self.category:
            return Standing.Slice.CATEGORY, self.category
        if self.area:
            return Standing.Slice.AREA, self.area
        return Standing.Slice.ALL, ""

    @property
    def is_set(self) -> bool:
        return any(astuple(self))

    def category_slices(self, categories: Iterable[str]) -> dict[str, tuple[str, str]]:
        """Return for each column of a category the slice that it shows.

        In an area a column is of the category's tasks in that area.
        """
        kind = Standing.Slice.CROSSED if self.area else Standing.Slice.CATEGORY
        return {
            name: self._stored(kind, crossed(name, self.area) if self.area else name)
            for name in categories
        }

    def _stored(self, kind: str, value: str) -> tuple[str, str]:
        """Return the slice as it is asked for: with suspect tasks or without."""
        return (
            (Standing.Slice.SOUND, sound(kind, value))
            if self.suspects
            else (
                kind,
                value,
            )
        )

    def keeps(self, submission: Submission) -> bool:
        """Return whether a submission's own words fit; figures are chosen elsewhere."""
        exact = (
            (self.organisation, submission.organisation),
            (self.openness, submission.openness),
            (self.kind, "baseline" if submission.is_baseline else "model"),
        )
        hay = f"{submission.name} {submission.organisation} {submission.model_name}"
        return self.text.casefold() in hay.casefold() and all(
            not asked or asked == own for asked, own in exact
        )
