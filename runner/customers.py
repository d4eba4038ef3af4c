"""The customer's side of a conversation, as the turn loop needs it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from bankenv.customer import Line, Utterance, agenda
from bankenv.records import JsonValue
from bankenv.scenario import Scenario


class Customer(Protocol):
    """Says the customer's next words; to an empty transcript, the first ones."""

    @property
    def name(self) -> str: ...

    def reply(
        self,
        scenario: Scenario,
        transcript: Sequence[Line],
        *,
        task_id: str,
        trial: int,
    ) -> Utterance: ...


@runtime_checkable
class PlayedCustomer(Protocol):
    """A customer played by a model: what it was told, and which model it is."""

    @property
    def about(self) -> Mapping[str, JsonValue]: ...

    def prompt(self, scenario: Scenario) -> str: ...


@dataclass(frozen=True, slots=True)
class AgendaCustomer:
    """The embedded customer: follows the task's agenda and needs no model."""

    name: str = "agenda"

    def reply(
        self,
        scenario: Scenario,
        transcript: Sequence[Line],
        *,
        task_id: str,
        trial: int,
    ) -> Utterance:
        return agenda.reply(scenario, transcript, task_id=task_id, trial=trial)


@dataclass(frozen=True, slots=True)
class ScriptedCustomer:
    """Says the listed texts in order, then ends the conversation as settled."""

    texts: tuple[str, ...]
    name: str = "scripted"

    def reply(
        self,
        scenario: Scenario,
        transcript: Sequence[Line],
        *,
        task_id: str,
        trial: int,
    ) -> Utterance:
        spoken = sum(line.speaker == "customer" for line in transcript)
        if spoken < len(self.texts):
            return Utterance(self.texts[spoken])
        return Utterance("Thank you.", "settled")
