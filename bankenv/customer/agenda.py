"""The customer's next words: a pure function of task, trial and transcript."""

from collections.abc import Sequence

from bankenv.customer.speech import Explanation, Line, Utterance
from bankenv.scenario import Scenario


def reply(
    scenario: Scenario, transcript: Sequence[Line], *, task_id: str, trial: int
) -> Utterance:
    """Return what the customer says next; the opening line to an empty transcript."""
    lines = scenario.opening_lines
    return Utterance(lines[(trial - 1) % len(lines)], None)


def explain(
    scenario: Scenario, transcript: Sequence[Line], *, task_id: str, trial: int
) -> Explanation:
    """Return how each assistant turn was understood and which rule answered."""
    return Explanation(
        opening=reply(scenario, (), task_id=task_id, trial=trial).text, turns=()
    )
