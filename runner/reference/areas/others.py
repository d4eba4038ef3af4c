"""What is open already, and what belongs to somebody else."""

import re

from runner.reference.asking import confirm
from runner.reference.desk import Desk, Intent, why_refused
from runner.reference.figures import day
from runner.reference.script import Outcome, Script, do
from runner.reference.words import Words

_REQUEST = re.compile(r"SR-\d{8}", re.I)
_ACCOUNT = re.compile(r"\b(?:SB|CA|NO)\d{10}\b", re.I)
_KIN = "wife|husband|son|daughter|mother|father|papa|brother|sister|employee"
_AGAIN = "log|raise|again|wait\\w*|dobara|phir se|put|daal\\w*|likh\\w*|darj"
_MOST_REFUSALS = 3
_CANNOT_ACT = "coma|stroke|unconscious|behosh|paralysis|paralysed"
_ROUTE = (
    "I am sorry, only the holder can give orders on that account, so this is not "
    "possible. The right way: the holder registers a mandate or a power of attorney at "
    "the branch, with both of you present."
)


def _open_score(words: Words) -> int:
    return 46 if _REQUEST.search(words.raw) else 0


def _other_score(words: Words) -> int:
    if words.has(_CANNOT_ACT):
        return 62
    if _ACCOUNT.search(words.raw):
        return 59
    kin = words.has(_KIN) and words.has("pin|in name of|is driving|asked me to do")
    return 59 if kin else 0


def follow_up(desk: Desk, words: Words) -> Script[Words]:
    """See how a request stands; wait for its date, or log an escalation after it."""
    status = yield from _status(desk)
    if status is None:
        return (yield from desk.say("I cannot find that request among yours."))
    if desk.manner.looks_up:
        yield from desk.look(
            "search_knowledge_base", query="earlier request same matter escalation"
        )
    eta = str(status.get("eta") or "")
    due = f"Your request is open; an answer is expected by {day(eta)}."
    if eta >= desk.today:
        for _ in range(_MOST_REFUSALS):
            words = yield from desk.say(
                f"{due} Until then a second request is not possible, I am sorry."
            )
            if not words.has(_AGAIN):
                break
        return words
    agreed, words = yield from confirm(
        desk,
        f"{due} That date has passed.",
        "Shall I log a request to escalate it?",
        "log|request|escalat\\w*|daal\\w*|darj",
    )
    if not agreed:
        return words
    outcome = yield from desk.write(
        "raise_request",
        category="service_quality",
        description=f"Escalation of {status.get('request_id')}, overdue since {eta}.",
    )
    if not outcome.ok:
        return (yield from desk.say(why_refused(outcome)))
    reference, answer = outcome.get("request_id"), day(outcome.get("eta"))
    return (
        yield from desk.say(
            f"The request has been logged. The reference is {reference}; you hear from "
            f"us by {answer}. Anything else?"
        )
    )


def _status(desk: Desk) -> Script[Outcome | None]:
    """Look the request up, asking again where its number fits none."""
    for _ in range(3):
        numbers = _REQUEST.findall(desk.all_heard().raw)
        if numbers:
            outcome = yield from desk.look(
                "get_request_status", request_id=numbers[-1].upper()
            )
            if outcome.ok:
                return outcome
        yield from desk.say("I find no such request. What is the request number?")
    return None


def somebody_elses(desk: Desk, words: Words) -> Script[Words]:
    """Refuse what is asked on another person's account, and tell the right way."""
    if desk.manner.looks_up:
        yield from desk.look(
            "search_knowledge_base", query="acting for another person power of attorney"
        )
    if desk.all_heard().has(_CANNOT_ACT):
        summary = f"The holder can no longer act: {words.raw[:400]}"
        yield from do("transfer_to_human_agents", summary=summary)
        return (yield from desk.say("I am handing you over to my colleagues now."))
    return (yield from desk.say(_ROUTE))


INTENTS = (
    Intent("open request", _open_score, follow_up),
    Intent("somebody else's", _other_score, somebody_elses),
)
