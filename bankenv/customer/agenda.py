"""The customer's next words: a pure function of task, trial and transcript."""

from collections.abc import Iterator, Sequence

from bankenv.customer import rules_outcome as outcome
from bankenv.customer.answer import Answer
from bankenv.customer.rules_consent import proposals
from bankenv.customer.rules_questions import questions
from bankenv.customer.rules_talk import give_up, goodbye, raise_next, talk_on
from bankenv.customer.speech import Explanation, Line, TurnExplained, Utterance
from bankenv.customer.state import State, opened
from bankenv.customer.understanding import understand
from bankenv.customer.voice import Voice, said_in, without_echo
from bankenv.scenario import Scenario

# A conversation this long ends whatever it brings.
MOST_TURNS = 40


def reply(
    scenario: Scenario, transcript: Sequence[Line], *, task_id: str, trial: int
) -> Utterance:
    """Return what the customer says next; the opening line to an empty transcript.

    Lines of the assistant before the opening line (a greeting) are not answered.
    `trial` counts from 1.
    """
    opening, state, turns = _begin(scenario, transcript, task_id, trial)
    answer: Utterance | None = None
    for _, text in turns:
        answer = _respond(state, text)[0]
    return opening if answer is None else answer


def explain(
    scenario: Scenario, transcript: Sequence[Line], *, task_id: str, trial: int
) -> Explanation:
    """Return how each assistant turn was understood and which rule answered."""
    opening, state, turns = _begin(scenario, transcript, task_id, trial)
    explained = []
    for line, text in turns:
        said, answer = _respond(state, text)
        explained.append(_explained(state, line, said, answer))
    return Explanation(opening.text, tuple(explained))


def _begin(
    scenario: Scenario, transcript: Sequence[Line], task_id: str, trial: int
) -> tuple[Utterance, State, Iterator[tuple[int, str]]]:
    lines = scenario.opening_lines
    opening = lines[(trial - 1) % len(lines)]
    voice = Voice(scenario.register, f"{task_id}|{trial}", said=set(said_in(opening)))
    state = opened(scenario, voice)
    return Utterance(opening), state, _assistant_turns(transcript)


def _assistant_turns(transcript: Sequence[Line]) -> Iterator[tuple[int, str]]:
    """Yield where each assistant turn ends, and its text; lines in a row are one."""
    started, texts = False, list[str]()
    for number, line in enumerate(transcript):
        if line.speaker == "customer":
            started = True
            if texts:
                yield number - 1, "\n".join(texts)
            texts = []
        elif started:
            texts.append(line.text)
    if texts:
        yield len(transcript) - 1, "\n".join(texts)


def _respond(state: State, text: str) -> tuple[Utterance, Answer]:
    """Take one assistant turn in and return the answer to it."""
    state.turn += 1
    state.voice.turn = state.turn
    answer = Answer(understand(without_echo(text, state.voice.said)))
    outcome.hear(state, answer)
    outcome.handed_over(state, answer)
    if answer.ends is None:
        _go_through(state, answer)
    state.idle = 0 if answer.progress else state.idle + 1
    if answer.ends is None and (_is_tired(state) or not answer.parts):
        give_up(state, answer)
    return Utterance(" ".join(answer.parts), answer.ends), answer


def _go_through(state: State, answer: Answer) -> None:
    outcome.reports(state, answer)
    outcome.decide(state, answer)
    outcome.told(state, answer)
    outcome.refusals(state, answer)
    proposals(state, answer)
    questions(state, answer)
    raise_next(state, answer)
    if not answer.acts - {"objects", "accepts", "changes_mind"}:
        talk_on(state, answer)
    goodbye(state, answer)


def _is_tired(state: State) -> bool:
    return state.idle >= state.patience or state.turn >= MOST_TURNS


def _explained(
    state: State, line: int, said: Utterance, answer: Answer
) -> TurnExplained:
    figures = {
        name: heard.amount if heard.amount is not None else heard.text
        for name, heard in state.heard.items()
    }
    return TurnExplained(
        line=line,
        heard=answer.turn.heard,
        reasons=tuple(answer.reasons),
        goals=dict(state.goals),
        figures=figures,
        told=tuple(sorted(slot for slot, times in state.told.items() if times)),
        idle=state.idle,
        answer=said,
    )
