"""Verdicts of models that there are not, drawn from a seed: what a load test stores.

An assistant has an ability, a task a difficulty, and an assistant finds some tasks
harder than others do; so trials of a task resemble each other, as real ones do.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any  # Any: values of model fields

import numpy

from bankenv.tasks import Task

HARDER = {"control": -1.0, "sequencing": 0.3, "edge_case": 0.5, "rare_tool": 0.8}
# A kind of finding, the check it breaks, and how often it comes first in a failure.
HIDDEN = (
    ("missed_read", "required_calls", 0.7),
    ("late_call", "required_calls", 0.15),
    ("unsolicited_write", "write_purity", 0.15),
)
PLAIN = (
    ("missed_write", "required_calls", 0.4),
    ("wrong_arguments", "required_calls", 0.3),
    ("abnormal_end", "ended_normally", 0.3),
)
SENTENCES = {
    "missed_read": "Failed: a required check was never made.",
    "late_call": "Failed: a required check came too late.",
    "unsolicited_write": "Failed: something was written that nobody asked for.",
    "missed_write": "Failed: what the customer asked for was not done.",
    "wrong_arguments": "Failed: it was done, but not as asked.",
    "abnormal_end": "Failed: the conversation broke off.",
    "": "Passed.",
}

Findings = tuple[tuple[str, str, int], ...]


@dataclass(frozen=True, slots=True)
class MadeUp:
    """One scored conversation, the `at`-th of its submission.

    `fields` are those that a verdict decides; a finding is (kind, check, how often).
    """

    task: Task
    trial: int
    at: int
    fields: Mapping[str, Any]
    findings: Findings


@dataclass(frozen=True, slots=True)
class Numbers:
    """What is drawn for every trial of every task, tasks by trials."""

    passed: Any  # Any, here and below: numpy arrays
    hidden: Any
    kind: Any
    luck: Any
    turns: Any
    errors: Any
    tokens: Any


def made_up_verdicts(
    tasks: Sequence[Task], trials: int, place: int, seed: int
) -> Iterator[MadeUp]:
    """Yield the verdicts of the model at `place` on its board, trial after trial.

    The same arguments give the same verdicts in any process.
    """
    drawn = _numbers(tasks, trials, place, seed)
    price = (0.0, 0.4, 3.0, 15.0)[place % 4]  # US$ per million tokens
    for trial in range(trials):
        for at, task in enumerate(tasks):
            fields, findings = _verdict(task, drawn, (at, trial), price)
            place_in_all = trial * len(tasks) + at
            yield MadeUp(task, trial + 1, place_in_all, fields, findings)


def _numbers(tasks: Sequence[Task], trials: int, place: int, seed: int) -> Numbers:
    of_tasks = numpy.random.default_rng([seed, 0])
    difficulty = of_tasks.normal(0, 1.1, len(tasks))
    difficulty += [HARDER.get(task.category, 0.0) for task in tasks]
    rng = numpy.random.default_rng([seed, 1, place])
    ability = rng.normal(0.2, 1.0)
    shape = (len(tasks), trials)
    own = difficulty + rng.normal(0, 0.9, len(tasks))
    odds = 1 / (1 + numpy.exp(own - ability))
    steps = numpy.asarray([[len(task.gold)] for task in tasks])
    turns = steps + 1 + rng.poisson(2.0 + place % 3, shape)
    return Numbers(
        passed=rng.random(shape) < odds[:, None],
        hidden=rng.random(shape) < 0.45,
        kind=rng.random(shape),
        luck=rng.random(shape),
        turns=turns,
        errors=rng.poisson(0.15, shape),
        tokens=(turns * rng.normal(1800, 250, shape)).clip(500),
    )


def _verdict(
    task: Task, drawn: Numbers, at: tuple[int, int], price: float
) -> tuple[dict[str, Any], Findings]:
    passed, hidden = bool(drawn.passed[at]), bool(drawn.hidden[at])
    hidden = hidden and not passed
    found = () if passed else _findings(hidden, drawn.kind[at], drawn.luck[at])
    turns, errors = int(drawn.turns[at]), int(drawn.errors[at])
    tokens_in, luck = int(drawn.tokens[at]), float(drawn.luck[at])
    tokens_out = 60 * turns + int(luck * 90)
    first = found[0][0] if found else ""
    missed = 1 if found and found[0][1] == "required_calls" else 0
    steps = len(task.gold)
    fields = {
        "passed": passed,
        "final_state_passed": passed or hidden,
        "hidden_violation": hidden,
        "sentence": SENTENCES[first],
        "first_finding": first,
        "end_reason": "step_limit" if first == "abnormal_end" else "customer_ended",
        "gold_completion": (steps - missed) / steps if steps else 1.0,
        "gave_up": not passed and luck < 0.1,
        "turns": turns,
        "calls": steps + errors + int(luck * 2),
        "tool_errors": errors,
        "tokens_in": tokens_in,
        "tokens_out": tokens_out,
        "cost_usd": (tokens_in + 4 * tokens_out) * price / 1e6 if price else None,
        "latency_ms": round(turns * (350 + 900 * luck), 1),
    }
    return fields, found


def _findings(hidden: bool, kind: float, luck: float) -> Findings:
    name, check = _chosen(HIDDEN if hidden else PLAIN, kind)
    found = [(name, check, 1 + (luck > 0.8))]
    if not hidden:
        found.append(("state_difference", "final_state", 1))
    return tuple(found)


def _chosen(kinds: Sequence[tuple[str, str, float]], share: float) -> tuple[str, str]:
    for name, check, weight in kinds:
        share -= weight
        if share < 0:
            return name, check
    return kinds[-1][:2]
