"""Whether a dataset may be used: every gold chain replays, obeys and passes."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import orjson

from bankenv.bank import Dataset
from bankenv.books import Books
from bankenv.integrity import record_faults
from bankenv.lazy import lazy_shares, most_right
from bankenv.policy import violations
from bankenv.records import JsonValue, Record
from bankenv.replay import replay
from bankenv.scoring import score
from bankenv.scoring.state import gold_replay
from bankenv.tasks import Task
from bankenv.tools import TOOLS, ToolResult
from bankenv.tools.links import linked

MOST_SHARED_OPENING = 0.4
FEWEST_OPENINGS = 8
FEWEST_GOLD_CALLS = 3


@dataclass(frozen=True, slots=True)
class Fault:
    """One reason not to use the dataset: the task or file, and what is wrong."""

    place: str
    detail: str

    def __str__(self) -> str:
        return f"{self.place}: {self.detail}"


def gold_faults(dataset: Dataset) -> Iterator[Fault]:
    """Yield what is wrong with each task's gold chain, in the tasks' order."""
    for task in dataset.tasks.values():
        for detail in _task_faults(dataset, task):
            yield Fault(task.id, detail)


def _task_faults(dataset: Dataset, task: Task) -> Iterator[str]:
    unknown = [step.tool for step in task.gold if step.tool not in TOOLS]
    if unknown:
        yield f"gold calls {unknown}, which are not tools"
        return
    results = gold_replay(dataset, task.id).results
    refused = list(_refusals(task, results))
    yield from refused
    if refused:
        return
    yield from _policy_faults(dataset, task, results)
    yield from _unrealizable(dataset, task, results)
    verdict = score(dataset, replay(dataset, task))
    if not verdict.passed:
        yield f"gold fails its own scorer: {verdict.sentence}"


def _refusals(task: Task, results: Sequence[ToolResult]) -> Iterator[str]:
    for step, result in zip(task.gold, results, strict=True):
        content = result.content if isinstance(result.content, dict) else {}
        if not result.ok or content.get("errors"):
            yield f"gold step {step.step} {step.tool} fails: {_short(result.content)}"


def _policy_faults(
    dataset: Dataset, task: Task, results: Sequence[ToolResult]
) -> Iterator[str]:
    for step in task.gold:
        missing = [rule for rule in step.rules if rule not in dataset.policy.rules]
        if missing:
            yield f"gold step {step.step} follows {missing}, which are not rules"
    chain = [
        (step.tool, step.arguments, result.content)
        for step, result in zip(task.gold, results, strict=True)
    ]
    declared = {i: step.rules for i, step in enumerate(task.gold)}
    for broken in violations(dataset.policy, TOOLS.keys(), chain, declared):
        yield f"gold step {broken.call + 1} breaks {broken.rule}: {broken.detail}"


def _unrealizable(
    dataset: Dataset, task: Task, results: Sequence[ToolResult]
) -> Iterator[str]:
    """Yield ids that a write uses though nobody could have told the assistant."""
    known = _header_ids(dataset, task)
    said = " ".join(
        [*task.scenario.opening_lines]
        + [text for fact in task.scenario.knows for text in fact.said]
    )
    seen = ""
    for step, result in zip(task.gold, results, strict=True):
        if TOOLS[step.tool].kind == "write":
            for name, value in _ids(step.arguments):
                if value not in known and value not in said and value not in seen:
                    yield f"gold step {step.step}: nothing tells {name} {value!r}"
        seen += orjson.dumps(result.content).decode()


def _header_ids(dataset: Dataset, task: Task) -> set[str]:
    """Return the linked ids that the assistant is told at the start."""
    books = Books(dataset, task.customer_id, task.opening)
    return {
        *linked(books, "accounts", ("accounts",)),
        *linked(books, "products", ("deposits", "loans", "insurance")),
        *linked(books, "cards", ("cards",)),
    }


def _ids(arguments: Record) -> Iterator[tuple[str, str]]:
    for name, value in arguments.items():
        if name.endswith(("_id", "_account")) and isinstance(value, str):
            yield name, value


def opening_faults(dataset: Dataset) -> Iterator[Fault]:
    """Yield families whose first messages are too alike."""
    families: dict[str, Counter[str]] = {}
    for task in dataset.tasks.values():
        counts = families.setdefault(task.family, Counter())
        counts[task.scenario.opening_lines[0]] += 1
    for family, counts in families.items():
        line, most = counts.most_common(1)[0]
        if most > max(MOST_SHARED_OPENING * counts.total(), 1):
            yield Fault(family, f"{most} of {counts.total()} tasks open with {line!r}")
        fewest = min(FEWEST_OPENINGS, counts.total())
        if len(counts) < fewest:
            detail = f"{len(counts)} first messages, expected at least {fewest}"
            yield Fault(family, detail)


def lazy_faults(dataset: Dataset) -> Iterator[Fault]:
    """Yield a fault where most judged tasks end right although nothing was read."""
    for detail in most_right(lazy_shares(dataset)):
        yield Fault("tasks", detail)


def integrity_faults(dataset: Dataset) -> Iterator[Fault]:
    """Yield where customers' records contradict themselves or the bank's rules."""
    for place, detail in record_faults(dataset):
        yield Fault(place, detail)


def split_faults(dataset: Dataset) -> Iterator[Fault]:
    """Yield tasks missing from `base`, and what `train` and `test` share."""
    splits = {name: set(ids) for name, ids in dataset.splits.items()}
    missing = dataset.tasks.keys() - splits.get("base", set())
    if missing:
        yield Fault("splits.json", f"base lacks {sorted(missing)[:5]}")
    train, test = splits.get("train", set()), splits.get("test", set())
    if train & test:
        yield Fault("splits.json", f"train and test share {sorted(train & test)[:5]}")
    shared = _customers_of(dataset, train) & _customers_of(dataset, test)
    if shared:
        yield Fault("splits.json", f"{sorted(shared)[:5]} play in train and in test")
    if (train or test) and splits.get("lite") != train | test:
        yield Fault("splits.json", "lite is not train and test together")


def _customers_of(dataset: Dataset, ids: set[str]) -> set[str]:
    return {dataset.tasks[task_id].customer_id for task_id in ids}


def chain_faults(dataset: Dataset) -> Iterator[Fault]:
    """Yield graded tasks with fewer than three gold calls and no reason for it.

    A reason that is given for a family without such a task is a fault as well.
    """
    short = set()
    for task in dataset.tasks.values():
        if task.category == "control" or len(task.gold) >= FEWEST_GOLD_CALLS:
            continue
        short.add(task.family)
        if task.family not in dataset.short_chains:
            yield Fault(task.id, f"{len(task.gold)} gold calls, expected three or more")
    for family in dataset.short_chains.keys() - short:
        detail = f"short chains of {family} are excused, but it has none"
        yield Fault("suite.json", detail)


def summary(dataset: Dataset, faults: Sequence[Fault]) -> dict[str, JsonValue]:
    """Return the dataset's counts, hashes and faults, ready to print as JSON."""
    tasks = list(dataset.tasks.values())
    kinds = Counter(tool.kind for tool in TOOLS.values())
    lengths = Counter(len(task.gold) for task in tasks)
    records = [orjson.loads(line) for line in dataset.customers.values()]
    return {
        "suite": dataset.suite,
        "version": dataset.version,
        "customers": len(records),
        **{
            name: sum(len(record.get(key, ())) for record in records)
            for name, key in _PRODUCTS.items()
        },
        "transactions": sum(
            len(a.get("transactions", ()))
            for r in records
            for a in r["accounts"].values()
        ),
        "tools": {kind: kinds[kind] for kind in ("read", "write", "hand_over")},
        "documents": len(dataset.documents),
        "sections": sum(len(d.sections) for d in dataset.documents),
        "rules": len(dataset.policy.rules),
        "families": len({task.family for task in tasks}),
        "tasks": len(tasks),
        "categories": dict(Counter(task.category for task in tasks)),
        "areas": dict(Counter(task.area for task in tasks)),
        "splits": {name: len(ids) for name, ids in dataset.splits.items()},
        "gold_calls": sum(len(task.gold) for task in tasks),
        "chain_lengths": {str(n): lengths[n] for n in sorted(lengths)},
        "tasks_without_write": sum(not _has(task, "write") for task in tasks),
        "tasks_with_required_read": sum(_has(task, "read") for task in tasks),
        "hashes": dict(dataset.hashes),
        "faults": [str(fault) for fault in faults],
    }


_PRODUCTS = {
    "accounts": "accounts",
    "cards": "cards",
    "deposits": "deposits",
    "loans": "loans",
    "mandates": "mandates",
    "policies": "insurance",
}


def _has(task: Task, kind: str) -> bool:
    return any(
        TOOLS[step.tool].kind == kind for step in task.gold if step.tool in TOOLS
    )


def _short(content: JsonValue) -> str:
    return orjson.dumps(content).decode()[:200]
