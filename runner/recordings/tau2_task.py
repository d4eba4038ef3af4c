"""Tasks of τ²-bench: read as tasks of ours, and ours written as theirs."""

from collections.abc import Mapping, Sequence
from typing import Any  # Any: JSON values that are built up

import orjson

from bankenv.bank import Dataset
from bankenv.books import Books
from bankenv.records import JsonValue
from bankenv.scenario import Fact, Scenario
from bankenv.tasks import Edit, GoldStep, Task
from runner.recordings.domains import OWN_DOMAIN
from runner.recordings.events import BadRecording, a_text, an_object
from runner.recordings.foreign import foreign_scenario, foreign_task, gold_steps

BASIS = ["ACTION", "DB"]


def own_name(domain: str) -> str:
    """Return the name of a domain as it is used here: any bank's is `banking`."""
    return OWN_DOMAIN if "bank" in domain.lower() else domain.lower()[:30]


def read_task(row: Mapping[str, JsonValue], domain: str) -> Task:
    """Return a τ²-bench task. Raises BadRecording naming the field at fault."""
    task_id = a_text(row.get("id"), "id", 64)
    scenario, named = _scenario(row)
    criteria = an_object(row.get("evaluation_criteria") or {}, "evaluation_criteria")
    gold = gold_steps(
        criteria.get("actions"), "arguments", "evaluation_criteria.actions"
    )
    return foreign_task(task_id, domain or named, scenario, gold)


def opening_of(row: Mapping[str, JsonValue]) -> tuple[str, tuple[Edit, ...]]:
    """Return the active customer of a task and the edits of its opening records.

    Raises BadRecording for what the opening of one customer cannot hold: calls or
    messages before the beginning, or other customers' records.
    """
    initial = an_object(row.get("initial_state") or {}, "initial_state")
    for name in ("initialization_actions", "message_history"):
        if initial.get(name):
            raise BadRecording(f"initial_state.{name} is not supported")
    data = an_object(initial.get("initialization_data") or {}, "initialization_data")
    agent = an_object(data.get("agent_data") or {}, "agent_data")
    if unknown := agent.keys() - {"active_customer", "customers"}:
        raise BadRecording(f"agent_data has {sorted(unknown)[0]!r}")
    customer = a_text(agent.get("active_customer") or "", "active_customer", 64)
    records = an_object(agent.get("customers") or {}, "agent_data.customers")
    if others := records.keys() - {customer}:
        raise BadRecording(
            f"agent_data edits {sorted(others)[0]!r}, not the active one"
        )
    return customer, tuple(_edits("", records.get(customer) or {}))


def _edits(path: str, value: JsonValue) -> list[Edit]:
    """Return a deep merge as edits: maps are entered, all else is replaced."""
    if not isinstance(value, Mapping) or (path and not value):
        return [Edit(path, value)] if path else []
    return [
        edit
        for key, inner in value.items()
        for edit in _edits(f"{path}.{key}" if path else str(key), inner)
    ]


def _scenario(row: Mapping[str, JsonValue]) -> tuple[Scenario, str]:
    user = an_object(row.get("user_scenario") or {}, "user_scenario")
    persona = str(user.get("persona") or "")
    told = user.get("instructions")
    if not isinstance(told, Mapping):
        return foreign_scenario(str(told or ""), persona=persona), ""
    knows = [
        fact
        for fact in (
            Fact("reason", told.get("reason_for_call"), (), "up_front"),
            Fact("known", told.get("known_info"), (), "when_asked"),
            Fact("unknown", told.get("unknown_info"), (), "never"),
        )
        if isinstance(fact.value, str) and fact.value
    ]
    wants = str(told.get("task_instructions") or told.get("reason_for_call") or "")
    named = own_name(str(told.get("domain") or ""))
    return foreign_scenario(wants, knows, persona), named


