"""The customer that a model plays, behind any OpenAI-compatible endpoint."""

import re
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Self

from bankenv.customer import Line, Utterance
from bankenv.customer.simulator_faults import (
    SimulatorFault,
    never_stops,
    turn_fault,
)
from bankenv.customer.speech import Ending
from bankenv.records import JsonValue
from bankenv.scenario import Scenario
from bankenv.scoring.advisory import hidden_names
from runner.assistants import ChatMessage
from runner.chat_client import ChatClient
from runner.chat_format import read_message
from runner.clipping import cut
from runner.customer_prompt import (
    GAVE_UP,
    HANDED_OVER,
    OUT_OF_SCOPE,
    SETTLED,
    customer_prompt,
)
from runner.endpoint import Endpoint
from runner.failures import ProviderUnavailable

LONGEST_SAID = 4_000
_STOP_WORDS: Mapping[str, Ending] = {
    SETTLED: "settled",
    HANDED_OVER: "handed_over",
    OUT_OF_SCOPE: "out_of_scope",
    GAVE_UP: "gave_up",
}
_ANY_STOP_WORD = re.compile(r"#{2,}\s*[A-Z][A-Z-]+\s*#{2,}")
_AROUND_STOP_WORD = " \t\r*_`'\".!"
_THOUGHT = re.compile(r"<(think|thinking|reasoning)>.*?(?:</\1>|\Z)", re.S | re.I)
_LABEL = re.compile(r"^\s*(?:customer|user|me)\s*:\s*", re.I)
_OPENS = "(The bank's chat is open. You write first.)"
_SAID_NOTHING = "(The bank has answered nothing.)"
_REMINDERS: Mapping[str, str] = {
    "silent": "You said nothing.",
    "speaks_as_bank": "You spoke as the bank; you are the customer.",
    "names_a_tool": "You named a part of the bank's systems; a customer knows none.",
    "ends_while_confirming": (
        "You agreed and left at once: agree without ending, and wait until it is done."
    ),
}
_AGAIN = "Write your message to the bank again, as the customer."


class LlmCustomer:
    """Says what a model says that was given the scenario; one conversation at a time.

    The first message is the scenario's own where it has one. A message that is empty,
    speaks as the bank, names a tool, or ends while it agrees is asked for once more
    with a reminder; the second one stands. `attempt` counts from 1; from 2 on `heed`
    tells the model what went wrong before.
    """

    name = "llm"

    def __init__(
        self,
        endpoint: Endpoint,
        attempt: int = 1,
        heed: Sequence[str] = (),
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._endpoint = endpoint
        self._attempt = attempt
        self._heed = tuple(heed)
        self._client = ChatClient(endpoint, sleep)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close()

    @property
    def about(self) -> Mapping[str, JsonValue]:
        return {**self._endpoint.about(), "attempt": self._attempt}

    def prompt(self, scenario: Scenario) -> str:
        return customer_prompt(scenario, self._heed)

    def reply(
        self,
        scenario: Scenario,
        transcript: Sequence[Line],
        *,
        task_id: str,
        trial: int,
    ) -> Utterance:
        """Return the customer's next words.

        Raises ProviderUnavailable, its `side` the customer's, if the endpoint gives
        no usable answer.
        """
        lines = scenario.opening_lines
        if lines and not any(line.speaker == "customer" for line in transcript):
            return Utterance(lines[(trial - 1) % len(lines)])
        if never_stops(transcript):
            return Utterance("", "never_stops")
        messages = _messages(self.prompt(scenario), transcript)
        said = self._say(messages)
        fault = _fault(said, transcript)
        if fault is not None:
            reminder = f"({_REMINDERS.get(fault.kind, '')} {_AGAIN})"
            said = self._say([*messages, _user(reminder)])
        return said if said.text or said.ends else Utterance("", "silent")

    def _say(self, messages: Sequence[ChatMessage]) -> Utterance:
        endpoint = self._endpoint
        payload: dict[str, JsonValue] = {
            "model": endpoint.model,
            "messages": list(messages),
            **endpoint.parameters.body(),
        }
        try:
            completion = self._client.complete(payload)
        except ProviderUnavailable as failure:
            failure.side = "customer"
            raise
        return read_words(read_message(completion.message).text)


def _fault(said: Utterance, transcript: Sequence[Line]) -> SimulatorFault | None:
    """Return what is wrong with the next message, were it said."""
    if not said.text and not said.ends:
        return SimulatorFault("silent", len(transcript), "nothing was said")
    lines = [*transcript, Line("customer", said.text)]
    return turn_fault(lines, said.ends, hidden_names()) if said.text else None


def read_words(text: str) -> Utterance:
    """Return what a model's message says to the bank, and whether it ends the talk.

    A stop word ends the talk only on a line of its own; the bank never sees one.
    """
    text = _LABEL.sub("", _THOUGHT.sub("", text))
    ends: Ending | None = None
    kept = []
    for line in text.splitlines():
        found = _STOP_WORDS.get(line.strip(_AROUND_STOP_WORD))
        ends = ends or found
        if found is None:
            kept.append(_ANY_STOP_WORD.sub("", line).rstrip())
    return Utterance(cut("\n".join(kept).strip(), LONGEST_SAID), ends)


def _messages(prompt: str, transcript: Sequence[Line]) -> list[ChatMessage]:
    """Return the talk as the model sees it: its own words are the assistant's."""
    messages: list[ChatMessage] = [{"role": "system", "content": prompt}]
    if not transcript or transcript[0].speaker == "customer":
        messages.append(_user(_OPENS))
    for line in transcript:
        if line.speaker == "customer":
            messages.append({"role": "assistant", "content": line.text})
        else:
            messages.append(_user(line.text or _SAID_NOTHING))
    return messages


def _user(text: str) -> ChatMessage:
    return {"role": "user", "content": text}
