"""Boards, and the rows of one: figures read from standings, never computed here."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import Count, Q, QuerySet

from bankenv.tasks import AREAS, CATEGORIES
from leaderboard.models import Board, Standing, Submission
from leaderboard.queries.board_filter import BoardFilter
from leaderboard.queries.sorting import Ordered, Sort, sorted_rows
from leaderboard.queries.standings import (
    BySlice,
    SliceKey,
    families_on,
    standings_on,
)
from leaderboard.queries.suspects import suspect_tasks
from leaderboard.queries.words import words

DEFAULT_SORT = "rank"
# What no list of submissions tells; a board has hundreds of them.
UNLISTED = (
    *("keeps_credential", "notify_email", "webhook_url", "next_request_at"),
    *("failures_in_a_row", "breaks", "dry_run_until"),
)
ON_PAGE = (
    *("name", "organisation", "openness", "kind", "is_baseline", "visibility"),
    *("model_name", "strategy", "has_custom_prompt", "trials", "status"),
    *("finished_at", "tallied_at"),
)
MEDALS = {"1": "first", "2": "second", "3": "third"}


@dataclass(frozen=True, slots=True)
class BoardRow:
    """One submission on a board; `standing` is its figures in the slice asked for."""

    submission: Submission
    standing: Standing | None
    categories: Mapping[str, Standing] = field(default_factory=dict)
    shown_categories: tuple[str, ...] = CATEGORIES
    medal: str = ""

    @property
    def is_ranked(self) -> bool:
        return self.standing is not None and self.standing.rank_low is not None

    @property
    def category_figures(self) -> list[Standing | None]:
        """Standings by category, in the order of the columns."""
        return [self.categories.get(name) for name in self.shown_categories]

    @property
    def pass_hat(self) -> float | None:
        """pass^k at the largest k that was really run; None where that is 1."""
        figures = self.standing.pass_hat_k if self.standing else []
        return figures[-1] if len(figures) > 1 else None

    @property
    def pass_at(self) -> float | None:
        """pass@k at the largest k that was really run; None where that is 1."""
        figures = self.standing.pass_at_k if self.standing else []
        return figures[-1] if len(figures) > 1 else None

    @property
    def pass_hat_k(self) -> int:
        return len(self.standing.pass_hat_k) if self.standing else 0

    @property
    def tokens(self) -> float | None:
        """Mean tokens of a conversation, in and out; None unless both are known."""
        one = self.standing
        if one is None or one.tokens_in is None or one.tokens_out is None:
            return None
        return one.tokens_in + one.tokens_out


@dataclass(frozen=True, slots=True)
class BoardPage:
    """A board with its rows: ranked ones, then those that cannot be ranked yet."""

    board: Board
    boards: Sequence[tuple[Board, str]]
    categories: Sequence[tuple[str, str]]
    ranked: list[BoardRow]
    unranked: list[BoardRow]
    total: int
    last_result: datetime | None
    organisations: Sequence[str]
    families: Sequence[str]
    suspects: Sequence[str]
    trials: str

    @property
    def rows(self) -> list[BoardRow]:
        return [*self.ranked, *self.unranked]

    @property
    def shown(self) -> int:
        return len(self.rows)

    @property
    def has_trials(self) -> bool:
        """Whether any submission ran a task more than once."""
        return any(row.submission.trials > 1 for row in self.rows)


def boards() -> QuerySet[Board]:
    """Return every board, in the order they are listed."""
    return Board.objects.all()


def default_board() -> Board | None:
    """Return the board with most public results; None while there is no board."""
    return busiest(boards())


def busiest(found: QuerySet[Board]) -> Board | None:
    """Return the board of these with most public results; None for none."""
    public = Q(submissions__visibility="public", submissions__status="finished")
    counted = found.annotate(results=Count("submissions", filter=public))
    return counted.order_by("-results", "suite", "-suite_version", "task_count").first()


def board_page(
    board: Board,
    user: User | AnonymousUser,
    asked: BoardFilter,
    sort: Sort,
    *,
    is_for_page: bool = False,
) -> BoardPage:
    """Return the rows of `board` that `user` may see, filtered and in order.

    Their submissions are read without what the board's page does not show, if it is
    for that.
    """
    suspects = sorted(suspect_tasks(board))
    if not suspects:  # then there are no figures without them, as all are
        asked = replace(asked, suspects="")
    entered = _entered(board, user, is_for_page=is_for_page)
    standings, families = standings_on(board, _slices(asked)), families_on(board)
    shown = _categories_of([standings.get(one.pk, {}) for one in entered])
    known = asked.family in ("", *families)
    kept = [submission for submission in entered if known and asked.keeps(submission)]
    rows = [_row(one, standings.get(one.pk, {}), asked, shown) for one in kept]
    ranked = _ordered([row for row in rows if row.is_ranked], sort)
    if str(sort) == DEFAULT_SORT and not asked.is_set:
        ranked = _with_medals(ranked)
    trials = sorted({submission.trials for submission in entered})
    return BoardPage(
        board=board,
        boards=_named(list(boards())),
        categories=[(name, words(name)) for name in shown],
        ranked=ranked,
        unranked=_ordered([row for row in rows if not row.is_ranked], sort),
        total=len(entered),
        organisations=sorted({s.organisation for s in entered} - {""}),
        families=families,
        suspects=suspects,
        last_result=max((s.tallied_at for s in entered if s.tallied_at), default=None),
        trials="–".join(str(n) for n in dict.fromkeys(trials[:1] + trials[-1:])),
    )


def sort_keys() -> list[str]:
    """Return the names of the columns a board can be sorted by."""
    return [*COLUMNS, *(f"category.{name}" for name in CATEGORIES)]


def _entered(
    board: Board, user: User | AnonymousUser, *, is_for_page: bool
) -> list[Submission]:
    found = (
        Submission.objects.listed_for(user)
        .filter(board=board)
        .exclude(status=Submission.Status.DRAFT)
    )
    if is_for_page:
        entered = list(found.only(*ON_PAGE))
    else:  # few own many, so not one of the owners a row
        entered = list(found.defer(*UNLISTED).prefetch_related("owner"))
    for submission in entered:
        submission.board = board
    return entered


def _slices(asked: BoardFilter) -> set[SliceKey]:
    """Return the slices that a board's page reads: those shown and those it names."""
    categories = {(Standing.Slice.CATEGORY, name) for name in CATEGORIES}
    columns = asked.category_slices(CATEGORIES).values()
    return {(Standing.Slice.ALL, ""), asked.slice, *categories, *columns}


