"""Fixed deposits: booked, closed early, and what happens when they mature."""

from typing import Any

from bankenv.customer.values import same_date
from bankenv.records import Record
from runner.reference.areas.authority import (
    check_claims,
    why_not_closed,
)
from runner.reference.areas.bookings import book, other_amount
from runner.reference.areas.recurring import RD, is_recurring, open_rds
from runner.reference.asking import confirm
from runner.reference.closing_sums import quote_in_the_head
from runner.reference.desk import Desk, Intent, amount_of, ending, why_refused
from runner.reference.figures import day, month_number, rupees
from runner.reference.renewals import INSTRUCTIONS, instruction_in
from runner.reference.script import Script
from runner.reference.words import LEAVES, Words

FD = "fds?|f d|fixed deposits?|deposits?"
_CLOSE_VERBS = (
    "clos\\w*|closure|break\\w*|broken|tod|tod\\w+|band|premature\\w*|withdraw\\w*"
    "|has to go"
)
CLOSE = f"{_CLOSE_VERBS}|matured?|mature ho|poori ho|nikal gayi|ran out|paid out"
_RENEW = "renew\\w*|maturity instruction|roll ?over|auto renewal"
_BOOK = (
    "book\\w*|open\\w*|invest\\w*|new fd|put|make|khol\\w*|banw\\w*|bana\\w*|kar[aw]*ni"
    "|karw\\w*|daalna|do fd|thinking|idle|fd kar\\w*"
)
_READ_BACK = (
    "read .{0,24}back|read out|padh(?!ai)\\w*|look it up|check karke|dekh kar"
    "|as per record|on record|in the record|record (?:mein|dekh\\w*)|maturity date"
    "|look .{0,32}up|which date|date of maturity|tareekh|new deposit show"
    "|confirm the date|kab poori"
)


def _close_score(words: Words) -> int:
    if words.has(_RENEW) and not words.has(_CLOSE_VERBS):
        return 0
    if words.has(f"{FD}|{RD}") and words.has(CLOSE) and not words.has("loan"):
        return 33 if words.months() is None else 10
    return 0


def _renew_score(words: Words) -> int:
    if not words.has(_RENEW):
        return 0
    return (
        25 if words.has("keep|leave|rehne|mat|don't|not|only|bas|hata\\w*|sirf") else 15
    )


def _book_score(words: Words) -> int:
    if words.months() is not None and words.rupees() and not words.has("loan|emi"):
        return 45 if other_amount(words) is not None else 32
    if not words.has(FD):
        return 0
    return 28 if words.months() is not None or words.has(_BOOK) else 5


def _read_back_score(words: Words) -> int:
    if not words.has(_READ_BACK) or words.has(_RENEW) or words.months() is not None:
        return 0
    return 0 if words.has("close|break|tod\\w*|band") else 31


_MOST_REFUSALS = 4
_ORDINALS = ("first|1st|pehl[ai]", "second|2nd|doosr[ai]", "third|3rd", "fourth|4th")


def open_fds(desk: Desk) -> Script[list[Record]]:
    """Return the customer's fixed deposits that are not closed, looked up."""
    ids = [d for d in desk.deposits if d.startswith("FD")]
    if not ids:
        return []
    rows: list[Record] = yield from desk.records(
        "get_fd_details", "deposit_ids", ids, "fds"
    )
    return [row for row in rows if row.get("status") == "ACTIVE"]


def which_fd(desk: Desk, words: Words) -> Script[Record | None]:
    """Return the deposit that is meant: by amount, month, nominee or id; else ask."""
    recurring = is_recurring(desk.all_heard())
    rows = yield from (open_rds(desk) if recurring else open_fds(desk))
    known = desk.focus.get("fd")
    if known and not words.rupees():
        rows = [r for r in rows if r["deposit_id"] == known] or rows
    for _ in range(4):
        fitting = matching_fds(rows, words)
        if len(fitting) == 1:
            desk.focus["fd"] = fitting[0]["deposit_id"]
            desk.focus["account"] = str(fitting[0].get("payout_account"))
            return fitting[0]
        rows = fitting or rows
        listed = "\n".join(f"{n}. {fd_words(r)}" for n, r in enumerate(rows, start=1))
        words = yield from desk.say(f"Which fixed deposit do you mean?\n{listed}")
    return None


