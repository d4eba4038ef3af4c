"""Cards in trouble: used by somebody else, found again, or called by the wrong word."""

from datetime import date, timedelta

from bankenv.records import Record
from runner.reference.areas.card_settings import channel_of, switch_off
from runner.reference.areas.cards import card_words, which_card
from runner.reference.asking import confirm
from runner.reference.desk import Desk, Intent, why_refused
from runner.reference.figures import day, rupees
from runner.reference.script import Script
from runner.reference.words import Words

_CARD = "cards?"
_NOT_MINE = (
    "wasn't me|not me|never made|isn't mine|not mine|didn't spend|maine nahi|mera nahi"
    "|not done by me|have not (?:done|used)|did not make|misused?|used my card"
    "|(?:one )?fraud has happened|fraud hua|pata hi nahi|kisi ne mere card"
)
_FOUND = (
    "found|turned up|it's here again|got back|is back|with me now|mil gaya|mil gayi"
    "|card [0-9]{4} back"
)
_NOT_FOUND = "not getting found|nahi mil\\w*|once i get|till i get"
_ON_AGAIN = (
    "unfreeze|switch\\w* (?:it )?on|activate|remove|freeze|chalu|on kar\\w*"
    "|use it again"
)
_BEAR = "bear|liability|part of the loss|loss will|bharna|nuksan|sahna"
_CODE = "code|otp"
_STOLEN = "stolen|stole|snatched|chori|chheen\\w*"
_HOME = (
    "at home|in my flat|in the house|house only|mother's house|hid it"
    "|ghar (?:pe|par|mein)|kept in some bag|slipped behind|turn up"
)
_OFF = "switch\\w* off|turn(?:ed)? off|off|band|disable\\w*|stay off"
_LARGE_CAP, _SMALL_CAP, _CAP = 25_000.0, 5_000.0, 10_000.0
_FREE_DAYS, _CAPPED_DAYS = 3, 7


def _fraud_score(words: Words) -> int:
    return 70 if words.has(_NOT_MINE) and words.rupees() else 0


def _found_score(words: Words) -> int:
    found = words.has(_FOUND) and not words.has(_NOT_FOUND)
    return 75 if found and words.has(_CARD) and words.has(_ON_AGAIN) else 0


def _word_score(words: Words) -> int:
    """Block at home, freeze for a theft: the word is not the need."""
    home = words.has("block\\w*") and words.has(_HOME) and words.last_digits()
    stolen = words.has("fre[ez]\\w*|frozen") and words.has(_STOLEN)
    return 74 if words.has(_CARD) and (home or stolen) else 0


def _entries(desk: Desk, account: str) -> Script[list[Record]]:
    if not desk.manner.looks_up:
        return []
    outcome = yield from desk.look(
        "get_transaction_history", account_id=account, limit=50
    )
    return outcome.rows("transactions")


def _listed(rows: list[Record]) -> str:
    listed = "; ".join(
        f"{day(r['date'])}, {r.get('direction')} {rupees(abs(r['amount']))}, "
        f"{r.get('description')}"
        for r in rows[:8]
    )
    return f"The latest entries are: {listed}."


def lost_to_others(desk: Desk, words: Words) -> Script[Words]:
    """Block the card, then find the entry, then dispute it; R22 sets the order."""
    told = words
    card = yield from which_card(desk, words)
    if card is None:
        return (yield from desk.say("I could not find that card. Shall we try again?"))
    called = f"card ending {card.get('last4')}"
    agreed, words = yield from confirm(
        desk,
        f"I found your {card_words(card)}. Somebody may use it again, so it should be "
        "blocked for fraud now. A block is final and cannot be undone.",
        f"Shall I block the {called} for good?",
        "block\\w*|band",
    )
    if not agreed:
        return words
    outcome = yield from desk.write(
        "block_card", card_id=card["card_id"], reason="fraud"
    )
    if not outcome.ok:
        return (yield from desk.say(why_refused(outcome)))
    account = str(card.get("linked_account") or "")
    rows = yield from _entries(desk, account)
    entry = _meant(rows, told)
    if entry is None:
        return (
            yield from desk.say(f"The {called} is blocked. I could not find the entry.")
        )
    return (
        yield from _dispute(desk, entry, account, f"The {called} has been blocked. ")
    )


def _meant(rows: list[Record], told: Words) -> Record | None:
    """Return the debit of the amount and, where one was named, of the day."""
    amounts, days = told.rupees(), [one[5:] for one in told.dates()]
    alike = [r for r in rows if r["amount"] < 0 and abs(r["amount"]) in amounts]
    dated = [r for r in alike if str(r["date"])[5:] in days]
    return next(iter(dated or alike), None)


