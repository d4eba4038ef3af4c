"""Cheques: books to be ordered, and leaves to be stopped."""

import re

from bankenv.records import Record
from runner.reference.areas.accounts import account_details, which_account
from runner.reference.asking import confirm
from runner.reference.desk import Desk, Intent, ending, why_refused
from runner.reference.figures import day
from runner.reference.script import Script
from runner.reference.words import Words

_BOOK = "cheque ?books?|chequebook|cheque leaves|leaves|panne|book mangwa\\w*"
_CHEQUE = "cheques?|leaf|leaves|panna"
_STOP = (
    "stop\\w*|must not be paid|rok\\w*|ruk\\w*|lost|missing|misplaced|kho ga\\w*"
    "|gum ho|dropped|gone"
)
_AFTER = "after|follow\\w*|next to|baad"
_NUMBER = re.compile(r"(?<!\d)\d{6}(?!\d)")
_RANGE = re.compile(r"(?<!\d)(\d{6})(?: to | se |-)(\d{6})(?!\d)")
_LEAVES = re.compile(r"(\d+)\s*(?:leaves|leaf|panne)")
_CLOSED_TO_BOOKS = ("KYC_LIMITED", "INOPERATIVE")
_BASIC_LEAVES = 25
_FEE, _RANGE_FEE, _RANGE_FROM = 100, 300, 4


def _book_score(words: Words) -> int:
    return 50 if words.has(_BOOK) else 0


def _stop_score(words: Words) -> int:
    cheque = words.has(_CHEQUE) and words.has(_STOP)
    return 57 if cheque and _NUMBER.search(words.raw) else 0


def order_book(desk: Desk, words: Words) -> Script[Words]:
    """Order a cheque book, if the account's status allows one."""
    heard = desk.all_heard()
    account = desk.focus.get("cheques") or (
        yield from which_account(desk, heard, "I can order a cheque book.")
    )
    found: list[Record] = []
    if desk.manner.looks_up:
        found = yield from account_details(desk, [account])
    details = found[0] if found else {}
    if heard.has("kyc") and desk.manner.looks_up:
        yield from desk.look(
            "search_knowledge_base", query="KYC overdue account status cheque book"
        )
    if details.get("status") in _CLOSED_TO_BOOKS:
        return (yield from _offer_kyc(desk, account, details))
    leaves = yield from _leaves(desk, details)
    place, address = yield from _place(desk)
    agreed, words = yield from confirm(
        desk,
        f"I can order a cheque book for the account {ending(account)}.",
        f"Shall I order the cheque book of {leaves} leaves, {place}?",
        "order|mangwa\\w*|cheque book",
    )
    if not agreed:
        return words
    order: Record = {"account_id": account, "leaves": leaves}
    if address:
        order["delivery_address"] = address
    outcome = yield from desk.write("request_cheque_book", **order)
    if not outcome.ok:
        return (yield from desk.say(why_refused(outcome)))
    return (
        yield from desk.say(
            f"The cheque book of {leaves} leaves has been ordered; it is expected by "
            f"{day(outcome.get('expected_delivery'))}. Anything else?"
        )
    )


def _offer_kyc(desk: Desk, account: str, details: Record) -> Script[Words]:
    """Refuse the book, and log the update that helps if it is wanted."""
    words = yield from desk.say(
        f"I am sorry, the account {ending(account)} has the status "
        f"{details.get('status')}, so a cheque book is not possible before the KYC is "
        "renewed. I can log a re-KYC request for you, free of charge."
    )
    if not words.has("kyc"):
        return words
    agreed, words = yield from confirm(
        desk,
        "The branch then completes your KYC.",
        "Shall I log the re-KYC request?",
        "log|kyc|request|darj|daal\\w*",
    )
    if not agreed:
        return words
    outcome = yield from desk.write(
        "raise_request",
        category="general_query",
        description=f"Re-KYC for the account {account}.",
    )
    if not outcome.ok:
        return (yield from desk.say(why_refused(outcome)))
    reference, due = outcome.get("request_id"), day(outcome.get("eta"))
    return (
        yield from desk.say(
            f"The re-KYC request has been logged. The reference is {reference}; you "
            f"hear from us by {due}. Anything else?"
        )
    )


