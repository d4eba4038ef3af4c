"""τ²-bench results: one file, a directory, or a lone simulation."""

from collections.abc import Iterator
from pathlib import Path

from runner.recordings.items import Item


def read_tau2(path: Path, domain: str = "") -> Iterator[Item]:
    raise NotImplementedError
