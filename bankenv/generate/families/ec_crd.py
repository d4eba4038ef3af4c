"""EC_CRD: "block my card" where there are several; its last use tells which one."""

from collections.abc import Mapping
from dataclasses import dataclass

from bankenv.generate.card_steps import (
    called,
    debit_cards,
    history_step,
    look_step,
    status_edits,
)
from bankenv.generate.casting import Case
from bankenv.generate.customers import Customer
from bankenv.generate.days import days_before
from bankenv.generate.entries import SHOPS
from bankenv.generate.parts import Chain, Draft, Family, card_products
from bankenv.generate.planted import Plant, Planted, planted
from bankenv.generate.wording import day_of, lines, openings, rupees
from bankenv.records import Record
from bankenv.scenario import Fact, Goal
from bankenv.tasks import Edit, GoldStep

FAMILY = Family("EC_CRD", "edge_case", "cards", (14,))
CLUES = ("purchase", "account", "purchase", "network", "purchase")
REASONS = ("lost", "stolen", "lost", "damaged")
DAYS = (1, 2, 1, 3)
AMOUNTS = (845, 1_260, 2_390, 540, 3_175)


@dataclass(frozen=True, slots=True)
class Choice:
    """The card that is meant, the others, and the last purchase with it."""

    card: Record
    others: tuple[Record, ...]
    entry: Record
    shop: str
    clue: str
    opening: tuple[Edit, ...]


def draft(case: Case, customer: Customer) -> Draft | None:
    """Return the task if the customer has two or more cards told apart by the clue."""
    choice = _choice(case, customer)
    if choice is None:
        return None
    reason = case.pick(REASONS)
    return Draft(
        customer=customer,
        title=f"Block the {called(choice.card)}, known by its {choice.clue}",
        opening=choice.opening,
        opening_lines=openings(case, f"opening-{reason}"),
        wants=f"To have one card blocked because it is {reason}, to hear what was last "
        "paid with it before that, and to get a replacement.",
        knows=_knows(case, choice, reason),
        products=card_products(customer.record),
        conditions=("The assistant must ask which card is meant.",),
        must_be_told={"last_purchase": abs(choice.entry["amount"])},
        agenda=_agenda(case, choice, reason),
        gold=_gold(choice, reason),
        decoys=tuple(
            {"card": other["card_id"], "why": _why(choice, other)}
            for other in choice.others
        ),
    )


def _choice(case: Case, customer: Customer) -> Choice | None:
    clue = case.pick(CLUES)
    cards = list(customer.record["cards"].values())
    linked = customer.record["login_context"]["linked_cards"]
    fitting = [
        card
        for card in debit_cards(customer)
        if card["card_id"] != linked[0] and _tells(clue, card, cards)
    ]
    if len(cards) < 2 or not fitting:
        return None
    card = fitting[0]
    others = tuple(other for other in cards if other is not card)
    made, shop = _purchases(case, customer, card, others)
    if made is None:
        return None
    blocked = _blocked(case, others)
    return Choice(card, others, made.rows[0], shop, clue, (*made.opening, *blocked))


def _tells(clue: str, card: Record, cards: list[Record]) -> bool:
    """Tell whether no other card has the account or the network."""
    if clue == "purchase":
        return True
    key = {"account": "linked_account", "network": "network"}[clue]
    return [one[key] for one in cards].count(card[key]) == 1


def _purchases(
    case: Case, customer: Customer, card: Record, others: tuple[Record, ...]
) -> tuple[Planted | None, str]:
    """Plant the last purchase with the card, and a later one with another card."""
    shop, elsewhere = case.chance.at("shop").shuffled(SHOPS)[:2]
    amount = case.pick(AMOUNTS)
    text = f"POS {card['last4']} {shop.upper()}"
    plants = [Plant(days_before(case.pick(DAYS)), text, -float(amount), "pos")]
    account = card["linked_account"]
    other = next((c for c in others if c["linked_account"] == account), None)
    if other is not None and other["card_type"] == "debit":
        text = f"POS {other['last4']} {elsewhere.upper()}"
        plants.append(Plant(days_before(0), text, -float(amount + 85), "pos"))
    return planted(customer, account, plants), shop


def _blocked(case: Case, others: tuple[Record, ...]) -> tuple[Edit, ...]:
    """Block a third card in some tasks; at least one other always works."""
    edits = status_edits(others[0], "active")
    if len(others) > 1 and case.number % 2:
        edits += status_edits(others[-1], "blocked")
    return edits


def _words(choice: Choice) -> Mapping[str, str]:
    return {
        "shop": choice.shop,
        "day": day_of(choice.entry["date"]),
        "amount": rupees(abs(choice.entry["amount"])),
        "last4": choice.card["linked_account"][-4:],
        "network": choice.card["network"],
    }


def _knows(case: Case, choice: Choice, reason: str) -> tuple[Fact, ...]:
    said = lines(case, f"clue-{choice.clue}", **_words(choice))
    return (
        Fact("card", choice.card["card_id"], said),
        Fact("clue", choice.clue, said),
        Fact("reason", reason, lines(case, "reason", reason=reason)),
    )


def _agenda(case: Case, choice: Choice, reason: str) -> tuple[Goal, ...]:
    block = Goal(
        "block",
        "block_card",
        lines(case, "ask-block"),
        {"card": choice.card["card_id"], "reason": reason},
        hear_first=("last_purchase",),
    )
    replace = Goal(
        "replace",
        "log_request",
        lines(case, "ask-replacement"),
        {"purpose": "replacement"},
    )
    return block, replace


def _gold(choice: Choice, reason: str) -> tuple[GoldStep, ...]:
    chain, card = Chain(), choice.card
    seen = [
        look_step(
            chain,
            (card, *choice.others),
            "More than one card fits the words, so all of them must be seen.",
            "R6 R19",
        ),
        history_step(
            chain,
            card["linked_account"],
            "The entries show which card was last used where, and that is the clue or "
            "what the customer wants to hear.",
            "R6 R3",
        ),
    ]
    blocked = chain.add(
        "block_card",
        {"card_id": card["card_id"], "reason": reason},
        "The one card that the clue points at is blocked; a block is final.",
        "R19 R21 R4",
        after=seen,
    )
    chain.add(
        "raise_request",
        {
            "category": "general_query",
            "description": f"Replacement for the blocked {called(card)}.",
        },
        "A replacement is a request of its own, logged because the customer wants it.",
        "R21",
        after=[blocked],
    )
    return tuple(chain.steps)


def _why(choice: Choice, other: Record) -> str:
    return {
        "purchase": f"Another card: the {called(other)} was not used at {choice.shop}.",
        "account": "Another card, on another account.",
        "network": f"Another card, of {other['network']}.",
    }[choice.clue]
