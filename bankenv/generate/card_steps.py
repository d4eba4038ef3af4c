"""Cards that a family may choose from, and the gold steps that look at them."""

from collections.abc import Iterable

from bankenv.generate.customers import Customer
from bankenv.generate.parts import Chain, serves_all
from bankenv.records import Record
from bankenv.tasks import Edit

ROWS = 30


def active_cards(customer: Customer) -> list[Record]:
    """Return the customer's cards that work, in the order of the record."""
    return [c for c in customer.record["cards"].values() if c["status"] == "active"]


def debit_cards(customer: Customer) -> list[Record]:
    """Return the working debit cards whose account allows every service."""
    accounts = customer.record["accounts"]
    return [
        card
        for card in active_cards(customer)
        if card["card_type"] == "debit" and serves_all(accounts[card["linked_account"]])
    ]


def not_first(customer: Customer, cards: list[Record]) -> list[Record]:
    """Return the cards other than the one that the session lists first.

    All of them where the customer has a single card: whoever guesses is right then.
    """
    linked = customer.record["login_context"]["linked_cards"]
    return [c for c in cards if len(linked) == 1 or c["card_id"] != linked[0]]


def called(card: Record) -> str:
    """Return a card as titles and reasons name it."""
    return f"{card['card_type']} card ending {card['last4']}"


def status_edits(card: Record, status: str) -> tuple[Edit, ...]:
    """Return the edit that gives the card a status, none if it has it."""
    if card["status"] == status:
        return ()
    return (Edit(f"cards.{card['card_id']}.status", status),)


def look_step(chain: Chain, cards: Iterable[Record], why: str, rules: str) -> int:
    """Add the look at the cards and return its number."""
    ids = {"card_ids": [card["card_id"] for card in cards]}
    return chain.add("get_card_details", ids, why, rules)


def history_step(
    chain: Chain, account_id: str, why: str, rules: str, after: Iterable[int] = ()
) -> int:
    """Add the look at an account's latest entries and return its number."""
    return chain.add(
        "get_transaction_history",
        {"account_id": account_id, "limit": ROWS},
        why,
        rules,
        after=after,
        compare=("account_id",),
    )


def search_step(
    chain: Chain, query: str, why: str, rules: str, after: Iterable[int] = ()
) -> int:
    """Add the search of the bank's documents and return its number."""
    return chain.add(
        "search_knowledge_base", {"query": query}, why, rules, after=after, compare=()
    )
