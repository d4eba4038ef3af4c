"""SQ_TRV: before a journey, one channel abroad is switched on for each of two cards."""

from bankenv.generate.card_controls import (
    CAPS_ABROAD,
    CHANNELS,
    Wish,
    at_home,
    card_facts,
    clause,
    control_products,
    goals,
    limit_facts,
    set_edits,
    set_steps,
    told_limits,
    two_cards,
)
from bankenv.generate.card_steps import look_step, search_step
from bankenv.generate.casting import Case
from bankenv.generate.customers import Customer
from bankenv.generate.parts import Chain, Draft, Family
from bankenv.generate.wording import lines, openings
from bankenv.records import Record
from bankenv.scenario import Goal
from bankenv.tasks import Edit, GoldStep

FAMILY = Family("SQ_TRV", "sequencing", "cards", (10, 12))
PLACES = ("Dubai", "Singapore", "London", "Kathmandu", "Bangkok", "Colombo", "Muscat")
# Channels of the first and the second card.
PAIRS = (("atm", "pos"), ("online", "atm"), ("pos", "online"), ("atm", "online"),
         ("pos", "atm"))  # fmt: skip
# How the limit of the first card is named; the other's is a sum.
MANNERS = ("home", "most", "home", "given", "most", "home", "given")
# Shares of the highest limit, in tenths, that customers name or have at home.
SHARES = (4, 6, 2, 8, 10)
HOME_SHARES = (6, 14, 8, 18, 4, 12)


def draft(case: Case, customer: Customer) -> Draft | None:
    """Return the task if the customer has two working cards."""
    pair = two_cards(case, customer)
    if pair is None:
        return None
    wishes = _wishes(case, pair)
    place = case.pick(PLACES)
    return Draft(
        customer=customer,
        title=f"Two cards for {place}: {wishes[0].summary}; {wishes[1].summary}",
        opening=_opening(case, pair, wishes),
        opening_lines=openings(
            case,
            "opening",
            place=place,
            first=clause(case, wishes[0]),
            second=clause(case, wishes[1]),
        ),
        wants=f"For a journey to {place}: {wishes[0].summary}; {wishes[1].summary}. "
        "Nothing else is to change." + _more(case),
        knows=(*card_facts(case, wishes), *limit_facts(case, wishes)),
        products=control_products(customer),
        conditions=("What is not named stays as it is.",),
        must_be_told=told_limits(wishes),
        agenda=_agenda(case, wishes),
        gold=_gold(case, pair, wishes),
        decoys=(
            {
                "channel": next(c for c in CHANNELS if c != wishes[0].channel),
                "why": "Not needed abroad with the first card; it stays off.",
            },
        ),
    )


def _more(case: Case) -> str:
    return " Then to hear how the first card stands." if case.variant == 1 else ""


def _wishes(case: Case, pair: tuple[Record, Record]) -> tuple[Wish, Wish]:
    first, second = case.pick(PAIRS)
    manner = case.pick(MANNERS)
    cap = CAPS_ABROAD[first]
    limit = {
        "home": min(_home_limit(case, first), cap),
        "most": cap,
        "given": cap * case.pick(SHARES) // 10,
    }[manner]
    other = CAPS_ABROAD[second] * case.pick(SHARES[::-1]) // 10
    return (
        Wish(pair[0], first, "international", float(limit), manner),
        Wish(pair[1], second, "international", float(other), "given"),
    )


def _home_limit(case: Case, channel: str) -> int:
    """Return the limit in India, above what is allowed abroad in some tasks."""
    return CAPS_ABROAD[channel] * case.pick(HOME_SHARES) // 10


def _opening(
    case: Case, pair: tuple[Record, Record], wishes: tuple[Wish, Wish]
) -> tuple[Edit, ...]:
    """Close every channel abroad; give the first card its limit at home."""
    edits = [
        edit
        for card in pair
        for channel in CHANNELS
        for edit in set_edits(card, channel, "international", {"enabled": False})
    ]
    wish = wishes[0]
    limit = float(_home_limit(case, wish.channel))
    if wish.manner == "home" and at_home(wish.card, wish.channel) != limit:
        setting = {"enabled": True, "daily_limit": limit}
        edits += set_edits(wish.card, wish.channel, "domestic", setting)
    return tuple(edits)


def _agenda(case: Case, wishes: tuple[Wish, Wish]) -> tuple[Goal, ...]:
    made = goals(case, wishes)
    if case.variant == 0:
        return made
    check = Goal(
        "check", "tell", lines(case, "ask-check"), settled_by="told", figure="settings"
    )
    return (*made, check)


def _gold(
    case: Case, pair: tuple[Record, Record], wishes: tuple[Wish, Wish]
) -> tuple[GoldStep, ...]:
    chain = Chain()
    seen = [
        look_step(
            chain,
            pair,
            "The records tell which card is which and what limit each has at home.",
            "R19 R29",
        ),
        search_step(
            chain,
            "highest daily limits of a card abroad",
            "Abroad half of the limits at home are allowed, as the document says.",
            "R3 R29",
        ),
    ]
    done = set_steps(chain, wishes, seen)
    if case.variant == 1:
        chain.add(
            "get_card_details",
            {"card_ids": [pair[0]["card_id"]]},
            "The customer asks how the card stands now, which a fresh look tells.",
            "R3",
            after=done,
        )
    return tuple(chain.steps)
