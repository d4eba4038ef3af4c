"""A deposit broken and booked anew, for the better of two tenures."""

from bankenv.records import Record
from runner.reference.areas.authority import why_locked
from runner.reference.areas.bookings import rate_of
from runner.reference.areas.deposits import (
    CLOSE,
    FD,
    fd_words,
    quote_of,
    quote_words,
    which_fd,
)
from runner.reference.asking import confirm
from runner.reference.desk import Desk, Intent, ending, why_refused
from runner.reference.figures import rupees
from runner.reference.script import Script
from runner.reference.words import Words

_ANEW = "rebook\\w*|new|nayi|naya|dobara|phir|move|into whichever|better"


def _tenures(words: Words) -> list[int]:
    months = (int(v.amount) for v in words.values if v.kind == "months")
    return list(dict.fromkeys(months))


def _score(words: Words) -> int:
    two = len(_tenures(words)) == 2
    about = words.has(FD) and words.has(f"{CLOSE}|move")
    return 47 if two and about and words.has(_ANEW) else 0


def rebook(desk: Desk, words: Words) -> Script[Words]:
    """Tell quote and both rates, close, and book what is not to stay."""
    asked = words
    fd = yield from which_fd(desk, words)
    if fd is None:
        return (yield from desk.say("I could not find an open deposit like that."))
    refusal = why_locked(fd, desk.today)
    if refusal:
        return (yield from desk.say(refusal))
    quote = yield from quote_of(desk, fd)
    best, said = yield from _better(desk, _tenures(asked))
    account = str(fd.get("payout_account"))
    agreed, words = yield from confirm(
        desk,
        f"{fd_words(fd)}. {quote_words(quote)} {said} The payout goes to your account "
        f"{ending(account)}. A closure cannot be undone.",
        "Shall I close this deposit?",
        CLOSE,
    )
    if not agreed:
        return words
    outcome = yield from desk.write("close_deposit", deposit_id=fd["deposit_id"])
    desk.forget("get_fd_details", fd["deposit_id"])
    desk.focus["account"] = account
    if not outcome.ok:
        return (yield from desk.say(why_refused(outcome)))
    payout = float(outcome.get("net_payout"))
    amount = float((payout - _kept(fd, asked)) // 1_000 * 1_000)
    return (yield from _book(desk, amount, best, account, payout))


def _better(desk: Desk, tenures: list[int]) -> Script[tuple[int, str]]:
    """Return the tenure that pays more, and both rates in words."""
    rates: dict[int, float] = {}
    for months in tenures if desk.manner.looks_up else tenures[:1]:
        rates[months] = yield from rate_of(desk, "fd", months)
    said = " ".join(
        f"Today's rate for {months} months is {rate:.2f}%."
        for months, rate in rates.items()
    )
    return max(rates, key=lambda months: rates[months]), said


def _kept(fd: Record, words: Words) -> float:
    """Return what is to stay in the account: the sum that is not the deposit's."""
    sums = [amount for amount in words.rupees() if amount != fd["principal"]]
    return sums[0] if sums else 0.0


def _book(
    desk: Desk, amount: float, months: int, account: str, payout: float
) -> Script[Words]:
    agreed, words = yield from confirm(
        desk,
        f"The old deposit has been closed and {rupees(payout)} was credited. I would "
        f"now book a fixed deposit of {rupees(amount)} for {months} months from your "
        f"account {ending(account)}; interest is paid together at maturity; no "
        "renewal; no nominee.",
        "Shall I book this fixed deposit?",
        "book\\w*|open\\w*|khol\\w*|bana\\w*|laga\\w*",
    )
    if not agreed:
        return words
    outcome = yield from desk.write(
        "create_fd",
        principal_amount=amount,
        tenure_months=months,
        source_account=account,
    )
    if not outcome.ok:
        return (yield from desk.say(why_refused(outcome)))
    desk.focus["new_fd"] = str(outcome.get("deposit_id"))
    return (
        yield from desk.say(
            f"Done. Your fixed deposit of {rupees(amount)} for {months} months has "
            "been booked. Anything else?"
        )
    )


INTENTS = (Intent("rebook", _score, rebook),)
