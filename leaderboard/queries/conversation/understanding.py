"""How the agenda customer understood each turn, and why it answered as it did."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from bankenv.customer import explain
from bankenv.customer.speech import Act, TurnExplained
from bankenv.tasks import Task
from bankenv.trajectory import Message, Trajectory
from leaderboard.queries.conversation.words import json_line, kind_words, value_words
from runner.progress import transcript


@dataclass(frozen=True, slots=True)
class Understood:
    """One sentence as the customer read it: its acts in words."""

    text: str
    acts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Exchange:
    """One assistant turn: what was heard, the rules that answered, the state after.

    `same` is false where the recording holds another answer than the rules give today.
    `event` is the customer's message that answered, None where none was recorded.
    """

    heard: tuple[Understood, ...]
    reasons: tuple[tuple[str, str], ...]
    goals: tuple[tuple[str, str], ...]
    figures: tuple[tuple[str, str], ...]
    answer: str
    ends: str
    event: int | None
    same: bool


def understanding(task: Task, trajectory: Trajectory) -> tuple[Exchange, ...]:
    """Return the conversation as the agenda customer understood it.

    Empty for a conversation with another customer.
    """
    if trajectory.header.customer != "agenda":
        return ()
    trial = trajectory.header.trial
    lines = transcript(trajectory.events)
    explained = explain(task.scenario, lines, task_id=task.id, trial=trial)
    said = list(_answers(trajectory))
    return tuple(
        _exchange(turn, said[at] if at < len(said) else None)
        for at, turn in enumerate(explained.turns)
    )


def _answers(trajectory: Trajectory) -> Iterator[Message]:
    """Yield the customer's messages that answer something the assistant said."""
    heard = False
    for event in trajectory.events:
        if not isinstance(event, Message):
            continue
        if event.speaker == "customer" and heard:
            yield event
        heard = event.speaker == "assistant"


def _exchange(turn: TurnExplained, said: Message | None) -> Exchange:
    recorded = said.text.strip() if said else ""
    return Exchange(
        heard=tuple(
            Understood(heard.text, tuple(_act(act) for act in heard.acts))
            for heard in turn.heard
        ),
        reasons=tuple((reason.rule, reason.why) for reason in turn.reasons),
        goals=tuple(turn.goals.items()),
        figures=_pairs(turn.figures),
        answer=turn.answer.text,
        ends=kind_words(turn.answer.ends or ""),
        event=said.index if said else None,
        same=recorded == turn.answer.text.strip(),
    )


def _act(act: Act) -> str:
    about = ", ".join(
        f"{kind_words(name)} {value}" for name, value in _pairs(act.about)
    )
    return f"{kind_words(act.name)}: {about}" if about else kind_words(act.name)


def _pairs(values: Mapping[str, object]) -> tuple[tuple[str, str], ...]:
    return tuple((name, _words(name, value)) for name, value in values.items())


def _words(name: str, value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(kind_words(str(item)) for item in value)
    if value is None:
        return "(no figure)"
    if isinstance(value, str | int | float):
        return value_words(name, value)
    return json_line(value)
