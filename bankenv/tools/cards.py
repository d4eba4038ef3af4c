"""Cards: details, freezing, blocking, controls."""

from typing import Annotated, Literal

from bankenv.books import Books
from bankenv.money import Paise, to_rupees
from bankenv.records import Record
from bankenv.tools import links
from bankenv.tools.declaration import tool
from bankenv.tools.parameters import (
    NOTHING,
    Amount,
    BadArgument,
    Choice,
    Flag,
    Group,
    Identifier,
    Items,
)
from bankenv.tools.refusals import ALREADY_BLOCKED, INVALID_STATE, Refusal

CardId = Annotated[str, Identifier("The card, for example CARD77485.")]

_REGION = {
    "enabled": Flag("Whether the channel works there. Always say it."),
    "daily_limit": Amount(
        "Most rupees a day. Restate a limit that should stay; left out, it goes."
    ),
}
Channel = Annotated[
    Record | None,
    Group(
        "New settings of this channel; leave it out to keep all of its settings.",
        {
            "domestic": Group("Use in India.", _REGION, ("enabled",)),
            "international": Group("Use abroad.", _REGION, ("enabled",)),
        },
    ),
]


@tool("read", "cards", batch="card_ids")
def get_card_details(
    books: Books,
    card_ids: Annotated[tuple[str, ...], Items("Ids of the customer's cards.")],
) -> Record:
    """Look up cards: type, status, linked account, limits and channel controls.

    Look a card up before freezing, unfreezing, blocking or changing its controls.
    """
    found, errors = links.each(books, card_ids, "card_id", links.card)
    return {"cards": [card for _, card in found], "errors": errors}


@tool("write", "cards")
def toggle_card_freeze(
    books: Books,
    card_id: CardId,
    state: Annotated[
        Literal["freeze", "unfreeze"], Choice("What to do with the card.")
    ],
) -> Record:
    """Freeze a card for a while, or unfreeze it. Reversible at any time.

    Freeze when the card may turn up again; for a card that is gone for good see
    block_card. Look the card up first, and before unfreezing look at the entries
    since the freeze. A blocked or expired card can be neither.
    """
    status = _usable(books, card_id)
    after = "frozen" if state == "freeze" else "active"
    if status != after:
        books.put(("cards", card_id, "status"), after)
    return {
        "status": "UPDATED",
        "card_id": card_id,
        "action": state,
        "new_card_status": after,
        "updated_at": books.timestamp,
    }


def _usable(books: Books, card_id: str) -> str | None:
    """Return the card's status, or refuse a card that is blocked or expired."""
    status: str | None = links.card(books, card_id).get("status")
    if status in ("blocked", "expired"):
        message = f"{card_id} is {status}; it cannot be changed any more."
        raise Refusal(INVALID_STATE, message)
    return status


@tool("write", "cards")
def block_card(
    books: Books,
    card_id: CardId,
    reason: Annotated[
        Literal["lost", "stolen", "fraud", "damaged"],
        Choice("Why, in the customer's account of it."),
    ],
) -> Record:
    """Block a card for ever. Cannot be undone.

    Look the card up first and make sure that the customer wants it final; a freeze
    is the reversible way. It orders no new card: log a replacement with raise_request
    if the customer wants one.
    """
    if links.card(books, card_id).get("status") == "blocked":
        raise Refusal(ALREADY_BLOCKED, f"{card_id} is already blocked.")
    books.put(("cards", card_id, "status"), "blocked")
    books.put(("cards", card_id, "block_reason"), reason)
    return {
        "status": "BLOCKED",
        "card_id": card_id,
        "reason": reason,
        "reversible": False,
        "note": "A replacement is a separate request, logged with raise_request.",
        "blocked_at": books.timestamp,
    }


@tool("write", "cards")
def set_card_controls(
    books: Books,
    card_id: CardId,
    atm: Channel = None,
    online: Channel = None,
    pos: Channel = None,
) -> Record:
    """Switch a card's channels on or off, in India and abroad, and set daily limits.

    Each region you name is replaced whole: say `enabled`, and restate the daily limit
    if one should stay, so look the card up first. Switching off drops the limit.
    Channels and regions you do not name keep their settings.
    """
    _usable(books, card_id)
    given = {"atm": atm, "online": online, "pos": pos}
    if not any(given.values()):
        raise BadArgument("atm, online, pos", "at least one of them", NOTHING)
    for name, channel in given.items():
        for region, setting in (channel or {}).items():
            path = ("cards", card_id, "controls", name, region)
            books.put(path, _setting(setting["enabled"], setting.get("daily_limit")))
    return {
        "status": "UPDATED",
        "card_id": card_id,
        "controls": books.get(("cards", card_id, "controls")) or {},
        "updated_at": books.timestamp,
    }


def _setting(enabled: bool, daily_limit: Paise | None) -> Record:
    if not enabled or daily_limit is None:
        return {"enabled": enabled}
    return {"enabled": True, "daily_limit": to_rupees(daily_limit)}
