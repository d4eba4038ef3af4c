"""Insurance covers: who may join, what they pay, and stopping the next year."""

import re

from bankenv.records import Record
from runner.reference.areas.mandates import mandate_words
from runner.reference.asking import confirm
from runner.reference.desk import Desk, Intent, why_refused
from runner.reference.figures import day, rupees
from runner.reference.script import Script
from runner.reference.words import Words

_COVER = (
    "covers?|insurance|bima|bime|policy|policies|pmjjby|pmsby|jeevan jyoti|suraksha"
    "|enrol\\w*"
)
_STOP = (
    "stop\\w*|cancel\\w*|discontinue|don't renew|not (?:want )?renew\\w*|run out"
    "|band|nahi chahiye|nahi kate|nahi katna|don't want renewal|only one of them"
)
_CLAIM = "claim\\w*"
_LIFE, _ACCIDENT = (
    "life|jeevan|pmjjby",
    "accident cover|accident bima|durghatna|pmsby|suraksha",
)
_PERSONAL = "personal accident"
_TYPES = (
    ("bundled_personal_accident", _PERSONAL),
    ("PMJJBY", _LIFE),
    ("PMSBY", _ACCIDENT),
)
_PREMIUMS, _OLDEST = {"PMJJBY": 436.0, "PMSBY": 20.0}, {"PMJJBY": 50, "PMSBY": 70}


def _score(words: Words) -> int:
    return 73 if words.has(_COVER) and not words.has("loan|locker") else 0


def serve(desk: Desk, words: Words) -> Script[Words]:
    """Look up the covers, then stop one, log a joining, or log help with a claim."""
    held: list[Record] = yield from desk.records(
        "get_insurance_details", "policy_ids", desk.policies, "policies"
    )
    if words.has(_STOP):
        return (yield from _stop(desk, words, held))
    if desk.manner.looks_up:
        yield from desk.look(
            "search_knowledge_base", query="PMJJBY PMSBY joining age claim"
        )
    if words.has(_CLAIM):
        return (yield from _claim(desk, held))
    return (yield from _join(desk, words, held))


def _named(words: Words, default: str) -> str:
    return next((kind for kind, cue in _TYPES if words.has(cue)), default)


def _stop(desk: Desk, words: Words, held: list[Record]) -> Script[Words]:
    kind = _named(words, "")
    policy = next((p for p in held if p["type"] == kind), None)
    outcome = yield from desk.look("show_mandates")
    mandate = next(
        (
            m
            for m in outcome.rows("mandates")
            if policy
            and m.get("status") != "cancelled"
            and m["payee"] == policy["insurer"]
            and m["amount"] == policy["premium"]
        ),
        None,
    )
    if policy is None or mandate is None:
        return (yield from desk.say("Which of your covers do you mean?"))
    agreed, words = yield from confirm(
        desk,
        f"The premium of that cover is {rupees(policy['premium'])} a year, paid by "
        f"{mandate_words(mandate)}. The cover runs until "
        f"{day(policy['next_premium_date'])}.",
        f"Shall I cancel the automatic payment of {rupees(mandate['amount'])}?",
        _STOP,
    )
    if not agreed:
        return words
    outcome = yield from desk.write("cancel_mandate", mandate_id=mandate["mandate_id"])
    if not outcome.ok:
        return (yield from desk.say(why_refused(outcome)))
    return (
        yield from desk.say(
            f"Done. The automatic payment of {rupees(mandate['amount'])} has been "
            "cancelled. Anything else?"
        )
    )


def _join(desk: Desk, words: Words, held: list[Record]) -> Script[Words]:
    kind = _named(words, "PMJJBY")
    ages = re.findall(r"\b[1-9]\d\b", words.text)
    age = int(ages[0]) if ages else 0
    again = any(p["type"] == kind for p in held)
    if again or age > _OLDEST.get(kind, 99):
        why = (
            "one person can hold it only once"
            if again
            else "you are above the age for it"
        )
        words = yield from desk.say(f"I am sorry, joining is not possible: {why}.")
        while not words.has(_CLAIM) and not words.has(
            "how much|kitn\\w*|sum assured|worth"
        ):
            words = yield from desk.say(f"I am sorry, that is not possible: {why}.")
        return (yield from _claim(desk, held))
    return (
        yield from _log(
            desk,
            f"The premium of {kind} is {rupees(_PREMIUMS.get(kind, 0))} a year and "
            "you may join.",
            "Joining",
        )
    )


def _claim(desk: Desk, held: list[Record]) -> Script[Words]:
    pays = " ".join(
        f"Your {str(p['type']).replace('_', ' ')} pays a cover of "
        f"{rupees(p['sum_assured'])}."
        for p in held
    )
    return (yield from _log(desk, pays, "Help with a claim"))


def _log(desk: Desk, statement: str, what: str) -> Script[Words]:
    agreed, words = yield from confirm(
        desk,
        statement,
        "Shall I log a request for it?",
        "log|request|darj|enrol\\w*|join\\w*",
    )
    if not agreed:
        return words
    outcome = yield from desk.write(
        "raise_request",
        category="general_query",
        description=f"{what}: insurance cover.",
    )
    if not outcome.ok:
        return (yield from desk.say(why_refused(outcome)))
    return (
        yield from desk.say(
            "Done. The request has been logged. The reference is "
            f"{outcome.get('request_id')}. Anything else?"
        )
    )


INTENTS = (Intent("covers", _score, serve),)
