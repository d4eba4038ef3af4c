"""EMIs worked out: of loans that are compared, and of one whose rate is reset."""

import re

from bankenv.records import Record
from runner.reference.areas.leads import talk
from runner.reference.areas.loans import loan_words, which_loan
from runner.reference.desk import Desk, Intent, amount_of, money_of
from runner.reference.figures import rupees
from runner.reference.script import Script
from runner.reference.words import Words

_EMI = "emis?|kist|a month|cost|cheaper|compare|shopping"
_PRODUCTS = {
    "home_loan": "home loan", "personal_loan": "personal loan",
    "gold_loan": "gold loan",
}  # fmt: skip
_RESET = "reset|letter|chitthi|notice|rate|dar|goes to|byaj"
_KEEP_EMI = "same emi|keep (?:my|the) emi|emi same|kist wahi|emi wahi|old emi|my emi"
_KEEP_TENURE = "same tenure|keep my months|keep tenure|tenure wahi|mahine wahi|new emi"
# A second tenure often goes without its unit: "over 36 and over 60 months".
_BARE = re.compile(
    r"(?:over|at) (\d{2,3})(?![\d.,%])|"
    r"(\d{2,3}) (?:months? )?(?:or|and|ya|aur) \d{2,3} (?:months?|mahine)"
)
_CHOICES = (
    "At a reset you may keep the EMI and change the months, keep the months and change "
    "the EMI, or pay a part in advance."
)


def _shopping_score(words: Words) -> int:
    named = any(words.has(cue) for cue in _PRODUCTS.values())
    sums = len(words.rupees()) + len(_tenures(words))
    return 48 if named and words.has(_EMI) and sums >= 3 and not _percents(words) else 0


def _reset_score(words: Words) -> int:
    told = words.has(f"{_RESET}|{_EMI}") and _percents(words)
    return 56 if words.has("loan") and told and not words.has("gold|ban|rbi") else 0


def _product(words: Words) -> str:
    """Return the kind of loan that is named, '' for none."""
    return next((p for p, cue in _PRODUCTS.items() if words.has(cue)), "")


def _percents(words: Words) -> list[float]:
    return [v.amount for v in words.values if v.kind == "percent"]


def _tenures(words: Words) -> list[int]:
    spans = [int(v.amount) for v in words.values if v.kind == "months"]
    bare = (m[1] or m[2] for m in _BARE.finditer(words.text) if spans)
    return list(dict.fromkeys((*spans, *map(int, bare))))


def _emi(desk: Desk, sum_: float, rate: float, months: int) -> Script[str]:
    """Return the EMI in words; a teller that looks nothing up counts in its head."""
    if not desk.manner.looks_up:
        emi = rupees(_in_the_head(sum_, rate, months))
        return f"For {rupees(sum_)} over {months} months the EMI is {emi}."
    result = yield from desk.look(
        "calculate_emi", principal=sum_, rate=rate, tenure_months=months
    )
    emi = money_of(result.content or {}, "emi")
    return f"For {rupees(sum_)} at {rate:.2f}% over {months} months the EMI is {emi}."


def _in_the_head(sum_: float, rate: float, months: int) -> float:
    monthly = rate / 1200
    growth = (1 + monthly) ** months
    return round(sum_ * monthly * growth / (growth - 1), 2)


def compare(desk: Desk, words: Words) -> Script[Words]:
    """Tell the EMIs of the loans that are compared; log a call back if wanted."""
    heard = desk.heard[-1] if _product(desk.heard[-1]) else desk.all_heard()
    product = _product(heard)
    card = yield from desk.look("get_deposit_loan_rates", product_type=product)
    said = []
    for sum_ in dict.fromkeys(heard.rupees()):
        for months in _tenures(heard):
            rate = _rate(card.rows("slabs"), sum_)
            said.append((yield from _emi(desk, sum_, rate, months)))
    told = " ".join(said)

    def answering(now: Words) -> Script[str]:
        yield from ()
        wants = now.has("call ?back|call me back|callback|log|request|arzi")
        return "" if wants or not now.asks else told

    return (
        yield from talk(
            desk,
            f"{told} That is no approval.",
            answering,
            lambda _: f"a call back about a {_PRODUCTS[product]}",
        )
    )


def _rate(slabs: list[Record], sum_: float) -> float:
    fitting = (
        s for s in slabs if s.get("min_amount", 0) <= sum_ < s.get("max_amount", 0)
    )
    return amount_of(next(fitting, {}), "general_rate")


def reset(desk: Desk, words: Words) -> Script[Words]:
    """Tell the EMI at the new rate, each way, and log the option that is chosen."""
    heard = desk.all_heard()
    rate = _percents(heard)[0]
    loan = yield from which_loan(desk, heard, dues=True)
    if loan is None:
        return (yield from desk.say("I could not find such a loan of yours."))
    if desk.manner.looks_up:
        yield from desk.look(
            "search_knowledge_base", query="rate reset choices EMI or tenure"
        )
    owed = amount_of(loan, "outstanding", "principal")
    left = int(amount_of(loan, "remaining_months")) or 120
    said = []
    for months in dict.fromkeys((left, *_tenures(heard))):
        said.append((yield from _emi(desk, owed, rate, months)))
    told = f"For {loan_words(loan)}: {' '.join(said)} {_CHOICES}"

    def answering(now: Words) -> Script[str]:
        yield from ()
        return "" if _option(now) else f"{told} Which do you want to keep?"

    return (yield from talk(desk, told, answering, _option))


def _option(words: Words) -> str:
    if words.has(_KEEP_EMI):
        return "the same EMI"
    return "the same tenure" if words.has(_KEEP_TENURE) else ""


INTENTS = (
    Intent("compare_loans", _shopping_score, compare),
    Intent("rate_reset", _reset_score, reset),
)
