"""Two conversations laid side by side: the heaviest common subsequence of their beats.

A beat is something said or called. Equal calls weigh most, then calls of one tool with
other arguments, then words of one speaker; the alignment of greatest weight is taken.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Relation = Literal["equal", "changed", "left", "right"]


@dataclass(frozen=True, slots=True, order=True)
class Beat:
    """One thing said or called.

    `kind` is what must agree for two beats to stand side by side (the tool, or who
    speaks), `content` what must agree too for them to be equal.
    """

    kind: str
    content: str
    is_call: bool = False


@dataclass(frozen=True, slots=True)
class Pair:
    """Positions of two beats side by side; None where one side has nothing."""

    left: int | None
    right: int | None
    relation: Relation

    def mirrored(self) -> "Pair":
        """Return the pair with its sides exchanged."""
        turned: dict[Relation, Relation] = {"left": "right", "right": "left"}
        relation = turned.get(self.relation, self.relation)
        return Pair(self.right, self.left, relation)


def align(left: Sequence[Beat], right: Sequence[Beat]) -> tuple[Pair, ...]:
    """Return every beat of both sides once, in order, equal beats side by side.

    Exchanging the sides exchanges them in the result and changes nothing else.
    """
    if tuple(left) > tuple(right):
        return tuple(pair.mirrored() for pair in align(right, left))
    lead = _equal_lead(left, right)
    tail = _equal_lead(left[lead:][::-1], right[lead:][::-1])
    middle = _middle(left[lead : len(left) - tail], right[lead : len(right) - tail])
    return (
        *(Pair(i, i, "equal") for i in range(lead)),
        *(_shifted(pair, lead) for pair in middle),
        *(
            Pair(len(left) - tail + i, len(right) - tail + i, "equal")
            for i in range(tail)
        ),
    )


def first_divergence(pairs: Sequence[Pair], calls: Sequence[bool]) -> int | None:
    """Return the position of the first pair where the conversations part ways.

    `calls` says of each pair whether it is about a call: other words for the same
    deed are a parting only where no deed differs.
    """
    apart = [i for i, pair in enumerate(pairs) if pair.relation != "equal"]
    deeds = [i for i in apart if calls[i] or pairs[i].relation != "changed"]
    return next(iter(deeds or apart), None)


def _equal_lead(left: Sequence[Beat], right: Sequence[Beat]) -> int:
    lead = 0
    for a, b in zip(left, right, strict=False):
        if a != b:
            break
        lead += 1
    return lead


def _shifted(pair: Pair, by: int) -> Pair:
    left = None if pair.left is None else pair.left + by
    right = None if pair.right is None else pair.right + by
    return Pair(left, right, pair.relation)


def _weight(a: Beat, b: Beat) -> int:
    if a.kind != b.kind:
        return 0
    if a.is_call:
        return 12 if a.content == b.content else 6
    return 3 if a.content == b.content else 1


def _middle(left: Sequence[Beat], right: Sequence[Beat]) -> list[Pair]:
    best = _table(left, right)
    pairs = []
    i = j = 0
    while i < len(left) and j < len(right):
        weight = _weight(left[i], right[j])
        if weight and best[i][j] == weight + best[i + 1][j + 1]:
            equal = left[i] == right[j]
            pairs.append(Pair(i, j, "equal" if equal else "changed"))
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            pairs.append(Pair(i, None, "left"))
            i += 1
        else:
            pairs.append(Pair(None, j, "right"))
            j += 1
    pairs += [Pair(at, None, "left") for at in range(i, len(left))]
    pairs += [Pair(None, at, "right") for at in range(j, len(right))]
    return pairs


def _table(left: Sequence[Beat], right: Sequence[Beat]) -> list[list[int]]:
    """Return the greatest weight from each pair of positions on."""
    best = [[0] * (len(right) + 1)]
    for a in reversed(left):
        below = best[-1]
        row = [0] * (len(right) + 1)
        for j in range(len(right) - 1, -1, -1):
            weight = _weight(a, right[j])
            row[j] = max(below[j], row[j + 1], weight and weight + below[j + 1])
        best.append(row)
    best.reverse()
    return best
