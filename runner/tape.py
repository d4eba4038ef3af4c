"""Records the events of a conversation as they happen."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from bankenv.tools import ToolResult
from bankenv.trajectory import Call, End, Event, Message, Result, Speaker, Turn
from runner.assistants import ToolCall


@dataclass(slots=True)
class Tape:
    """The events so far, each numbered and timed, told to `on_event` one by one."""

    on_event: Callable[[Event], None] | None = None
    events: list[Event] = field(default_factory=list)
    started: float = field(default_factory=time.perf_counter)

    def message(self, speaker: Speaker, text: str, turn: Turn | None = None) -> None:
        self._add(Message(len(self.events), self._ms(), speaker, text, turn))

    def call(self, asked: ToolCall, turn: Turn | None) -> Call:
        """Record a call under an id that no earlier call of the conversation has."""
        index = len(self.events)
        call_id = self._fresh_id(asked.id, index)
        call = Call(
            index, self._ms(), call_id, asked.tool, asked.arguments, asked.raw, turn
        )
        self._add(call)
        return call

    def result(self, call: Call, answer: ToolResult) -> None:
        self._add(
            Result(
                index=len(self.events),
                ms=self._ms(),
                call=call.id,
                ok=answer.ok,
                content=answer.content,
                error=answer.error,
                changes=answer.changes,
            )
        )

    def end(self, reason: str, detail: str = "") -> None:
        self._add(End(len(self.events), self._ms(), reason, detail))

    def _fresh_id(self, wanted: str, index: int) -> str:
        taken = {e.id for e in self.events if isinstance(e, Call)}
        fresh = wanted or f"call_{index}"
        while fresh in taken:
            fresh = f"{fresh}_{index}"
        return fresh

    def _ms(self) -> float:
        return round((time.perf_counter() - self.started) * 1000, 3)

    def _add(self, event: Event) -> None:
        self.events.append(event)
        if self.on_event is not None:
            self.on_event(event)
