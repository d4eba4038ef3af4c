"""Loading a dataset that may be used: read, then checked against its seal."""

from functools import lru_cache
from pathlib import Path

import orjson

from bankenv.bank import FIXTURES, Dataset, DatasetError, open_dataset, read_dataset

__all__ = ["FIXTURES", "Dataset", "DatasetError", "load_dataset", "seal", "sealed"]

SEAL = "seal.json"


@lru_cache(maxsize=4)
def load_dataset(root: Path = FIXTURES) -> Dataset:
    """Return the dataset under `root`, loaded once per process.

    A seal says for which bytes the gold chains were checked. Where it does not match
    what was read, they are all checked now. Raises DatasetError naming the first task
    whose gold chain is refused, breaks the policy or fails its own scorer.
    """
    dataset = open_dataset(root)
    if not sealed(dataset, root):
        dataset = read_dataset(root)
        _refuse_faults(dataset)
    return dataset


def _refuse_faults(dataset: Dataset) -> None:
    # imported here: a sealed bank must not pay for the scorer and the customer
    from bankenv.check import gold_faults

    fault = next(gold_faults(dataset), None)
    if fault is not None:
        raise DatasetError(str(fault))


def sealed(dataset: Dataset, root: Path) -> bool:
    """Tell whether the gold chains were checked on exactly these bytes."""
    file = root / SEAL
    return file.exists() and bool(orjson.loads(file.read_bytes()) == dataset.hashes)


def seal(dataset: Dataset, root: Path) -> None:
    """Record that the gold chains were checked on these bytes."""
    (root / SEAL).write_bytes(orjson.dumps(dataset.hashes, option=orjson.OPT_INDENT_2))
