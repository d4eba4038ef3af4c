"""A small bank in the published layout, written from ours; with or without agendas."""

from dataclasses import replace
from pathlib import Path

import orjson

from bankenv.dataset import load_dataset
from bankenv.tasks import Task
from runner.recordings.domain_files import write_domain

# Our tasks under ids of the published kind.
KEPT = {"SQ_FDC_001": "rl_sqfdc_0001", "CT_BAL_001": "rl_hpbal_0001"}


def write_small_bank(root: Path, *, agenda: bool) -> list[Task]:
    """Write two tasks and their customers as the published data has them.

    Without `agenda` each customer is told in prose alone, as there. Return the tasks.
    """
    dataset = load_dataset()
    tasks = {name: replace(dataset.tasks[ours], id=name) for ours, name in KEPT.items()}
    names = {task.customer_id for task in tasks.values()}
    customers = {name: dataset.customers[name] for name in names}
    splits = {"base": tuple(tasks), "lite": tuple(tasks)[:1]}
    small = replace(dataset, tasks=tasks, customers=customers, splits=splits)
    write_domain(small, root)
    (root / "agent_instruction.txt").write_text("Serve the customer by the policy.")
    if not agenda:
        rows = orjson.loads((root / "tasks.json").read_bytes())
        for row in rows:
            del row["passbook"]
        (root / "tasks.json").write_bytes(orjson.dumps(rows))
    return list(tasks.values())
