"""A renewal that hangs on what the bank pays today."""

import re

from bankenv.records import Record
from runner.reference.areas.bookings import rate_of
from runner.reference.areas.deposits import fd_words, which_fd
from runner.reference.asking import confirm
from runner.reference.closing_sums import maturity_in_the_head
from runner.reference.desk import Desk, Intent, why_refused
from runner.reference.figures import rupees
from runner.reference.renewals import INSTRUCTIONS
from runner.reference.script import Script
from runner.reference.words import Words

_MENTIONED = {
    "no_renewal": "no renewal|renew mat|renew na",
    "renew_principal": "principal only|only principal|sirf principal|sirf mool",
    "renew_principal_interest": (
        "principal (?:and|plus|aur|\\+) interest|byaj samet renew"
    ),
}
_CONDITION = (
    "otherwise|else|warna|nahi to|if not|if it's less|if less|if lower|less than"
    "|below that|under it|less|kam"
)


def branches(words: Words) -> tuple[str, str] | None:
    """Return the last two instructions named: the one for enough, and the other."""
    found = sorted(
        (match.start(), name)
        for name, cue in _MENTIONED.items()
        for match in re.finditer(cue, words.text)
    )
    order = [name for _, name in found]
    distinct = [n for at, n in enumerate(order) if at == 0 or order[at - 1] != n]
    return (distinct[-2], distinct[-1]) if len(distinct) > 1 else None


def _score(words: Words) -> int:
    return 45 if words.has(_CONDITION) and branches(words) else 0


def choose_renewal(desk: Desk, words: Words) -> Script[Words]:
    """Look the figure up, tell it, and set the instruction that it leads to."""
    chosen = branches(words)
    fd = yield from which_fd(desk, words)
    if fd is None or chosen is None:
        return (yield from desk.say("I could not find an open deposit like that."))
    enough, said = yield from _figure(desk, fd, words)
    wanted = chosen[0] if enough else chosen[1]
    present = INSTRUCTIONS.get(str(fd.get("maturity_instruction")))
    agreed, words = yield from confirm(
        desk,
        f"{fd_words(fd)}. The present instruction is: {present}. {said} So I would "
        f"set it to: {INSTRUCTIONS[wanted]}.",
        "Shall I change the renewal instruction?",
        "renew\\w*",
    )
    if not agreed:
        return words
    outcome = yield from desk.write(
        "update_deposit_renewal", deposit_id=fd["deposit_id"], instruction=wanted
    )
    desk.forget("get_fd_details", fd["deposit_id"])
    if not outcome.ok:
        return (yield from desk.say(why_refused(outcome)))
    return (
        yield from desk.say(
            "Done. The renewal instruction has been changed to "
            f"{INSTRUCTIONS[wanted]}. Anything else?"
        )
    )


def _figure(desk: Desk, fd: Record, words: Words) -> Script[tuple[bool, str]]:
    """Return whether today's figure reaches the bound, and the figure in words."""
    months = int(fd["tenure_months"])
    rate = yield from _rate(desk, fd, months)
    bounds = [v.amount for v in words.values if v.kind == "percent"]
    said = f"Today's rate for {months} months is {rate:.2f}%."
    if bounds:
        return rate >= bounds[0], said
    value = yield from _renewed(desk, fd, rate, months)
    sums = [amount for amount in words.rupees() if amount != fd["principal"]]
    bound = max(sums, default=0.0)
    said += f" After one more term the maturity amount would be {rupees(value)}."
    return value >= bound, said


def _rate(desk: Desk, fd: Record, months: int) -> Script[float]:
    if not desk.manner.looks_up:
        return float(fd["rate"])
    return (yield from rate_of(desk, "fd", months))


def _renewed(desk: Desk, fd: Record, rate: float, months: int) -> Script[float]:
    principal = fd["maturity_amount"]
    if not desk.manner.looks_up:
        return maturity_in_the_head(principal, rate, months)
    worked = yield from desk.look(
        "calculate_fd_maturity",
        principal_amount=principal,
        rate=rate,
        tenure_months=months,
    )
    return float(worked.get("maturity_amount") or 0.0)


INTENTS = (Intent("choose_renewal", _score, choose_renewal),)
