"""Where the customer stands: goals, what was heard, what was told."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from bankenv.customer.voice import Voice
from bankenv.scenario import Fact, Goal, Product, Scenario

OPEN, DORMANT, SETTLED, REFUSED, DROPPED = (
    "open",
    "dormant",
    "settled",
    "refused",
    "dropped",
)
_FEWEST_IDLE, _MOST_IDLE = 2, 5

# A figure is also heard under a name that people use for it.
ALIASES = {
    "balance": ("new_balance",),
    "new_balance": ("balance",),
    "charge": ("fee", "penalty"),
    "fee": ("charge",),
    "penalty": ("charge", "fee"),
    "free_amount": ("balance",),
    "free_to_book": ("free_amount", "minimum", "balance", "hold"),
    "charge_basis": (),
}
# What only its own word or its known value makes heard, though the alias is said.
_BY_VALUE_ONLY = frozenset({"free_amount", "free_to_book"})


@dataclass(frozen=True, slots=True)
class HeardFigure:
    """A figure as it was said: in which assistant turn, and its value if it has one."""

    turn: int
    amount: float | None
    text: str = ""


@dataclass(slots=True)
class State:
    """What the customer has in mind during one conversation."""

    scenario: Scenario
    voice: Voice
    turn: int = 0
    idle: int = 0
    goals: dict[str, str] = field(default_factory=dict)
    current_since: dict[str, int] = field(default_factory=dict)
    raised: set[str] = field(default_factory=set)
    agreed: set[str] = field(default_factory=set)
    pressed: dict[str, int] = field(default_factory=dict)
    heard: dict[str, HeardFigure] = field(default_factory=dict)
    told: dict[str, int] = field(default_factory=dict)
    said_once: set[str] = field(default_factory=set)
    stalls: int = 0
    decided: set[str] = field(default_factory=set)
    last_proposed: frozenset[str] = frozenset()

    @property
    def patience(self) -> int:
        """Return how many turns without progress the customer bears."""
        return max(_FEWEST_IDLE, min(self.scenario.patience, _MOST_IDLE))

    def open_goals(self) -> Iterator[Goal]:
        """Yield the goals that are still wanted, in order."""
        for goal in self.scenario.agenda:
            if self.goals[goal.name] == OPEN:
                yield goal

    def current(self) -> Goal | None:
        """Return the goal that is pursued now."""
        return next(self.open_goals(), None)

    def goal(self, name: str) -> Goal | None:
        """Return the goal of that name, if the agenda has one."""
        return next((g for g in self.scenario.agenda if g.name == name), None)

    def fact(self, slot: str) -> Fact | None:
        """Return the fact kept under `slot`, known or not."""
        return next((f for f in self.scenario.knows if f.slot == slot), None)

    def product(self, product_id: object) -> Product | None:
        """Return the customer's product of that id."""
        products = self.scenario.products
        return next((p for p in products if p.id == product_id), None)

    def missing(self, goal: Goal) -> list[str]:
        """Return the figures the customer must still hear before agreeing to `goal`."""
        needed = list(goal.hear_first)
        if goal.decide and goal.name not in self.decided:
            needed.append(goal.decide.figure)
        if goal.change and goal.change.waits and goal.change.after != "yes":
            needed.append(goal.change.after)
        return [f for f in dict.fromkeys(needed) if f not in self.heard]

    def learned(self, fact: Fact) -> bool:
        """Return whether the customer knows by now what a `once_heard` fact is."""
        about = (
            g for g in self.scenario.agenda if g.about.get(fact.slot) == fact.value
        )
        return not any(self.missing(goal) for goal in about)

    def unlearned(self, slot: str, value: object) -> bool:
        """Return whether figures are missing that the value of `slot` depends on."""
        return any(
            fact.when == "once_heard" and not self.learned(fact)
            for fact in self.scenario.knows
            if (fact.slot, fact.value) == (slot, value)
        )

    def close(self, goal: Goal, how: str) -> None:
        """Give a goal its final state; a following goal counts as current from now."""
        self.goals[goal.name] = how
        following = self.current()
        if following:
            self.current_since.setdefault(following.name, self.turn)


def opened(scenario: Scenario, voice: Voice) -> State:
    """Return the state right after the opening line."""
    waiting = {
        name
        for goal in scenario.agenda
        for name in _raises(goal)
        if name and name != goal.name
    }
    state = State(scenario, voice)
    state.goals = {
        goal.name: DORMANT if goal.name in waiting else OPEN for goal in scenario.agenda
    }
    first = state.current()
    if first:
        state.raised.add(first.name)
        state.current_since[first.name] = 0
    state.told = {fact.slot: 1 for fact in scenario.knows if fact.when == "up_front"}
    return state


def _raises(goal: Goal) -> list[str]:
    decided = [goal.decide.then, goal.decide.otherwise] if goal.decide else []
    return decided + ([goal.change.to] if goal.change else [])


def figures_of_interest(scenario: Scenario) -> set[str]:
    """Return the names of all figures this customer listens for."""
    wanted = set(scenario.must_be_told)
    for goal in scenario.agenda:
        wanted |= set(goal.hear_first)
        wanted |= {goal.figure} if goal.figure else set()
        wanted |= {goal.decide.figure} if goal.decide else set()
        if goal.change and goal.change.after != "yes":
            wanted.add(goal.change.after)
    return wanted


def names_of(figure: str) -> tuple[str, ...]:
    """Return the names under which a figure is heard by its word alone."""
    if figure in _BY_VALUE_ONLY:
        return (figure,)
    return (figure, *ALIASES.get(figure, ()))


def words_of(figure: str) -> tuple[str, ...]:
    """Return the names whose words give context to the figure's known value."""
    return (figure, *ALIASES.get(figure, ()))
