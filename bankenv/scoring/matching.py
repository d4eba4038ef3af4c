"""Which call settled which gold step: a one-to-one assignment that keeps the order.

A batch read is cut into units, one per id, and so is a gold step that lists several
ids: each unit serves one need. The assignment with the most writes, then the most
reads in their order is taken; among equals the earliest calls.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from bankenv.records import JsonValue, Record
from bankenv.scoring.calls import MadeCall
from bankenv.scoring.values import same_value
from bankenv.tasks import GoldStep
from bankenv.tools import TOOLS, Tool

# The values of these only exist at run time, so no rule compares them unless it names
# them: interface §7.
RUN_TIME_ARGUMENTS = frozenset({"request_id", "reference_id", "reference"})
WRITE_WEIGHT = 1000


@dataclass(frozen=True, slots=True)
class Need:
    """One thing a gold step asks for: its call, for one id where it is a batch read."""

    number: int
    unit: str | None
    step: GoldStep = field(compare=False)


@dataclass(frozen=True, slots=True)
class Unit:
    """One thing a call provides."""

    event: int
    unit: str | None
    call: MadeCall = field(compare=False)


@dataclass(frozen=True)
class Assignment:
    """Which unit serves which need; a need that nothing serves is not a key."""

    units: Mapping[Need, Unit] = field(default_factory=dict)

    def call_of(self, step: GoldStep) -> MadeCall | None:
        """Return the last call that serves the step, if all its needs are served."""
        served = [self.units.get(need) for need in needs_of(step)]
        calls = [unit.call for unit in served if unit is not None]
        if len(calls) < len(served):
            return None
        return max(calls, key=lambda call: call.event)

    def unserved(self, step: GoldStep) -> tuple[Need, ...]:
        """Return what the step asks for and no call provided in its place."""
        return tuple(need for need in needs_of(step) if need not in self.units)

    def leftovers(self, calls: Sequence[MadeCall]) -> list[Unit]:
        """Return the units that serve no need, in order."""
        used = set(self.units.values())
        return [u for call in calls for u in units_of(call) if u not in used]


def compared_arguments(step: GoldStep) -> tuple[str, ...]:
    """Return the names of the arguments on which a call must agree with the step."""
    if step.compare is not None:
        return step.compare
    skipped = RUN_TIME_ARGUMENTS | TOOLS[step.tool].free_text
    return tuple(name for name in step.arguments if name not in skipped)


def effective(tool: Tool, arguments: Record) -> Record:
    """Return the arguments with the tool's defaults filled in."""
    return {**tool.defaults, **arguments}


def needs_of(step: GoldStep) -> tuple[Need, ...]:
    """Return what a gold step asks for, one need per id of a batch read."""
    batch = TOOLS[step.tool].batch
    if batch is None or batch not in compared_arguments(step):
        return (Need(step.step, None, step),)
    return tuple(
        Need(step.step, item, step) for item in dict.fromkeys(step.arguments[batch])
    )


def units_of(call: MadeCall) -> tuple[Unit, ...]:
    """Return what a call provides, one unit per id of a batch read."""
    batch = TOOLS[call.tool].batch if call.tool in TOOLS else None
    if batch is None:
        return (Unit(call.event, None, call),)
    ids = call.arguments.get(batch)
    if not isinstance(ids, list):
        return ()
    return tuple(Unit(call.event, item, call) for item in dict.fromkeys(map(str, ids)))


def serves(unit: Unit, need: Need) -> bool:
    """Tell whether a unit is what a need asks for, whenever it came."""
    step, call = need.step, unit.call
    if call.tool != step.tool or not call.succeeded:
        return False
    return (need.unit is None or need.unit == unit.unit) and not differing(step, call)


def differing(step: GoldStep, call: MadeCall) -> list[str]:
    """Return the compared arguments, ids of batch reads apart, on which they differ."""
    tool = TOOLS[step.tool]
    gold = effective(tool, step.arguments)
    got = effective(tool, call.arguments)
    unequal = [
        name
        for name in compared_arguments(step)
        if name != tool.batch and not same_value(gold.get(name), got.get(name))
    ]
    return unequal + [name for name in step.mentions if not says(step, name, call)]