def fd_words(fd: Record) -> str:
    nominee = fd.get("nominee")
    named = nominee.get("name") if isinstance(nominee, dict) else nominee
    who = f", nominee {named}" if named else ", no nominee"
    return (
        f"The deposit of {rupees(fd['principal'])}, maturing on "
        f"{day(fd['maturity_date'])}{who}"
    )


def matching_fds(rows: list[Record], words: Words) -> list[Record]:
    """Return the deposits that fit every clue in the words that fits any of them."""
    clues = (_same_id, _same_amount, _same_month, _same_nominee, _listed_as)
    for clue in clues:
        fitting = [row for row in rows if clue(row, words, rows)]
        rows = fitting or rows
    return rows


def _same_id(fd: Record, words: Words, rows: list[Record]) -> bool:
    return fd["deposit_id"] in words.ids()


def _same_amount(fd: Record, words: Words, rows: list[Record]) -> bool:
    return any(abs(amount - fd["principal"]) < 1 for amount in words.rupees())


def _same_month(fd: Record, words: Words, rows: list[Record]) -> bool:
    matures = str(fd["maturity_date"])
    if words.dates():
        return any(same_date(heard, matures) for heard in words.dates())
    month = month_number(words.text)
    return month is not None and int(matures[5:7]) == month


def _same_nominee(fd: Record, words: Words, rows: list[Record]) -> bool:
    nominee = fd.get("nominee")
    told = nominee.values() if isinstance(nominee, dict) else [nominee or ""]
    names = " ".join(str(value).lower() for value in told).split()
    return any(len(name) > 2 and words.says(name) for name in names)


def _listed_as(fd: Record, words: Words, rows: list[Record]) -> bool:
    place = rows.index(fd)
    if place >= len(_ORDINALS):
        return False
    number = place + 1
    return words.has(
        f"{_ORDINALS[place]}|(?:number|option|no) {number}|{number} number"
        f"|{number} (?:one|wal[aei])"
    )


def close(desk: Desk, words: Words) -> Script[Words]:
    """Close a deposit early, or at maturity, once its quote was told."""
    fd = yield from which_fd(desk, words)
    if fd is None:
        return (yield from desk.say("I could not find an open deposit like that."))
    refusal = yield from why_not_closed(desk, fd)
    if refusal:
        return (yield from _refuse(desk, refusal))
    yield from check_claims(desk, desk.all_heard())
    quote = yield from quote_of(desk, fd)
    account, chosen = _payout_account(desk, fd)
    agreed, words = yield from confirm(
        desk,
        f"{fd_words(fd)}. {quote_words(quote)} It is paid to your account "
        f"{ending(account)}. A closure cannot be undone.",
        "Shall I close this deposit?",
        CLOSE,
        unless=_RENEW,
    )
    if not agreed:
        return words
    elsewhere = {"payout_account": account} if chosen else {}
    outcome = yield from desk.write(
        "close_deposit", deposit_id=fd["deposit_id"], **elsewhere
    )
    desk.focus["account"] = account
    desk.forget("get_fd_details", fd["deposit_id"])
    if not outcome.ok:
        return (yield from desk.say(why_refused(outcome)))
    return (
        yield from desk.say(
            f"Done. The deposit of {rupees(fd['principal'])} has been closed and "
            f"{rupees(outcome.get('net_payout'))} was credited to your account "
            f"{ending(account)}. Anything else?"
        )
    )


