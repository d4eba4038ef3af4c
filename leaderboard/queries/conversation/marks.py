"""How findings look: a sign and a word for each kind, so that colour is never alone."""

import re
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
    "missed_read": Look("○", "missed required read", "miss"),
    "missed_write": Look("○", "missed required write", "miss"),
    "missed_hand_over": Look("○", "missed hand-over", "miss"),
    "unsolicited_write": Look("◆", "unsolicited write", "write"),
    "wrong_arguments": Look("≠", "wrong arguments", "fail"),
    "late_call": Look("↷", "out of order", "miss"),
    "state_difference": Look("Δ", "records differ", "fail"),
    "abnormal_end": Look("■", "ended abnormally", "fail"),
    "failed_as_recorded": Look("✕", "failed as recorded", "fail"),
}
# What informs but decides nothing has a quiet sign of its own.
ADVISORY_LOOKS = {
    "simulator_fault": Look("⚠", "fault of the simulated customer", "advisory"),
    "tool_error": Look("!", "tool error", "advisory"),
    "leaked_tool_name": Look("‹›", "tool name said to the customer", "advisory"),
    "fact_not_told": Look("…", "fact not told", "advisory"),
}
MISSED = ("missed_read", "missed_write", "missed_hand_over")
RECORDS, HAPPENED = "records/", "#what-happened"
# Findings whose place says less than their sentence.
TOLD_WHOLE = ("simulator_fault",)
PLACES_SHOWN = 6
IDENTIFIER = re.compile(r"\w{1,64}", re.ASCII)


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
            return f"before {at}" if at else ""
        return f"at {at}" if at else ""


@dataclass(frozen=True, slots=True)
class Place:
    """Where one finding is: a tool or record, words that lead there, the address."""

    name: str
    where: str
    href: str


@dataclass(frozen=True, slots=True)
class FindingLine:
    """One line of the findings list: all findings of one kind that follow each other.

    `left` counts the places that are not listed one by one.
    """

    look: Look
    count: int
    places: tuple[Place, ...]
    left: int
    in_procedure: bool


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
            _href(number, finding, trajectory),
        )
        for number, finding in enumerate(ordered, start=1)
    )


def finding_lines(rows: Iterable[FindingRow]) -> tuple[FindingLine, ...]:
    """Return the findings as a list to read, one line a kind."""
    return tuple(
        _line(list(run))
        for _, run in groupby(rows, key=lambda row: (row.look, row.finding.advisory))
    )


def of_event(rows: Iterable[FindingRow], indexes: set[int]) -> tuple[FindingRow, ...]:
    """Return the findings about one of these events, missed calls aside."""
    return tuple(
        row
        for row in rows
        if row.finding.event in indexes and row.finding.kind not in MISSED
    )


def of_no_event(rows: Iterable[FindingRow]) -> tuple[FindingRow, ...]:
    """Return the findings that only the end of the conversation made true."""
    return tuple(
        row
        for row in rows
        if row.finding.event is None
        and row.finding.kind not in (*MISSED, "state_difference")
    )


def look_of(finding: Finding) -> Look:
    """Return the look of a finding; a kind this page has not met is still named."""
    if finding.advisory and finding.kind in ADVISORY_LOOKS:
        return ADVISORY_LOOKS[finding.kind]
    known = LOOKS.get(finding.kind)
    word = known.word if known else kind_words(finding.kind)
    if finding.advisory:
        return Look("·", word, "advisory")
    return known or Look("✕", word, "fail")


def _line(rows: list[FindingRow]) -> FindingLine:
    places = tuple(dict.fromkeys(_place(row) for row in rows))
    return FindingLine(
        look=rows[0].look,
        count=len(rows),
        places=places[:PLACES_SHOWN],
        left=len(places[PLACES_SHOWN:]),
        in_procedure=all(row.finding.step is not None for row in rows),
    )


def _place(row: FindingRow) -> Place:
    finding = row.finding
    if finding.kind == "state_difference":
        return Place(".".join((finding.path or "").split(".")[:2]), "", RECORDS)
    if finding.kind in TOLD_WHOLE:
        return Place("", finding.detail, row.href)
    # A sentence given for a name stands on its call, not among our own words.
    name = row.tool if IDENTIFIER.fullmatch(row.tool) else ""
    if row.where or (name and finding.kind in MISSED):
        return Place(name, row.where, row.href)
    return Place("", finding.detail, row.href)


def _tool(
    finding: Finding, called: Mapping[int, str], wanted: Mapping[int, str]
) -> str:
    if finding.step is not None and finding.step in wanted:
        return wanted[finding.step]
    return called.get(-1 if finding.event is None else finding.event, "")


def _href(number: int, finding: Finding, trajectory: Trajectory) -> str:
    if finding.kind in MISSED:
        return f"#f{number}"
    if finding.event is not None:
        return f"#e{finding.event}"
    if finding.kind == "state_difference":
        return RECORDS
    # What is true of the whole was settled when it ended.
    return f"#e{trajectory.events[-1].index}" if trajectory.events else HAPPENED
