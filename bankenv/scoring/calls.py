"""The tool calls of a trajectory, each with its answer, as the scorers see them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from bankenv.records import Record
from bankenv.tools import TOOLS
from bankenv.trajectory import Call, Message, Result, Trajectory


@dataclass(frozen=True, slots=True)
class MadeCall:
    """One call of the assistant with its answer.

    `turn` counts the assistant's answers from 1, so that calls sent together share it.
    `result` is None where the conversation stopped before the bank answered; `by` is
    "customer" for a call that the customer made itself.
    """

    event: int
    turn: int
    tool: str
    kind: str
    arguments: Record
    result: Result | None
    by: str | None = None

    @property
    def succeeded(self) -> bool:
        """True where the bank did what was asked."""
        return self.result is not None and self.result.ok

    @property
    def malformed(self) -> bool:
        """True where the call never reached the bank as a valid call."""
        return self.result is not None and self.result.error not in (None, "refused")


def made_calls(trajectory: Trajectory) -> tuple[MadeCall, ...]:
    """Return the calls in order; a call is paired with the first result after it."""
    answers = _answers(trajectory)
    return tuple(
        MadeCall(
            event=call.index,
            turn=turn,
            tool=call.tool,
            kind=TOOLS[call.tool].kind if call.tool in TOOLS else "unknown",
            arguments=call.arguments or {},
            result=answers.get(call.index),
            by=call.by,
        )
        for turn, call in _numbered(trajectory)
    )


def _numbered(trajectory: Trajectory) -> Iterator[tuple[int, Call]]:
    """Number each call by the assistant's answer that it belongs to.

    An answer begins at an event that carries turn figures. Where a recording carries
    none, each run of calls with no result between them counts as one answer.
    """
    turn = 0
    fresh = True
    has_turns = any(getattr(event, "turn", None) for event in trajectory.events)
    for event in trajectory.events:
        if not isinstance(event, Call | Message):
            fresh = True
            continue
        starts = event.turn is not None if has_turns else fresh
        turn += starts
        fresh = False
        if isinstance(event, Call):
            yield turn, event


def _answers(trajectory: Trajectory) -> Mapping[int, Result]:
    """Pair results with calls by id, first to first: ids may be used twice."""
    waiting: dict[str, list[int]] = {}
    answers: dict[int, Result] = {}
    for event in trajectory.events:
        if isinstance(event, Call):
            waiting.setdefault(event.id, []).append(event.index)
        elif isinstance(event, Result) and waiting.get(event.call):
            answers[waiting[event.call].pop(0)] = event
    return answers