def _refuse(desk: Desk, reason: str) -> Script[Words]:
    """Give the reason, and again to a customer who insists; do what is possible."""
    words = yield from desk.say(reason)
    for _ in range(_MOST_REFUSALS):
        if words.has(_RENEW):
            return (yield from set_renewal(desk, words))
        if words.has(LEAVES):
            return words
        words = yield from desk.say(f"I understand, but it stays as I said. {reason}")
    return words


def _payout_account(desk: Desk, fd: Record) -> tuple[str, bool]:
    """Return the account to pay into, and whether the customer chose it."""
    named = desk.choose(desk.accounts, desk.all_heard())
    if len(named) == 1 and named[0] != fd.get("payout_account"):
        return named[0], True
    return str(fd.get("payout_account")), False


def quote_of(desk: Desk, fd: Record) -> Script[Record]:
    """Return the deposit's closure quote, looked up or worked out in the head."""
    if not desk.manner.looks_up:
        return quote_in_the_head(fd, desk.today)
    outcome = yield from desk.look(
        "get_deposit_closure_quote", deposit_ids=[fd["deposit_id"]]
    )
    rows = outcome.rows("quotes")
    return rows[0] if rows else quote_in_the_head(fd, desk.today)


def quote_words(quote: Record) -> str:
    """Return a closure quote in words."""
    said = [f"If it is closed today, the payout is {rupees(quote['net_payout'])}."]
    if quote.get("matured"):
        said.append("It has matured, so there is no penalty.")
    else:
        said.append(
            f"The penalty is {quote['penalty_rate']:.2f} percent off the rate. "
            f"The rate paid is {quote['effective_rate']:.2f}% instead of "
            f"{quote['contract_rate']:.2f}%."
        )
    said.append(f"The interest is {rupees(quote['interest_payable'])}.")
    return " ".join(said)


def set_renewal(desk: Desk, words: Words) -> Script[Words]:
    """Change what happens to a deposit at maturity."""
    fd = yield from which_fd(desk, words)
    if fd is None:
        return (yield from desk.say("I could not find an open deposit like that."))
    wanted = instruction_in(words) or "no_renewal"
    present = str(fd.get("maturity_instruction"))
    statement = (
        f"{fd_words(fd)}. The present instruction is: {INSTRUCTIONS.get(present)}. "
        f"I would set it to: {INSTRUCTIONS[wanted]}. It is free and can be changed "
        "again up to the day before maturity."
    )
    agreed, words = yield from confirm(
        desk, statement, "Shall I change the renewal instruction?", _RENEW
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
            f"Done. The renewal instruction has been changed to "
            f"{INSTRUCTIONS[wanted]}. Anything else?"
        )
    )


def read_back(desk: Desk, words: Words) -> Script[Words]:
    """Read a deposit out from the records, the newest one unless another is meant."""
    known: Any = desk.focus.get("new_fd") or desk.focus.get("fd")
    if known is None:
        fd = yield from which_fd(desk, words)
        known = fd["deposit_id"] if fd else None
    kind = "rd" if str(known).startswith("RD") else "fd"
    outcome = yield from desk.look(f"get_{kind}_details", deposit_ids=[known])
    rows = outcome.rows(f"{kind}s")
    if not rows:
        return (yield from desk.say("I could not find that deposit in your records."))
    fd = rows[0]
    return (
        yield from desk.say(
            f"The record shows the deposit {fd['deposit_id']} of "
            f"{rupees(amount_of(fd, 'principal', 'monthly_installment'))} at a rate "
            f"of {fd['rate']:.2f}%. The maturity "
            f"date is {day(fd['maturity_date'])}. The maturity amount is "
            f"{rupees(fd['maturity_amount'])}. Anything else?"
        )
    )


INTENTS = (
    Intent("close_fd", _close_score, close),
    Intent("set_renewal", _renew_score, set_renewal),
    Intent("book_fd", _book_score, book),
    Intent("read_back", _read_back_score, read_back),
)
