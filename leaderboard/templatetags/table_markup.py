"""The bodies of long tables written as HTML: conversations, slices, tasks.

These are written here and not in templates because a template takes some thirty times
as long. Everything that did not come from us is escaped.
"""

from collections.abc import Callable, Iterable, Mapping
from html import escape
from urllib.parse import quote

from django.urls import reverse
from django.utils.text import Truncator

from leaderboard.models import Conversation, FindingCount, Standing, TaskFigure
from leaderboard.queries.comparisons import Difference, SliceRow
from leaderboard.queries.flips import Parting
from leaderboard.queries.tasks import TaskRow
from leaderboard.queries.words import words
from leaderboard.templatetags import figures

LONGEST_ERROR = 120
REPORTED = {
    "confirmed": ' <span class="pill miss">suspect</span>',
    "open": ' <span class="pill">reported</span>',
}
Titles = Mapping[str, str]


def conversation_rows(
    rows: Iterable[Conversation], titles: Titles, query: str, *, trials: bool
) -> str:
    """Return the rows of a list of conversations; `query` goes along to each."""
    # A pk of nines: the address of any other is made from this one.
    address = escape(reverse("conversation", args=[999]) + query)

    def link(pk: int) -> str:
        return address.replace("/999/", f"/{pk}/", 1)

    return "".join([_conversation(row, titles, link, trials) for row in rows])


def _conversation(
    row: Conversation, titles: Titles, link: Callable[[int], str], trials: bool
) -> str:
    trial = f'<td class="num">{row.trial}</td>' if trials else ""
    return (
        f'<tr><td class="nowrap">{outcome(row)}</td><th scope="row" class="task">'
        f'<a class="row-link" id="c{row.pk}" href="{link(row.pk)}">'
        f"<code>{escape(row.task_id)}</code></a>"
        f'<span class="second">{escape(titles.get(row.task_id, ""))}</span></th>{trial}'
        f'<td class="nowrap">{escape(words(row.category))}</td>'
        f'<td class="found">{_found(row)}</td>'
        f'<td class="num">{figures.or_missing(row.turns)}</td>'
        f'<td class="num">{figures.or_missing(row.calls)}</td>'
        f'<td class="num">{figures.tokens(row.tokens_out)}</td>'
        f'<td class="num">{figures.dollars(row.cost_usd)}</td>'
        f'<td class="num">{figures.milliseconds(row.latency_ms)}</td>'
        f'<td class="num small">{figures.ago(row.finished_at)}</td></tr>\n'
    )


def outcome(row: Conversation) -> str:
    """Return how a conversation came out, a sign and a word."""
    if row.passed:
        said = '<span class="pass">✓ Pass</span>'
    elif row.status == Conversation.Status.SCORED:
        said = '<span class="fail">✕ Fail</span>'
        if row.hidden_violation:
            said += ' <span class="pill miss">hidden</span>'
    elif row.status == Conversation.Status.ERRORED:
        fault = escape(row.get_fault_display())
        said = f'<span class="fail">! Error</span> <span class="small">{fault}</span>'
    else:
        said = f'<span class="soft">– {escape(row.get_status_display())}</span>'
    return f'<span class="outcome">{said}</span>'


def _found(row: Conversation) -> str:
    counts: Iterable[FindingCount] = row.finding_counts.all()
    pills = [_finding(one) for one in counts if not one.is_advisory]
    if row.error:
        error = Truncator(row.error).chars(LONGEST_ERROR)
        pills.append(f'<span class="small anywhere">{escape(error)}</span>')
    return " ".join(pills)


def _finding(one: FindingCount) -> str:
    kind, times = escape(one.kind), f" × {one.count}" if one.count > 1 else ""
    return f'<span class="pill finding-{kind}">{escape(words(one.kind))}{times}</span>'


def slice_rows(
    rows: Iterable[SliceRow],
    differences: Mapping[str, Difference] | None,
    partings: Mapping[str, Parting] | None,
    flips: str,
) -> str:
    """Return the rows of a comparison's slices, with what is not None beside them.

    `differences` are those with intervals; `flips` is the address of a slice's flips
    but for the direction and the slice's value.
    """
    return "".join([_slice(row, differences, partings, flips) for row in rows])


