"""What the gold oracle says of cards."""

from collections.abc import Callable, Mapping

from bankenv.records import Record
from runner.reference.areas.cards import card_words
from runner.reference.figures import rupees


def _settings(card: Record) -> str:
    """Return how a card that works is set, for India and abroad."""
    if card.get("status") != "active":
        return ""
    channels = (
        f"{channel} {_place(region)} {_setting(setting)}"
        for channel, regions in card["controls"].items()
        for region, setting in regions.items()
    )
    return f"The card ending {card['last4']} now stands so: {', '.join(channels)}."


def _place(region: str) -> str:
    return "in India" if region == "domestic" else "abroad"


def _setting(setting: Record) -> str:
    if not setting["enabled"]:
        return "off"
    limit = setting.get("daily_limit")
    return f"on, limit {rupees(limit)} a day" if limit else "on without a limit"


def _controls(arguments: Record) -> str:
    """Return the question that asks for a yes to a change of controls."""
    changes = (
        f"{channel} {_place(region)} {_setting(setting)}"
        for channel, regions in arguments.items()
        if channel != "card_id"
        for region, setting in regions.items()
    )
    return (
        f"Shall I change the controls of the card {arguments['card_id']} to "
        f"{', '.join(changes)}?"
    )


CARD_RESULTS: Mapping[str, Callable[[Record], str]] = {
    "get_card_details": lambda c: (
        f"I found your {'; '.join(card_words(card) for card in c['cards'])}. "
        + " ".join(map(_settings, c["cards"]))
    ).strip(),
    "set_card_controls": lambda c: (
        f"The controls of the card {c['card_id']} have been changed."
    ),
    "toggle_card_freeze": lambda c: (
        f"The card has been {'frozen' if c['action'] == 'freeze' else 'unfrozen'}."
    ),
    "block_card": lambda c: "The card has been blocked for good.",
}
CARD_PROPOSALS: Mapping[str, Callable[[Record], str]] = {
    "toggle_card_freeze": lambda a: (
        f"A freeze can be undone, a block cannot. Shall I {a['state']} the card?"
    ),
    "set_card_controls": _controls,
    "block_card": lambda a: "A block is final. Shall I block this card for good?",
}
