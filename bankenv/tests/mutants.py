"""Wrong runs made from gold chains, each with the finding that it must bring."""

from collections.abc import Iterator
from dataclasses import dataclass

from bankenv.dataset import Dataset
from bankenv.records import JsonValue, Record
from bankenv.replay import gold_calls
from bankenv.scoring.matching import compared_arguments
from bankenv.scoring.state import opening_record
from bankenv.tasks import GoldStep, Task
from bankenv.tools import TOOLS

Calls = list[tuple[str, JsonValue]]


@dataclass(frozen=True)
class Mutant:
    """Calls that must fail with a finding of one of `kinds` at call `position`.

    `position` counts calls from 0; None means that no single call is to blame.
    """

    name: str
    calls: Calls
    kinds: frozenset[str]
    position: int | None = None


def mutants(dataset: Dataset, task: Task) -> Iterator[Mutant]:
    """Yield every mutant that applies to the task."""
    for make in (_dropped, _backwards, _wrong_ids, _doubled, _undone, _late_quote):
        yield from make(dataset, task)


def event_of(position: int) -> int:
    """Return the event index of the call at `position` in a replayed trajectory."""
    return 1 + 2 * position


def _dropped(dataset: Dataset, task: Task) -> Iterator[Mutant]:
    missed = {
        "read": "missed_read",
        "write": "missed_write",
        "hand_over": "missed_hand_over",
    }
    for i, step in enumerate(task.gold):
        calls = gold_calls(task)
        del calls[i]
        twin = any(other.tool == step.tool for other in task.gold if other is not step)
        kinds = {missed[TOOLS[step.tool].kind]}
        if twin:
            kinds |= {"late_call", "wrong_arguments"}
        yield Mutant(f"step {step.step} dropped", calls, frozenset(kinds))


def _backwards(dataset: Dataset, task: Task) -> Iterator[Mutant]:
    if any(step.after for step in task.gold):
        kinds = {"late_call"}
        if len({step.tool for step in task.gold}) < len(task.gold):
            kinds |= {"wrong_arguments"}
        if TOOLS[task.gold[-1].tool].kind == "hand_over":
            kinds |= {"missed_read"}  # nothing follows a hand-over
        yield Mutant("backwards", gold_calls(task)[::-1], frozenset(kinds))


def _wrong_ids(dataset: Dataset, task: Task) -> Iterator[Mutant]:
    record = opening_record(dataset, task.id)
    for i, step in enumerate(task.gold):
        named = _ids_in_gold(task, step.tool)
        for name, value, other in _swaps(step, record, named):
            calls = gold_calls(task)
            swapped = [other] if isinstance(value, list) else other
            calls[i] = (step.tool, {**step.arguments, name: swapped})
            kinds = {"wrong_arguments"}
            if any(s.tool == step.tool for s in task.gold if s is not step):
                kinds |= {"late_call"}
            yield Mutant(f"step {step.step} on {other}", calls, frozenset(kinds), i)


def _ids_in_gold(task: Task, tool: str) -> set[JsonValue]:
    """Return what gold's calls of the tool name: it could settle another step."""
    values = [v for s in task.gold if s.tool == tool for v in s.arguments.values()]
    lists = [item for v in values if isinstance(v, list) for item in v]
    return {*lists, *(v for v in values if isinstance(v, str))}


def _swaps(
    step: GoldStep, record: Record, named: set[JsonValue]
) -> Iterator[tuple[str, JsonValue, str]]:
    """Yield one other id of the same kind for each compared id of the step."""
    kinds = ("accounts", "cards", "deposits", "loans")
    pools = [list(record.get(kind, {})) for kind in kinds]
    pools.append([mandate["mandate_id"] for mandate in record.get("mandates", [])])
    for name in compared_arguments(step):
        value = step.arguments.get(name)
        given = value if isinstance(value, list) else [value]
        for pool in pools:
            others = [item for item in pool if item not in named]
            if given and all(item in pool for item in given) and others:
                yield name, value, others[0]


def _doubled(dataset: Dataset, task: Task) -> Iterator[Mutant]:
    for i, step in enumerate(task.gold):
        if TOOLS[step.tool].kind == "write":
            calls = gold_calls(task)
            calls.insert(i + 1, calls[i])
            unsolicited = frozenset({"unsolicited_write"})
            yield Mutant(f"step {step.step} doubled", calls, unsolicited, i + 1)


def _undone(dataset: Dataset, task: Task) -> Iterator[Mutant]:
    record = opening_record(dataset, task.id)
    touched = {step.arguments.get("card_id") for step in task.gold}
    active = [
        card
        for card, row in record.get("cards", {}).items()
        if row["status"] == "active" and card not in touched
    ]
    handed_over = any(TOOLS[s.tool].kind == "hand_over" for s in task.gold)
    if active and not handed_over:
        extra: Calls = [
            ("toggle_card_freeze", {"card_id": active[0], "state": state})
            for state in ("freeze", "unfreeze")
        ]
        calls = gold_calls(task) + extra
        unsolicited = frozenset({"unsolicited_write"})
        yield Mutant("froze and unfroze", calls, unsolicited, len(task.gold))


def _late_quote(dataset: Dataset, task: Task) -> Iterator[Mutant]:
    tools = [step.tool for step in task.gold]
    if "close_deposit" in tools and "get_deposit_closure_quote" in tools:
        calls = gold_calls(task)
        quote = calls.pop(tools.index("get_deposit_closure_quote"))
        closure = next(i for i, call in enumerate(calls) if call[0] == "close_deposit")
        calls.insert(closure + 1, quote)
        yield Mutant(
            "quote after closure", calls, frozenset({"late_call"}), closure + 1
        )
