"""No id can be guessed from another: neither from a neighbour's nor from one's own."""

import re
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from math import sqrt

import orjson
import pytest

from bankenv.bank import read_dataset
from bankenv.generate.ids import customer_id, numbered
from bankenv.integrity import ids_of
from bankenv.references import reference

# Deviations from the mean that even one of some hundred samples will not show.
FAR = 4.5
BUCKETS = 16
KINDS = ("CUST_", "SB", "FD", "CARD", "MND", "TXN", "POL", "SR-")


@cache
def ids_by_kind() -> dict[str, list[int]]:
    """Return the numbers of the bank's ids of each kind, in the order they are made."""
    found: dict[str, list[int]] = {}
    for line in read_dataset().customers.values():
        for one in ids_of(orjson.loads(line)):
            kind, digits = re.fullmatch(r"([A-Z]+_|[A-Z]+-?)([0-9A-F]+)", one).groups()  # type: ignore[union-attr]  # each id has both
            base = 16 if kind == "CUST_" else 10
            found.setdefault(kind, []).append(int(digits, base))
    return found


def correlation(left: Sequence[int], right: Sequence[int]) -> float:
    """Return how many standard deviations a rank correlation lies from none."""
    ranks = [_ranks(left), _ranks(right)]
    count = len(left)
    mean = (count - 1) / 2
    shared = sum((a - mean) * (b - mean) for a, b in zip(*ranks, strict=True))
    return float(shared / (count * (count**2 - 1) / 12) * sqrt(count - 1))


def _ranks(numbers: Sequence[int]) -> list[int]:
    ranks = [0] * len(numbers)
    for rank, at in enumerate(sorted(range(len(numbers)), key=numbers.__getitem__)):
        ranks[at] = rank
    return ranks


def unevenness(numbers: Sequence[int], low: int, high: int) -> float:
    """Return how many standard deviations chi-squared lies above its mean."""
    counts = [0] * BUCKETS
    for number in numbers:
        counts[(number - low) * BUCKETS // (high - low)] += 1
    expected = len(numbers) / BUCKETS
    chi2 = sum((count - expected) ** 2 / expected for count in counts)
    freedom = BUCKETS - 1
    return (chi2 - freedom) / sqrt(2 * freedom)


def range_of(kind: str) -> tuple[int, int]:
    digits = {"CUST_": 0, "SB": 10, "FD": 6, "CARD": 5, "MND": 6, "TXN": 10, "POL": 6,
              "SR-": 8}[kind]  # fmt: skip
    return (10 ** (digits - 1), 10**digits) if digits else (0, 1 << 32)


@pytest.mark.parametrize("kind", KINDS)
def test_ids_lie_evenly_over_all_numbers_of_their_shape(kind: str) -> None:
    assert unevenness(ids_by_kind()[kind], *range_of(kind)) < FAR


@pytest.mark.parametrize("kind", KINDS)
def test_the_next_id_does_not_follow_from_the_last(kind: str) -> None:
    numbers = ids_by_kind()[kind]
    assert abs(correlation(range(len(numbers)), numbers)) < FAR
    for apart in (1, 2, 3, 5):
        assert abs(correlation(numbers[apart:], numbers[:-apart])) < FAR
    low, high = range_of(kind)
    steps = [
        (after - before) % (high - low) + low for before, after in pairwise(numbers)
    ]
    assert unevenness(steps, low, high) < FAR
    # No stride either: hardly any two steps are alike.
    assert len(set(steps)) > 0.9 * len(steps)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "CUST_"])
def test_a_customers_id_does_not_tell_the_ids_of_what_is_theirs(kind: str) -> None:
    pairs = []
    for line in read_dataset().customers.values():
        ids = list(ids_of(orjson.loads(line)))
        own = [one for one in ids if re.fullmatch(rf"{kind}\d+", one)]
        if own:
            pairs.append((int(ids[0][5:], 16), int(own[0][len(kind) :])))
    customers, products = zip(*pairs, strict=True)
    assert abs(correlation(customers, products)) < FAR
    digits = [number % 1000 for number in customers], [n % 1000 for n in products]
    assert abs(correlation(*digits)) < FAR


def test_ids_that_are_counted_up_are_found_out() -> None:
    counted = list(range(100000, 100000 + 900 * 7, 7))
    assert abs(correlation(range(len(counted)), counted)) > FAR
    assert unevenness(counted, *range_of("FD")) > FAR


@pytest.mark.parametrize("prefix", ["FD", "SR-", "TXN"])
def test_a_reference_the_bank_gives_does_not_follow_from_the_last(prefix: str) -> None:
    made = [int(reference("s", prefix, str(n))[len(prefix) :]) for n in range(2000)]
    assert abs(correlation(made[1:], made[:-1])) < FAR
    assert unevenness(made, min(made), max(made) + 1) < FAR


def test_neighbours_in_the_roster_differ_in_half_of_their_bits() -> None:
    numbers = [int(customer_id(serial)[5:], 16) for serial in range(944)]
    differing = [(a ^ b).bit_count() for a, b in pairwise(numbers)]
    assert 15 < sum(differing) / len(differing) < 17


def test_another_kind_with_the_same_serial_gets_another_number() -> None:
    cards = [int(numbered("MND", serial, 6)[3:]) for serial in range(900)]
    policies = [int(numbered("POL", serial, 6)[3:]) for serial in range(900)]
    assert abs(correlation(cards, policies)) < FAR
    assert sum(a == b for a, b in zip(cards, policies, strict=True)) < 3
