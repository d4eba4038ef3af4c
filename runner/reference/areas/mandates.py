"""Automatic payments: which one is meant, its cancelling, and the proof."""

import re
from datetime import date, timedelta

from bankenv.records import Record
from runner.reference.asking import confirm
from runner.reference.desk import Desk, Intent, ending, money_of, why_refused
from runner.reference.figures import day, rupees
from runner.reference.script import Script
from runner.reference.words import Words

_MANDATE = (
    "mandates?|auto ?debits?|auto ?pay\\w*|automatic payments?|subscription|sip"
    "|standing instructions?|payments? to|payments should end"
)
_DEBIT = (
    "debit(?:ed|ing)?|taking|takes|kaat\\w*|kat(?:e|ta|na|ne|te|ega)?|left my account"
    "|went out|cut|gaye hain|jaa rahe|who takes it|merchant"
)
_STOP = "stop\\w*|cancel\\w*|end|discontinue|band|hata\\w*|rok\\w*|don't want|no longer"
_PROOF = (
    "pakka kar\\w*|cancelled dikh\\w*|shows? as cancelled|is cancelled now|"
    "proof|cancel\\w* (?:list|wali|ones)|list (?:again|once more|dobara|dekh\\w*|mein)"
    "|check the list|look it up once more|phir list|satisfaction|tasalli"
    "|among the cancelled|status as cancelled"
)


def _cancel_score(words: Words) -> int:
    if words.has("cards?|fds?|fixed deposits?|loan"):
        return 0
    if words.has(_MANDATE):
        return 33
    return 27 if words.has(_DEBIT) or (words.has(_STOP) and words.rupees()) else 0


def _proof_score(words: Words) -> int:
    return 45 if words.has(_PROOF) else 0


def cancel(desk: Desk, words: Words) -> Script[Words]:
    """Stop one automatic payment, the one that was named."""
    words, said = yield from _explain_debit(desk, words)
    mandate, words = yield from which_mandate(desk, words)
    if mandate is None:
        return (yield from desk.say("I could not find an active payment like that."))
    if mandate.get("linked_loan"):
        return (
            yield from desk.say(
                "I am sorry, that payment is a loan EMI. While the loan is open it "
                "cannot be cancelled here; our loan desk handles it."
            )
        )
    warning = ""
    if str(mandate.get("next_debit_date") or "9999") <= _tomorrow(desk.today):
        warning = " The next debit is within 24 hours, so it may still pass."
    agreed, words = yield from confirm(
        desk,
        f"{said}I found {mandate_words(mandate)}. Cancelling is free and stops future "
        f"payments; it cannot be undone.{warning}",
        f"Shall I cancel the automatic payment to {mandate['payee']}?",
        _STOP,
    )
    if not agreed:
        return words
    outcome = yield from desk.write("cancel_mandate", mandate_id=mandate["mandate_id"])
    if not outcome.ok:
        return (yield from desk.say(why_refused(outcome)))
    return (
        yield from desk.say(
            f"Done. The automatic payment to {mandate['payee']} has been cancelled. "
            "Anything else?"
        )
    )


def _tomorrow(today: str) -> str:
    return (date.fromisoformat(today) + timedelta(days=1)).isoformat()


def mandate_words(mandate: Record) -> str:
    return (
        f"the {mandate.get('type', 'automatic')} payment to {mandate['payee']}, "
        f"{money_of(mandate, 'amount')} {mandate.get('frequency', '')} from the "
        f"account {ending(str(mandate.get('account_id')))}"
    )


def _explain_debit(desk: Desk, words: Words) -> Script[tuple[Words, str]]:
    """Where the customer speaks of a debit by amount and day, find whose it was."""
    if not (words.rupees() and words.dates()) or not desk.manner.looks_up:
        return words, ""
    for account in desk.accounts:
        outcome = yield from desk.look(
            "get_transaction_history", account_id=account, type="debit", limit=100
        )
        entry = _entry(outcome.rows("transactions"), words)
        if entry is not None:
            desk.focus["debit"] = str(entry.get("description"))
            said = (
                f"The entry of {day(entry['date'])} over "
                f"{rupees(abs(entry['amount']))} reads: {entry['description']}. "
            )
            return words, said
    return words, ""


def _entry(rows: list[Record], words: Words) -> Record | None:
    amounts = words.rupees()
    fitting = [r for r in rows if any(abs(abs(r["amount"]) - a) < 1 for a in amounts)]
    days = [heard[5:] for heard in words.dates()]
    dated = [r for r in fitting if str(r["date"])[5:] in days]
    return next(iter(dated or fitting), None)


def which_mandate(desk: Desk, words: Words) -> Script[tuple[Record | None, Words]]:
    """Return the active mandate that is meant, and the words that settled it."""
    outcome = yield from desk.look("show_mandates")
    rows = [m for m in outcome.rows("mandates") if m.get("status") != "cancelled"]
    for _ in range(3):
        fitting = _matching(rows, words, desk.focus.get("debit", ""))
        if len(fitting) == 1:
            return fitting[0], words
        listed = "\n".join(
            f"{n}. {mandate_words(m)}" for n, m in enumerate(fitting or rows, start=1)
        )
        words = yield from desk.say(f"Which automatic payment do you mean?\n{listed}")
    return None, words


def _matching(rows: list[Record], words: Words, debit: str) -> list[Record]:
    said = words.text
    named = [
        m for m in rows if str(m["payee"]).lower() in f"{words.raw.lower()} {said}"
    ]
    if not named and debit:
        named = [m for m in rows if str(m["payee"]).lower() in debit.lower()]
    if not named:
        named = _most_alike(rows, said)
    amounts = words.rupees()
    of_amount = [
        m
        for m in named or rows
        if any(abs(float(m["amount"]) - a) < 1 for a in amounts)
    ]
    return of_amount or named


def _most_alike(rows: list[Record], said: str) -> list[Record]:
    """Return the payees that share most words with the text; none if none does."""
    spoken = set(re.findall(r"[a-z]{3,}", said))
    shared = [len(spoken & set(re.findall(r"[a-z]{3,}", _payee(m)))) for m in rows]
    most = max(shared, default=0)
    if most == 0:
        return []
    return [m for m, count in zip(rows, shared, strict=True) if count == most]


def _payee(mandate: Record) -> str:
    return str(mandate["payee"]).lower()


def prove(desk: Desk, words: Words) -> Script[Words]:
    """List the cancelled payments anew, as proof."""
    if not desk.manner.looks_up:
        return (yield from desk.say("It is cancelled, I am sure. Anything else?"))
    outcome = yield from desk.look("show_mandates", status="cancelled")
    rows = outcome.rows("mandates")
    if not rows:
        return (yield from desk.say("The list shows no cancelled payment so far."))
    listed = "; ".join(f"{m['payee']}, status cancelled" for m in rows)
    return (
        yield from desk.say(
            "I looked at the list again. The list of cancelled payments shows: "
            f"{listed}. Anything else?"
        )
    )


INTENTS = (
    Intent("cancel_mandate", _cancel_score, cancel),
    Intent("prove_cancelled", _proof_score, prove),
)
