"""The bodies of long tables written as HTML: conversations, slices, tasks.

These are written here and not in templates because a template takes some thirty times
as long. Everything that did not come from us is escaped.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from html import escape
from urllib.parse import quote, urlencode

from django.urls import reverse
from django.utils.text import Truncator

from leaderboard.models import Conversation, Standing, TaskFigure
from leaderboard.queries.comparisons import Difference, SliceRow
from leaderboard.queries.flips import Parting
from leaderboard.queries.task_results import TaskResult
from leaderboard.queries.tasks import TaskRow
from leaderboard.queries.words import words
from leaderboard.templatetags import figures
from leaderboard.templatetags.interval_markup import interval_svg

LONGEST_ERROR, LONGEST_SAID = 120, 140
REPORTED = {
    "confirmed": ' <span class="pill miss">suspect</span>',
    "open": ' <span class="pill">reported</span>',
}


@dataclass(frozen=True, slots=True)
class Listed:
    """What a list of conversations says of each beside what is in its row.

    Findings are by conversation, as (kind, count); `query` goes along to each address.
    """

    titles: Mapping[str, str]
    findings: Mapping[int, Sequence[tuple[str, int]]]
    query: str
    trials: bool


def conversation_rows(rows: Iterable[Conversation], listed: Listed) -> str:
    """Return the rows of a list of conversations."""
    # The address of any is made from that of one.
    address = escape(reverse("conversation", args=[999]) + listed.query)

    def link(pk: int) -> str:
        return address.replace("/999/", f"/{pk}/", 1)

    return "".join([_conversation(row, listed, link) for row in rows])


def _conversation(row: Conversation, listed: Listed, link: Callable[[int], str]) -> str:
    trial = f'<td class="num">{row.trial}</td>' if listed.trials else ""
    title = escape(listed.titles.get(row.task_id, ""))
    return (
        f'<tr><td class="nowrap">{outcome(row)}</td><th scope="row" class="task">'
        f'<a class="row-link" id="c{row.pk}" href="{link(row.pk)}">'
        f"<code>{escape(row.task_id)}</code></a>"
        f'<span class="second">{title}</span></th>{trial}'
        f'<td class="nowrap">{escape(words(row.category))}</td>'
        f'<td class="found">{_found(row, listed.findings.get(row.pk, ()))}</td>'
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


def _found(row: Conversation, findings: Iterable[tuple[str, int]]) -> str:
    pills = [_finding(kind, count) for kind, count in findings]
    if row.error:
        error = _shortened(row.error, LONGEST_ERROR)
        pills.append(f'<span class="small anywhere">{error}</span>')
    return " ".join(pills)


def _finding(kind: str, count: int) -> str:
    times = f" × {count}" if count > 1 else ""
    tone, said = escape(kind), escape(words(kind))
    return f'<span class="pill finding-{tone}">{said}{times}</span>'


def kind_rows(rows: Iterable[tuple[str, Standing]]) -> str:
    """Return the rows of a submission's figures by kind of task, each with its name."""
    return "".join([_kind(name, one) for name, one in rows])


def _kind(name: str, one: Standing) -> str:
    drawn = interval_svg(
        one.pass_rate, one.pass_rate_low, one.pass_rate_high, one.final_state_rate
    )
    tone = " miss" if one.hidden_violations else ""
    hidden = figures.signed_percent(one.hidden_violation_rate)
    return (
        f'<tr><th scope="row">{escape(name)}</th>'
        f'<td class="num">{one.rank or figures.MISSING}</td>'
        f'<td class="num pass-cell">{figures.percent(one.pass_rate)}</td>'
        f'<td class="interval-cell">{drawn}</td>'
        f'<td class="num">{one.passed} <span class="small">of {one.scored}</span></td>'
        f'<td class="num">{figures.percent(one.final_state_rate)}</td>'
        f'<td class="num{tone}">{hidden}</td>'
        f'<td class="num">{figures.percent(one.gold_completion)}</td></tr>\n'
    )


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


def result_rows(rows: Iterable[TaskResult], task_id: str) -> str:
    """Return how each submission fared at a task, a link to each of its trials."""
    submission = escape(reverse("submission", args=["-"]))
    conversation = reverse("conversation", args=[999])
    asked = escape(urlencode({"text": task_id}))
    return "".join(
        f'<tr><th scope="row" class="anywhere">'
        f'<a href="{submission.replace("-", row.submission)}?{asked}">'
        f'{escape(row.name)}</a></th><td class="num">{figures.percent(row.share)}</td>'
        f'<td class="letters">{_trials(row, conversation)}</td>'
        f'<td class="small anywhere">{_shortened(row.said, LONGEST_SAID)}</td></tr>\n'
        for row in rows
    )


def _trials(row: TaskResult, address: str) -> str:
    return " ".join(
        f'<a href="{address.replace("999", str(pk))}">{letters(letter)}</a>'
        for pk, letter in zip(row.conversations, row.letters, strict=True)
    )


def _shortened(text: str, longest: int) -> str:
    short = text if len(text) <= longest else Truncator(text).chars(longest)
    return escape(short)


def task_rows(rows: Iterable[TaskRow]) -> str:
    """Return the rows of the list of tasks."""
    address = escape(reverse("task", args=["-"]))
    return "".join([_task(row, address) for row in rows])


def _task(row: TaskRow, address: str) -> str:
    task, steps = row.task, (row.steps, row.reads, row.writes)
    about = (task.id, task.title, row.category, row.area, row.report)
    return (
        f"{_described(address, about, steps)}{_task_figures(row.figure)}"
        f"<td>{_splits(row.splits)}</td></tr>\n"
    )


@lru_cache(maxsize=4000)  # a task is what it is; its figures are not
def _described(address: str, about: tuple[str, ...], steps: tuple[int, ...]) -> str:
    name, title, category, area, report = about
    numbers = "".join(f'<td class="num">{number}</td>' for number in steps)
    return (
        f'<tr><th scope="row"><a class="row-link"'
        f' href="{address.replace("-", escape(quote(name)))}">'
        f"<code>{escape(name)}</code></a></th>"
        f"<td>{escape(title)}{REPORTED.get(report, '')}</td>"
        f'<td class="nowrap">{escape(category)}</td>'
        f'<td class="nowrap">{escape(area)}</td>{numbers}'
    )


@cache  # a thousand tasks are in a few sets of splits
def _splits(names: tuple[str, ...]) -> str:
    return " ".join(f'<span class="pill">{escape(name)}</span>' for name in names)


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
