"""The dataset of one bank, read from its fixture files."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from hashlib import sha256
from pathlib import Path

import orjson

from bankenv.knowledge import Document, load_documents
from bankenv.policy import Policy, load_policy
from bankenv.published.documents import Section
from bankenv.records import Record
from bankenv.rules import Rules, load_rules
from bankenv.search import NO_TERMS, Terms, load_terms
from bankenv.task_lines import TaskLines
from bankenv.tasks import Task
from bankenv.tools import TOOLS

FIXTURES = Path(__file__).resolve().parent.parent / "fixtures"


class DatasetError(ValueError):
    """A dataset that must not be used; the message names the file, task or value."""


@dataclass(frozen=True, eq=False)
class Dataset:
    """One immutable bank with its tasks; loaded once and shared by every conversation.

    `customers` holds each record as JSON bytes, parsed when books are opened on it.
    `hashes` names the bytes of `bank`, `tasks`, `policy` and `tools`, whatever order
    the customers are stored in.

    `short_chains` gives, family by family, why a graded task may have fewer than three
    gold calls.

    `profile` says whose rules answer a call: `passbook` (bankenv.tools), `published`
    (bankenv.published) or `recorded`: nobody's, only recordings are there to read.
    `tool_kinds` are the kinds of the tools of a domain that is not the bank.
    `instruction` and `sections` are a published bank's: what its assistant is told
    before the policy, and the documents that its search looks through.
    """

    suite: str
    version: str
    clock: date
    seed: str
    rules: Rules
    policy: Policy
    customers: Mapping[str, bytes]
    tasks: Mapping[str, Task]
    splits: Mapping[str, tuple[str, ...]]
    documents: tuple[Document, ...]
    hashes: Mapping[str, str]
    terms: Terms = NO_TERMS
    short_chains: Mapping[str, str] = field(default_factory=dict)
    profile: str = "passbook"
    tool_kinds: Mapping[str, str] = field(default_factory=dict)
    instruction: str = ""
    sections: tuple[Section, ...] = ()

    def kind_of(self, tool: str) -> str:
        """Return `read`, `write`, `hand_over`, `generic`, or `unknown`."""
        if self.tool_kinds:
            return self.tool_kinds.get(tool, "unknown")
        return TOOLS[tool].kind if tool in TOOLS else "unknown"


def read_dataset(root: Path = FIXTURES) -> Dataset:
    """Read the dataset under `root`, each task of it, without checking gold chains.

    Raises DatasetError for a missing or unreadable file, an id used twice, a task
    about nobody, or a split that names a task there is not.
    """
    dataset = open_dataset(root)
    with _named(root):
        for task in dataset.tasks.values():
            if task.customer_id not in dataset.customers:
                raise DatasetError(f"{task.id}: no customer {task.customer_id!r}")
    return dataset


def open_dataset(root: Path) -> Dataset:
    """Read the dataset, its tasks only when they are asked for.

    For bytes that were checked before: a task that is not well formed is found when
    it is asked for. Raises DatasetError for everything else that is wrong.
    """
    with _named(root):
        return _read(root)


@contextmanager
def _named(root: Path) -> Iterator[None]:
    """Turn what goes wrong while reading into a DatasetError that names the folder."""
    try:
        yield
    except DatasetError:
        raise
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise DatasetError(f"{root}: {error}") from error


def _read(root: Path) -> Dataset:
    suite = _object(root / "suite.json")
    customers = _customers(root / "bank" / "customers.jsonl")
    tasks = _tasks(sorted((root / "tasks").glob("*.jsonl")))
    return Dataset(
        suite=suite["suite"],
        version=suite["version"],
        clock=date.fromisoformat(suite["clock"]),
        seed=suite["seed"],
        rules=load_rules(root / "bank" / "rules.json"),
        policy=load_policy(root / "policy"),
        customers=customers,
        tasks=tasks,
        splits=_splits(root / "splits.json", tasks),
        documents=load_documents(root / "kb"),
        hashes=_hashes(root, customers),
        terms=load_terms(root / "kb"),
        short_chains=suite.get("short_chains", {}),
    )


def _object(path: Path) -> Record:
    value = orjson.loads(path.read_bytes())
    if not isinstance(value, dict):
        raise DatasetError(f"{path.name}: expected a JSON object")
    return value


def _lines(path: Path) -> Iterator[tuple[str, bytes]]:
    for number, line in enumerate(path.read_bytes().splitlines(), start=1):
        if line.strip():
            yield f"{path.name}:{number}", line


def _customers(path: Path) -> dict[str, bytes]:
    customers: dict[str, bytes] = {}
    for place, line in _lines(path):
        customer_id = _customer_id(line, place)
        if customer_id in customers:
            raise DatasetError(f"{place}: customer {customer_id} is there twice")
        customers[customer_id] = line
    return customers


def _customer_id(line: bytes, place: str) -> str:
    """Return the id that leads a customer's line, parsing the whole only if it must."""
    lead = b'{"customer_id":"'
    if line.startswith(lead):
        return line[len(lead) : line.index(b'"', len(lead))].decode()
    try:
        return str(orjson.loads(line)["customer_id"])
    except (orjson.JSONDecodeError, KeyError, TypeError):
        raise DatasetError(f"{place}: expected a record with a customer_id") from None


def _tasks(files: Iterable[Path]) -> TaskLines:
    tasks = TaskLines()
    for file in files:
        for place, line in _lines(file):
            tasks.add(place, line)
    return tasks


def _splits(path: Path, tasks: Mapping[str, Task]) -> dict[str, tuple[str, ...]]:
    splits: dict[str, tuple[str, ...]] = {}
    for name, ids in _object(path).items():
        missing = [task_id for task_id in ids if task_id not in tasks]
        if missing:
            raise DatasetError(f"{path.name}: {name} names no such task {missing[:5]}")
        if len(set(ids)) != len(ids):
            raise DatasetError(f"{path.name}: {name} names a task twice")
        splits[name] = tuple(ids)
    return splits


def _hashes(root: Path, customers: Mapping[str, bytes]) -> dict[str, str]:
    bank = sha256()
    for customer_id in sorted(customers):
        bank.update(customers[customer_id])
    for file in [root / "suite.json", root / "bank" / "rules.json"]:
        bank.update(file.read_bytes())
    schemas = orjson.dumps([tool.schema for tool in TOOLS.values()])
    return {
        "bank": _digest(bank.digest(), *_files(root / "kb")),
        "tasks": _digest(*_files(root / "tasks"), (root / "splits.json").read_bytes()),
        "policy": _digest(*_files(root / "policy")),
        "tools": _digest(schemas),
    }


def _files(folder: Path) -> list[bytes]:
    return [file.read_bytes() for file in sorted(folder.iterdir()) if file.is_file()]


def _digest(*parts: bytes) -> str:
    digest = sha256()
    for part in parts:
        digest.update(part)
    return digest.hexdigest()
