"""A dataset of four tasks, as far as submitting looks at one."""

from dataclasses import dataclass, field
from typing import Any, cast

from bankenv.bank import Dataset

FAMILIES = (
    ("CT_BAL", "control", "accounts"),
    ("SQ_FDC", "sequencing", "deposits"),
    ("SQ_LFQ", "sequencing", "loans"),
    ("EC_AMB", "edge_case", "cards"),
)


@dataclass(frozen=True)
class TinyTask:
    id: str
    family: str
    category: str
    area: str


def _tasks() -> dict[str, TinyTask]:
    rows = [TinyTask(f"{family}_0001", family, *rest) for family, *rest in FAMILIES]
    return {task.id: task for task in rows}


@dataclass(frozen=True)
class TinyDataset:
    suite: str = "procedures"
    version: str = "1.0"
    tasks: dict[str, TinyTask] = field(default_factory=_tasks)
    splits: dict[str, tuple[str, ...]] = field(
        default_factory=lambda: {"lite": tuple(_tasks())[:3], "base": tuple(_tasks())}
    )
    hashes: dict[str, str] = field(default_factory=lambda: {"bank": "1", "tasks": "1"})


def tiny_dataset(**fields: Any) -> Dataset:  # Any: whatever TinyDataset takes
    return cast(Dataset, TinyDataset(**fields))
