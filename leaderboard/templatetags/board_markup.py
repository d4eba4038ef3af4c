"""The rows of a board written as HTML: one board has hundreds of them.

These are written here and not in a template because a template takes some thirty times
as long. Everything that people have typed is escaped.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from html import escape

from django.urls import reverse
from django.utils import timezone

from leaderboard.models import Standing, Submission
from leaderboard.queries.boards import BoardRow
from leaderboard.templatetags import figures
from leaderboard.templatetags.interval_markup import interval_svg


@dataclass(frozen=True, slots=True)
class Shown:
    """Which columns a board shows, and the ids of the rows that are ticked."""

    columns: Collection[str]
    has_trials: bool
    has_simulator: bool
    picked: Collection[str]


def written(rows: Iterable[BoardRow], shown: Shown) -> str:
    """Return the rows of a board as HTML, in order."""
    cells = _cells_of(shown)
    submission_page = reverse("submission", args=["-"])
    return "".join(_row(row, shown, cells, submission_page) for row in rows)


Cell = Callable[[BoardRow], str]


def _cells_of(shown: Shown) -> list[Cell]:
    """Return what writes each cell after the pass rate, in the order of the columns."""
    cells = [
        write
        for name, write in CELLS.items()
        if name in shown.columns and (shown.has_trials or name not in OF_TRIALS)
    ]
    return [*cells, _simulator] if shown.has_simulator else cells


def _row(row: BoardRow, shown: Shown, cells: list[Cell], submission_page: str) -> str:
    one, name = row.submission, escape(row.submission.name)
    rate = row.standing.pass_rate if row.standing else None
    return (
        f'<tr id="row-{one.pk}"{"" if row.is_ranked else UNRANKED}>'
        f'<td class="rank num"><input class="pick" type="checkbox"'
        f' form="compare-form" name="s" value="{one.pk}" aria-label="Compare {name}"'
        f" data-pick{' checked' if one.pk in shown.picked else ''}> {_rank(row)}</td>"
        f'<th class="model" scope="row"><a class="row-link"'
        f' href="{submission_page.replace("-", one.pk)}">{name}</a>'
        f'<span class="second">{escape(one.organisation)} {marks(one, row.standing)}'
        f'</span></th><td class="num pass-cell">{figures.percent(rate)}</td>'
        f"{''.join([cell(row) for cell in cells])}</tr>\n"
    )


UNRANKED = ' class="unranked"'


def _rank(row: BoardRow) -> str:
    rank = row.standing.rank if row.standing else ""
    if row.medal:
        return f'<span class="medal {row.medal}">{rank}</span>'
    return rank or figures.MISSING


def marks(submission: Submission, standing: Standing | None) -> str:
    """Write what a reader must know of a submission beside its name, a pill each."""
    pills = [f'<span class="pill">{text}</span>' for text in _pills(submission)]
    if submission.is_active:
        pills.append('<span class="pill miss">running</span>')
    elif standing is None or not standing.is_complete:
        pills.append('<span class="pill miss">incomplete</span>')
    return f'<span class="marks">{" ".join(pills)}</span>'


def _pills(one: Submission) -> list[str]:
    texts = ["baseline"] if one.is_baseline else []
    texts.append(KINDS[one.kind])
    if one.has_custom_prompt:
        texts.append("custom prompt")
    if one.openness != Submission.Openness.UNKNOWN:
        texts.append(OPENNESS[one.openness])
    if one.strategy != Submission.Strategy.FUNCTION_CALLING:
        texts.append(STRATEGIES[one.strategy])
    if one.trials > 1:
        texts.append(f"{one.trials} trials")
    if one.visibility != Submission.Visibility.PUBLIC:
        texts.append(one.visibility)
    return texts


# Looked up once: a label is a lazy text that takes long to become one.
KINDS = {value: str(label) for value, label in Submission.Kind.choices}
OPENNESS = {value: str(label) for value, label in Submission.Openness.choices}
STRATEGIES = {value: str(label) for value, label in Submission.Strategy.choices}


def _plain(name: str, write: Callable[..., object]) -> Cell:
    """Return what writes a figure of the standing as a number."""

    def cell(row: BoardRow) -> str:
        return f'<td class="num">{write(getattr(row.standing, name, None))}</td>'

    return cell


def _toned(name: str, tone: str, of: str, write: Callable[..., object]) -> Cell:
    """Return what writes the figure `name`, in `tone` where `of` is not zero."""

    def cell(row: BoardRow) -> str:
        mark = f" {tone}" if getattr(row.standing, of, None) else ""
        return f'<td class="num{mark}">{write(getattr(row.standing, name, None))}</td>'

    return cell


def _interval(row: BoardRow) -> str:
    one = row.standing
    drawn = figures.MISSING
    if one is not None:
        drawn = interval_svg(
            one.pass_rate, one.pass_rate_low, one.pass_rate_high, one.final_state_rate
        )
    return f'<td class="interval-cell">{drawn}</td>'


def _of_trials(value: float | None, trials: int) -> str:
    known = f' <span class="small">k={trials}</span>' if value is not None else ""
    return f'<td class="num">{figures.percent(value)}{known}</td>'


def _categories(row: BoardRow) -> str:
    rates = [one.pass_rate if one else None for one in row.category_figures]
    return "".join(
        f'<td class="num"><span class="heat {figures.heat(rate)}">'
        f"{figures.percent(rate)}</span></td>"
        for rate in rates
    )


def _scored(row: BoardRow) -> str:
    one = row.standing
    scored, expected = (one.scored, one.expected) if one else (None, None)
    of = f'<span class="small">of {figures.count(expected)}</span>'
    return f'<td class="num">{figures.count(scored)} {of}</td>'


def _openness(row: BoardRow) -> str:
    openness = row.submission.openness
    unknown = openness == Submission.Openness.UNKNOWN
    return (
        f'<td class="nowrap">{figures.MISSING if unknown else OPENNESS[openness]}</td>'
    )


def _ended(row: BoardRow) -> str:
    moment = row.submission.finished_at
    day = f"{timezone.localtime(moment):%Y-%m-%d}" if moment else figures.MISSING
    return f'<td class="num nowrap">{day}</td>'


# By the names of board_look.COLUMNS, and in their order.
CELLS: Mapping[str, Cell] = {
    "interval": _interval,
    "final": _plain("final_state_rate", figures.percent),
    "hidden": _toned(
        "hidden_violation_rate", "miss", "hidden_violations", figures.signed_percent
    ),
    "hat": lambda row: _of_trials(row.pass_hat, row.pass_hat_k),
    "at": lambda row: _of_trials(row.pass_at, row.pass_hat_k),
    "categories": _categories,
    "gold": _plain("gold_completion", figures.percent),
    "turns": _plain("turns", figures.one_decimal),
    "tool_errors": _plain("tool_errors", figures.one_decimal),
    "tokens": lambda row: f'<td class="num">{figures.tokens(row.tokens)}</td>',
    "cost": _plain("cost_usd", figures.dollars),
    "latency": _plain("latency_ms", figures.milliseconds),
    "scored": _scored,
    "errored": _toned("errored", "fail", "errored", figures.or_missing),
    "missing": _plain("missing", figures.or_missing),
    "openness": _openness,
    "ended": _ended,
}
OF_TRIALS = frozenset({"hat", "at"})
_simulator = _toned("simulator_faults", "miss", "simulator_faults", figures.or_missing)