def _leaves(desk: Desk, details: Record) -> Script[int]:
    if details.get("account_type") == "bsbd":
        return _BASIC_LEAVES
    if "leaves" in desk.focus:
        return int(desk.focus["leaves"])
    for _ in range(2):
        said = _LEAVES.findall(desk.all_heard().text)
        if said:
            return int(said[0])
        yield from desk.say("How many leaves should the book have, 10, 25 or 50?")
    return _BASIC_LEAVES


def _place(desk: Desk) -> Script[tuple[str, str]]:
    """Return where the book goes, in words, and the address to give ('' for none)."""
    for _ in range(2):
        heard = desk.all_heard()
        if "moved" in desk.focus or heard.has("home branch"):
            return "kept for you at your home branch", "home branch"
        if heard.has("registered"):
            return "sent to your registered address", ""
        yield from desk.say("Your registered address or your home branch?")
    return "sent to your registered address", ""


def stop(desk: Desk, words: Words) -> Script[Words]:
    """Stop the cheques that are meant and not paid."""
    heard = desk.all_heard()
    account = yield from which_account(desk, heard, "I can look at your cheques.")
    desk.focus["cheques"] = account
    paid: dict[str, Record] = {}
    if desk.manner.looks_up:
        yield from account_details(desk, [account])
        paid = yield from _paid_cheques(desk, account)
        yield from desk.look("search_knowledge_base", query="stop payment cheque fee")
    meant = _meant(heard, paid)
    unpaid = [number for number in meant if number not in paid]
    told = _told(heard, meant, paid)
    if not unpaid:
        return (
            yield from desk.say(
                f"{told}I am sorry, a paid cheque cannot be stopped. I can show you "
                "the entry, or you may dispute it."
            )
        )
    many = len(unpaid) >= _RANGE_FROM
    fee = f"₹{_RANGE_FEE} for the range" if many else f"₹{_FEE} a leaf"
    agreed, words = yield from confirm(
        desk,
        f"{told}The fee is {fee} plus 18% GST.",
        f"Shall I stop payment of cheque {', '.join(unpaid)}?",
        "stop|rok\\w*",
    )
    if not agreed:
        return words
    outcome = yield from desk.write(
        "stop_cheque_payment",
        account_id=account,
        cheque_numbers=unpaid,
        reason="dispute" if heard.has("dispute|jhagda") else "lost",
    )
    if not outcome.ok:
        return (yield from desk.say(why_refused(outcome)))
    return (
        yield from desk.say(
            f"Payment of cheque {', '.join(unpaid)} has been stopped. Anything else?"
        )
    )


def _paid_cheques(desk: Desk, account: str) -> Script[dict[str, Record]]:
    """Return the entries of paid cheques by number."""
    outcome = yield from desk.look(
        "get_transaction_history", account_id=account, channel="cheque", limit=100
    )
    rows = outcome.rows("transactions")
    found = [(_NUMBER.search(str(row.get("description"))), row) for row in rows]
    return {number[0]: row for number, row in found if number}


def _meant(heard: Words, paid: dict[str, Record]) -> list[str]:
    """Return the numbers that are meant: named, in a range, or after a paid cheque."""
    text = heard.text
    run = _RANGE.search(text)
    numbers = list(dict.fromkeys(_NUMBER.findall(text)))
    if run:
        others = set(_NUMBER.findall(_RANGE.sub(" ", text)))
        return [n for n in _between(run[1], run[2]) if n not in others]
    first = _known_by_amount(heard, paid) if heard.has(_AFTER) else None
    if first is not None and numbers:
        return _between(first, numbers[0])[1:]
    return numbers


def _between(first: str, last: str) -> list[str]:
    span = range(int(first), min(int(last), int(first) + 99) + 1)
    return [f"{number:06d}" for number in span]


def _known_by_amount(heard: Words, paid: dict[str, Record]) -> str | None:
    amounts = set(heard.rupees())
    known = (n for n, row in paid.items() if abs(float(row["amount"])) in amounts)
    return next(known, None)


def _told(heard: Words, meant: list[str], paid: dict[str, Record]) -> str:
    """Return what was paid of the cheques that are spoken of."""
    first = _known_by_amount(heard, paid)
    spoken = [n for n in (first, *meant) if n in paid]
    said = (f"Cheque {n} was paid on {day(paid[n]['date'])}. " for n in spoken if n)
    return "".join(dict.fromkeys(said))


INTENTS = (
    Intent("cheque book", _book_score, order_book),
    Intent("stop cheque", _stop_score, stop),
)
