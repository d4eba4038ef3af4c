"""A talk that tells figures, answers what is asked next, and may end in a request."""

from collections.abc import Callable

from runner.reference.asking import confirm
from runner.reference.desk import Desk, why_refused
from runner.reference.figures import day
from runner.reference.script import Script
from runner.reference.words import LEAVES, Words

ASKS_FOR_IT = (
    "call ?back|call me back|callback|requests?|log|arzi|put in|branch to call"
    "|interested|raise it|arrange|would do|instead|chalega|le lunga|le lenge"
    "|i'd take|i will take"
)
_MOST_ROUNDS = 8

Answering = Callable[[Words], Script[str]]


def talk(
    desk: Desk, statement: str, answering: Answering, matter: Callable[[Words], str]
) -> Script[Words]:
    """Say the statement and go on: answer, or log the matter once it is asked for.

    `answering` returns what to say to other words, or '' where they are not about
    this; `matter` names what would be logged, '' where nothing may be.
    """
    words = yield from desk.say(statement)
    for _ in range(_MOST_ROUNDS):
        reply = yield from answering(words)
        if not reply and words.has(ASKS_FOR_IT):
            wanted = matter(words)
            if wanted:
                return (yield from log(desk, wanted))
        if not reply or (words.has(LEAVES) and not words.asks):
            return words
        words = yield from desk.say(reply)
    return words


def log(desk: Desk, matter: str) -> Script[Words]:
    """Ask for a yes and log the matter as a general query."""
    agreed, words = yield from confirm(
        desk,
        "Nothing is promised by that; our staff take it from there.",
        f"Shall I log a request: {matter}?",
        ASKS_FOR_IT,
    )
    if not agreed:
        return words
    return (yield from logged(desk, matter))


def logged(desk: Desk, matter: str) -> Script[Words]:
    """Log the matter and say what came of it."""
    outcome = yield from desk.write(
        "raise_request",
        category="general_query",
        description=f"The customer wishes: {matter}.",
    )
    if not outcome.ok:
        return (yield from desk.say(why_refused(outcome)))
    return (
        yield from desk.say(
            f"Done. The request has been logged: {matter}. The reference is "
            f"{outcome.get('request_id')}; you will hear from us by "
            f"{day(outcome.get('eta'))}. Anything else?"
        )
    )
