"""Two to six submissions side by side: stored comparisons, and where they part."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from django.contrib.auth.models import AnonymousUser, User

from leaderboard.models import Board, Comparison, Outcomes, Standing, Submission
from leaderboard.queries.standings import rates_on, standings_of, standings_on
from leaderboard.queries.submissions import visible_submissions
from leaderboard.queries.words import words
from leaderboard.statistics import SIGNIFICANT, holm

FEWEST, MOST = 2, 6
# What two boards must share before figures of both may stand side by side.
SHARED = (
    ("suite", "suite"),
    ("suite_version", "version of the suite"),
    ("dataset_hash", "data"),
    ("split", "split"),
    ("customer", "customer"),
    ("scorer", "scorer"),
)
SLICES = ("category", "area", "family", "chain", "language")
CHARTED = ("category", "area", "crossed", "chain")


@dataclass(frozen=True, slots=True)
class Compared:
    """One submission of the comparison with its standings by (slice, value)."""

    submission: Submission
    standings: Mapping[tuple[str, str], Standing]

    @property
    def standing(self) -> Standing | None:
        return self.standings.get((Standing.Slice.ALL, ""))


@dataclass(frozen=True, slots=True)
class Difference:
    """A stored comparison as seen from the left: ahead is where the left does better.

    `p_holm` is corrected for the pairs that are shown together.
    """

    tasks: int
    ahead: int
    behind: int
    both: int
    neither: int
    alike: int
    difference: float
    low: float
    high: float
    p: float
    p_holm: float

    @property
    def is_told_apart(self) -> bool:
        return self.p_holm < SIGNIFICANT


@dataclass(frozen=True, slots=True)
class Pair:
    """Two of the submissions; `whole` is None until both have ended and share tasks."""

    left: Submission
    right: Submission
    whole: Difference | None
    categories: Mapping[str, Difference]


@dataclass(frozen=True, slots=True)
class SliceRow:
    """One slice with the standing of each submission, None where it has none."""

    value: str
    label: str
    standings: tuple[Standing | None, ...]


@dataclass(frozen=True, slots=True)
class ComparePage:
    """The submissions, every pair of them, and the slices they share."""

    board: Board
    entries: tuple[Compared, ...]
    pairs: tuple[Pair, ...]
    reasons: tuple[str, ...] = ()

    @property
    def slices(self) -> list[tuple[str, str, list[SliceRow]]]:
        """The slices that any of them has: kind, its name for people, rows."""
        found = [(Standing.Slice(kind), self._rows(kind)) for kind in SLICES]
        return [
            (str(kind), kind.label.capitalize(), rows) for kind, rows in found if rows
        ]

    @property
    def table(self) -> list[tuple[Submission, list[tuple[Submission, int | None]]]]:
        """For each row and column: tasks that the row does better than the column."""
        wins = {}
        for pair in self.pairs:
            if pair.whole:
                wins[pair.left.pk, pair.right.pk] = pair.whole.ahead
                wins[pair.right.pk, pair.left.pk] = pair.whole.behind
        every = [entry.submission for entry in self.entries]
        return [
            (row, [(column, wins.get((row.pk, column.pk))) for column in every])
            for row in every
        ]

    def pair(self, left: str, right: str) -> Pair:
        """Return the pair asked for, the left one left; the first pair otherwise."""
        for found in self.pairs:
            if (found.left.pk, found.right.pk) == (left, right):
                return found
            if (found.left.pk, found.right.pk) == (right, left):
                return turned(found)
        return self.pairs[0]

    def _rows(self, kind: str) -> list[SliceRow]:
        values = {
            value
            for entry in self.entries
            for (slice_kind, value) in entry.standings
            if slice_kind == kind and value
        }
        ordered = sorted(values, key=lambda value: (len(value), value))
        return [
            SliceRow(
                value,
                value if kind in ("family", "chain", "language") else words(value),
                tuple(entry.standings.get((kind, value)) for entry in self.entries),
            )
            for value in (ordered if kind == "chain" else sorted(values))
        ]


def chosen_submissions(
    keys: Sequence[str], user: User | AnonymousUser
) -> list[Submission] | None:
    """Return the submissions in the order asked for; None if `user` may not see one."""
    found = visible_submissions(user).in_bulk(list(keys))
    return [found[key] for key in keys] if len(found) == len(keys) else None


def compare_page(submissions: Sequence[Submission]) -> ComparePage:
    """Return what the page of two to six submissions shows.

    With `reasons` where their boards must not be compared; then without figures.
    """
    board = submissions[0].board
    reasons = _reasons([submission.board for submission in submissions])
    if reasons:
        bare = tuple(Compared(submission, {}) for submission in submissions)
        return ComparePage(board, bare, (), reasons)
    entries = entries_of(submissions)
    return ComparePage(board, entries, _pairs(submissions))


def entries_of(submissions: Sequence[Submission]) -> tuple[Compared, ...]:
    """Return the submissions, in their order, with their standings."""
    found = standings_of(submissions)
    return tuple(Compared(one, found.get(one.pk, {})) for one in submissions)


def board_entries(
    board: Board, submissions: Sequence[Submission]
) -> tuple[Compared, ...]:
    """Return many submissions of a board with the standings that charts show.

    The whole is there with all its figures, slices with their pass rates alone.
    """
    whole = (Standing.Slice.ALL, "")
    wholes, slices = standings_on(board, [whole]), rates_on(board, CHARTED)
    return tuple(
        Compared(one, {**slices.get(one.pk, {}), **wholes.get(one.pk, {})})
        for one in submissions
    )


def _reasons(boards: Sequence[Board]) -> tuple[str, ...]:
    """Return in words what the boards do not share; nothing if they may be compared."""
    return tuple(
        f"another {label}: {', '.join(seen)}"
        for field, label in SHARED
        if len(seen := sorted({_shown(board, field) for board in boards})) > 1
    )


def _shown(board: Board, field: str) -> str:
    value = str(getattr(board, field))
    return value[:12] if field == "dataset_hash" else value


def _pairs(submissions: Sequence[Submission]) -> tuple[Pair, ...]:
    rows = Comparison.objects.filter(first__in=submissions, second__in=submissions)
    stored: dict[tuple[str, str], dict[str, Difference]] = {}
    for row in rows:
        found = stored.setdefault((row.first_id, row.second_id), {})
        found[row.category] = _difference(row)
    pairs = [_pair(one, two, stored) for one, two in combinations(submissions, 2)]
    return _corrected(pairs)


def _pair(
    left: Submission,
    right: Submission,
    stored: Mapping[tuple[str, str], Mapping[str, Difference]],
) -> Pair:
    first, second = sorted((left, right), key=lambda one: one.pk)
    found = stored.get((first.pk, second.pk), {})
    categories = {name: one for name, one in found.items() if name}
    pair = Pair(first, second, found.get(""), categories)
    return pair if first is left else turned(pair)


def _corrected(pairs: Sequence[Pair]) -> tuple[Pair, ...]:
    """Correct the p values of all pairs, and of each pair's categories, by Holm."""
    whole = iter(holm([pair.whole.p for pair in pairs if pair.whole]))
    return tuple(
        replace(
            pair,
            whole=replace(pair.whole, p_holm=next(whole)) if pair.whole else None,
            categories=_corrected_categories(pair.categories),
        )
        for pair in pairs
    )


