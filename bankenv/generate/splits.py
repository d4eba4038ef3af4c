"""Splits of the suite: all of it, and a small part for training and for testing."""

from collections.abc import Collection, Mapping, Sequence

from bankenv.tasks import Task

LITE, TEST = 200, 50


def make_splits(
    tasks: Sequence[Task], lite: int = LITE, test: int = TEST
) -> dict[str, list[str]]:
    """Return `base`, all tasks, and `lite`: `train` and `test`, which share nobody.

    Every family has its share of both, spread over its variants. No customer of a
    test task plays in a training task, so no situation can have been learnt.
    """
    families = _by_family(tasks)
    sizes = {name: len(members) for name, members in families.items()}
    shares, test_shares = _shares(sizes, lite), _shares(sizes, test)
    tested = {
        task.id: task.customer_id
        for name, members in families.items()
        for task in _spread(members, test_shares[name])
    }
    trained = {
        task.id
        for name, members in families.items()
        for task in _spread(
            _of_others(members, set(tested.values())),
            shares[name] - test_shares[name],
        )
    }
    return {
        "base": [task.id for task in tasks],
        "lite": _among(tasks, trained | tested.keys()),
        "train": _among(tasks, trained),
        "test": _among(tasks, tested),
    }


def _by_family(tasks: Sequence[Task]) -> dict[str, list[Task]]:
    families: dict[str, list[Task]] = {}
    for task in tasks:
        families.setdefault(task.family, []).append(task)
    return families


def _shares(sizes: Mapping[str, int], total: int) -> dict[str, int]:
    """Divide `total` in proportion to the sizes, by the largest remainder."""
    whole = sum(sizes.values())
    total = min(total, whole)
    shares = {name: total * size // whole for name, size in sizes.items()}
    remainders = sorted(sizes, key=lambda name: -(total * sizes[name] % whole))
    for name in remainders[: total - sum(shares.values())]:
        shares[name] += 1
    return shares


def _spread(members: Sequence[Task], count: int) -> list[Task]:
    """Return `count` members at even distances, so that all variants are there."""
    return [members[(2 * i + 1) * len(members) // (2 * count)] for i in range(count)]


def _of_others(members: Sequence[Task], customers: Collection[str]) -> list[Task]:
    return [task for task in members if task.customer_id not in customers]


def _among(tasks: Sequence[Task], ids: Collection[str]) -> list[str]:
    return [task.id for task in tasks if task.id in ids]
