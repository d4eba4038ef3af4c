"""Recurring deposits: opened, with a target that may decide on the instalment."""

from collections.abc import Iterable

from bankenv.records import Record
from runner.reference.areas.accounts import balance_of, balance_words, which_account
from runner.reference.areas.bookings import asked, rate_of
from runner.reference.asking import confirm
from runner.reference.desk import Desk, Intent, ending, why_refused
from runner.reference.figures import rupees
from runner.reference.script import Script
from runner.reference.words import Words

RD = "rds?|r d|recurring deposits?|recurring"
CLOSES = (
    "clos\\w*|closure|break\\w*|tod|tod\\w+|band|premature\\w*|stop|continue|keep up"
)


def is_recurring(words: Words) -> bool:
    """Tell whether the words are about recurring deposits and no fixed ones."""
    return words.has(RD) and not words.has("fds?|fixed")


def open_rds(desk: Desk) -> Script[list[Record]]:
    """Return the customer's open recurring deposits, the instalment as `principal`."""
    ids = [d for d in desk.deposits if d.startswith("RD")]
    if not ids:
        return []
    rows: list[Record] = yield from desk.records(
        "get_rd_details", "deposit_ids", ids, "rds"
    )
    return [
        {**row, "principal": row["monthly_installment"]}
        for row in rows
        if row.get("status") == "ACTIVE"
    ]


def _score(words: Words) -> int:
    if not words.has(RD) or words.has(CLOSES):
        return 0
    return 40 if words.values else 20


def open_rd(desk: Desk, words: Words) -> Script[Words]:
    """Open a recurring deposit after its figures were told and agreed to."""
    months = yield from asked(desk, _tenure, "For how many months?")
    amounts = yield from asked(desk, _amounts, "How much a month?")
    account = yield from which_account(
        desk, desk.all_heard(), "The money comes from one of your accounts."
    )
    if months is None or not amounts:
        return (yield from desk.say("I need an instalment and a tenure for that."))
    smaller, larger, target = _wanted(amounts)
    rate = yield from rate_of(desk, "rd", months)
    value = yield from _value(desk, account, smaller, rate, months)
    falls_short = target is not None and value < target
    monthly = larger if falls_short else smaller
    said = (
        f"Today's rate for {months} months is {rate:.2f}%. {rupees(smaller)} a month "
        f"comes to a maturity amount of {rupees(value)}."
    )
    agreed, words = yield from confirm(
        desk,
        f"{said} I would open a recurring deposit of {rupees(monthly)} a month for "
        f"{months} months from your account {ending(account)}, paid out at maturity, "
        "no renewal. Closing it early would cost a penalty.",
        "Shall I open this recurring deposit?",
        "open\\w*|khol\\w*|start\\w*",
    )
    if not agreed:
        return words
    outcome = yield from desk.write(
        "create_rd",
        monthly_installment=monthly,
        tenure_months=months,
        source_account=account,
    )
    if not outcome.ok:
        return (yield from desk.say(why_refused(outcome)))
    desk.focus |= {"new_fd": outcome.get("deposit_id"), "account": account}
    return (
        yield from desk.say(
            f"Done. Your recurring deposit of {rupees(monthly)} a month has been "
            "opened. Anything else?"
        )
    )


def _tenure(words: Words) -> int | None:
    """Return the tenure; "a month" beside an instalment is none."""
    spans = [int(v.amount) for v in words.values if v.kind == "months"]
    return next((months for months in spans if 6 <= months <= 120), None)


def _amounts(words: Words) -> list[float] | None:
    return list(dict.fromkeys(words.rupees())) or None


def _wanted(amounts: Iterable[float]) -> tuple[float, float, float | None]:
    """Return the instalment to begin with, the other one, and the target if any."""
    ordered = sorted(amounts)
    if len(ordered) < 3:
        return ordered[0], ordered[-1], None
    return ordered[0], ordered[1], ordered[-1]


def _value(
    desk: Desk, account: str, monthly: float, rate: float, months: int
) -> Script[float]:
    """Look up the balance and what the instalments come to; or guess."""
    if not desk.manner.looks_up:
        return float(monthly * months * (1 + rate / 400) ** (months / 3))
    found = yield from balance_of(desk, account)
    if found is not None and found[0] - found[1] < monthly:
        yield from desk.say(balance_words(account, *found))
    worked = yield from desk.look(
        "calculate_rd_maturity",
        monthly_installment=monthly,
        rate=rate,
        tenure_months=months,
    )
    return float(worked.get("maturity_amount") or 0.0)


INTENTS = (Intent("open_rd", _score, open_rd),)
