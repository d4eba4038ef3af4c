"""SQ_CCT: of two cards one loses a channel, the other gets a smaller limit."""

from bankenv.generate.card_controls import (
    CAPS_ABROAD,
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
from bankenv.generate.card_steps import look_step
from bankenv.generate.casting import Case
from bankenv.generate.customers import Customer
from bankenv.generate.parts import Chain, Draft, Family
from bankenv.generate.wording import lines, openings
from bankenv.records import Record
from bankenv.scenario import Goal
from bankenv.tasks import Edit, GoldStep

FAMILY = Family("SQ_CCT", "sequencing", "cards", (12, 8))
# The channel that the first card loses and the one that the second keeps, less of it.
PAIRS = (("online", "pos"), ("atm", "online"), ("online", "atm"), ("pos", "online"),
         ("online", "online"), ("atm", "pos"))  # fmt: skip
MANNERS = ("half", "cut", "half", "cut", "half")
# Limits at home before and the sum that is named instead, in tenths of the highest.
BEFORE = (12, 16, 8, 20, 14)
AFTER = (4, 6, 2, 5, 3)


def draft(case: Case, customer: Customer) -> Draft | None:
    """Return the task if the customer has two working cards."""
    pair = two_cards(case, customer)
    if pair is None:
        return None
    wishes = _wishes(case, pair)
    return Draft(
        customer=customer,
        title=f"Two cards: {wishes[0].summary}; {wishes[1].summary}",
        opening=_opening(case, pair, wishes),
        opening_lines=openings(
            case,
            "opening",
            first=clause(case, wishes[0]),
            second=clause(case, wishes[1]),
        ),
        wants=f"For safety: {wishes[0].summary}; {wishes[1].summary}. The cards must "
        "go on working otherwise." + _more(case),
        knows=(*card_facts(case, wishes), *limit_facts(case, wishes)),
        products=control_products(customer),
        conditions=("Neither card is to be frozen; what is not named stays.",),
        must_be_told=told_limits(wishes),
        agenda=_agenda(case, wishes),
        gold=_gold(case, pair, wishes),
    )


def _more(case: Case) -> str:
    return " Then to hear how the second card stands." if case.variant == 1 else ""


def _wishes(case: Case, pair: tuple[Record, Record]) -> tuple[Wish, Wish]:
    off, less = case.pick(PAIRS)
    manner = case.pick(MANNERS)
    cap = CAPS_ABROAD[less]
    half = cap * case.pick(BEFORE) // 20
    limit = half if manner == "half" else cap * case.pick(AFTER) // 10
    return (
        Wish(pair[0], off, "domestic", None, "off"),
        Wish(pair[1], less, "domestic", float(limit), manner),
    )


def _opening(
    case: Case, pair: tuple[Record, Record], wishes: tuple[Wish, Wish]
) -> tuple[Edit, ...]:
    """Give the second card its limit; close the first one's channel abroad or open it.

    Where it is open abroad, it stays so: the customer names India alone.
    """
    off, less = wishes
    before = float(CAPS_ABROAD[less.channel] * case.pick(BEFORE) // 10)
    edits: list[Edit] = []
    if at_home(pair[1], less.channel) != before:
        setting: Record = {"enabled": True, "daily_limit": before}
        edits += set_edits(pair[1], less.channel, "domestic", setting)
    abroad: Record = {"enabled": False}
    if case.number % 3 == 0:
        abroad = {"enabled": True, "daily_limit": CAPS_ABROAD[off.channel] / 2}
    edits += set_edits(pair[0], off.channel, "international", abroad)
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
    look = look_step(
        chain,
        pair,
        "The records tell which card is which, and the limit that is to be cut.",
        "R19 R29",
    )
    done = set_steps(chain, wishes, [look])
    if case.variant == 1:
        chain.add(
            "get_card_details",
            {"card_ids": [pair[1]["card_id"]]},
            "The customer asks how the card stands now, which a fresh look tells.",
            "R3",
            after=done,
        )
    return tuple(chain.steps)
