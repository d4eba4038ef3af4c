"""What a scorer says: a verdict of named checks, each explained by findings."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from bankenv.records import JsonValue


@dataclass(frozen=True, slots=True)
class Check:
    """One named check. A gate decides the pass; an advisory check never does.

    `passed` is None where the check does not apply. `label` is for people
    ("Required calls"), `summary` is the short outcome ("3 / 4").
    """

    name: str
    label: str
    passed: bool | None
    summary: str
    gate: bool = True


@dataclass(frozen=True, slots=True)
class Finding:
    """One located fact behind a verdict.

    `event` is the index of the event it is about (for a missed call: the event before
    which it was needed, or the end); `step` the gold step's number; `rule` the policy
    rule; `path` the record path. `detail` is one plain sentence. `data` carries what a
    page needs to show more: `arguments` rows, `gold` and `got` values, `changes`.
    """

    kind: str
    detail: str
    check: str
    event: int | None = None
    step: int | None = None
    rule: str | None = None
    path: str | None = None
    advisory: bool = False
    data: Mapping[str, JsonValue] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Verdict:
    """Pass or fail of one trajectory, with everything that explains it.

    `final_state_passed` is what a check of the final records alone would have said;
    `hidden_violation` is true where that passed and the verdict did not because of
    required calls or purity. `matches` maps each matched gold step's number to the
    index of its call event. `metrics` holds advisory figures (gold_completion as a
    fraction, tool_errors, turns, customer_gave_up ...).
    """

    scorer: str
    task: str
    trial: int
    passed: bool
    final_state_passed: bool
    hidden_violation: bool
    checks: tuple[Check, ...]
    findings: tuple[Finding, ...]
    matches: Mapping[int, int]
    metrics: Mapping[str, JsonValue]
    sentence: str
