"""Cards: frozen for now, or blocked for good and replaced."""

from bankenv.records import Record
from runner.reference.asking import confirm
from runner.reference.desk import Desk, Intent, why_refused
from runner.reference.figures import day, rupees
from runner.reference.script import Script
from runner.reference.words import Words, agrees

_CARD = "cards?"
_FOR_NOW = (
    "freez\\w*|for now|for the (?:moment|time being)|for some (?:time|days)"
    "|temporar\\w*|until i find|till i|abhi ke liye|filhaal|thode din|kuch din"
    "|do din|day or two|few days|some days|time being|ghar (?:pe|par|mein)|at home"
    "|in the house|in house|home only|in the flat|misplac\\w*|mislaid|mil jayega"
    "|milte hi|milne tak|turn up|switch off|switched on again|rok dijiye|rokna"
    "|bhool gay\\w*"
)
_FOR_GOOD = (
    "block\\w*|for good|permanent\\w*|hamesha|lost|stolen|stole|theft|kho gay\\w*|chori"
    "|gir gay\\w*|damage\\w*|toot\\w*|kharab|cracked|snapped|broken|hotlist"
)
_NOT_LOST = "not lost|khoya nahi|not permanent|permanent nahi|hamesha ke liye nahi"
_GONE = "lost|stolen|stole|kho gay\\w*|chori|gir gay\\w*|damage\\w*|toot\\w*|kharab"
_REPLACE = (
    "replac\\w*|new card|new one|naya card|naye card|badle|nayaa card|card mangw\\w*"
    "|another card|in its place"
)
_ENTRIES = (
    "entr(?:y|ies)|transactions?|len den|lenden|last debit|went out|last kya gaya"
    "|aakhri baar kya"
)
_REASONS = {
    "stolen": "stolen|stole|theft|chori",
    "damaged": "damage\\w*|toot\\w*|kharab|cracked|snapped|broken",
    "lost": "lost|kho gay\\w*|gir gay\\w*|dropped|gone|missing",
}


def _freeze_score(words: Words) -> int:
    if not words.has(_CARD) and not words.has("freeze"):
        return 0
    gone = words.has(_GONE) and not words.has(_NOT_LOST)
    return 40 if words.has(_FOR_NOW) and not gone else 0


def _block_score(words: Words) -> int:
    if not words.has(_CARD):
        return 0
    return 35 if words.has(_FOR_GOOD) or words.has(_REPLACE) else 0


def which_card(desk: Desk, words: Words) -> Script[Record | None]:
    """Return the looked-up record of the card that is meant, asking if need be."""
    if not desk.manner.looks_up and len(desk.cards) == 1:
        return {"card_id": desk.cards[0], "last4": desk.cards[0][-4:]}
    cards: list[Record] = yield from desk.records(
        "get_card_details", "card_ids", desk.cards, "cards"
    )
    for _ in range(3):
        fitting = _matching(cards, words)
        if len(fitting) > 1 and words.dates():
            used = yield from _used(desk, fitting, words)
            fitting = [used] if used else fitting
        if len(fitting) == 1:
            return fitting[0]
        listed = "; ".join(card_words(card) for card in fitting or cards)
        words = yield from desk.say(f"Which card do you mean: {listed}?")
    return None


def _used(desk: Desk, cards: list[Record], words: Words) -> Script[Record | None]:
    """Return the card whose use at the shop that was named stands in the entries."""
    for account in dict.fromkeys(str(card.get("linked_account")) for card in cards):
        outcome = yield from desk.look(
            "get_transaction_history", account_id=account, limit=60
        )
        for row in outcome.rows("transactions"):
            kind, _, rest = str(row.get("description")).partition(" ")
            last4, _, shop = rest.partition(" ")
            used = [card for card in cards if card.get("last4") == last4]
            if kind == "POS" and used and words.says(shop):
                return used[0]
    return None


def _matching(cards: list[Record], words: Words) -> list[Record]:
    digits, ids = words.last_digits(), words.ids()
    exact = [c for c in cards if c.get("last4") in digits or c.get("card_id") in ids]
    if exact:
        return exact
    linked = [c for c in cards if str(c.get("linked_account"))[-4:] in digits]
    if len(linked) == 1:
        return linked
    for key in ("card_type", "network"):
        named = [c for c in cards if words.says(str(c.get(key, "")))]
        if named:
            cards = named
    usable = [c for c in cards if c.get("status") not in ("blocked", "expired")]
    if len(usable) > 1:
        active = [c for c in usable if c.get("status") == "active"]
        return active or usable
    return usable or cards


def card_words(card: Record) -> str:
    network, kind = card.get("network"), card.get("card_type")
    named = " ".join(str(word) for word in (network, kind) if word)
    status = f", now {card['status']}" if card.get("status") else ""
    return f"{named} card ending {card.get('last4')}{status}".strip()