def says(step: GoldStep, name: str, call: MadeCall) -> bool:
    """Tell whether an argument in free words holds one of the words it must."""
    said = str(call.arguments.get(name)).casefold()
    return any(word in said for word in step.mentions[name])


def in_order(earlier: GoldStep, before: MadeCall, after: MadeCall) -> bool:
    """Tell whether `before`, the call of step `earlier`, lies before `after`.

    A write must come in a later answer than the read that it depends on: a read asked
    for in the same answer could not have been read before the write was decided.
    """
    if TOOLS[earlier.tool].kind == "read" and after.kind == "write":
        return before.turn < after.turn
    return before.event < after.event


def assign(gold: Sequence[GoldStep], calls: Sequence[MadeCall]) -> Assignment:
    """Return the best one-to-one assignment of calls to gold steps, order kept."""
    needs = [need for step in gold for need in needs_of(step)]
    units = [unit for call in calls for unit in units_of(call)]
    options = {need: [u for u in units if serves(u, need)] for need in needs}
    return Assignment(_Search(needs, options).best)


class _Search:
    """Depth-first over the needs in their order, earliest calls first, with a bound.

    Order constraints only say "later than", so an earlier call is never worse for what
    follows, and of the calls that fit a need at most one per other need can be taken:
    looking at as many calls as there are needs finds the optimum.
    """

    def __init__(
        self, needs: Sequence[Need], options: Mapping[Need, Sequence[Unit]]
    ) -> None:
        self.needs = needs
        self.options = options
        self.best: dict[Need, Unit] = {}
        self.best_weight = -1
        self.possible = [0] * (len(needs) + 1)
        for i in range(len(needs) - 1, -1, -1):
            reachable = _weight(needs[i]) if options[needs[i]] else 0
            self.possible[i] = self.possible[i + 1] + reachable
        self._visit(0, {}, 0)

    def _visit(self, position: int, taken: dict[Need, Unit], weight: int) -> None:
        if weight + self.possible[position] <= self.best_weight:
            return
        if position == len(self.needs):
            self.best, self.best_weight = dict(taken), weight
            return
        need = self.needs[position]
        for unit in self._candidates(need, taken):
            taken[need] = unit
            self._visit(position + 1, taken, weight + _weight(need))
            del taken[need]
        self._visit(position + 1, taken, weight)

    def _candidates(self, need: Need, taken: Mapping[Need, Unit]) -> list[Unit]:
        used = set(taken.values())
        earlier = [
            (other.step, unit.call)
            for other, unit in taken.items()
            if other.step.step in need.step.after
        ]
        fitting = (
            unit
            for unit in self.options[need]
            if unit not in used
            and all(in_order(step, call, unit.call) for step, call in earlier)
        )
        return [unit for unit, _ in zip(fitting, self.needs, strict=False)]


def _weight(need: Need) -> int:
    return 1 if TOOLS[need.step.tool].kind == "read" else WRITE_WEIGHT


def argument_rows(step: GoldStep, call: MadeCall | None) -> list[dict[str, JsonValue]]:
    """Return a row per compared argument: name, gold, got, and whether they agree."""
    tool = TOOLS[step.tool]
    got = effective(tool, call.arguments) if call else {}
    rows = [
        {
            "name": name,
            "gold": step.arguments.get(name),
            "got": got.get(name),
            "same": same_value(
                effective(tool, step.arguments).get(name), got.get(name)
            ),
            "left_out": call is not None and name not in call.arguments,
        }
        for name in compared_arguments(step)
    ]
    return rows + [
        {
            "name": name,
            "gold": f"words such as {', '.join(list(words)[:3])}",
            "got": got.get(name),
            "same": call is not None and says(step, name, call),
        }
        for name, words in step.mentions.items()
    ]
