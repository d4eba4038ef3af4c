"""Asking the customer: for a yes to a statement, or for which of several."""

from runner.reference.desk import Desk
from runner.reference.script import Script
from runner.reference.words import Words, agrees, declines

_MOST_ROUNDS = 4


def confirm(
    desk: Desk, statement: str, question: str, repeats: str = "", *, unless: str = ""
) -> Script[tuple[bool, Words]]:
    """State what would be done, ask, and return (agreed, the customer's answer).

    An answer that is neither yes nor no hears the statement again. `repeats` are cues
    with which the customer repeats the wish, which is a yes once it was stated;
    `unless` are cues of another wish, which is a no to this one.
    """
    words = yield from desk.say(f"{statement} {question}")
    for _ in range(_MOST_ROUNDS):
        if unless and words.has(unless):
            return False, words
        if agrees(words, repeats):
            return True, words
        if declines(words):
            return False, words
        words = yield from desk.say(f"To say it once more: {statement} {question}")
    return False, words
