"""CT_FRZ: a card mislaid at home is frozen, which can be undone, not blocked."""

from bankenv.generate.casting import Case
from bankenv.generate.customers import Customer
from bankenv.generate.parts import (
    Chain,
    Draft,
    Family,
    card_fact,
    card_products,
    card_words,
    said_first,
)
from bankenv.generate.wording import lines, openings
from bankenv.records import Record
from bankenv.scenario import Fact, Goal
from bankenv.tasks import Edit, GoldStep

FAMILY = Family("CT_FRZ", "control", "cards", (22,))
KINDS = ("debit", "credit", "debit", "debit", "credit")
# How the other card stands: None where the customer has a single card.
SIBLINGS = ("active", "frozen", None, "frozen", "active", "frozen", "active", None,
            "frozen", "active")  # fmt: skip
CLUES = ("digits", "colour")
COLOURS = ("blue", "silver", "green")
# Some customers say "block for now" and mean a freeze.
MANNERS = ("freeze", "freeze", "block")


def draft(case: Case, customer: Customer) -> Draft | None:
    """Return the task if the customer has such a card and such a sibling."""
    cards = list(customer.record["cards"].values())
    card = next((c for c in cards if _fits(case, c)), None)
    sibling_status = case.pick(SIBLINGS)
    siblings = [
        c for c in cards if c is not card and c["status"] in ("active", "frozen")
    ]
    if card is None or (sibling_status is None) != (len(cards) == 1):
        return None
    if sibling_status and not siblings:
        return None
    clue = lines(
        case,
        f"clue-{case.pick(CLUES)}",
        **card_words(card),
        colour=case.chance.at("colour").choice(COLOURS),
    )[0]
    return Draft(
        customer=customer,
        title=f"Freeze the mislaid {card['card_type']} card ending {card['last4']}",
        opening=_sibling_edits(siblings, sibling_status),
        opening_lines=openings(case, f"opening-{case.pick(MANNERS)}", clue=clue),
        wants="A temporary freeze of one card that is mislaid at home; not a block.",
        knows=(_card_fact(case, card),),
        products=card_products(customer.record),
        conditions=("The stop must be one that can be undone.",),
        agenda=(
            Goal(
                "freeze",
                "freeze_card",
                lines(case, "ask-freeze"),
                {"card": card["card_id"]},
            ),
        ),
        gold=_gold(card),
        decoys=_decoys(siblings, sibling_status),
    )


def _fits(case: Case, card: Record) -> bool:
    return (card["card_type"], card["status"]) == (case.pick(KINDS), "active")


def _card_fact(case: Case, card: Record) -> Fact:
    fact = card_fact(case, card)
    return said_first(fact) if case.pick(CLUES) == "digits" else fact


def _sibling_edits(siblings: list[Record], status: str | None) -> tuple[Edit, ...]:
    return tuple(
        Edit(f"cards.{card['card_id']}.status", status)
        for card in siblings[:1]
        if status and card["status"] != status
    )


def _decoys(siblings: list[Record], status: str | None) -> tuple[dict[str, str], ...]:
    if not status or not siblings:
        return ()
    said = "already frozen" if status == "frozen" else "not the one that was mislaid"
    return ({"card": siblings[0]["card_id"], "why": f"The other card, {said}."},)


def _gold(card: Record) -> tuple[GoldStep, ...]:
    chain = Chain()
    look = chain.add(
        "get_card_details",
        {"card_ids": [card["card_id"]]},
        "Only the card's record shows which card carries these digits and whether it "
        "is active, frozen already or blocked.",
        "R19",
    )
    chain.add(
        "toggle_card_freeze",
        {"card_id": card["card_id"], "state": "freeze"},
        "A card that may turn up again is frozen, because a freeze can be undone and "
        "a block cannot.",
        "R19 R20",
        after=[look],
    )
    return tuple(chain.steps)
