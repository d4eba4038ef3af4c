"""SQ_UNF: a frozen card is found; the entries since then are seen before it works."""

from dataclasses import dataclass
from datetime import date

from bankenv.generate.card_controls import CAPS_ABROAD
from bankenv.generate.card_steps import (
    active_cards,
    called,
    history_step,
    look_step,
    not_first,
    status_edits,
)
from bankenv.generate.casting import Case
from bankenv.generate.customers import Customer
from bankenv.generate.days import days_before
from bankenv.generate.parts import (
    Chain,
    Draft,
    Family,
    card_fact,
    card_products,
    card_words,
    said_first,
    serves_all,
)
from bankenv.generate.wording import lines, openings
from bankenv.records import Record
from bankenv.scenario import Goal
from bankenv.tasks import Edit, GoldStep

FAMILY = Family("SQ_UNF", "sequencing", "cards", (12, 10))
KINDS = ("debit", "credit", "debit", "debit", "credit")
DAYS_FROZEN = (3, 5, 9, 2, 14, 6, 21)
CHANNELS = ("online", "pos", "online", "atm")
# How another card stands: frozen too, and it stays so, or working.
OTHERS = ("frozen", "frozen", "active")


@dataclass(frozen=True, slots=True)
class Found:
    """The frozen card, another one of the customer's, and the days frozen."""

    card: Record
    other: Record | None
    days: int


def draft(case: Case, customer: Customer) -> Draft | None:
    """Return the task if such a card can have been frozen without a use since."""
    found = _found(case, customer)
    if found is None:
        return None
    words = card_words(found.card)
    key = "opening-off" if case.variant == 1 else "opening"
    channel = lines(case, f"channel-{case.pick(CHANNELS)}")[0]
    return Draft(
        customer=customer,
        title=f"Unfreeze the {called(found.card)}" + _title_end(case),
        opening=_opening(case, found),
        opening_lines=openings(case, key, channel=channel, **words),
        wants="To have the card that was found again working, after hearing what "
        "entries there are." + (f" {_off(case)}" if case.variant == 1 else ""),
        knows=(said_first(card_fact(case, found.card)),),
        products=card_products(customer.record),
        conditions=("The entries are heard before the card works again.",),
        agenda=_agenda(case, found, channel),
        gold=_gold(case, found),
        decoys=_decoys(case, found),
    )


def _title_end(case: Case) -> str:
    return f", with {case.pick(CHANNELS)} use off" if case.variant == 1 else ""


def _off(case: Case) -> str:
    return f"Its {case.pick(CHANNELS)} use in India is to be off from now on."


def _found(case: Case, customer: Customer) -> Found | None:
    days = case.pick(DAYS_FROZEN)
    cards = active_cards(customer)
    fitting = [
        card
        for card in not_first(customer, cards)
        if card["card_type"] == case.pick(KINDS)
        and serves_all(customer.record["accounts"][card["linked_account"]])
        and not _used_since(customer, card, days_before(days))
    ]
    # Two tasks of three have several cards, so that only the record tells which.
    alone = case.number % 3 == 0
    if not fitting or (len(customer.record["cards"]) == 1) != alone:
        return None
    card = fitting[0]
    other = next((c for c in cards if c is not card), None)
    if not alone and other is None:
        return None
    return Found(card, other, days)


def _used_since(customer: Customer, card: Record, day: date) -> bool:
    rows = customer.record["accounts"][card["linked_account"]]["transactions"]
    return any(
        card["last4"] in row["description"].split() and row["date"] >= day.isoformat()
        for row in rows
    )


def _opening(case: Case, found: Found) -> tuple[Edit, ...]:
    edits: list[Edit] = []
    frozen = [found.card]
    if found.other is not None and case.pick(OTHERS) == "frozen":
        frozen.append(found.other)
    for at, card in enumerate(frozen):
        since = days_before(found.days + 7 * at).isoformat()
        edits += status_edits(card, "frozen")
        edits.append(Edit(f"cards.{card['card_id']}.frozen_since", since))
    channel = case.pick(CHANNELS)
    if case.variant == 1 and not found.card["controls"][channel]["domestic"]["enabled"]:
        path = f"cards.{found.card['card_id']}.controls.{channel}.domestic"
        limit = CAPS_ABROAD[channel]
        edits.append(Edit(path, {"enabled": True, "daily_limit": float(limit)}))
    return tuple(edits)


def _agenda(case: Case, found: Found, channel: str) -> tuple[Goal, ...]:
    card_id = found.card["card_id"]
    unfreeze = Goal(
        "unfreeze",
        "unfreeze_card",
        lines(case, "ask-unfreeze"),
        {"card": card_id},
        hear_first=("entries",),
    )
    if case.variant == 0:
        return (unfreeze,)
    ask = lines(case, "ask-off", channel=channel)
    return (unfreeze, Goal("off", "set_controls", ask, {"card": card_id}))


def _gold(case: Case, found: Found) -> tuple[GoldStep, ...]:
    chain, card = Chain(), found.card
    seen = [
        look_step(
            chain,
            [card],
            "The record tells which card is frozen, since when, and its account.",
            "R19",
        ),
        history_step(
            chain,
            card["linked_account"],
            "Entries since the freeze are looked at before the card works again.",
            "R20",
        ),
    ]
    chain.add(
        "toggle_card_freeze",
        {"card_id": card["card_id"], "state": "unfreeze"},
        "Nothing strange is among the entries, so the card that was found may work.",
        "R19 R20 R4",
        after=seen,
    )
    if case.variant == 1:
        chain.add(
            "set_card_controls",
            {
                "card_id": card["card_id"],
                case.pick(CHANNELS): {"domestic": {"enabled": False}},
            },
            "Only the channel and the region that were named are switched off.",
            "R29 R4",
            after=seen,
        )
    return tuple(chain.steps)


def _decoys(case: Case, found: Found) -> tuple[dict[str, str], ...]:
    if found.other is None:
        return ()
    frozen = case.pick(OTHERS) == "frozen"
    why = "Frozen as well, and still not found." if frozen else "It works already."
    return ({"card": found.other["card_id"], "why": why},)
