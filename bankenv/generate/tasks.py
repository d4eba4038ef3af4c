"""All tasks and splits, made from the customers."""

from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module

from bankenv.generate.casting import CAST_TOGETHER, Case, Cast, cases
from bankenv.generate.customers import Customer
from bankenv.generate.desk import Desk
from bankenv.generate.families import FAMILIES, Drafter
from bankenv.generate.parts import Family, finished
from bankenv.tasks import Task


def make_tasks(customers: Sequence[Customer]) -> list[Task]:
    """Return the tasks of every family; the order of the customers does not matter.

    Raises ValueError if no customer fits a task or the bank refuses a gold step.
    """
    together, made = Cast(customers), []
    for place, (family, drafter) in enumerate(FAMILIES):
        cast = together if place < CAST_TOGETHER else Cast(customers)
        made += _make_family(family, drafter, place, cast)
    return made


def make_family(family_id: str, customers: Sequence[Customer]) -> list[Task]:
    """Return the tasks of one family, which need not be part of the suite yet.

    Raises ValueError if there is no such family, if no customer fits a task, or if
    the bank refuses a gold step.
    """
    ids = [family.id for family, _ in FAMILIES]
    if family_id in ids[:CAST_TOGETHER]:
        made = make_tasks(customers)
        return [task for task in made if task.family == family_id]
    family, drafter = _found(family_id)
    return _make_family(family, drafter, CAST_TOGETHER, Cast(customers))


def _found(family_id: str) -> tuple[Family, Drafter]:
    name = f"bankenv.generate.families.{family_id.lower()}"
    try:
        module = import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        raise ValueError(f"no family {family_id!r}: no module {name}") from None
    return module.FAMILY, module.draft


def _make_family(
    family: Family, drafter: Drafter, place: int, cast: Cast
) -> list[Task]:
    made: list[Task] = []
    taken: set[str] = set()
    for case in cases(family.id, place, family.counts):
        task = _make(family, drafter, case, cast, taken)
        taken.add(task.customer_id)
        cast.parts[task.customer_id] += 1
        made.append(task)
    return made


def _make(
    family: Family, drafter: Drafter, case: Case, cast: Cast, taken: set[str]
) -> Task:
    for tried in (case, replace(case, plants=True)):
        for customer in cast.candidates(case.chance, case.register, taken):
            draft = drafter(tried, customer)
            if draft is not None:
                task = finished(family, case, draft)
                _replay(task, customer)
                return task
    raise ValueError(f"{case.task_id}: no customer fits")


def _replay(task: Task, customer: Customer) -> None:
    """Play the gold chain; the desk raises ValueError where the bank refuses."""
    desk = Desk(customer, task.opening)
    for step in task.gold:
        desk.call(step.tool, **step.arguments)
