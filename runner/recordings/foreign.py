"""Tasks of other benchmarks as tasks of ours: what they hold, and nothing made up."""

from collections.abc import Mapping, Sequence

from bankenv.records import JsonValue
from bankenv.scenario import Fact, Scenario
from bankenv.tasks import GoldStep, Task
from runner.recordings.events import BadRecording, a_list, a_text, an_object

MOST_STEPS = 100


def foreign_scenario(
    wants: str, knows: Sequence[Fact] = (), persona: str = ""
) -> Scenario:
    """Return a scenario that is read by people only; no agenda customer plays it."""
    return Scenario(
        persona=persona,
        name="",
        tone="",
        register="plain",
        length="normal",
        patience=0,
        opening_lines=(),
        wants=wants,
        knows=tuple(knows),
        products=(),
        conditions=(),
        must_be_told={},
        agenda=(),
    )


def foreign_task(
    task_id: str, domain: str, scenario: Scenario, gold: tuple[GoldStep, ...]
) -> Task:
    """Return a task of another domain; it is its own family, category and area."""
    name = (domain or "recorded")[:20]
    return Task(
        id=task_id,
        family=name,
        category=name,
        area=name,
        title=f"{name.replace('_', ' ').capitalize()} task {task_id}",
        language="English",
        customer_id="",
        opening=(),
        scenario=scenario,
        gold=gold,
    )


def gold_steps(
    actions: JsonValue, arguments_key: str, place: str
) -> tuple[GoldStep, ...]:
    """Return gold actions as steps. Nothing is known of their order or reasons."""
    rows = a_list(actions, place)
    if len(rows) > MOST_STEPS:
        raise BadRecording(f"{place}: {len(rows)} actions; {MOST_STEPS} are read")
    return tuple(
        _step(number, an_object(row, f"{place}[{number - 1}]"), arguments_key, place)
        for number, row in enumerate(rows, start=1)
    )


def _step(
    number: int, row: Mapping[str, JsonValue], arguments_key: str, place: str
) -> GoldStep:
    here = f"{place}[{number - 1}]"
    compare = row.get("compare_args")
    return GoldStep(
        step=number,
        tool=a_text(row.get("name"), f"{here}.name"),
        arguments=dict(
            an_object(row.get(arguments_key) or {}, f"{here}.{arguments_key}")
        ),
        compare=None
        if compare is None
        else tuple(a_list(compare, f"{here}.compare_args")),
        after=(),
        why=str(row.get("info") or ""),
        rules=(),
    )
