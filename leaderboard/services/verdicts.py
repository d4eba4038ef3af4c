"""What a submission's conversations came to, read as columns: figures are of thousands.

A list of values for each field takes a tenth of the time that as many model instances
do, and a running submission is tallied again every few seconds.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any, NamedTuple  # Any: values of model fields

from leaderboard.models import FindingCount, Submission


class Labels(NamedTuple):
    """A task and of which kind it is, as its conversations say."""

    task_id: str
    category: str
    area: str
    family: str


FIELDS = (
    *Labels._fields,
    *("trial", "status", "fault"),
    *("passed", "final_state_passed", "hidden_violation", "first_finding"),
    *("simulator_fault", "simulator_reruns", "gold_completion", "gave_up"),
    *("turns", "calls", "tool_errors", "tokens_in", "tokens_out"),
    *("cost_usd", "latency_ms"),
)


@dataclass(frozen=True, slots=True)
class Verdicts:
    """Field of a conversation to the values that each has, all in one order.

    Beside FIELDS there is `kinds`: the kinds of finding that a conversation has.
    """

    columns: Mapping[str, Sequence[Any]]

    def __len__(self) -> int:
        return len(self.columns["task_id"])

    def __getitem__(self, field: str) -> Sequence[Any]:
        return self.columns[field]

    def at(self, places: Iterable[int]) -> "Verdicts":
        """Return those at these places alone, in that order."""
        wanted = list(places)
        if wanted == list(range(len(self))):
            return self
        # With a slice, as one place would give a bare value.
        chosen = itemgetter(*wanted, slice(0)) if wanted else itemgetter(slice(0))
        return Verdicts(
            {field: chosen(values)[:-1] for field, values in self.columns.items()}
        )

    def by_labels(self) -> dict[Labels, list[int]]:
        """Return the places of the conversations of each task."""
        found: dict[Labels, list[int]] = defaultdict(list)
        columns = (self[name] for name in Labels._fields)
        for place, labels in enumerate(zip(*columns, strict=True)):
            found[Labels(*labels)].append(place)
        return found

    def of_status(self, status: str) -> "Verdicts":
        """Return those of one status."""
        statuses = self["status"]
        return self.at(i for i, own in enumerate(statuses) if own == status)

    def known(self, field: str) -> list[float]:
        """Return the values of a field that are known, as numbers."""
        return [float(value) for value in self[field] if value is not None]


def read_verdicts(submission: Submission) -> Verdicts:
    """Return what every conversation of the submission came to."""
    kinds: dict[int, set[str]] = defaultdict(set)
    found = FindingCount.objects.filter(conversation__submission=submission)
    for pk, kind in found.order_by().values_list("conversation_id", "kind"):
        kinds[pk].add(kind)
    ordered = submission.conversations.order_by("task_id", "trial")
    rows = list(ordered.values_list("pk", *FIELDS))
    pks, *columns = zip(*rows, strict=True) if rows else ((), *((),) * len(FIELDS))
    by_field = dict(zip(FIELDS, columns, strict=True))
    return Verdicts(by_field | {"kinds": [kinds.get(pk, set()) for pk in pks]})
