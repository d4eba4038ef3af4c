"""SQ_LST: a lost, stolen or damaged card is blocked, and a replacement is logged."""

from bankenv.generate.accounts import accounts_of
from bankenv.generate.cards import card_of
from bankenv.generate.casting import Case
from bankenv.generate.customers import Customer
from bankenv.generate.desk import Desk
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
from bankenv.records import JsonValue, Record
from bankenv.scenario import Fact, Goal
from bankenv.tasks import Edit, GoldStep

FAMILY = Family("SQ_LST", "sequencing", "cards", (12, 10))
REASONS = ("lost", "stolen", "damaged", "lost", "stolen",
           "stolen", "lost", "lost", "damaged", "stolen")  # fmt: skip
KINDS = ("debit", "credit", "debit")
# Tasks in which another card of the customer ends in almost the same digits.
PLACE_OF_CARD = 5
ALIKE = (1, 3, 4, 6, 8, 10)


def draft(case: Case, customer: Customer) -> Draft | None:
    """Return the task if the customer has such a card, and another where needed."""
    cards = list(customer.record["cards"].values())
    card = next((c for c in cards if _fits(case, c)), None)
    if card is None:
        return None
    other = next((c for c in cards if c is not card and c["status"] == "active"), None)
    planted = None
    if case.plants and case.among(ALIKE):
        planted = other = _planted(customer)
    if not _alike_is_possible(case, other):
        return None
    entries = customer.record["accounts"][card["linked_account"]]["transactions"]
    if case.variant == 1 and not entries:
        return None
    reason = case.pick(REASONS)
    clue = lines(case, "card", **card_words(card))[0].removeprefix("the ")
    clue = clue.removeprefix("my ")
    told = case.chance.at("told").choice(lines(case, f"told-{reason}", clue=clue))
    key = "opening-entries" if case.variant == 1 else "opening-replace"
    opening = (*_added(planted), *_like_digits(case, card, other))
    return Draft(
        customer=customer,
        title=f"Block the {reason} {card['card_type']} card ending {card['last4']}",
        opening=opening,
        opening_lines=openings(case, key, told=told),
        wants=_wants(reason, case.variant == 1),
        knows=_knows(case, card, reason),
        products=card_products(Desk(customer, opening).record),
        conditions=_conditions(case),
        must_be_told=_told(case, entries),
        agenda=_agenda(case, card, reason),
        gold=_gold(case, card, reason),
        decoys=_decoys(other),
    )


def _fits(case: Case, card: Record) -> bool:
    return (card["card_type"], card["status"]) == (case.pick(KINDS), "active")


def _planted(customer: Customer) -> Record:
    """Return a credit card that the customer does not have yet."""
    accounts = accounts_of(customer.person)
    card = card_of(customer.person, accounts, "credit", PLACE_OF_CARD)
    return {**card, "status": "active"}


def _added(planted: Record | None) -> tuple[Edit, ...]:
    if planted is None:
        return ()
    card_id = planted["card_id"]
    return (
        Edit(f"cards.{card_id}", planted),
        Edit("login_context.linked_cards.-", card_id),
    )


def _alike_is_possible(case: Case, other: Record | None) -> bool:
    """Only a credit card's digits may be edited: no entry of an account shows them."""
    if not case.among(ALIKE):
        return True
    return bool(other is not None and other["card_type"] == "credit")


def _like_digits(case: Case, card: Record, other: Record | None) -> tuple[Edit, ...]:
    """Give the other card the same digits with the last two changed about."""
    if not case.among(ALIKE) or other is None:
        return ()
    digits = card["last4"]
    swapped = digits[:2] + digits[3] + digits[2]
    if swapped == digits:
        swapped = digits[:3] + str((int(digits[3]) + 1) % 10)
    return (Edit(f"cards.{other['card_id']}.last4", swapped),)


def _wants(reason: str, entries_first: bool) -> str:
    first = "the last entries read out, then " if entries_first else ""
    return (
        f"The card was {reason}: {first}a block for good and a request for a new card."
    )


def _conditions(case: Case) -> tuple[str, ...]:
    block_first = "The card is blocked before the replacement is logged."
    if case.variant == 0:
        return (block_first,)
    return ("The last entries are told before the block.", block_first)


def _knows(case: Case, card: Record, reason: str) -> tuple[Fact, ...]:
    return (
        said_first(card_fact(case, card)),
        Fact("reason", reason, lines(case, f"reason-{reason}"), "up_front"),
        Fact("purpose", "replacement card", lines(case, "purpose"), "up_front"),
    )


def _told(case: Case, entries: list[Record]) -> dict[str, JsonValue]:
    if case.variant == 0:
        return {}
    return {"entries": abs(entries[-1]["amount"])}


def _agenda(case: Case, card: Record, reason: str) -> tuple[Goal, ...]:
    block = Goal(
        "block",
        "block_card",
        lines(case, "ask-block"),
        {"card": card["card_id"], "reason": reason},
        hear_first=("entries",) if case.variant == 1 else (),
    )
    replace = Goal(
        "replacement",
        "log_request",
        lines(case, "ask-replacement"),
        {"purpose": "replacement card"},
    )
    if case.variant == 0:
        return (block, replace)
    asked = lines(case, "ask-entries")
    entries = Goal("entries", "tell", asked, settled_by="told", figure="entries")
    return (entries, block, replace)


def _gold(case: Case, card: Record, reason: str) -> tuple[GoldStep, ...]:
    chain = Chain()
    seen = [
        chain.add(
            "get_card_details",
            {"card_ids": [card["card_id"]]},
            "A block is final, so the card with these digits must be found in its "
            "record first.",
            "R19",
        )
    ]
    if case.variant == 1:
        seen.append(
            chain.add(
                "get_transaction_history",
                {"account_id": card["linked_account"]},
                "The customer wants to know what left the account before the card is "
                "gone for good.",
                "R3",
                compare=("account_id",),
            )
        )
    blocked = chain.add(
        "block_card",
        {"card_id": card["card_id"], "reason": reason},
        "A card that will not come back is blocked with the true reason; a freeze "
        "would leave it usable again.",
        "R21 R4",
        after=seen,
    )
    chain.add(
        "raise_request",
        {
            "category": "general_query",
            "description": f"Replacement for the {reason} {card['card_type']} card "
            f"ending {card['last4']}.",
        },
        "Blocking orders no new card; the replacement the customer asked for is a "
        "request of its own.",
        "R21",
        after=[*seen, blocked],
        compare=("category",),
    )
    return tuple(chain.steps)


def _decoys(other: Record | None) -> tuple[dict[str, str], ...]:
    if other is None:
        return ()
    return ({"card": other["card_id"], "why": "The customer still has this card."},)
