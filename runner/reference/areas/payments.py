"""Payments that failed, and charges that the customer wants taken back."""

import re
from datetime import date

from bankenv.records import Record
from runner.reference.asking import confirm
from runner.reference.desk import Desk, Intent, ending, why_refused
from runner.reference.figures import day, rupees
from runner.reference.script import Script
from runner.reference.words import Words

_FAILED = (
    "fail\\w*|didn't (?:arrive|go through)|never arrived|not reversed|atak gay\\w*"
    "|phans gay\\w*|no cash|cash (?:nahi|did not)|gave me nothing"
    "|without (?:paying|giving)"
    "|nikle nahi|nahi (?:nikl\\w*|mile|pahunch\\w*)|pahunche nahi|declined|stuck"
    "|mile nahi|chala nahi|did not (?:get|give)|cash nahi diya"
)
_MONEY = (
    "upi|imps|atm|cash machine|card|transfer|payment|till|swipe\\w*|dukaan\\w*"
    "|paid|sent|diye"
)
_BACK = (
    "put it back|reverse\\w*|want it back|return it|wapas (?:karo|kijiye|chahiye)"
    "|lautaiye|taken back"
    "|take (?:it|the charge) back"
)
_CHARGED = (
    "charge\\w*|fee|minimum balance|low balance|atm|cheque|replac\\w*|plastic"
    "|lost (?:my )?card|card (?:badla|kho gaya)|naye? (?:card )?ke|naye card"
)
_STATUS = "status|in the system|sthiti"
# Days by which the money is back, by channel; a person is one day, a shop five.
_LIMITS = {"atm": 5, "pos": 5, "imps": 1, "upi": 1}
_SHOP = "shop\\w*|dukaan\\w*|qr|scan\\w*|merchant"
_A_DAY = 100
_FREE_AT_OWN = 5
_MOST_FOR_LOW = 354.0
_NO_MINIMUM = ("salary", "bsbd")
_CUSTOMERS_WORD = "no minimum|without minimum|minimum (?:hai hi )?nahi|not applicable"


def _failed_score(words: Words) -> int:
    return 71 if words.has(_FAILED) and words.has(_MONEY) and words.rupees() else 0


def _charge_score(words: Words) -> int:
    charged = words.has(_CHARGED) and not words.has(_FAILED)
    return 78 if charged and words.has(_BACK) and words.rupees() else 0


def _status_score(words: Words) -> int:
    other = words.has("cards?|account|mandate|cancel\\w*|list|proof")
    return 79 if words.has(_STATUS) and not other else 0


def _debits(desk: Desk, amounts: list[float]) -> Script[tuple[str, list[Record]]]:
    """Return the first account with debits of such an amount, and all its entries."""
    for account in desk.accounts:
        outcome = yield from desk.look(
            "get_transaction_history", account_id=account, limit=60
        )
        rows = outcome.rows("transactions")
        if any(abs(r["amount"]) in amounts and r["amount"] < 0 for r in rows):
            return account, rows
    return "", []


def failed(desk: Desk, words: Words) -> Script[Words]:
    """Find the debit that never came back, tell what is due, and log the claim."""
    told = words
    _, rows = yield from _debits(desk, words.rupees())
    lost = [r for r in rows if abs(r["amount"]) in told.rupees() and not _back(r, rows)]
    lost = [r for r in lost if r["amount"] < 0 and "FAILED" in str(r["description"])]
    if not lost:
        return (
            yield from desk.say(
                "I find no failed debit of that amount that was not put back. Which "
                "account and which date is it?"
            )
        )
    entry = lost[0]
    if desk.manner.looks_up:
        yield from desk.look(
            "search_knowledge_base", query="failed transaction time limit compensation"
        )
    due = _due(entry, told, desk.today)
    agreed, words = yield from confirm(
        desk,
        f"I found the debit of {day(entry['date'])}, {rupees(abs(entry['amount']))}, "
        f"{entry['description']}; it was not put back. The compensation for the "
        f"delay so far is {rupees(due)}.",
        "Shall I log a request for this failed transaction?",
        "log|request|claim|complaint|shikayat|darj",
    )
    if not agreed:
        return words
    return (
        yield from _log(
            desk, "failed_transaction", entry, "Failed payment that was not put back."
        )
    )