def _dispute(desk: Desk, entry: Record, account: str, before: str) -> Script[Words]:
    """Ask for the dispute; tell what the customer bears when that is asked first."""
    statement = (
        f"{before}I found the entry of {day(entry['date'])}, "
        f"{rupees(abs(entry['amount']))}, {entry.get('description')}."
    )
    question = "Shall I log a dispute request for this one entry?"
    asks = "kitna|how much|liability|nuksan|what part"
    agreed, words = yield from confirm(
        desk, statement, question, "disput\\w*|request", unless=asks
    )
    if words.has(_BEAR) or (not agreed and words.has(asks)):
        said = yield from _liability(desk, entry, account)
        agreed, words = yield from confirm(desk, said, question, "disput\\w*|request")
    if not agreed:
        return words
    outcome = yield from desk.write(
        "raise_request",
        category="unauthorized_debit",
        related_transaction_id=entry["reference_id"],
        description=f"Debit of {rupees(abs(entry['amount']))} not the customer's.",
    )
    if not outcome.ok:
        return (yield from desk.say(why_refused(outcome)))
    return (
        yield from desk.say(
            "Done. The dispute request has been logged. The reference is "
            f"{outcome.get('request_id')} and we answer by {day(outcome.get('eta'))}. "
            "Anything else?"
        )
    )


def _liability(desk: Desk, entry: Record, account: str) -> Script[str]:
    yield from desk.look(
        "search_knowledge_base", query="unauthorised transaction liability working days"
    )
    outcome = yield from desk.look("get_account_details", account_ids=[account])
    kind = next((str(a.get("account_type")) for a in outcome.rows("accounts")), "")
    amount = abs(float(entry["amount"]))
    days = working_days(str(entry["date"]), desk.today)
    if desk.all_heard().has(_CODE):
        return f"As the code was given away, your liability is {rupees(amount)}."
    if days <= _FREE_DAYS:
        return f"Reported within {days} working days, your liability would be ₹0."
    if days > _CAPPED_DAYS:
        return (
            f"After {days} working days your liability is decided as the bank's board "
            "policy says."
        )
    cap = {"bsbd": _SMALL_CAP, "current": _LARGE_CAP}.get(kind, _CAP)
    return (
        f"After {days} working days your liability would be {rupees(min(amount, cap))}."
    )


def working_days(first: str, last: str) -> int:
    """Return the working days after `first` up to `last`, both ISO dates."""
    start, end = date.fromisoformat(first), date.fromisoformat(last)
    between = (start + timedelta(days=n) for n in range(1, (end - start).days + 1))
    return sum(_works(one) for one in between)


def _works(one: date) -> bool:
    saturday = one.weekday() == 5 and (one.day - 1) // 7 in (1, 3)
    return one.weekday() != 6 and not saturday


def found_again(desk: Desk, words: Words) -> Script[Words]:
    """Unfreeze a card once the entries since the freeze were told."""
    wish = words
    card = yield from which_card(desk, words)
    if card is None:
        return (yield from desk.say("I could not find that card. Shall we try again?"))
    rows = yield from _entries(desk, str(card.get("linked_account") or ""))
    called = f"card ending {card.get('last4')}"
    agreed, words = yield from confirm(
        desk,
        f"I found your {called}. {_listed(rows)} Tell me if one of these is not yours.",
        f"Shall I unfreeze the {called} now?",
        "unfre\\w*|chalu|switch",
    )
    if not agreed:
        return words
    outcome = yield from desk.write(
        "toggle_card_freeze", card_id=card["card_id"], state="unfreeze"
    )
    if not outcome.ok:
        return (yield from desk.say(why_refused(outcome)))
    done = f"Your {called} has been unfrozen."
    channel = channel_of(wish.text)
    if channel and wish.has(_OFF):
        return (yield from switch_off(desk, card, channel, done))
    return (yield from desk.say(f"{done} Anything else?"))


def need_not_word(desk: Desk, words: Words) -> Script[Words]:
    """Explain freeze and block, and do what the customer's case needs."""
    stolen = words.has(_STOLEN)
    card = yield from which_card(desk, words)
    if card is None:
        return (yield from desk.say("I could not find that card. Shall we try again?"))
    called = f"card ending {card.get('last4')}"
    if stolen:
        rows = yield from _entries(desk, str(card.get("linked_account") or ""))
        said = f"{_listed(rows)} A freeze can be undone; a block is final."
        action, tool, made = "block", "block_card", {"reason": "stolen"}
    else:
        yield from desk.look("search_knowledge_base", query="freeze or block a card")
        said = (
            "A freeze can be undone; a block is final, and you would need a new card."
        )
        action, tool, made = "freeze", "toggle_card_freeze", {"state": "freeze"}
    agreed, words = yield from confirm(
        desk,
        f"I found your {card_words(card)}. {said} For this I would {action} it.",
        f"Shall I {action} the {called}{' for good' if stolen else ' for now'}?",
        f"{action}\\w*|hamesha|thode|for now|for good",
    )
    if not agreed:
        return words
    outcome = yield from desk.write(tool, card_id=card["card_id"], **made)
    if not outcome.ok:
        return (yield from desk.say(why_refused(outcome)))
    state = "blocked for good" if stolen else "frozen"
    return (
        yield from desk.say(f"Done. Your {called} has been {state}. Anything else?")
    )


INTENTS = (
    Intent("card_fraud", _fraud_score, lost_to_others),
    Intent("card_found", _found_score, found_again),
    Intent("card_word", _word_score, need_not_word),
)
