"""Assistants that run in this process: a chat function, and the gold chain itself."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bankenv.records import JsonValue
from bankenv.tasks import Task
from bankenv.tools import TOOLS
from bankenv.trajectory import Call, Event, Message, Result
from runner.assistants import Answer, History, ReplyFunction, ToolCall
from runner.chat_format import read_message, to_messages
from runner.gold_talk import refusals_of, told_words
from runner.gold_words import proposal_words, result_words


@dataclass(frozen=True, slots=True)
class ChatFunctionAssistant:
    """Answers by a function from chat messages to the next chat message."""

    reply_function: ReplyFunction
    name: str

    @property
    def about(self) -> Mapping[str, JsonValue]:
        return {"name": self.name, "strategy": "in_process"}

    def reply(self, history: History) -> Answer:
        message = self.reply_function(to_messages(history), history.tools)
        said = read_message(message)
        return Answer(said.text, said.calls)


_SEARCH = "search_knowledge_base"
# How often the oracle answers a customer who has more to say after the last step.
_MOST_CLOSING_WORDS = 6


@dataclass(frozen=True, slots=True)
class GoldOracle:
    """Plays a task's gold chain, one call an answer, and talks as the policy asks.

    Before the first write, or at the end where there is none, it refuses what the
    customer must hear refused. Before each write it says what was found, proposes the
    write, and waits for the customer. After the last step it says what came of it
    until the customer leaves.
    """

    task: Task

    @property
    def about(self) -> Mapping[str, JsonValue]:
        return {"name": "gold-oracle", "strategy": "in_process"}

    def reply(self, history: History) -> Answer:
        events = history.events
        made = sum(isinstance(event, Call) for event in events)
        refusals = refusals_of(self.task) if self._refuses_at(made) else ()
        spoken = _spoken_since_last_call(events)
        if made < len(self.task.gold) and self._may_call(made, spoken - len(refusals)):
            step = self.task.gold[made]
            return Answer(calls=(ToolCall(step.tool, dict(step.arguments)),))
        if spoken < len(refusals):
            found = "" if spoken else self._found(events, made)
            return Answer(f"{found} {refusals[spoken]}".strip())
        if made < len(self.task.gold):
            question = proposal_words(self.task.gold[made], events)
            return Answer(f"{self._found(events, made)} {question}".strip())
        if spoken >= _MOST_CLOSING_WORDS:
            return Answer("Thank you for talking to us. Goodbye.", ends=True)
        return Answer(f"{self._found(events, made)} Is there anything else?".strip())

    def _may_call(self, made: int, spoken: int) -> bool:
        """True for a read, and for a write whose proposal the customer answered."""
        return not self._writes(made) or spoken > 0

    def _writes(self, made: int) -> bool:
        return TOOLS[self.task.gold[made].tool].kind == "write"

    def _refuses_at(self, made: int) -> bool:
        """True before the first write, or at the end of a chain without one."""
        if any(self._writes(earlier) for earlier in range(made)):
            return False
        return made == len(self.task.gold) or self._writes(made)

    def _has_just_searched(self, made: int) -> bool:
        """True after a look into the documents, until the next write."""
        tools = [step.tool for step in self.task.gold[:made]]
        since = [i for i in range(made) if self._writes(i)]
        return _SEARCH in tools[since[-1] + 1 if since else 0 :]

    def _found(self, events: Sequence[Event], made: int) -> str:
        """Return what was found, with the task's figures where nothing is changed.

        Also where the documents were searched, which hold what no record does.
        """
        found = _found(events)
        searches = any(s.tool == _SEARCH for s in self.task.gold[made:])
        at_once = self._refuses_at(made) and not searches
        tells = at_once or self._has_just_searched(made)
        told = told_words(self.task, found) if tells else ""
        return f"{found} {told}".strip()


def _spoken_since_last_call(events: Sequence[Event]) -> int:
    """Return how many texts the assistant said after its latest call."""
    count = 0
    for event in reversed(events):
        if isinstance(event, Call):
            break
        count += isinstance(event, Message) and event.speaker == "assistant"
    return count


def _found(events: Sequence[Event]) -> str:
    """Return what the results since the last spoken text say, else all the results."""
    tools = {event.id: event.tool for event in events if isinstance(event, Call)}
    texts = [e.index for e in events if isinstance(e, Message) and _is_own(e)]
    results = [event for event in events if isinstance(event, Result) and event.ok]
    recent = [r for r in results if not texts or r.index > texts[-1]]
    words = [result_words(tools[r.call], r.content) for r in recent or results]
    return " ".join(word for word in words if word)


def _is_own(message: Message) -> bool:
    return message.speaker == "assistant"