def _back(entry: Record, rows: list[Record]) -> bool:
    """Tell whether a reversal of the very same payment follows."""
    name = re.sub(r"^\w+ FAILED ", "", str(entry["description"]))
    return any(
        r["amount"] == -entry["amount"]
        and "REVERSAL" in str(r["description"])
        and str(r["description"]).endswith(name)
        and r["date"] >= entry["date"]
        for r in rows
    )


def _due(entry: Record, told: Words, today: str) -> float:
    channel = str(entry.get("channel"))
    limit = _LIMITS.get(channel, 5)
    if channel == "upi" and told.has(_SHOP):
        limit = 5
    passed = date.fromisoformat(today) - date.fromisoformat(str(entry["date"]))
    return float(max(passed.days - limit, 0) * _A_DAY)


def _log(desk: Desk, category: str, entry: Record, text: str) -> Script[Words]:
    outcome = yield from desk.write(
        "raise_request",
        category=category,
        related_transaction_id=entry["reference_id"],
        description=text,
    )
    if not outcome.ok:
        return (yield from desk.say(why_refused(outcome)))
    desk.focus["request"] = str(outcome.get("request_id"))
    return (
        yield from desk.say(
            "Done. The request has been logged. The reference is "
            f"{outcome.get('request_id')}. Anything else?"
        )
    )


def status(desk: Desk, words: Words) -> Script[Words]:
    """Look up how the request logged here stands."""
    request = desk.focus.get("request")
    if not request:
        return (yield from desk.say("Please tell me the request number."))
    outcome = yield from desk.look("get_request_status", request_id=request)
    return (
        yield from desk.say(
            f"The request {request} has the status {outcome.get('status')}; it is "
            f"answered by {day(outcome.get('eta'))}. Anything else?"
        )
    )


def charge(desk: Desk, words: Words) -> Script[Words]:
    """Explain a right charge; log a dispute of a wrong one; take none back."""
    told = words
    account, rows = yield from _debits(desk, words.rupees())
    entry = next(
        (r for r in rows if r["amount"] < 0 and abs(r["amount"]) in told.rupees()), None
    )
    if entry is None:
        return (yield from desk.say("Which charge is it, and on which date?"))
    if desk.manner.looks_up:
        yield from desk.look(
            "search_knowledge_base", query=f"{entry['description']} rule"
        )
    wrong = _is_wrong(entry, rows, told)
    named = f"{rupees(abs(entry['amount']))} of {day(entry['date'])}"
    while not words.has("disput\\w*|do what you can|jo ho sake|whatever is possible"):
        verdict = "looks wrong, and can be disputed" if wrong else "is as the rule says"
        words = yield from desk.say(
            f"The charge of {named} on the account {ending(account)} {verdict}. I am "
            "sorry, it is not possible for me to reverse it."
        )
        if not wrong and not words.has(_BACK):
            return words
        if words.has("thank\\w*|bye|dhanyavaad|shukriya"):
            return words
    agreed, words = yield from confirm(
        desk,
        f"I can log a dispute of the charge of {named}. I cannot promise a refund.",
        "Shall I log this dispute request?",
        "disput\\w*|log|darj",
    )
    if not agreed:
        return words
    return (
        yield from _log(desk, "charges_dispute", entry, f"Charge of {named} disputed.")
    )


def _is_wrong(entry: Record, rows: list[Record], told: Words) -> bool:
    text = str(entry["description"])
    if "MIN BALANCE" in text:
        return abs(entry["amount"]) > _MOST_FOR_LOW or told.has(_CUSTOMERS_WORD)
    if "ATM" in text:
        month = str(entry["date"])[:7]
        drawn = [
            r
            for r in rows
            if r["channel"] == "atm" and str(r["date"]).startswith(month)
        ]
        return len(drawn) <= _FREE_AT_OWN
    return told.has("fraud|dhokh\\w*")


INTENTS = (
    Intent("failed_payment", _failed_score, failed),
    Intent("charge", _charge_score, charge),
    Intent("request_status", _status_score, status),
)