def _corrected_categories(found: Mapping[str, Difference]) -> dict[str, Difference]:
    adjusted = holm([one.p for one in found.values()])
    return {
        name: replace(one, p_holm=p)
        for (name, one), p in zip(found.items(), adjusted, strict=True)
    }


def _difference(row: Comparison) -> Difference:
    return Difference(
        tasks=row.tasks,
        ahead=row.ahead,
        behind=row.behind,
        both=row.both,
        neither=row.neither,
        alike=row.alike,
        difference=row.difference,
        low=row.difference_low,
        high=row.difference_high,
        p=row.p,
        p_holm=row.p,
    )


def turned(pair: Pair) -> Pair:
    """Return the pair seen from the other side."""
    return Pair(
        pair.right,
        pair.left,
        _turned(pair.whole) if pair.whole else None,
        {name: _turned(one) for name, one in pair.categories.items()},
    )


def _turned(one: Difference) -> Difference:
    return replace(
        one,
        ahead=one.behind,
        behind=one.ahead,
        # Not -0.0, which would print a sign.
        difference=-one.difference or 0.0,
        low=-one.high or 0.0,
        high=-one.low or 0.0,
    )


def outcomes_of(submissions: Sequence[Submission]) -> dict[str, Outcomes]:
    """Return the outcomes of each submission that has any, by its id."""
    return Outcomes.objects.in_bulk([submission.pk for submission in submissions])