def _categories_of(standings: Iterable[BySlice]) -> tuple[str, ...]:
    """Return the categories that any submission has figures of; all if none has."""
    found = {key for one in standings for key in one}
    kind = Standing.Slice.CATEGORY
    return tuple(name for name in CATEGORIES if (kind, name) in found) or CATEGORIES


def _named(found: list[Board]) -> list[tuple[Board, str]]:
    """Name each board by its split alone where they share the suite and its version."""
    suites = {(board.suite, board.suite_version) for board in found}
    return [(b, b.split if len(suites) == 1 else b.title) for b in found]


def _row(
    submission: Submission,
    standings: BySlice,
    asked: BoardFilter,
    shown: tuple[str, ...],
) -> BoardRow:
    columns = asked.category_slices(shown)
    return BoardRow(
        submission=submission,
        standing=standings.get(asked.slice),
        categories={
            name: standings[key] for name, key in columns.items() if key in standings
        },
        shown_categories=shown,
    )


def _figure(name: str) -> Callable[[BoardRow], float | None]:
    return lambda row: getattr(row.standing, name, None)


def _place(row: BoardRow) -> tuple[int, float] | None:
    """Order by rank; those that share one, by the rate they are printed with."""
    one = row.standing
    if one is None or one.rank_low is None or one.pass_rate is None:
        return None
    return one.rank_low, -one.pass_rate


def _told_openness(submission: Submission) -> str | None:
    """The openness that somebody told; what nobody did sorts last."""
    unknown = submission.openness == Submission.Openness.UNKNOWN
    return None if unknown else submission.openness


def _moment(when: datetime | None) -> float | None:
    return when.timestamp() if when else None


COLUMNS: Mapping[str, Callable[[BoardRow], Ordered | None]] = {
    "rank": _place,
    "name": lambda row: row.submission.name.casefold(),
    "organisation": lambda row: row.submission.organisation.casefold() or None,
    "openness": lambda row: _told_openness(row.submission),
    "rate": _figure("pass_rate"),
    "final": _figure("final_state_rate"),
    "hidden": _figure("hidden_violation_rate"),
    "hat": lambda row: row.pass_hat,
    "at": lambda row: row.pass_at,
    "gold": _figure("gold_completion"),
    "turns": _figure("turns"),
    "tool_errors": _figure("tool_errors"),
    "tokens": lambda row: row.tokens,
    "cost": _figure("cost_usd"),
    "latency": _figure("latency_ms"),
    "scored": _figure("scored"),
    "errored": _figure("errored"),
    "missing": _figure("missing"),
    "ended": lambda row: _moment(row.submission.finished_at),
    "simulator": _figure("simulator_faults"),
}
LARGEST_FIRST = (
    *("rate", "gold", "final", "hidden", "hat", "at"),
    *("scored", "errored", "missing", "simulator", "ended"),
)


def _ordered(rows: list[BoardRow], sort: Sort) -> list[BoardRow]:
    value = COLUMNS.get(sort.key) or _category_rate(sort.key.removeprefix("category."))
    by_name = sorted(rows, key=lambda row: row.submission.name.casefold())
    return sorted_rows(by_name, value, descending=sort.descending)


def _category_rate(name: str) -> Callable[[BoardRow], float | None]:
    return lambda row: getattr(row.categories.get(name), "pass_rate", None)


def _with_medals(rows: list[BoardRow]) -> list[BoardRow]:
    """Give medals to sole ranks 1 to 3; a shared rank is nobody's."""
    return [
        replace(row, medal=MEDALS.get(row.standing.rank, "")) if row.standing else row
        for row in rows
    ]


def area_labels() -> list[tuple[str, str]]:
    """Return each area with its name for people."""
    return [(name, words(name)) for name in AREAS]