def _slice(
    row: SliceRow,
    differences: Mapping[str, Difference] | None,
    partings: Mapping[str, Parting] | None,
    flips: str,
) -> str:
    cells = "".join([_rate(standing) for standing in row.standings])
    if partings is not None:
        parting = partings.get(row.value)
        if differences is not None:
            cells += _difference(differences.get(row.value))
        else:
            rate = parting.difference if parting else None
            cells += f'<td class="num">{figures.signed_percent(rate)}</td>'
        cells += _ways(row, parting, flips)
    return f'<tr><th scope="row">{escape(row.label)}</th>{cells}</tr>\n'


def _ways(row: SliceRow, one: Parting | None, flips: str) -> str:
    """Return how many tasks each of the two does better, linked to their flips."""
    if one is None:
        return f'<td class="num">{figures.MISSING}</td>' * 2
    counts = {"ahead": one.ahead, "behind": one.behind}
    return "".join(
        [
            f'<td class="num">{_flips_link(flips, way, row.value, count)}</td>'
            for way, count in counts.items()
        ]
    )


def _flips_link(flips: str, way: str, value: str, count: int) -> str:
    if not count:
        return "0"
    href = f"{flips}{quote(value)}&flips={way}#compare-pair"
    return f'<a href="{escape(href)}">{count}</a>'


def _rate(one: Standing | None) -> str:
    rate, passed, scored = (one.pass_rate, one.passed, one.scored) if one else NOTHING
    return (
        f'<td class="num"><span class="heat {figures.heat(rate)}">'
        f'{figures.percent(rate)}</span> <span class="small">'
        f"{figures.or_missing(passed)} of {figures.or_missing(scored)}</span></td>"
    )


NOTHING = (None, None, None)


def _difference(one: Difference | None) -> str:
    if one is None:
        return f'<td class="num">{figures.MISSING}</td>' * 2
    low, high = figures.signed_percent(one.low), figures.signed_percent(one.high)
    return (
        f'<td class="num">{figures.signed_percent(one.difference)}'
        f' <span class="small">{low} to {high}</span></td>'
        f'<td class="num">{escape(figures.p_value(one.p_holm))}</td>'
    )


def letters(trials: str) -> str:
    """Return the outcomes of a task's trials, a sign and a word each."""
    said = "".join(SIGNS.get(letter, NOT_RUN) for letter in trials)
    return f'<span class="letters">{said}</span>'


def _sign(sign: str, word: str, tone: str = "") -> str:
    tone = f' class="{tone}"' if tone else ""
    return f'<span{tone}>{sign} <span class="word">{word}</span></span>'


SIGNS = {
    "p": _sign("✓", "Pass", "pass"),
    "h": _sign("◆", "Hidden violation", "miss"),
    "f": _sign("✕", "Fail", "fail"),
    "e": _sign("!", "Errored"),
}
NOT_RUN = _sign("–", "Not run")


def task_rows(rows: Iterable[TaskRow]) -> str:
    """Return the rows of the list of tasks."""
    return "".join([_task(row) for row in rows])


def _task(row: TaskRow) -> str:
    task = row.task
    splits = " ".join(
        f'<span class="pill">{escape(name)}</span>' for name in row.splits
    )
    return (
        f'<tr><th scope="row"><a class="row-link"'
        f' href="{escape(reverse("task", args=[task.id]))}">'
        f"<code>{escape(task.id)}</code></a></th>"
        f"<td>{escape(task.title)}{REPORTED.get(row.report, '')}</td>"
        f'<td class="nowrap">{escape(row.category)}</td>'
        f'<td class="nowrap">{escape(row.area)}</td><td class="num">{row.steps}</td>'
        f'<td class="num">{row.reads}</td><td class="num">{row.writes}</td>'
        f"{_task_figures(row.figure)}<td>{splits}</td></tr>\n"
    )


def _task_figures(figure: TaskFigure | None) -> str:
    if figure is None:
        return f'<td class="num">{figures.MISSING}</td>' * 3
    told = figure.discrimination
    warned = " miss" if told is not None and told < 0 else ""
    return (
        f'<td class="num">{figure.solved_by}'
        f' <span class="small">of {figure.submissions}</span></td>'
        f'<td class="num"><span class="heat {figures.heat(figure.pass_rate)}">'
        f"{figures.percent(figure.pass_rate)}</span></td>"
        f'<td class="num{warned}">{figures.signed(told)}</td>'
    )