def freeze(desk: Desk, words: Words) -> Script[Words]:
    """Freeze a card that may turn up again."""
    card = yield from which_card(desk, words)
    if card is None:
        return (yield from desk.say("I could not find that card. Shall we try again?"))
    called = f"card ending {card.get('last4')}"
    if card.get("status") == "frozen":
        return (yield from desk.say(f"Your {called} is frozen already. Anything else?"))
    statement = (
        f"I found your {card_words(card)}. A freeze stops payments with it at once. "
        "It costs nothing and can be undone when you find the card. "
        "A block would be final."
    )
    agreed, words = yield from confirm(
        desk, statement, f"Shall I freeze the {called}?", "fre[ez]\\w*|rok\\w*"
    )
    if not agreed:
        return words
    outcome = yield from desk.write(
        "toggle_card_freeze", card_id=card["card_id"], state="freeze"
    )
    if not outcome.ok:
        return (yield from desk.say(why_refused(outcome)))
    return (
        yield from desk.say(
            f"Done. Your {called} is frozen now. Tell us once you find it. "
            "Anything else?"
        )
    )


def block(desk: Desk, words: Words) -> Script[Words]:
    """Block a card for good; entries first if asked; then its replacement."""
    card = yield from which_card(desk, words)
    if card is None:
        return (yield from desk.say("I could not find that card. Shall we try again?"))
    if words.has(_ENTRIES) or (desk.manner.looks_up and len(desk.cards) > 1):
        words = yield from _tell_entries(desk, card)
    called = f"card ending {card.get('last4')}"
    if card.get("status") == "blocked":
        return (yield from _log_replacement(desk, card, f"Your {called} is blocked. "))
    refused = yield from _block_now(desk, card, words)
    return refused or (yield from _offer_replacement(desk, card))


def _block_now(desk: Desk, card: Record, words: Words) -> Script[Words | None]:
    """Ask and block; None once it is blocked, else the customer's answer."""
    called = f"card ending {card.get('last4')}"
    reason = yield from _reason(desk)
    statement = (
        f"I found your {card_words(card)}. I would block it as {reason}. "
        "A block is final and cannot be undone."
    )
    agreed, words = yield from confirm(
        desk, statement, f"Shall I block the {called} for good?", "block\\w*|band"
    )
    if not agreed:
        return words
    outcome = yield from desk.write(
        "block_card", card_id=card["card_id"], reason=reason
    )
    return None if outcome.ok else (yield from desk.say(why_refused(outcome)))


def _offer_replacement(desk: Desk, card: Record) -> Script[Words]:
    called = f"card ending {card.get('last4')}"
    if desk.all_heard().has(_REPLACE):
        return (
            yield from _log_replacement(desk, card, f"Your {called} is now blocked. ")
        )
    words = yield from desk.say(
        f"Done. Your {called} is blocked for good. Do you want a replacement card?"
    )
    if words.has(_REPLACE) or agrees(words):
        return (yield from _log_replacement(desk, card, ""))
    return words


def _reason(desk: Desk) -> Script[str]:
    """Return lost, stolen or damaged, as told; ask if it was not."""
    for _ in range(2):
        heard = desk.all_heard()
        for reason, cue in _REASONS.items():
            if heard.has(cue):
                return reason
        yield from desk.say("What happened: is it lost, stolen or damaged?")
    return "lost"


def _tell_entries(desk: Desk, card: Record) -> Script[Words]:
    account = str(card.get("linked_account") or (desk.accounts or [""])[0])
    outcome = yield from desk.look("get_transaction_history", account_id=account)
    rows = outcome.rows("transactions")[:5]
    listed = "; ".join(
        f"{day(r['date'])}, {r.get('direction')} {rupees(abs(r['amount']))}, "
        f"{r.get('description')}"
        for r in rows
    )
    said = f"The latest entries on the account ending {account[-4:]} are: {listed}."
    return (
        yield from desk.say(
            f"{said} Do you recognise them? Shall I now block the card for good?"
        )
    )


def _log_replacement(desk: Desk, card: Record, before: str) -> Script[Words]:
    called = f"card ending {card.get('last4')}"
    agreed, words = yield from confirm(
        desk,
        f"{before}A replacement is a separate request to our card team.",
        f"Shall I log a request for a replacement of the {called}?",
        f"request|log|{_REPLACE}",
    )
    if not agreed:
        return words
    outcome = yield from desk.write(
        "raise_request",
        category="general_query",
        description=f"Replacement card for the blocked {called}.",
    )
    if not outcome.ok:
        return (yield from desk.say(why_refused(outcome)))
    return (
        yield from desk.say(
            "Done. The request for your replacement card has been logged. The "
            f"reference is {outcome.get('request_id')} and we will answer by "
            f"{day(outcome.get('eta'))}. Anything else?"
        )
    )


INTENTS = (
    Intent("freeze_card", _freeze_score, freeze),
    Intent("block_card", _block_score, block),
)
