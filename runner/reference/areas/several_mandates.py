"""Several automatic payments cancelled in a row, and what still runs after them."""

from bankenv.records import Record
from runner.reference.areas.mandates import cancel, mandate_words
from runner.reference.asking import confirm
from runner.reference.desk import Desk, Intent, why_refused
from runner.reference.script import Script
from runner.reference.words import Words

_PAYMENT = (
    "mandates?|auto ?debits?|auto ?pay\\w*|automatic payments?|subscriptions?|debits?"
    "|standing instructions?|katauti|kat\\w*|stop\\w*|cancel\\w*|discontinue|band|end"
)
_SEVERAL = "two|both|do|dono|and|aur|also"
_UNKNOWN = "who|which|whose|kaun|kiske|kiska|kisne|find out|trace|check\\w*|dekh\\w*"
_STILL = (
    "still (?:active|run\\w*)|active list|remaining active|ab kya kya|chalu hai\\w*"
    "|kaun kaun se|kaunse auto\\w*|what all is still|ones still"
)
_STOP = "stop\\w*|cancel\\w*|band|hata\\w*|rok\\w*"
_PAYEES_LIKE = "cards?|fds?|rds?|deposits?|loan|cheques?|charge|covers?|bima|policy"


def _score(words: Words) -> int:
    wanted = words.has(_PAYMENT) and words.has(_SEVERAL) and not words.has(_UNKNOWN)
    return 44 if wanted and not words.has(_PAYEES_LIKE) else 0


def _still_score(words: Words) -> int:
    return 54 if words.has(_STILL) and not words.has(_PAYEES_LIKE) else 0


def cancel_each(desk: Desk, words: Words) -> Script[Words]:
    """Cancel each payment that was named; one alone is cancelled as ever."""
    outcome = yield from desk.look("show_mandates")
    named = _named(outcome.rows("mandates"), words)
    if len(named) < 2:
        return (yield from cancel(desk, words))
    done = ""
    # The hasty teller thinks that it is through after the first.
    for mandate in named if desk.manner.looks_up else named[:1]:
        agreed, words = yield from confirm(
            desk,
            f"{done}I found {mandate_words(mandate)}. Cancelling cannot be undone.",
            f"Shall I cancel the automatic payment to {mandate['payee']}?",
            _STOP,
        )
        if not agreed:
            return words
        outcome = yield from desk.write(
            "cancel_mandate", mandate_id=mandate["mandate_id"]
        )
        if not outcome.ok:
            return (yield from desk.say(why_refused(outcome)))
        done = f"The automatic payment to {mandate['payee']} has been cancelled. "
    return (yield from desk.say(f"{done}Anything else?"))


def _named(rows: list[Record], words: Words) -> list[Record]:
    """Return the running payments named by payee, or by an amount no payee explains."""
    running = [
        m for m in rows if m.get("status") != "cancelled" and not m["linked_loan"]
    ]
    named = [m for m in running if words.says(str(m["payee"]))]
    explained = {float(m["amount"]) for m in named}
    left = [amount for amount in words.rupees() if amount not in explained]
    return named + [m for m in running if m not in named and m["amount"] in left]


def still_running(desk: Desk, words: Words) -> Script[Words]:
    """List the payments that still run, from a fresh look."""
    if not desk.manner.looks_up:
        return (yield from desk.say("All the others still run. Anything else?"))
    outcome = yield from desk.look("show_mandates", status="active")
    listed = "; ".join(mandate_words(m) for m in outcome.rows("mandates"))
    return (
        yield from desk.say(
            f"I looked again. Still active are: {listed}. Anything else?"
        )
    )


INTENTS = (
    Intent("cancel_each", _score, cancel_each),
    Intent("still_running", _still_score, still_running),
)
