"""Loans that a deposit is to pay off, that are ordered about, or cannot be paid."""

from bankenv.records import Record
from runner.reference.areas.deposits import open_fds, quote_of, quote_words
from runner.reference.areas.leads import log, logged, talk
from runner.reference.areas.loans import foreclosure_words, loan_words, which_loan
from runner.reference.asking import confirm
from runner.reference.desk import Desk, Intent, amount_of, why_refused
from runner.reference.figures import rupees
from runner.reference.script import Script, do
from runner.reference.words import Words

_FD = "fd|deposits?"
_HARD = (
    "lost my job|job is gone|jobless|out of work|let me go|naukri|job chhoot\\w*"
    "|nikaal diya|kaam chhoot\\w*|hospital|ill|illness|bimari|ilaaj|treatment|operation"
    "|flood\\w*|baadh|under water|gone under|workshop|business|dhandha|kaarobaar|dukaan"
    "|doob gaya|trade has|can't earn|no income|shop since"
)
_CANNOT = (
    "can't|cannot|not able|beyond me|can't keep up|nahi|not possible|dried up|kahan"
    "|niyam|bhaari|mushkil|zero|more than i have|kya karun|rule"
)
_ORDER = (
    "cut|reduce|lower\\w*|bring|less|skip|pause|hold|switch it off|stop|kam|rok\\w*|mat"
    "|change|don't take|do not cut|better rate|maaf"
)
_NOW = (
    "right now|today|now itself|immediately|in this chat|abhi|isi waqt|turant|aaj"
    "|immediate|now|yahin"
)
_CLOSE = "clos\\w*|shut|band"
_PRESSES = (
    "order\\w*|do it|do this|surely|promised?|lie|jhooth|button|minute|use of you|kaam"
    "|never missed|miss nahi|nahi chhodi|mera loan|kar dijiye|kijiye|vaada|do your"
)
_REFUSAL = (
    "I am sorry, that is not possible: no loan is changed or closed here, whoever "
    "asked for it. What I can do is log a request."
)


def _swap_score(words: Words) -> int:
    return 70 if words.has("loan") and words.has(_FD) and len(words.rupees()) > 1 else 0


def _hardship_score(words: Words) -> int:
    loan = words.has("loan|emi|kist")
    return 72 if loan and words.has(_HARD) and words.has(_CANNOT) else 0


def _order_score(words: Words) -> int:
    if not words.has("loan") or any(v.kind == "percent" for v in words.values):
        return 0
    about = words.has("emi|kist|rate|interest|instal?lments?|dar|byaj")
    closes = words.has(_CLOSE) and words.has(_NOW)
    at_once = closes and not (words.asks or words.last_digits())
    return 52 if (words.has(_ORDER) and about) or at_once else 0


def hardship(desk: Desk, words: Words) -> Script[Words]:
    """Look at the loan and the rule, then hand over to people."""
    if desk.manner.looks_up:
        yield from which_loan(desk, desk.all_heard())
        yield from desk.look("search_knowledge_base", query="cannot pay EMI hardship")
    summary = f"Hardship with a loan. The customer writes: {words.raw[:500]}"
    yield from do("transfer_to_human_agents", summary=summary)
    return (yield from desk.say("I am handing you over to my colleagues now."))


def ordered(desk: Desk, words: Words) -> Script[Words]:
    """Refuse to change the loan at once; tell the figures, log a request."""
    heard = desk.all_heard()
    loan = yield from which_loan(desk, heard)
    if loan is None:
        return (yield from desk.say("I could not find such a loan of yours."))
    quote = yield from _loan_quote(desk, loan)
    if desk.manner.looks_up:
        yield from desk.look(
            "search_knowledge_base", query="change EMI, rate, foreclosure"
        )
    figures = (
        f"{foreclosure_words(loan_words(loan), quote)} As per the bank's rule, on a "
        "rate reset you may keep the EMI or keep the months; a charge is taken of "
        "fixed-rate loans alone."
    )

    def answering(now: Words) -> Script[str]:
        yield from ()
        asks = now.has("log|requests?|arzi|raise it|loan desk")
        if now.has(_PRESSES) and not asks:
            return _REFUSAL
        return "" if asks else figures

    return (
        yield from talk(
            desk,
            f"{_REFUSAL} {figures}",
            answering,
            lambda now: _wish(now, heard),
        )
    )


def _wish(now: Words, heard: Words) -> str:
    if heard.has(_CLOSE) and heard.has(_NOW):
        return "foreclosure of the loan"
    return now.raw.rpartition(":")[2].strip(" .") or "a change of the loan"


def _loan_quote(desk: Desk, loan: Record) -> Script[Record]:
    found = yield from desk.look(
        "get_loan_foreclosure_quote", loan_ids=[loan["loan_id"]]
    )
    return next(iter(found.rows("quotes")), {})


def swap(desk: Desk, words: Words) -> Script[Words]:
    """Close the named deposit for the loan if it covers the total; else keep it."""
    heard = desk.all_heard()
    loan = yield from which_loan(desk, heard)
    rows = yield from open_fds(desk)
    named = [r for r in rows if amount_of(r, "principal") in heard.rupees()]
    if loan is None or not named:
        return (yield from desk.say("Which deposit and which loan do you mean?"))
    fd = named[0]
    total = yield from _loan_quote(desk, loan)
    quote = yield from quote_of(desk, fd)
    told = f"{foreclosure_words(loan_words(loan), total)} {quote_words(quote)}"
    covers = amount_of(quote, "net_payout") >= amount_of(total, "total_payable")
    settled = yield from (_close if covers else _keep)(desk, fd, told)
    if isinstance(settled, Words):
        return settled
    if covers:
        return (yield from log(desk, "foreclosure of the loan"))
    parts = [a for a in heard.rupees() if a != amount_of(fd, "principal")]
    matter = f"a part-payment of {rupees(parts[0] if parts else 0)}"
    agreed, words = yield from confirm(
        desk, "The deposit stays.", f"Shall I log a request for {matter}?", "log|part"
    )
    return (yield from logged(desk, matter)) if agreed else words


def _close(desk: Desk, fd: Record, told: str) -> Script[Words | None]:
    agreed, words = yield from confirm(
        desk,
        f"{told} So the deposit covers the loan.",
        "Shall I close the deposit?",
        "close|tod|break",
    )
    if not agreed:
        return words
    done = yield from desk.write("close_deposit", deposit_id=fd["deposit_id"])
    return None if done.ok else (yield from desk.say(why_refused(done)))


def _keep(desk: Desk, fd: Record, told: str) -> Script[Words | None]:
    agreed, words = yield from confirm(
        desk,
        f"{told} So the deposit falls short of the loan.",
        "Shall I set the deposit to no renewal?",
        "renew\\w*",
    )
    if not agreed:
        return words
    done = yield from desk.write(
        "update_deposit_renewal",
        deposit_id=fd["deposit_id"],
        instruction="no_renewal",
    )
    return None if done.ok else (yield from desk.say(why_refused(done)))


INTENTS = (
    Intent("deposit_for_loan", _swap_score, swap),
    Intent("hardship", _hardship_score, hardship),
    Intent("loan_ordered", _order_score, ordered),
)
