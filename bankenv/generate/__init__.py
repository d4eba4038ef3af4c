"""The seeded generator of the bank's customers and of the tasks about them."""

from collections.abc import Iterable
from pathlib import Path

import orjson

from bankenv.generate.customers import draw_customers
from bankenv.generate.days import CLOCK
from bankenv.generate.desk import REFERENCE_SEED
from bankenv.generate.rates import FIXTURES
from bankenv.generate.short_chains import SHORT_CHAINS
from bankenv.generate.splits import make_splits
from bankenv.generate.tasks import make_family, make_tasks
from bankenv.task_io import task_to_json
from bankenv.tasks import Task

SUITE, VERSION = "procedures", "1.0.0"
CUSTOMERS = 944


def build(customers: int = CUSTOMERS) -> dict[str, bytes]:
    """Return every generated fixture: its path under the fixtures and its bytes.

    Raises ValueError if the roster is too small or a task cannot be made.
    """
    drawn = draw_customers(customers)
    tasks = make_tasks(drawn)
    suite = {
        "suite": SUITE,
        "version": VERSION,
        "clock": CLOCK.isoformat(),
        "seed": REFERENCE_SEED,
        "short_chains": SHORT_CHAINS,
    }
    files = {
        "suite.json": _document(suite),
        "splits.json": _document(make_splits(tasks)),
        "bank/customers.jsonl": _lines(orjson.dumps(one.record) for one in drawn),
    }
    for family in dict.fromkeys(task.family for task in tasks):
        of_family = [task for task in tasks if task.family == family]
        files[f"tasks/{family}.jsonl"] = task_lines(of_family)
    return files


def build_family(family: str, customers: int = CUSTOMERS) -> list[Task]:
    """Return the tasks of one family, registered or not.

    Raises ValueError if there is no such family or one of its tasks cannot be made.
    """
    return make_family(family, draw_customers(customers))


def task_lines(tasks: Iterable[Task]) -> bytes:
    """Return the content of a family's fixture file."""
    return _lines(task_to_json(task) for task in tasks)


def write(root: Path = FIXTURES, customers: int = CUSTOMERS) -> list[Path]:
    """Write the generated fixtures under `root` and return their paths."""
    paths = []
    for name, content in build(customers).items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        paths.append(path)
    return paths


def _document(value: object) -> bytes:
    return orjson.dumps(value, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)


def _lines(lines: Iterable[bytes]) -> bytes:
    return b"".join(line + b"\n" for line in lines)
