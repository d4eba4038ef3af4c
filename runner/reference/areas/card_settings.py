"""Card settings: what each clause of the customer's asks for, done card by card."""

import re
from dataclasses import dataclass

from bankenv.records import Record
from runner.reference.asking import confirm
from runner.reference.desk import Desk, Intent, why_refused
from runner.reference.figures import rupees
from runner.reference.script import Script
from runner.reference.words import Words, read

_CHANNELS = {"atm": "cash machines?|atm", "online": "online", "pos": "shop|pos|dukaan"}
_CARD = "cards?"
_ABROAD = "abroad|videsh|international"
_LIMIT = "limit"
_OFF = "switch\\w* off|turn off|disable|off|band"
_HALF = "half|aadhi|aadha"
_SAME = "same|utni|india jitni"
_MOST = "highest|maximum|max|most|sabse zyada|zyada se zyada"
_AND = re.compile(r"\b(?:and|aur|also|, also)\b|;|:")
_AGAIN = (
    "(?:settings?|set|stands?|showing|dikh)\\b.*\\bnow|now\\b.*\\b(?:settings?|set|say)"
    "|check again|look again|once more|dobara|phir (?:se )?(?:check|dekh)|ab kya"
)
_CAPS = re.compile(
    r"abroad half[^:]*: atm ₹([\d,]+), pos ₹([\d,]+), online ₹([\d,]+)", re.I
)
_USUAL = 50_000.0
_SECOND = "second|doosr[aei]"


@dataclass(frozen=True, slots=True)
class Setting:
    """One clause: the card's record, its channel and region, and what it shall be."""

    card: Record
    channel: str
    region: str
    on: bool
    limit: float | None


def channel_of(text: str) -> str:
    """Return the channel that a text names first, '' for none."""
    found = [
        (at.start(), name)
        for name, cue in _CHANNELS.items()
        if (at := re.search(rf"\b(?:{cue})", text))
    ]
    return min(found)[1] if found else ""


def _score(words: Words) -> int:
    pair = len(words.last_digits()) > 1 and bool(channel_of(words.text))
    return 76 if words.has(_CARD) and pair else 0


def _again_score(words: Words) -> int:
    return 77 if words.has(_CARD) and words.has(_AGAIN) else 0


def change(desk: Desk, words: Words) -> Script[Words]:
    """Change what each clause names, one card after the other."""
    cards: list[Record] = _guessed(desk, words)
    if desk.manner.looks_up:
        cards = yield from desk.records(
            "get_card_details", "card_ids", desk.cards, "cards"
        )
    clauses = _clauses(words.text, cards)
    caps: dict[str, float] = {}
    if words.has(_ABROAD):
        caps = yield from _caps(desk)
    settings = [_setting(card, clause, caps) for card, clause in clauses]
    answer, done = words, ""
    for place, setting in enumerate(settings, start=1):
        desk.focus[f"set_{place}"] = str(setting.card["card_id"])
        agreed, answer = yield from confirm(
            desk,
            f"{done}{_statement(setting)}",
            "Shall I change this setting of the card?",
            _OFF,
        )
        if not agreed:
            return answer
        outcome = yield from _write(desk, setting)
        if outcome:
            return (yield from desk.say(outcome))
        last4 = setting.card.get("last4")
        done = f"The controls of the card ending {last4} have been changed. "
    if not settings:
        return (yield from desk.say("Which card, which channel, and what limit?"))
    return (
        yield from desk.say(
            "Done. Both cards have been changed as agreed. Anything else?"
        )
    )


def _guessed(desk: Desk, words: Words) -> list[Record]:
    """Return cards as who looks nothing up takes them: in the session's order."""
    digits = sorted(words.last_digits(), key=words.text.find)
    return [
        {"card_id": id_, "last4": last4, "card_type": "bank", "controls": None}
        for id_, last4 in zip(desk.cards, digits, strict=False)
    ]


def _clauses(text: str, cards: list[Record]) -> list[tuple[Record, str]]:
    """Return each card that the text names with the clause that is about it."""
    named = sorted(
        (text.find(str(card.get("last4"))), place)
        for place, card in enumerate(cards)
        if str(card.get("last4")) in text
    )
    if len(named) < 2:
        return [(cards[place], text) for _, place in named]
    (first, one), (second, two) = named[:2]
    joints = [at.start() for at in _AND.finditer(text, first, second)]
    cut = joints[-1] if joints else (first + second) // 2
    return [(cards[one], text[:cut]), (cards[two], text[cut:])]


