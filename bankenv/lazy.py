"""The lazy path: gold without its required reads, the writes' arguments guessed.

It asks how much of a task an assistant gets right that looks nothing up. It makes the
writes in gold's order, with what the first message, the customer's facts and the header
show. Where those are silent it takes the first candidate of its kind, the branch that
the customer names first, the first figure, and the tool's defaults. Where the customer
asks for a write that gold refuses, it makes it; a request without a purpose of its own
is logged as a general one. A family whose records still end right
is one where the final state alone tells nothing. Pure.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from bankenv.bank import Dataset
from bankenv.books import Books
from bankenv.records import JsonValue, Record
from bankenv.replay import replay
from bankenv.scenario import Goal
from bankenv.scoring import score
from bankenv.tasks import GoldStep, Task
from bankenv.tools import TOOLS
from bankenv.tools.links import linked

JUDGED = ("sequencing", "edge_case")
# Above this share of right final states the reads of the two categories are for show.
MOST_RIGHT = 0.5
_KNOWN_WHEN = ("up_front", "when_asked")
# Where the header shows ids of a kind: the link, and the parts of the record.
_LINKS = {
    "account": ("accounts", ("accounts",)),
    "deposit": ("products", ("deposits", "loans", "insurance")),
    "loan": ("products", ("deposits", "loans", "insurance")),
    "card": ("cards", ("cards",)),
}
_TOOL_OF = {
    "book_deposit": "create_fd",
    "book_recurring": "create_rd",
    "close_deposit": "close_deposit",
    "set_renewal": "update_deposit_renewal",
    "freeze_card": "toggle_card_freeze",
    "unfreeze_card": "toggle_card_freeze",
    "block_card": "block_card",
    "set_controls": "set_card_controls",
    "order_cheque_book": "request_cheque_book",
    "send_statement": "request_duplicate_statement",
    "log_request": "raise_request",
}
# What a wish calls it, and what the tools do.
_SLOT_OF: Mapping[str, tuple[str, ...]] = {
    "principal_amount": ("amount",),
    "monthly_installment": ("amount",),
    "tenure_months": ("tenure_months",),
    "source_account": ("source_account", "account"),
    "payout_account": ("payout_account",),
    "payout_type": ("payout_type",),
    "instruction": ("maturity_instruction",),
    "maturity_instruction": ("maturity_instruction",),
    "deposit_id": ("deposit",),
    "card_id": ("card",),
    "account_id": ("account",),
    "reason": ("reason",),
    "leaves": ("leaves",),
}


_RANGE = re.compile(r"\b(\d{6}) (?:to|se) (\d{6})\b")


class _Unknown:
    """What nothing shows: the argument is left out."""


_UNKNOWN = _Unknown()
Guess = JsonValue | _Unknown


@dataclass(frozen=True, slots=True)
class LazyShare:
    """How many of a family's tasks end right on the lazy path."""

    family: str
    category: str
    tasks: int
    right: int

    @property
    def share(self) -> float:
        return self.right / self.tasks


def lazy_shares(dataset: Dataset) -> tuple[LazyShare, ...]:
    """Return the share of each sequencing and edge-case family, in the tasks' order."""
    ends: dict[tuple[str, str], list[bool]] = defaultdict(list)
    for task in dataset.tasks.values():
        if task.category in JUDGED:
            ends[task.family, task.category].append(ends_right(dataset, task))
    return tuple(
        LazyShare(family, category, len(right), sum(right))
        for (family, category), right in ends.items()
    )


def share_right(shares: tuple[LazyShare, ...]) -> float:
    """Return the share over all their tasks; 0 for none."""
    tasks = sum(one.tasks for one in shares)
    return sum(one.right for one in shares) / tasks if tasks else 0.0


def ends_right(dataset: Dataset, task: Task) -> bool:
    """Return whether the records end as gold's do although nothing was read."""
    verdict = score(dataset, replay(dataset, task, lazy_calls(dataset, task)))
    return verdict.final_state_passed


def lazy_calls(dataset: Dataset, task: Task) -> list[tuple[str, JsonValue]]:
    """Return the calls of the lazy path: writes and a hand-over, but no read."""
    guesses = _Guesses(dataset, task)
    first = {tool: goal for goal in _first_branch(task) if (tool := _tool(goal))}
    other = {_tool(goal) for goal in _other_branch(task)} - {None} - first.keys()
    steps = [step for step in task.gold if TOOLS[step.tool].kind != "read"]
    made = {step.tool for step in steps}
    asked: list[tuple[str, JsonValue]] = [
        (tool, guesses.wished(tool, goal))
        for tool, goal in first.items()
        if tool not in made
    ]
    return asked + [
        (step.tool, guesses.arguments(step, first.get(step.tool)))
        for step in steps
        if step.tool not in other
    ]


