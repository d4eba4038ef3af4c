"""What happened: the events of a conversation as rows, each with its marks."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from bankenv.bank import Dataset
from bankenv.records import Change
from bankenv.scoring.calls import MadeCall
from bankenv.trajectory import (
    NATURAL_ENDS,
    TOOL_ERRORS,
    Call,
    End,
    Event,
    Message,
    Result,
    Trajectory,
    Turn,
)
from bankenv.verdict import Verdict
from leaderboard.queries.conversation.answers import (
    ANSWER_ON_PAGE,
    answer,
    argument_texts,
    change_rows,
    room_for_one,
)
from leaderboard.queries.conversation.marks import (
    FindingRow,
    Look,
    of_event,
    of_no_event,
)
from leaderboard.queries.conversation.rows import (
    OPENED,
    CallRow,
    EndRow,
    GhostRow,
    Mark,
    MessageRow,
    Row,
    StrayRow,
)
from leaderboard.queries.conversation.text import Folded, fold
from leaderboard.queries.conversation.turns import duration_words, turn_words
from leaderboard.queries.conversation.words import kind_words

TRUNCATED = ("length", "max_tokens")
TONES = ("write", "fail", "miss", "advisory")
ENDS = {
    "customer_ended": "The customer ended the conversation",
    "assistant_ended": "The assistant ended the conversation",
    "handed_over": "Handed over to people",
    "step_limit": "Stopped at the limit of steps",
    "tool_error_limit": "Stopped after too many tool errors",
    "protocol_breach": "Stopped: the assistant answered with nothing twice in a row",
    "provider_failure": "Stopped: the endpoint failed; not scored",
    "cancelled": "Cancelled; not scored",
}


@dataclass(frozen=True)
class Reading:
    """What the rows are made from: a recording, its verdict and numbered findings.

    `is_whole` keeps every answer on the page, however big.
    """

    trajectory: Trajectory
    verdict: Verdict | None
    findings: tuple[FindingRow, ...]

    calls: tuple[MadeCall, ...]
    dataset: Dataset
    noted: Mapping[int, int]
    is_whole: bool = False

    def room(self, *, opens: bool) -> float:
        """Return how much of an answer the page holds, in a call that opens or not."""
        if self.is_whole:
            return math.inf
        return ANSWER_ON_PAGE if opens else room_for_one(len(self.calls))

    def fold(self, text: str) -> Folded:
        """Fold a text; nothing is left elsewhere where the page holds everything."""
        return fold(text, on_page=math.inf) if self.is_whole else fold(text)

    @property
    def answers(self) -> Mapping[int, Result]:
        """Return each call's result by the call's index."""
        return {c.event: c.result for c in self.calls if c.result is not None}


def event_rows(reading: Reading, ghosts: Sequence[GhostRow]) -> tuple[Row, ...]:
    """Return the rows in order; a ghost stands before the event it was needed for."""
    answers = reading.answers
    paired = {result.index for result in answers.values()}
    events = reading.trajectory.events
    end = events[-1].index if events and isinstance(events[-1], End) else len(events)
    waiting = sorted(ghosts, key=lambda ghost: _place(ghost, end))
    rows: list[Row] = []
    for event in events:
        if isinstance(event, Result) and event.index in paired:
            continue
        while waiting and _place(waiting[0], end) <= event.index:
            rows.append(waiting.pop(0))
        rows.append(_row(reading, event, answers))
    return (*rows, *waiting)


def _place(ghost: GhostRow, end: float) -> float:
    """Return the event before which a ghost stands; the end, where nothing needs it."""
    place = ghost.finding.finding.event
    return end if place is None else place


def _row(reading: Reading, event: Event, answers: Mapping[int, Result]) -> Row:
    if isinstance(event, Message):
        return _message(reading, event)
    if isinstance(event, Call):
        return _call(reading, event, answers.get(event.index))
    if isinstance(event, Result):
        return _stray(reading, event)
    return _end(reading, event)


def _message(reading: Reading, event: Message) -> MessageRow:
    findings = of_event(reading.findings, {event.index})
    return MessageRow(
        index=event.index,
        speaker=event.speaker,
        text=reading.fold(event.text),
        turn=turn_words(event.turn),
        marks=(
            *_message_marks(event),
            *_finding_marks(findings),
            *_note_marks(reading, event.index),
        ),
        findings=findings,
        thought=_thought(event.turn),
    )


def _message_marks(event: Message) -> Iterator[Mark]:
    if not event.text.strip():
        yield Mark("∅", "empty answer", "fail", detail="Neither words nor a call.")
    yield from _turn_marks(event.turn)


def _turn_marks(turn: Turn | None) -> Iterator[Mark]:
    if turn is None:
        return
    if turn.finish_reason in TRUNCATED:
        yield Mark(
            "✂", "cut off", "miss", detail="The answer reached its length limit."
        )
    if turn.retries:
        times = "once" if turn.retries == 1 else f"{turn.retries} times"
        yield Mark(
            "↻", f"retried {times}", "advisory", detail="The endpoint failed first."
        )


def _call(reading: Reading, event: Call, result: Result | None) -> CallRow:
    indexes = {event.index} | ({result.index} if result else set())
    findings = of_event(reading.findings, indexes)
    matched = _matched_steps(reading.verdict, event.index)
    meant = [row.finding.step for row in findings if row.finding.step is not None]
    changes = result.changes if result else ()
    gravest = _gravest(findings)
    return CallRow(
        index=event.index,
        tool=event.tool,
        tool_kind=reading.dataset.kind_of(event.tool),
        arguments=argument_texts(event.arguments or {}, _differing(findings)),
        unread=_unread(reading, event),
        answer=answer(result, reading.room(opens=gravest in OPENED)),
        turn=turn_words(event.turn),
        took=duration_words(max(result.ms - event.ms, 0)) if result else "",
        steps=tuple(dict.fromkeys([*matched, *meant])),
        gravest=gravest,
        marks=(
            *_finding_marks(findings),
            *_undone(reading.calls, changes, result),
            *_result_marks(result),
            *_turn_marks(event.turn),
            *([Mark("☎", "by the customer", "advisory")] if event.by else []),
            *_note_marks(reading, *indexes),
        ),
        changes=change_rows(changes),
        findings=findings,
        thought=_thought(event.turn),
    )


def _thought(turn: Turn | None) -> Folded | None:
    """Return what the model wrote for itself; the whole of it stays on the page."""
    return fold(turn.thought, on_page=math.inf) if turn and turn.thought else None


def _unread(reading: Reading, event: Call) -> Folded | None:
    """Return what the endpoint sent in the place of arguments, if not arguments."""
    if event.arguments is not None or not event.raw:
        return None
    return reading.fold(event.raw)


def _matched_steps(verdict: Verdict | None, index: int) -> list[int]:
    matches = verdict.matches if verdict else {}
    return [step for step, event in matches.items() if event == index]


def _differing(findings: Iterable[FindingRow]) -> frozenset[str]:
    """Return the names of the arguments on which a call differs from gold."""
    rows = [
        row
        for finding in findings
        if finding.finding.kind == "wrong_arguments"
        for row in finding.finding.data.get("arguments", ())
    ]
    return frozenset(row["name"] for row in rows if not row.get("same"))


def _gravest(findings: Sequence[FindingRow]) -> str:
    tones = {row.look.tone for row in findings}
    return next((tone for tone in TONES if tone in tones), "")


def _note_marks(reading: Reading, *indexes: int) -> Iterator[Mark]:
    count = sum(reading.noted.get(index, 0) for index in indexes)
    if count:
        yield Mark("✎", f"{count} note{'s' if count > 1 else ''}", "note")


def _finding_marks(findings: Iterable[FindingRow]) -> Iterator[Mark]:
    """Yield one mark for each kind of finding; several of a kind are counted."""
    kinds: dict[Look, list[FindingRow]] = {}
    for row in findings:
        # Which error it was stands on the row already, from the bank's answer.
        if row.finding.kind != "tool_error":
            kinds.setdefault(row.look, []).append(row)
    for look, rows in kinds.items():
        word = look.word if len(rows) == 1 else f"{look.word} ({len(rows)})"
        yield Mark(look.sign, word, look.tone, detail=rows[0].finding.detail)


def _result_marks(result: Result | None) -> Iterator[Mark]:
    if result is None:
        yield Mark(
            "…", "no answer", "advisory", detail="The conversation stopped first."
        )
    elif result.error in TOOL_ERRORS:
        yield Mark(
            "!", _error_words(result.error), "fail", detail="Counts as a tool error."
        )
    elif not result.ok:
        yield Mark("⊘", "refused by the bank", "advisory")


def _error_words(error: str | None) -> str:
    words = {"unparsed": "not readable", "unknown_tool": "no such tool"}
    return words.get(error or "", kind_words(error or "error"))


def _undone(
    calls: Sequence[MadeCall], changes: Sequence[Change], result: Result | None
) -> Iterator[Mark]:
    """Say where a later call put every changed value back, if one did."""
    if result is None or not changes:
        return
    left = {change.path: change.before for change in changes}
    for call in calls:
        later = call.result
        if later is None or later.index <= result.index:
            continue
        for change in later.changes:
            if change.path in left and change.after == left[change.path]:
                del left[change.path]
        if not left:
            yield Mark("↶", f"undone at #{call.event}", "advisory")
            return


def _stray(reading: Reading, event: Result) -> StrayRow:
    shown = answer(event)
    assert shown is not None  # an answer is None only for no result
    return StrayRow(
        event.index, event.call, shown, of_event(reading.findings, {event.index})
    )


def _end(reading: Reading, event: End) -> EndRow:
    settled = of_no_event(reading.findings)
    return EndRow(
        index=event.index,
        words=ENDS.get(event.reason, kind_words(event.reason)),
        natural=event.reason in NATURAL_ENDS,
        detail=fold(event.detail),
        marks=tuple(_finding_marks(settled)),
        findings=(*of_event(reading.findings, {event.index}), *settled),
    )
