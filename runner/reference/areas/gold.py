"""Gold loans: the price, the weight that counts, and the bank's own share."""

import re

from runner.reference.areas.leads import talk
from runner.reference.desk import Desk, Intent, amount_of, money_of
from runner.reference.figures import rupees
from runner.reference.script import Script
from runner.reference.words import Words

_GOLD = "gold|sona|sone|sikk\\w*|coins|necklace|gehne|jewell?ery|ornaments"
_GRAMS = re.compile(r"(\d+(?:\.\d+)?) (?:grams?|gm|g)(?![a-z])")
_KARAT = re.compile(r"(18|22|24) ?(?:karat|carat|k)(?![a-z])")
_NEWS = "85|news|rbi|khabar|exception|chhoot|insist|manager|article|allows?|everybody"
_RULE = "pledged?|girvi|limits?|seema|accept|maximum kitna gold|how much gold"
_MOST_COINS = 50.0
_SHARE = 0.75


def _score(words: Words) -> int:
    known = words.has(_GOLD) or _KARAT.search(words.text)
    return 64 if known and _GRAMS.search(words.text) else 0


def gold_loan(desk: Desk, words: Words) -> Script[Words]:
    """Tell what the bank lends on the gold, and log a call back if it is wanted."""
    heard = desk.all_heard()
    karat = _KARAT.search(heard.text)
    purity = int(karat[1]) if karat else 22
    if desk.manner.looks_up:
        yield from desk.look(
            "search_knowledge_base", query="gold loan what may be pledged, limits"
        )
    price = yield from desk.look("get_gold_rate", purity_karat=purity)
    seen: set[float] = set()

    def lent(grams: float) -> Script[str]:
        seen.add(grams)
        per_gram = amount_of(price.content or {}, "gold_rate_per_gram")
        most = yield from _most(desk, grams, purity, per_gram)
        return f"For {grams:g} grams of {purity} karat the loan amount is {most}."

    def answering(said: Words) -> Script[str]:
        others = [g for g in _weights(said) if g not in seen | {_gross(heard)}]
        if others and not said.has("call ?back|callback"):
            return (yield from lent(others[0]))
        if said.has(_NEWS):
            return (
                "I am sorry, that is not possible. This bank lends 75 percent at most "
                "to everybody and makes no exception; a ceiling is no right."
            )
        if said.has("call ?back|callback"):
            return ""
        return _PAPER if said.has(_RULE) else ""

    first = yield from lent(_net(heard, purity))
    rate = money_of(price.content or {}, "gold_rate_per_gram")
    told = f"Today's price is {rate} per gram. {first} {_PAPER} It is no sanction."
    return (yield from talk(desk, told, answering, lambda _: "a call back on gold"))


def _most(desk: Desk, grams: float, purity: int, per_gram: float) -> Script[str]:
    """Return what is lent at most; a teller that looks nothing up multiplies."""
    if not desk.manner.looks_up:
        return rupees(round(grams * per_gram * _SHARE, 2))
    result = yield from desk.look(
        "calculate_gold_loan_ltv",
        gold_grams=grams,
        purity_karat=purity,
        gold_rate_per_gram=per_gram,
    )
    return money_of(result.content or {}, "max_eligible_loan_amount")


_PAPER = (
    "Jewellery and coins may be pledged, no gold bars: at most 1 kg of ornaments and "
    "50 grams of gold coins."
)


def _weights(words: Words) -> list[float]:
    return [float(found) for found in _GRAMS.findall(words.text)]


def _gross(words: Words) -> float:
    return next(iter(_weights(words)), 0.0)


def _net(words: Words, purity: int) -> float:
    """Return the grams that count: without stones, and no more coins than allowed."""
    gross = _gross(words)
    if words.has("coins?|sikk\\w*"):
        return min(gross, _MOST_COINS)
    if not words.has("stones?|nag") or words.has("no stones|bina nag|nahi hain"):
        return gross
    weights = _weights(words)
    return round(max(weights) - min(weights), 2)


INTENTS = (Intent("gold_loan", _score, gold_loan),)
