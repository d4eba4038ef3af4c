"""The answer to one assistant turn while it is being put together."""

from dataclasses import dataclass, field

from bankenv.customer.speech import Ending, Reason
from bankenv.customer.state import State
from bankenv.customer.understanding import Turn


@dataclass(slots=True)
class Answer:
    """The parts said so far, why, and whether the turn brought anything forward."""

    turn: Turn
    parts: list[str] = field(default_factory=list)
    acts: set[str] = field(default_factory=set)
    reasons: list[Reason] = field(default_factory=list)
    progress: bool = False
    ends: Ending | None = None

    def add(self, rule: str, act: str, text: str, why: str) -> None:
        """Say `text`; nothing is said where every wording has been used."""
        self.reasons.append(Reason(rule, act, why))
        if text:
            self.parts.append(text)
            self.acts.add(act)

    def note(self, rule: str, why: str) -> None:
        """Record something understood that is not answered by itself."""
        self.reasons.append(Reason(rule, "", why))
        self.progress = True

    def once(self, state: State, key: str) -> bool:
        """Return True the first time `key` comes up, which counts as progress."""
        if key in state.said_once:
            return False
        state.said_once.add(key)
        self.progress = True
        return True
