"""What the oracle says beside results and proposals: refusals, figures, reasons."""

from collections.abc import Callable, Iterator, Mapping

from bankenv.customer.lexicon import cues
from bankenv.records import JsonValue
from bankenv.scoring.told import was_told
from bankenv.tasks import Task
from runner.gold_lending_words import LENDING_PAPERS
from runner.gold_service_words import DOCUMENTED
from runner.reference.figures import day, rupees

_REFUSALS = (
    "I am sorry, under the bank's rules this is not possible.",
    "I understand, and I am still sorry: this is not possible, whatever the reason.",
    "I have to stay with that: this is not possible for anybody.",
)
# Figures that a document may give where no result has said them.
_FROM_DOCUMENTS: Mapping[str, Callable[[JsonValue], str]] = {
    **DOCUMENTED,
    **LENDING_PAPERS,
    "penalty": lambda v: f"The penalty is {v:.2f} percentage point off the rate.",
    "rate": lambda v: f"The rate on record is {v:.2f}%.",
    "maturity_date": lambda v: f"The maturity date is {day(v)}.",
    "compensation": lambda v: f"The compensation due for the delay is {rupees(v)}.",
    "liability": lambda v: f"Your liability would be {_said(v)}.",
    "minimum": lambda v: f"The minimum balance is {rupees(v)}.",
    "free_to_book": lambda v: f"Above hold and minimum balance, {rupees(v)} is free.",
}
_LARGEST_RATE = 50


def _said(value: JsonValue) -> str:
    """Return a sum in rupees, or as it stands what is no sum."""
    return f"as the {value} says" if isinstance(value, str) else rupees(value)


def refusals_of(task: Task) -> tuple[str, ...]:
    """Return a refusal for each time the customer must hear one, pressed or not."""
    goals = [g for g in task.scenario.agenda if g.settled_by == "refusal"]
    count = sum(goal.press + 1 for goal in goals)
    return tuple(_REFUSALS[number % len(_REFUSALS)] for number in range(count))


def told_words(task: Task, said: str) -> str:
    """Return sentences for the figures of the task that `said` leaves out.

    Only figures that no result has a word for, or that a document gives; what comes
    into being by a change is never said before it.
    """
    return " ".join(_sentences(task.scenario.must_be_told, said))


def _sentences(told: Mapping[str, JsonValue], said: str) -> Iterator[str]:
    for name, value in told.items():
        documented = _FROM_DOCUMENTS.get(name)
        by_name = documented is None or name.replace("_", " ") in said.lower()
        if by_name and was_told(value, [said]):
            continue
        if documented is None and name in cues().figures:
            continue
        yield documented(value) if documented else _named(name, value)


def _named(name: str, value: JsonValue) -> str:
    label = name.replace("_", " ")
    if isinstance(value, str):
        return f"The {label} is {day(value)}."
    is_rate = value <= _LARGEST_RATE and "rate" in label
    return f"The {label} is {f'{value:.2f}%' if is_rate else rupees(value)}."
