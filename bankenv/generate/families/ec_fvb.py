"""EC_FVB: the word is not the need: "block" for one at home, "freeze" for a theft."""

from bankenv.generate.card_steps import (
    active_cards,
    called,
    debit_cards,
    history_step,
    look_step,
    not_first,
    search_step,
)
from bankenv.generate.casting import Case
from bankenv.generate.customers import Customer
from bankenv.generate.days import days_before
from bankenv.generate.entries import STRANGE_SHOPS
from bankenv.generate.parts import (
    Chain,
    Draft,
    Family,
    card_fact,
    card_products,
    card_words,
    said_first,
)
from bankenv.generate.planted import Plant, planted
from bankenv.generate.wording import extended, lines, openings
from bankenv.records import Record
from bankenv.scenario import ChangeOfMind, Fact, Goal
from bankenv.tasks import Edit, GoldStep

FAMILY = Family("EC_FVB", "edge_case", "cards", (8, 8))
AT_HOME, STOLEN = 0, 1
# Tasks whose customer travels tomorrow.
TRAVELS = (2, 5, 10, 13)
AMOUNTS = (4_999, 2_350, 8_120)
FEWEST_CARDS = 2


def draft(case: Case, customer: Customer) -> Draft | None:
    """Return the task if the customer has such a card among several, or alone."""
    found = _found(case, customer)
    if found is None:
        return None
    card, opening = found
    stolen = case.variant == STOLEN
    story, need = ("stolen", "Block") if stolen else ("home", "Freeze")
    first = openings(case, f"opening-{story}", **card_words(card))
    if case.number in TRAVELS:
        first = extended(first, [lines(case, "travel")[0]])
    others = [c for c in customer.record["cards"].values() if c is not card]
    return Draft(
        customer=customer,
        title=f"{need} the {called(card)}, whatever the word",
        opening=opening,
        opening_lines=first,
        wants=_wants(stolen),
        knows=_knows(case, card, stolen),
        products=card_products(customer.record),
        conditions=("What can be undone and what cannot is heard before the choice.",),
        agenda=_agenda(case, card, stolen),
        gold=_stolen_gold(card) if stolen else _home_gold(card),
        decoys=tuple(
            {"card": other["card_id"], "why": "Another card of the customer's."}
            for other in others
        ),
    )


def _wants(stolen: bool) -> str:
    if stolen:
        return (
            "The customer says freeze, but the card was stolen: once the difference is "
            "explained, it is to be blocked for good. No new card is wanted yet."
        )
    return (
        "The customer says block, but the card is at home: once the difference is "
        "explained, it is to be frozen."
    )


def _found(case: Case, customer: Customer) -> tuple[Record, tuple[Edit, ...]] | None:
    if len(customer.record["cards"]) < FEWEST_CARDS:
        return None
    if case.variant == AT_HOME:
        cards = not_first(customer, active_cards(customer))
        return (cards[0], ()) if cards else None
    cards = not_first(customer, debit_cards(customer))
    if not cards:
        return None
    if case.number % 2:
        return cards[0], ()
    shop = case.chance.at("shop").choice(STRANGE_SHOPS).upper()
    text = f"POS {cards[0]['last4']} {shop}"
    plant = Plant(days_before(0), text, -float(case.pick(AMOUNTS)), "pos")
    made = planted(customer, cards[0]["linked_account"], [plant])
    return None if made is None else (cards[0], made.opening)


def _knows(case: Case, card: Record, stolen: bool) -> tuple[Fact, ...]:
    fact = said_first(card_fact(case, card))
    if not stolen:
        return (fact, Fact("reason", "mislaid", lines(case, "story-home")))
    return (fact, Fact("reason", "stolen", lines(case, "reason", reason="stolen")))


def _agenda(case: Case, card: Record, stolen: bool) -> tuple[Goal, ...]:
    """The word first; once the difference was heard, the need."""
    about = {"card": card["card_id"]}
    block_about = {**about, "reason": "stolen"} if stolen else about
    change = ChangeOfMind("difference", to="need", waits=False)
    changes = lines(case, "change-block" if stolen else "change-freeze")
    freeze, block = lines(case, "ask-freeze"), lines(case, "ask-block")
    if stolen:
        return (
            Goal("word", "freeze_card", freeze, about, change=change, accept=changes),
            Goal("need", "block_card", block, block_about, hear_first=("entries",)),
        )
    return (
        Goal("word", "block_card", block, about, change=change, accept=changes),
        Goal("need", "freeze_card", freeze, about),
    )


def _home_gold(card: Record) -> tuple[GoldStep, ...]:
    chain = Chain()
    seen = [
        look_step(
            chain, [card], "Only the record tells which card has these digits.", "R19"
        ),
        search_step(
            chain,
            "freeze or block a card, what can be undone",
            "The customer says block and means a pause; the document tells them apart.",
            "R3 R20 R21",
        ),
    ]
    chain.add(
        "toggle_card_freeze",
        {"card_id": card["card_id"], "state": "freeze"},
        "A card that may turn up is frozen, since a block could not be undone.",
        "R19 R20 R4",
        after=seen,
    )
    return tuple(chain.steps)


def _stolen_gold(card: Record) -> tuple[GoldStep, ...]:
    chain = Chain()
    seen = [
        look_step(
            chain,
            [card],
            "Only the record tells which card has these digits and where it pays.",
            "R19",
        ),
        history_step(
            chain,
            card["linked_account"],
            "A stolen card may have been used already; the customer wants to know.",
            "R3",
        ),
    ]
    chain.add(
        "block_card",
        {"card_id": card["card_id"], "reason": "stolen"},
        "A stolen card will not turn up: it is blocked, not frozen. A replacement was "
        "not asked for.",
        "R19 R21 R4",
        after=seen,
    )
    return tuple(chain.steps)
