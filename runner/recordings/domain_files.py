"""A bank in the layout of the published data: read and checked, or written."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import orjson

from bankenv.bank import Dataset
from bankenv.records import JsonValue, Record
from bankenv.scenario import Scenario
from bankenv.task_io import scenario_from_json
from bankenv.tasks import Task
from bankenv.tools import TOOLS
from runner.recordings.events import BadRecording, a_list, a_text, an_object
from runner.recordings.stream import BrokenFile, pieces
from runner.recordings.tau2_simulation import EXTRA
from runner.recordings.tau2_task import (
    opening_of,
    read_task,
    special_record,
    write_task,
)

LARGEST_FILE = 128 << 20
MOST_DOCUMENTS = 1_000
CATEGORIES = (
    ("hp", "happy_path"),
    ("sq", "scenario"),
    ("edg", "edge_case"),
    ("tl", "tool_lookup"),
)


@dataclass(frozen=True)
class DomainFiles:
    """A bank that was read. `faults` are remarks on data that is taken as it is."""

    customers: Mapping[str, Record]
    tasks: Mapping[str, Task]
    splits: Mapping[str, tuple[str, ...]]
    policy: str
    instruction: str
    documents: Mapping[str, str]
    provenance: list[JsonValue]
    faults: list[str] = field(default_factory=list)


def read_domain(root: Path) -> DomainFiles:
    """Read a directory in the published layout.

    It has `db.json`, `tasks.json`, `split_tasks.json`, `policy.md` and `kb/`.
    Raises BrokenFile naming the file and the place for a missing or unreadable file, a
    task about nobody, or one whose gold calls a tool that the bank does not have.
    """
    faults: list[str] = []
    customers, default = _customers(root / "db.json")
    tasks = _tasks(root / "tasks.json", customers, default)
    return DomainFiles(
        customers=customers,
        tasks=tasks,
        splits=_splits(root / "split_tasks.json", tasks, faults),
        policy=_text(root / "policy.md"),
        instruction=_text(root / "agent_instruction.txt", needed=False),
        documents=dict(_documents(root / "kb")),
        provenance=_provenance(root / "kb" / "provenance.json"),
        faults=faults,
    )


def _bytes(path: Path) -> bytes:
    if not path.is_file():
        raise BrokenFile(f"{path.name}: there is no such file")
    if path.stat().st_size > LARGEST_FILE:
        raise BrokenFile(f"{path.name}: larger than {LARGEST_FILE:,} bytes")
    return path.read_bytes()


def _json(path: Path) -> JsonValue:
    try:
        return orjson.loads(_bytes(path))
    except orjson.JSONDecodeError as error:
        raise BrokenFile(f"{path.name}: not JSON: {error}") from None


def _text(path: Path, *, needed: bool = True) -> str:
    if not needed and not path.is_file():
        return ""
    try:
        return _bytes(path).decode()
    except UnicodeDecodeError as error:
        raise BrokenFile(f"{path.name}: no UTF-8 text: {error}") from None


def _customers(path: Path) -> tuple[dict[str, Record], str]:
    """Return the records and the customer who is active where a task names none."""
    database = _json(path)
    if not isinstance(database, dict) or not isinstance(
        database.get("customers"), dict
    ):
        raise BrokenFile(f"{path.name}: expected an object with customers")
    if more := database.keys() - {"active_customer", "customers"}:
        raise BrokenFile(f"{path.name}: unknown key {sorted(more)[0]!r}")
    customers = database["customers"]
    for name, record in customers.items():
        if not isinstance(record, dict):
            raise BrokenFile(f"{path.name}: customers.{name}: expected an object")
    default = database.get("active_customer") or ""
    if not default and len(customers) == 1:
        default = next(iter(customers))
    return customers, str(default)


def _tasks(
    path: Path, customers: Mapping[str, Record], default: str
) -> dict[str, Task]:
    tasks: dict[str, Task] = {}
    if not path.is_file():
        raise BrokenFile(f"{path.name}: there is no such file")
    with path.open("rb") as file:
        for piece in pieces(file):
            try:
                task = _task(an_object(piece.value(), piece.place), customers, default)
            except ValueError as error:
                words = str(error).removeprefix(f"{piece.place}: ")
                raise BrokenFile(f"{path.name}: {piece.place}: {words}") from None
            if task.id in tasks:
                raise BrokenFile(
                    f"{path.name}: {piece.place}: {task.id} is there twice"
                )
            tasks[task.id] = task
    return tasks


def _task(
    row: Mapping[str, JsonValue], customers: Mapping[str, Record], default: str
) -> Task:
    task = read_task(row, "banking")
    criteria = an_object(row.get("evaluation_criteria"), "evaluation_criteria")
    if criteria.get("actions") is None:
        raise BadRecording("evaluation_criteria.actions: nothing would be checked")
    customer, opening = opening_of(row)
    customer = customer or default
    if customer not in customers:
        raise BadRecording(f"it is about {customer!r}, who is not in db.json")
    for step in task.gold:
        if step.tool not in TOOLS:
            raise BadRecording(f"gold calls {step.tool!r}, which is no tool")
    family = task.id.split("_")[1] if task.id.count("_") > 1 else task.id
    return replace(
        task,
        scenario=_scenario(row, task),
        family=family[:40],
        category=_category(family),
        customer_id=customer,
        opening=opening,
        title=_title(row, task),
    )


def _scenario(row: Mapping[str, JsonValue], task: Task) -> Scenario:
    """Return the customer with an agenda where our own export kept one, else prose."""
    extra = row.get(EXTRA)
    kept = extra.get("scenario") if isinstance(extra, Mapping) else None
    if kept is None:
        return task.scenario
    try:
        return scenario_from_json(an_object(kept, f"{EXTRA}.scenario"))
    except (KeyError, TypeError, AttributeError) as error:
        raise BadRecording(f"{EXTRA}.scenario: {error}") from None


def _category(family: str) -> str:
    return next(
        (name for start, name in CATEGORIES if family.startswith(start)), "other"
    )


def _title(row: Mapping[str, JsonValue], task: Task) -> str:
    about = row.get("description")
    purpose = about.get("purpose") if isinstance(about, Mapping) else None
    return str(purpose or task.id)[:200]


def _splits(
    path: Path, tasks: Mapping[str, Task], faults: list[str]
) -> dict[str, tuple[str, ...]]:
    splits = {}
    for name, ids in an_object(_json(path), path.name).items():
        listed = [a_text(one, f"{path.name}: {name}", 64) for one in a_list(ids, name)]
        known = tuple(dict.fromkeys(one for one in listed if one in tasks))
        if len(known) < len(listed):
            # They are passed over there without a word.
            faults.append(
                f"{name}: {len(listed) - len(known)} ids are unknown or twice"
            )
        if known:
            splits[str(name)[:40]] = known
    if not splits:
        raise BrokenFile(f"{path.name}: no split has a task of tasks.json")
    return splits


def _documents(folder: Path) -> Iterator[tuple[str, str]]:
    for number, file in enumerate(sorted(folder.glob("*.md"))):
        if number >= MOST_DOCUMENTS:
            raise BrokenFile(f"kb: more than {MOST_DOCUMENTS} documents")
        yield file.stem, _text(file)


def _provenance(path: Path) -> list[JsonValue]:
    rows = _json(path) if path.is_file() else []
    return rows if isinstance(rows, list) else []


def write_domain(dataset: Dataset, root: Path) -> list[Path]:
    """Write our suite in the layout of the published data; return the files.

    Lost: the order that gold demands and the validity of documents. `tools.json` holds
    the schemas that models are shown. Each task keeps its customer's agenda under a key
    that readers of the format skip.
    """
    records = {name: orjson.loads(raw) for name, raw in dataset.customers.items()}
    for task in dataset.tasks.values():
        if (special := special_record(dataset, task)) is not None:
            records[special[0]] = special[1]
    splits = {name: list(ids) for name, ids in dataset.splits.items()}
    files: dict[str, JsonValue] = {
        "db.json": {"active_customer": None, "customers": records},
        "tasks.json": [_row(dataset, task) for task in dataset.tasks.values()],
        "split_tasks.json": splits,
        "tools.json": [tool.schema for tool in TOOLS.values()],
    }
    texts = {"policy.md": dataset.policy.text}
    for document in dataset.documents:
        sections = (f"## {s.label}\n\n{s.text}\n" for s in document.sections)
        texts[f"kb/{document.slug}.md"] = f"# {document.title}\n\n" + "\n".join(
            sections
        )
    root.mkdir(parents=True, exist_ok=True)
    (root / "kb").mkdir(exist_ok=True)
    for name, value in files.items():
        (root / name).write_bytes(orjson.dumps(value, option=orjson.OPT_INDENT_2))
    for name, text in texts.items():
        (root / name).write_text(text, encoding="utf-8")
    return [root / name for name in (*files, *texts)]


def _row(dataset: Dataset, task: Task) -> dict[str, JsonValue]:
    scenario = orjson.loads(orjson.dumps(task.scenario))
    return write_task(dataset, task) | {EXTRA: {"scenario": scenario}}
