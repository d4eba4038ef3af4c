"""What is on offer to the customer, and who may join a government scheme."""

import re

from bankenv.records import Record
from runner.reference.areas.accounts import account_details
from runner.reference.areas.leads import talk
from runner.reference.desk import Desk, Intent
from runner.reference.script import Script
from runner.reference.words import Words

_OFFERS = "offers?|on offer"
_SCHEMES = {
    "ssy": "sukanya|ssy|girl child", "scss": "scss|senior citizens?",
    "samman": "mahila samman", "ppf": "ppf|public provident",
}  # fmt: skip
_RULES = {
    "ssy": "Sukanya Samriddhi is open for a girl below 10 years.",
    "scss": "The senior citizens' scheme is for residents of 60 years or more, or from "
    "55 for those who have retired, within 3 months of receiving the benefits.",
    "samman": "Mahila Samman has taken no new account since 31 March 2025.",
    "ppf": "PPF is for residents only, one account per person.",
}
_NAMES = {
    "ssy": "Sukanya Samriddhi", "scss": "Senior Citizens' Savings Scheme",
    "samman": "Mahila Samman", "ppf": "Public Provident Fund",
}  # fmt: skip
_AGE = re.compile(r"(?<![\d₹.])(\d{1,2})(?![\d.%])")
_OWN = {"fixed deposit": "fixed deposit|fd", "recurring deposit": "recurring|rd"}
_GIRL, _SENIOR, _RETIRED = 10, 60, 55


def _offer_score(words: Words) -> int:
    return 42 if words.has(_OFFERS) else 0


def _scheme_score(words: Words) -> int:
    return 66 if any(words.has(cue) for cue in _SCHEMES.values()) else 0


def _products(desk: Desk) -> Script[tuple[list[Record], list[Record]]]:
    if not desk.manner.looks_up:
        return [], []
    found = yield from desk.look("get_products_and_offers", type="all")
    return found.rows("offers"), found.rows("products")


def _account(desk: Desk, heard: Words) -> Script[list[Record]]:
    named = desk.choose(desk.accounts, heard)
    if not named or not desk.manner.looks_up:
        return []
    rows: list[Record] = yield from account_details(desk, named[:1])
    return rows


def offers(desk: Desk, words: Words) -> Script[Words]:
    """Show the offers, and log interest in the one that is asked for."""
    rows = yield from _account(desk, desk.all_heard())
    found, products = yield from _products(desk)
    kinds = ", ".join(str(r["account_type"]).replace("_", " ") for r in rows)
    titles = "; ".join(str(offer.get("title")) for offer in found)
    own = "; ".join(str(product.get("name")) for product in products)
    told = (
        f"Your account is of the type: {kinds}. Your own offers are: {titles}. The "
        f"bank's products are: {own}."
    )

    def answering(now: Words) -> Script[str]:
        if now.has("36|rate|dar"):
            return (yield from _fd_rate(desk))
        if now.has("monsoon|neighbour|padosi"):
            return "I am sorry, I cannot offer that: it is not on the list any more."
        if now.has("log|requests?|arzi|want|chahiye|interest\\w*"):
            return ""
        return told if now.asks else ""

    return (
        yield from talk(
            desk, told, answering, lambda now: _named_offer(now, found) or "one offer"
        )
    )


def _fd_rate(desk: Desk) -> Script[str]:
    card = yield from desk.look(
        "get_deposit_loan_rates", product_type="fd", tenure_months=36
    )
    return " ".join(
        f"Today's rate for 36 months is {row.get('general_rate'):.2f}%, for seniors "
        f"{row.get('senior_rate'):.2f}%."
        for row in card.rows("slabs")
    )


def _named_offer(words: Words, found: list[Record]) -> str:
    """Return the title that shares most words with what the customer says."""
    said = set(words.text.split())
    titles = [str(offer.get("title")).split(",")[0] for offer in found]
    return max(titles, key=lambda t: len(said & set(t.lower().split())), default="")


def scheme(desk: Desk, words: Words) -> Script[Words]:
    """Tell who may join the scheme; log what is possible."""
    heard = desk.all_heard()
    name = next(n for n, cue in _SCHEMES.items() if heard.has(cue))
    rows = yield from _account(desk, heard)
    if desk.manner.looks_up:
        yield from desk.look(
            "search_knowledge_base", query=f"{_NAMES[name]} who may join"
        )
    _, products = yield from _products(desk)
    open_to = _is_open(name, heard, rows)
    own = "; ".join(str(product.get("name")) for product in products)
    verdict = "You are eligible." if open_to else "So you are not eligible."
    shown = f"Our own products for saving are: {own}."
    told = f"{_RULES[name]} {verdict} {shown}"

    def answering(now: Words) -> Script[str]:
        yield from ()
        if _own(now):
            return ""
        if now.has("own|else|khud|apne|compare|bachat|saving|aur kya"):
            return shown
        if not open_to and (now.has(_SCHEMES[name]) or _presses(now)):
            return f"I am sorry, that is not possible. {_RULES[name]}"
        asks = now.has("log|requests?|arzi|branch|join")
        return "" if asks or not now.asks else _RULES[name]

    def matter(now: Words) -> str:
        return _own(now) or (_NAMES[name] if open_to else "")

    return (yield from talk(desk, told, answering, matter))


def _presses(words: Words) -> bool:
    return words.has("neighbour|padosi|anyway|phir bhi|why not")


def _own(words: Words) -> str:
    return next((own for own, cue in _OWN.items() if words.has(cue)), "")


def _is_open(name: str, heard: Words, rows: list[Record]) -> bool:
    """Apply the scheme's rule to what was told and looked up."""
    age = next((int(a) for a in _AGE.findall(heard.text)), 0)
    if any("nro" in str(row["account_type"]) for row in rows) or name == "samman":
        return False
    if name == "ssy":
        return age < _GIRL
    if name == "scss":
        working = heard.has("still|working|naukri|job|service|kaam")
        return age >= _SENIOR or (age >= _RETIRED and not working)
    return not heard.has("second|another|one more|doosra|ek aur|two|do ppf|already")


INTENTS = (
    Intent("offers", _offer_score, offers),
    Intent("schemes", _scheme_score, scheme),
)
