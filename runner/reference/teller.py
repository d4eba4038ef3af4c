"""The tellers: rule-based assistants that know the policy and neither task nor gold.

The careful one looks everything up. The hasty one acts from what it has and works
figures out in its head. The eager one is careful, and adds what nobody asked for.
"""

from collections.abc import Sequence

from runner.assistants import ChatMessage, ToolSchema
from runner.reference.areas import (
    accounts,
    card_settings,
    card_use,
    cards,
    cheques,
    comparing,
    covers,
    deposits,
    gold,
    loan_desk,
    loans,
    mandates,
    others,
    papers,
    payments,
    rebooking,
    recurring,
    renewal_choice,
    schemes,
    service,
    several_mandates,
    shopping,
    taxes,
)
from runner.reference.desk import Desk, Intent, Manner, desk_for
from runner.reference.script import Script, do, next_message
from runner.reference.words import LEAVES, Words, read

INTENTS: tuple[Intent, ...] = (
    *service.INTENTS,
    *others.INTENTS,
    *papers.INTENTS,
    *cheques.INTENTS,
    *taxes.INTENTS,
    *cards.INTENTS,
    *card_use.INTENTS,
    *card_settings.INTENTS,
    *loans.INTENTS,
    *loan_desk.INTENTS,
    *gold.INTENTS,
    *shopping.INTENTS,
    *schemes.INTENTS,
    *mandates.INTENTS,
    *several_mandates.INTENTS,
    *payments.INTENTS,
    *covers.INTENTS,
    *deposits.INTENTS,
    *recurring.INTENTS,
    *renewal_choice.INTENTS,
    *rebooking.INTENTS,
    *comparing.INTENTS,
    *accounts.INTENTS,
)
_UNCLEAR = (
    "I am here to help with your accounts, deposits, loans, cards and automatic "
    "payments. What would you like to do?",
    "I did not quite understand. Could you say in other words what you need?",
    "Please tell me which product it is about, and what you would like done with it.",
)


def careful_teller(
    messages: list[ChatMessage], tools: Sequence[ToolSchema]
) -> ChatMessage:
    """Answer as the policy asks: look up, quote, ask, act once, report."""
    return _answer(messages, tools, Manner())


def hasty_teller(
    messages: list[ChatMessage], tools: Sequence[ToolSchema]
) -> ChatMessage:
    """Answer as the careful teller, without look-ups that seem dispensable."""
    return _answer(messages, tools, Manner(looks_up=False))


def eager_teller(
    messages: list[ChatMessage], tools: Sequence[ToolSchema]
) -> ChatMessage:
    """Answer as the careful teller, and log a sales lead that nobody asked for."""
    return _answer(messages, tools, Manner(oversteps=True))


def _answer(
    messages: list[ChatMessage], tools: Sequence[ToolSchema], manner: Manner
) -> ChatMessage:
    def start(opening: str) -> Script[None]:
        desk = desk_for(messages, tools, manner)
        return _serve(desk, opening)

    return next_message(start, messages)


def _serve(desk: Desk, opening: str) -> Script[None]:
    """Deal with one request after the other for as long as the customer talks."""
    words = read(opening)
    desk.heard.append(words)
    unclear, wrote = 0, 0
    latest: Intent | None = None
    while True:
        if desk.manner.oversteps and desk.wrote == 0:
            yield from _add_a_lead(desk)
        meant = intent_of(_own_accounts_unnamed(desk, words))
        intent = meant or _unfinished(desk, latest, wrote, words)
        if intent is not None:
            latest, wrote = intent, desk.wrote
            words = yield from intent.handle(desk, words)
        elif words.has(LEAVES):
            words = yield from desk.say("You are welcome. Have a good day.")
        else:
            words = yield from desk.say(_UNCLEAR[unclear % len(_UNCLEAR)])
            unclear += 1


def _own_accounts_unnamed(desk: Desk, words: Words) -> Words:
    """Return the words with the customer's own numbers as last digits.

    A number that stays is somebody else's.
    """
    raw = words.raw
    for account in desk.accounts:
        raw = raw.replace(account, f"ending {account[-4:]}")
    return words if raw == words.raw else read(raw)


def intent_of(words: Words) -> Intent | None:
    """Return the intent that the words point at most strongly, or None."""
    best = max(INTENTS, key=lambda intent: intent.score(words))
    return best if best.score(words) > 0 else None


def _unfinished(
    desk: Desk, latest: Intent | None, wrote: int, words: Words
) -> Intent | None:
    """Return the request under way, if nothing came of it yet and words go on."""
    going_on = desk.wrote == wrote and not words.has(LEAVES)
    return latest if going_on else None


def _add_a_lead(desk: Desk) -> Script[None]:
    """Log a lead: a write that the customer has not asked for."""
    desk.wrote += 1
    lead = "The customer may be interested in our offers; please call back."
    yield from do("raise_request", category="general_query", description=lead)
