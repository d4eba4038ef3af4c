"""Draws that depend on their key alone, so that no draw disturbs another."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")

_STEPS = 1 << 64


@dataclass(frozen=True, slots=True)
class Chance:
    """A named point of the seed; the same key always draws the same value.

    It has no state: two different values need two different keys (`at`).
    """

    key: str

    def at(self, *parts: object) -> "Chance":
        """Return the point named by `parts` below this one."""
        return Chance("/".join([self.key, *map(str, parts)]))

    def number(self) -> int:
        """Return an even draw from 0 to 2**64 - 1."""
        return int.from_bytes(sha256(self.key.encode()).digest()[:8], "big")

    def fraction(self) -> Decimal:
        """Return an even draw from 0 up to, not including, 1."""
        return Decimal(self.number()) / _STEPS

    def happens(self, share: float) -> bool:
        """Return True in the given share of keys."""
        return self.fraction() < Decimal(str(share))

    def integer(self, low: int, high: int) -> int:
        """Return an even draw from low to high, both included.

        Raises ValueError if low is above high.
        """
        if low > high:
            raise ValueError(f"{self.key}: nothing lies between {low} and {high}")
        return low + self.number() * (high - low + 1) // _STEPS

    def choice(self, items: Sequence[T]) -> T:
        """Return one item, each as likely. Raises ValueError if there is none."""
        return items[self.integer(0, len(items) - 1)]

    def weighted(self, weights: Mapping[T, float]) -> T:
        """Return a key of `weights`, as likely as its share of their sum."""
        left = self.fraction() * Decimal(str(sum(weights.values())))
        for item, weight in weights.items():
            left -= Decimal(str(weight))
            if left < 0:
                return item
        return list(weights)[-1]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """Return the items in an order of chance."""
        order = sorted(range(len(items)), key=lambda place: self.at(place).number())
        return [items[place] for place in order]

    def normal(self) -> Decimal:
        """Return a draw around 0 with deviation 1: twelve even draws, less 6."""
        digest = sha256(f"{self.key}/normal".encode()).digest()
        draws = (int.from_bytes(digest[at : at + 2], "big") for at in range(0, 24, 2))
        return Decimal(sum(draws)) / (1 << 16) - 6

    def lognormal(self, median: float, sigma: float) -> Decimal:
        """Return a draw whose logarithm has deviation `sigma` around the median's.

        Decimal's own exponential is used because it is the same on every machine.
        """
        return Decimal(str(median)) * (Decimal(str(sigma)) * self.normal()).exp()

    def poisson(self, mean: float, most: int) -> int:
        """Return a count with the given mean, cut off at `most`."""
        left, term, count = self.fraction(), (-Decimal(str(mean))).exp(), 0
        while left >= term and count < most:
            left -= term
            count += 1
            term = term * Decimal(str(mean)) / count
        return count