def _caps(desk: Desk) -> Script[dict[str, float]]:
    outcome = yield from desk.look(
        "search_knowledge_base", query="highest daily limits of cards abroad"
    )
    found = _CAPS.search(str(outcome.content))
    if found is None:
        return {}
    sums = (float(one.replace(",", "")) for one in found.groups())
    return dict(zip(("atm", "pos", "online"), sums, strict=True))


def _setting(card: Record, clause: str, caps: dict[str, float]) -> Setting:
    words, channel = read(clause), channel_of(clause)
    region = "international" if words.has(_ABROAD) else "domestic"
    limit = _limit(card, words, channel, caps)
    off = words.has(_OFF) and not words.has(_LIMIT)
    return Setting(card, channel, region, not off, None if off else limit)


def _limit(
    card: Record, words: Words, channel: str, caps: dict[str, float]
) -> float | None:
    home = _USUAL
    if channel and card["controls"]:
        home = card["controls"][channel]["domestic"].get("daily_limit")
    cap = caps.get(channel)
    if words.has(_HALF) and home:
        return float(home) / 2
    if words.has(_SAME) and home:
        return min(float(home), cap or float(home))
    if words.has(_MOST):
        return cap
    sums = [v.amount for v in words.values if v.kind == "money"]
    return next(iter(sums), None)


def _statement(setting: Setting) -> str:
    where = "in India" if setting.region == "domestic" else "abroad"
    called = f"the {setting.card['card_type']} card ending {setting.card['last4']}"
    use = f"{setting.channel.upper()} use {where} on {called}"
    if not setting.on:
        return f"I would switch off {use}. It can be switched on again at any time."
    limit = f" with a daily limit of {rupees(setting.limit)}" if setting.limit else ""
    return f"I would set {use}{limit}. Nothing else changes, and it can be undone."


def _write(desk: Desk, setting: Setting) -> Script[str]:
    """Change the setting; return why it was refused, '' if it was not."""
    made: Record = {"enabled": setting.on}
    if setting.limit is not None:
        made["daily_limit"] = setting.limit
    card_id = str(setting.card["card_id"])
    arguments = {"card_id": card_id, setting.channel: {setting.region: made}}
    outcome = yield from desk.write("set_card_controls", **arguments)
    desk.forget("get_card_details", card_id)
    return "" if outcome.ok else why_refused(outcome)


def switch_off(desk: Desk, card: Record, channel: str, before: str) -> Script[Words]:
    """Switch off one channel of a card in India, after a yes."""
    setting = Setting(card, channel, "domestic", False, None)
    agreed, words = yield from confirm(
        desk, f"{before} {_statement(setting)}", "Shall I switch it off?", _OFF
    )
    if not agreed:
        return words
    refused = yield from _write(desk, setting)
    return (
        yield from desk.say(
            refused
            or f"Done. It has been switched off on the card ending "
            f"{card.get('last4')}. Anything else?"
        )
    )


def read_back(desk: Desk, words: Words) -> Script[Words]:
    """Read out how a card is set now, from a fresh look."""
    place = 2 if words.has(_SECOND) else 1
    card_id = desk.focus.get(f"set_{place}") or (desk.cards or [""])[0]
    outcome = yield from desk.look("get_card_details", card_ids=[card_id])
    rows = outcome.rows("cards")
    said = "; ".join(
        f"{channel} {region}: {_said(setting)}"
        for card in rows[:1]
        for channel, regions in card["controls"].items()
        for region, setting in regions.items()
    )
    return (
        yield from desk.say(
            f"I looked again. The card now shows: {said}. Anything else?"
        )
    )


def _said(setting: Record) -> str:
    if not setting.get("enabled"):
        return "off"
    limit = setting.get("daily_limit")
    return f"on, {rupees(limit)} a day" if limit else "on"


INTENTS = (
    Intent("card_settings", _score, change),
    Intent("card_read_back", _again_score, read_back),
)
