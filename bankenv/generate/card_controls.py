"""Wishes about a card's channels: what is asked for and the controls that do it."""

from collections.abc import Sequence
from dataclasses import dataclass

from bankenv.generate.card_steps import active_cards, called
from bankenv.generate.casting import Case
from bankenv.generate.customers import Customer
from bankenv.generate.parts import Chain, card_words
from bankenv.generate.wording import lines, rupees
from bankenv.records import JsonValue, Record
from bankenv.scenario import Fact, Goal, Product
from bankenv.tasks import Edit

CHANNELS = ("atm", "online", "pos")
# Highest daily limits abroad, in rupees; in India they are twice as much.
CAPS_ABROAD = {"atm": 25_000, "online": 100_000, "pos": 100_000}


@dataclass(frozen=True, slots=True)
class Wish:
    """One channel and region of a card: on with a limit in rupees, or off (None)."""

    card: Record
    channel: str
    region: str
    limit: float | None
    manner: str

    @property
    def arguments(self) -> Record:
        setting: Record = {"enabled": self.limit is not None}
        if self.limit is not None:
            setting["daily_limit"] = self.limit
        return {"card_id": self.card["card_id"], self.channel: {self.region: setting}}

    @property
    def summary(self) -> str:
        where = "in India" if self.region == "domestic" else "abroad"
        channel = self.channel if self.channel == "online" else self.channel.upper()
        what = f"{channel} use {where} of the {called(self.card)}"
        if self.limit is None:
            return f"switch off {what}"
        return f"limit {what} to {rupees(self.limit)}"


def two_cards(case: Case, customer: Customer) -> tuple[Record, Record] | None:
    """Return two working cards, the one that the session lists first named last.

    Both have other kinds or digits that tell them apart.
    """
    cards = active_cards(customer)
    linked = customer.record["login_context"]["linked_cards"]
    if len(cards) < 2:
        return None
    last = next((c for c in cards if c["card_id"] == linked[0]), cards[0])
    first = case.chance.at("card").choice([c for c in cards if c is not last])
    return (first, last) if first["last4"] != last["last4"] else None


def at_home(card: Record, channel: str) -> float:
    """Return the card's daily limit in India, in rupees."""
    return float(card["controls"][channel]["domestic"]["daily_limit"])


def set_edits(
    card: Record, channel: str, region: str, setting: Record
) -> Sequence[Edit]:
    """Return the edit that gives a region its setting, none if it has it."""
    if card["controls"][channel].get(region) == setting:
        return ()
    path = f"cards.{card['card_id']}.controls.{channel}.{region}"
    return (Edit(path, setting),)


def control_products(customer: Customer) -> tuple[Product, ...]:
    """Return the cards as the customer knows them: by last digits and network."""
    return tuple(
        Product(
            card["card_id"],
            "card",
            {"last4": card["last4"], "network": card["network"]},
        )
        for card in customer.record["cards"].values()
    )


def card_facts(case: Case, wishes: Sequence[Wish]) -> tuple[Fact, ...]:
    """Return how the customer names the cards; the opening line does so already."""
    return tuple(
        Fact(
            "card" if place == 0 else f"card_{place + 1}",
            wish.card["card_id"],
            lines(case, "card", **card_words(wish.card)),
            "up_front",
        )
        for place, wish in enumerate(wishes)
    )


def limit_facts(case: Case, wishes: Sequence[Wish]) -> tuple[Fact, ...]:
    """Return how the customer says the limits, by name or by what they depend on."""
    return tuple(
        Fact(
            "limit",
            wish.limit,
            lines(case, f"limit-{wish.manner}", amount=rupees(wish.limit)),
        )
        for wish in wishes
        if wish.limit is not None
    )


def told_limits(wishes: Sequence[Wish]) -> dict[str, JsonValue]:
    """Return the limits that follow from a record: the customer must hear them."""
    return {
        f"limit_{place}": wish.limit
        for place, wish in enumerate(wishes, start=1)
        if wish.limit is not None and wish.manner != "given"
    }


def goals(case: Case, wishes: Sequence[Wish]) -> tuple[Goal, ...]:
    """Return a goal for each wish; a limit that is proposed must be the wanted one."""
    made = []
    for place, wish in enumerate(wishes, start=1):
        about: dict[str, JsonValue] = {"card": wish.card["card_id"]}
        if wish.limit is not None:
            about["limit"] = wish.limit
        ask = lines(case, "ask-wish", wish=clause(case, wish))
        made.append(Goal(f"set_{place}", "set_controls", ask, about))
    return tuple(made)


def clause(case: Case, wish: Wish) -> str:
    """Return the wish as a clause of the customer's."""
    channel = lines(case, f"channel-{wish.channel}")[0]
    key = f"wish-{wish.manner if wish.limit is not None else 'off'}"
    amount = rupees(wish.limit) if wish.limit is not None else ""
    words = {**card_words(wish.card), "channel": channel, "amount": amount}
    return lines(case, key, **words)[0]


def set_steps(chain: Chain, wishes: Sequence[Wish], after: Sequence[int]) -> list[int]:
    """Add a change of controls for each wish and return their numbers."""
    return [
        chain.add(
            "set_card_controls",
            wish.arguments,
            f"Only what was named changes: {wish.summary}.",
            "R29 R4",
            after=after,
        )
        for wish in wishes
    ]