def write_task(dataset: Dataset, task: Task) -> dict[str, Any]:
    """Return one of our tasks as a τ²-bench task.

    Lost: the order of steps, the rules they follow, the customer's agenda.
    """
    return {
        "id": task.id,
        "description": {
            "purpose": task.title,
            "relevant_policies": ", ".join(
                dict.fromkeys(rule for step in task.gold for rule in step.rules)
            )
            or None,
            "notes": f"family {task.family}, {task.category}, {task.area}",
        },
        "user_scenario": {
            "persona": _persona(task.scenario) or None,
            "instructions": _instructions(task),
        },
        "ticket": None,
        "initial_state": _initial_state(dataset, task),
        "evaluation_criteria": {
            "actions": [write_action(task, step) for step in task.gold],
            "env_assertions": None,
            "communicate_info": None,
            "nl_assertions": None,
            "reward_basis": BASIS,
        },
    }


def write_action(task: Task, step: GoldStep) -> dict[str, Any]:
    """Return a gold step as a τ²-bench action."""
    return {
        "action_id": f"{task.id}_{step.step}",
        "requestor": "assistant",
        "name": step.tool,
        "arguments": dict(step.arguments),
        "info": step.why or None,
        "compare_args": None if step.compare is None else list(step.compare),
    }


def _persona(scenario: Scenario) -> str:
    return ". ".join(part for part in (scenario.persona, scenario.tone) if part)


def _instructions(task: Task) -> dict[str, Any]:
    scenario = task.scenario
    return {
        "domain": OWN_DOMAIN,
        "reason_for_call": next(iter(scenario.opening_lines), scenario.wants),
        "known_info": _facts(scenario.knows, never=False),
        "unknown_info": _facts(scenario.knows, never=True),
        "task_instructions": " ".join([scenario.wants, *scenario.conditions]),
    }


def _facts(facts: Sequence[Fact], *, never: bool) -> str | None:
    told = [
        f"{fact.slot.replace('_', ' ')}: {fact.said[0] if fact.said else fact.value}"
        for fact in facts
        if (fact.when == "never") == never
    ]
    return "\n".join(told) or None


def special_record(dataset: Dataset, task: Task) -> tuple[str, JsonValue] | None:
    """Return an id and the opening record of a task that no deep merge can open.

    A merge cannot take a key away; such a task gets a customer of its own in db.json.
    """
    if not task.opening or task.customer_id not in dataset.customers:
        return None
    start = orjson.loads(dataset.customers[task.customer_id])
    record = _plain(Books(dataset, task.customer_id, task.opening).record)
    if _merged(start, _merge_of(dataset, task)) == record:
        return None
    return f"{task.customer_id}_{task.id}", record


def _merge_of(dataset: Dataset, task: Task) -> dict[str, Any]:
    record = _plain(Books(dataset, task.customer_id, task.opening).record)
    edits: dict[str, Any] = {}
    for edit in task.opening:
        _merge(edits, record, edit.path.split("."))
    return edits


def _plain(value: JsonValue) -> JsonValue:
    return orjson.loads(orjson.dumps(value))


def _merged(start: JsonValue, change: JsonValue) -> JsonValue:
    if not isinstance(start, dict) or not isinstance(change, dict):
        return change
    return {**start, **{k: _merged(start.get(k), v) for k, v in change.items()}}


def _initial_state(dataset: Dataset, task: Task) -> dict[str, Any]:
    special = special_record(dataset, task)
    agent: dict[str, Any] = {
        "active_customer": special[0] if special else task.customer_id
    }
    if special is None and task.opening and task.customer_id in dataset.customers:
        agent["customers"] = {task.customer_id: _merge_of(dataset, task)}
    return {
        "initialization_data": {"agent_data": agent, "user_data": None},
        "initialization_actions": None,
        "message_history": None,
    }


def _merge(into: dict[str, Any], record: JsonValue, path: list[str]) -> None:
    """Put the value at `path` into a deep merge; lists are given whole."""
    name, *rest = path
    value = record[name]
    if not rest or not isinstance(value, dict):
        into[name] = value
        return
    _merge(into.setdefault(name, {}), value, rest)
