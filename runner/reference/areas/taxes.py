"""Tax cut from interest: the entry, the limit, and the request that follows."""

import re

from bankenv.records import Record
from runner.reference.areas.accounts import which_account
from runner.reference.areas.authority import consult
from runner.reference.areas.bookings import is_senior
from runner.reference.areas.deposits import open_fds
from runner.reference.areas.recurring import open_rds
from runner.reference.asking import confirm
from runner.reference.desk import Desk, Intent, amount_of, ending, why_refused
from runner.reference.figures import day, rupees
from runner.reference.script import Script
from runner.reference.words import Words

_TAX = (
    "tds|tax (?:was|is|entry|cut|taken)|form 121|went in tax|tax kat\\w*|20 percent tax"
)
_SIXTY = (
    "60 ?th|i turn 60|sixty in|60 ki umar|60 poore|completing 60|will be 60|umar 60"
    "|varishth|(?:i'm|am|at|umar|of) [678]\\d|[678]\\d (?:saal|years)"
)
# Where the papers do not say: rupees of interest a year without tax, and for seniors.
_LIMIT, _SENIOR_LIMIT = 50_000.0, 100_000.0
_USUAL_PERCENT = 10.0
_FORM_LIMIT = 400_000.0


def _score(words: Words) -> int:
    return 50 if words.has(_TAX) else 0


def explain(desk: Desk, words: Words) -> Script[Words]:
    """Find the entry, say whether it was due, and log what the customer wants then."""
    account = yield from which_account(desk, desk.all_heard(), "Let me look.")
    entry = yield from _entry(desk, account)
    if entry is None:
        return (yield from desk.say("I find no tax entry in that account."))
    interest = yield from _interest(desk)
    limits = yield from _limits(desk)
    senior = (yield from is_senior(desk)) or desk.all_heard().has(_SIXTY)
    limit = limits[1] if senior else limits[0]
    percent = _percent(entry)
    due = interest > limit or account.startswith("NO")
    said = (
        f"On {day(str(entry['date']))} tax of {rupees(abs(entry['amount']))} was cut "
        f"from your account {ending(account)}. Your deposits bring about "
        f"{rupees(interest)} of interest a year. {_reason(account, percent, limit)}"
    )
    if interest > _FORM_LIMIT and not senior:
        said += f" Form 121 may be filed up to an income of {rupees(_FORM_LIMIT)} only."
    return (yield from _log(desk, entry, due, said))


def _entry(desk: Desk, account: str) -> Script[Record | None]:
    outcome = yield from desk.look("get_transaction_history", account_id=account)
    rows = outcome.rows("transactions")
    return next((r for r in rows if "TDS" in str(r.get("description"))), None)


def _interest(desk: Desk) -> Script[float]:
    """Return rupees of simple interest a year on all deposits; nothing in a hurry."""
    if not desk.manner.looks_up:
        return 0.0
    rows: list[Record] = yield from open_fds(desk)
    if any(d.startswith("RD") for d in desk.deposits):
        rows = rows + (yield from open_rds(desk))
    sums = (
        amount_of(row, "total_deposited", "principal") * float(row["rate"]) / 100
        for row in rows
    )
    return round(sum(sums), 2)


def _limits(desk: Desk) -> Script[tuple[float, float]]:
    """Return the yearly interest from which tax is cut, and that for seniors."""
    outcome = yield from consult(desk, "TDS limit on deposit interest Form 121")
    rows = outcome.rows("results") if outcome is not None else []
    text = " ".join(str(row.get("text")) for row in rows)
    found = re.search(r"more than ₹([\d,]+) in the tax year.*?limit is ₹([\d,]+)", text)
    if found is None:
        return _LIMIT, _SENIOR_LIMIT
    usual, senior = (float(sum_.replace(",", "")) for sum_ in found.groups())
    return usual, senior


def _percent(entry: Record) -> float:
    found = re.search(r"([\d.]+)%", str(entry.get("description")))
    return float(found[1]) if found else _USUAL_PERCENT


def _reason(account: str, percent: float, limit: float) -> str:
    if account.startswith("NO"):
        return (
            "Interest in an NRO account bears tax at 30%, plus cess, whatever it comes "
            "to, and Form 121 cannot be filed for it."
        )
    if percent > _USUAL_PERCENT:
        return f"A rate of {percent:g}% means that no valid PAN is on record."
    return (
        f"Tax is cut when the interest of all deposits is more than {rupees(limit)} in "
        "the tax year."
    )


def _log(desk: Desk, entry: Record, due: bool, said: str) -> Script[Words]:
    what = "the request you named for that case" if due else "a correction request"
    finding = "So it was cut as it should be." if due else "So it was not due."
    agreed, words = yield from confirm(
        desk,
        f"{said} {finding} I can log {what}, free of charge; I promise no outcome.",
        "Shall I log this request?",
        "log|request|correction|form|darj|daal\\w*",
    )
    if not agreed:
        return words
    told = desk.all_heard().raw[:800]
    about = {} if due else {"related_transaction_id": entry["reference_id"]}
    outcome = yield from desk.write(
        "raise_request",
        category="general_query" if due else "charges_dispute",
        description=f"Tax on interest: {told}",
        **about,
    )
    if not outcome.ok:
        return (yield from desk.say(why_refused(outcome)))
    return (
        yield from desk.say(
            f"Done. The request has been logged. The reference is "
            f"{outcome.get('request_id')}. Anything else?"
        )
    )


INTENTS = (Intent("tax", _score, explain),)