def _tool(goal: Goal) -> str | None:
    return _TOOL_OF.get(goal.action)


def _other_branch(task: Task) -> list[Goal]:
    """Return the goals that only a figure, or a change of mind, leads to."""
    goals = task.scenario.agenda
    named = {g.decide.otherwise for g in goals if g.decide}
    named |= {g.change.to for g in goals if g.change}
    named -= {g.decide.then for g in goals if g.decide}
    return [goal for goal in goals if goal.name in named]


def _first_branch(task: Task) -> list[Goal]:
    other = {goal.name for goal in _other_branch(task)}
    return [goal for goal in task.scenario.agenda if goal.name not in other]


class _Guesses:
    """What is known of a task without a read."""

    def __init__(self, dataset: Dataset, task: Task) -> None:
        self._books = Books(dataset, task.customer_id, task.opening)
        scenario = task.scenario
        known = [fact for fact in scenario.knows if fact.when in _KNOWN_WHEN]

        self._values = [fact.value for fact in known]
        lines = [*scenario.opening_lines, *(said for f in known for said in f.said)]
        self._said = " ".join(lines).lower()
        said = set(re.findall(r"\d+", self._said)) | _between(self._said)
        self._numbers = tuple(sorted(said))
        hidden = [f.value for f in scenario.knows if f.when not in _KNOWN_WHEN]
        self._hidden = [value for value in hidden if value not in self._values]

    def arguments(self, step: GoldStep, wish: Goal | None) -> Record:
        """Return a write's arguments: as wished, as known, or guessed."""
        wished = self.wished(step.tool, wish) if wish else {}
        guessed = {name: self._guess(name, v) for name, v in step.arguments.items()}
        sure = {n: v for n, v in guessed.items() if not isinstance(v, _Unknown)}
        return {**sure, **{n: v for n, v in wished.items() if n in step.arguments}}

    def wished(self, tool: str, goal: Goal) -> Record:
        """Return the arguments that a wish itself gives."""
        found: Record = {}
        for parameter in TOOLS[tool].parameters:
            slots = _SLOT_OF.get(parameter.name, ())
            value = next((goal.about[s] for s in slots if s in goal.about), None)
            guess = _UNKNOWN if value is None else self._guess(parameter.name, value)
            if not isinstance(guess, _Unknown):
                found[parameter.name] = guess
        if tool == "toggle_card_freeze":
            found["state"] = goal.action.removesuffix("_card")
        if tool == "raise_request" and "purpose" not in goal.about:
            found |= {"category": "general_query", "description": "As asked."}
        return found

    def _guess(self, name: str, value: JsonValue) -> Guess:
        if isinstance(value, list):
            items = [self._guess(name.removesuffix("s"), item) for item in value]
            return [item for item in items if not isinstance(item, _Unknown)]
        if isinstance(value, str) and name.endswith(("_id", "_account")):
            return self._candidate(name, value)
        if value in self._values or value in self._numbers:
            return value
        if isinstance(value, bool) or not isinstance(value, int | float):
            # A need put in the tool's words wants no read, unless figures decide it.
            unsaid = value in self._hidden or str(value).isdigit()
            return _UNKNOWN if unsaid else value
        return next((v for v in self._values if _is_figure(v)), _UNKNOWN)

    def _candidate(self, name: str, value: str) -> Guess:
        """Return the id where it is said, else the first of its kind in the header."""
        if value.lower() in self._said:
            return value
        for kind, (link, parts) in _LINKS.items():
            if kind in name or (kind == "account" and name.endswith("_account")):
                shown = list(linked(self._books, link, parts))
                alike = [one for one in shown if one[:2] == value[:2]]
                return next(iter(alike), _UNKNOWN)
        return _UNKNOWN  # a mandate or an entry: only a read shows it


def _between(said: str) -> set[str]:
    """Return the numbers of the cheques between two that were said."""
    return {
        f"{number:06d}"
        for first, last in _RANGE.findall(said)
        for number in range(int(first), int(last) + 1)
    }


def _is_figure(value: JsonValue) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def most_right(shares: tuple[LazyShare, ...]) -> Iterator[str]:
    """Yield what is wrong where too many tasks end right without a read."""
    found = share_right(shares)
    if found > MOST_RIGHT:
        worst = sorted(shares, key=lambda one: one.share, reverse=True)[:5]
        named = ", ".join(f"{one.family} {one.right}/{one.tasks}" for one in worst)
        yield (
            f"{found:.0%} of sequencing and edge-case tasks end right without a read, "
            f"at most {MOST_RIGHT:.0%} may; {named}"
        )
