"""How findings look: a sign and a word for each kind, so that colour is never alone."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby

from bankenv.tasks import Task
from bankenv.trajectory import Call, Trajectory
from bankenv.verdict import Finding, Verdict
from leaderboard.queries.conversation.words import kind_words


@dataclass(frozen=True, slots=True)
class Look:
    """Sign, word and tone of one kind of finding; `tone` names a CSS class."""

    sign: str
    word: str
    tone: str


LOOKS = {
    "missed_read": Look("◌", "missed required read", "miss"),
    "missed_write": Look("◌", "missed required write", "miss"),
    "missed_hand_over": Look("◌", "missed hand-over", "miss"),
    "unsolicited_write": Look("◆", "unsolicited write", "write"),
    "wrong_arguments": Look("≠", "wrong arguments", "fail"),
    "late_call": Look("↷", "out of order", "miss"),
    "state_difference": Look("Δ", "records differ", "fail"),
    "abnormal_end": Look("■", "ended abnormally", "fail"),
}
MISSED = ("missed_read", "missed_write", "missed_hand_over")
RECORDS = "records/"


@dataclass(frozen=True, slots=True)
class FindingRow:
    """One finding: its number counts from 1 and names the anchor `f<number>`.

    `tool` is the tool of the call it is about or of the step that was missed; `href`
    leads to the place.
    """

    number: int
    finding: Finding
    look: Look
    tool: str
    href: str

    @property
    def anchor(self) -> str:
        """Return the id of the row that stands for a missed call."""
        return f"f{self.number}"

    @property
    def where(self) -> str:
        """Return where it is, in as few words as lead there."""
        at = "" if self.finding.event is None else f"#{self.finding.event}"
        if self.finding.kind in MISSED:
            return f"needed before {at}" if at else "needed by the end"
        return f"at {at}" if at else ""


@dataclass(frozen=True, slots=True)
class FindingLine:
    """One line of the findings list: one finding, or all record differences."""

    look: Look
    tool: str
    where: str
    detail: str
    href: str
    step: int | None = None


def finding_rows(
    verdict: Verdict, trajectory: Trajectory, task: Task | None
) -> tuple[FindingRow, ...]:
    """Return the findings in reading order: gates first, then advisory ones."""
    called = {e.index: e.tool for e in trajectory.events if isinstance(e, Call)}
    wanted = {step.step: step.tool for step in task.gold} if task else {}
    ordered = sorted(verdict.findings, key=lambda finding: finding.advisory)
    return tuple(
        FindingRow(
            number,
            finding,
            look_of(finding),
            _tool(finding, called, wanted),
            _href(number, finding),
        )
        for number, finding in enumerate(ordered, start=1)
    )


def finding_lines(rows: Iterable[FindingRow]) -> tuple[FindingLine, ...]:
    """Return the findings as a list to read, record differences as one line."""
    lines: list[FindingLine] = []
    for (kind, advisory), run in groupby(
        rows, key=lambda row: (row.finding.kind, row.finding.advisory)
    ):
        together = list(run)
        if kind == "state_difference" and not advisory:
            lines.append(_records_line(together))
        else:
            lines += [_line(row) for row in together]
    return tuple(lines)


def of_event(rows: Iterable[FindingRow], indexes: set[int]) -> tuple[FindingRow, ...]:
    """Return the findings about one of these events, missed calls aside."""
    return tuple(
        row
        for row in rows
        if row.finding.event in indexes and row.finding.kind not in MISSED
    )


def look_of(finding: Finding) -> Look:
    """Return the look of a finding; a kind this page has not met is still named."""
    known = LOOKS.get(finding.kind)
    word = known.word if known else kind_words(finding.kind)
    if finding.advisory:
        return Look("·", word, "advisory")
    return known or Look("✕", word, "fail")


def _line(row: FindingRow) -> FindingLine:
    known = bool(row.tool) and row.finding.kind in LOOKS
    detail = "" if known else row.finding.detail
    return FindingLine(
        row.look, row.tool, row.where, detail, row.href, row.finding.step
    )


def _records_line(rows: list[FindingRow]) -> FindingLine:
    if len(rows) == 1:
        return FindingLine(rows[0].look, "", "", rows[0].finding.detail, RECORDS)
    records = {".".join((row.finding.path or "").split(".")[:2]) for row in rows}
    named = ", ".join(sorted(records)[:3]) + (" …" if len(records) > 3 else "")
    return FindingLine(rows[0].look, "", "", f"{len(rows)} values of {named}", RECORDS)


def _tool(
    finding: Finding, called: Mapping[int, str], wanted: Mapping[int, str]
) -> str:
    if finding.step is not None and finding.step in wanted:
        return wanted[finding.step]
    return called.get(-1 if finding.event is None else finding.event, "")


def _href(number: int, finding: Finding) -> str:
    if finding.kind in MISSED:
        return f"#f{number}"
    return RECORDS if finding.event is None else f"#e{finding.event}"
