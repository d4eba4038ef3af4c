"""The verdict on top of the page: one sentence, the checks, what is advisory."""

from dataclasses import dataclass

from bankenv.verdict import Check, Verdict
from leaderboard.queries.conversation.words import kind_words


@dataclass(frozen=True, slots=True)
class CheckChip:
    """One check as a chip: sign, label, outcome in short."""

    sign: str
    label: str
    summary: str
    tone: str
    gate: bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """The verdict in the words of the page. `state_alone` is the final-state remark."""

    word: str
    tone: str
    sentence: str
    gates: tuple[CheckChip, ...]
    advisory: tuple[CheckChip, ...]
    state_alone: str
    hidden: bool
    simulator_fault: bool = False


def outcome(verdict: Verdict) -> Outcome:
    """Return what stands on top of a scored conversation."""
    chips = [_chip(check) for check in verdict.checks]
    return Outcome(
        word="Pass" if verdict.passed else "Fail",
        tone="pass" if verdict.passed else "fail",
        sentence=verdict.sentence,
        gates=tuple(chip for chip in chips if chip.gate),
        advisory=tuple(chip for chip in chips if not chip.gate),
        state_alone=_state_alone(verdict),
        hidden=verdict.hidden_violation,
        simulator_fault=any(f.kind == "simulator_fault" for f in verdict.findings),
    )


def _chip(check: Check) -> CheckChip:
    sign, tone = {True: ("✓", "ok"), False: ("✕", "bad"), None: ("–", "na")}[
        check.passed
    ]
    if not check.gate and check.passed is False:
        sign, tone = "!", "adv"
    # The sign says yes or no already.
    summary = "" if check.summary in ("yes", "no") else kind_words(check.summary)
    return CheckChip(sign, check.label, summary, tone, check.gate)


def _state_alone(verdict: Verdict) -> str:
    """Say what a check of the final records alone would, where that is news."""
    if verdict.passed == verdict.final_state_passed:
        return ""
    said = "pass" if verdict.final_state_passed else "fail"
    return f"The final records alone would {said}"
