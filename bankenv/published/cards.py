"""Cards: looked up, frozen, blocked, controlled."""

from typing import Any  # Any: what a tool was sent, unchecked

from bankenv.published.batches import CARD, looked_up, whole
from bankenv.published.choices import BlockReason, Freeze
from bankenv.published.ledger import Declined, Ledger, not_linked
from bankenv.records import Record

CHANNELS = ("atm", "online", "pos")
REGIONS = ("domestic", "international")


def get_card_details(ledger: Ledger, card_ids: list[str]) -> Record:
    """Look up cards: kind, status, limits, controls of each channel."""
    rows, errors = looked_up(ledger, card_ids, CARD, whole)
    return {"cards": rows, "errors": errors}


def _card(ledger: Ledger, card_id: Any) -> Record:
    card: Record | None = ledger.part("cards").get(card_id)
    if card is None or card_id not in ledger.linked("cards"):
        raise not_linked("card", card_id)
    return card


def toggle_card_freeze(ledger: Ledger, card_id: str, state: Freeze) -> Record:
    """Freeze a card for the time being, or unfreeze it. It can be undone."""
    card = _card(ledger, card_id)
    if card.get("status") in ("blocked", "expired"):
        raise Declined("INVALID_STATE", f"{card_id} is {card['status']}.")
    card["status"] = "frozen" if state == "freeze" else "active"
    return {
        "status": "UPDATED",
        "card_id": card_id,
        "action": state,
        "new_card_status": card["status"],
        "updated_at": ledger.stamp,
    }


def block_card(ledger: Ledger, card_id: str, reason: BlockReason) -> Record:
    """Block a card for good. It cannot be undone.

    A new card is not sent by this: ask for one through raise_request.
    """
    card = _card(ledger, card_id)
    if card.get("status") == "blocked":
        raise Declined("ALREADY_BLOCKED", f"{card_id} is blocked already.")
    card["status"] = "blocked"
    card["block_reason"] = reason
    return {
        "status": "BLOCKED",
        "card_id": card_id,
        "reason": reason,
        "reversible": False,
        "note": "Ask for a new card by a request.",
        "blocked_at": ledger.stamp,
    }


def set_card_controls(
    ledger: Ledger,
    card_id: str,
    atm: Record | None = None,
    online: Record | None = None,
    pos: Record | None = None,
) -> Record:
    """Set channels of a card on or off, with daily limits, at home and abroad.

    A region that is named is replaced whole: state `enabled` and the limit to keep.
    """
    card = _card(ledger, card_id)
    controls = card.setdefault("controls", {})
    for name, payload in zip(CHANNELS, (atm, online, pos), strict=True):
        if payload is None:
            continue
        channel = controls.setdefault(name, {})
        for region in REGIONS:
            # What is no object fails here, after the channels before it were changed.
            wanted = payload.get(region)
            if wanted is not None:
                channel[region] = _region(wanted)
    return {
        "status": "UPDATED",
        "card_id": card_id,
        "controls": controls,
        "updated_at": ledger.stamp,
    }


def _region(wanted: Any) -> Record:
    enabled = bool(wanted.get("enabled"))
    if enabled and "daily_limit" in wanted:
        return {"enabled": True, "daily_limit": wanted["daily_limit"]}
    return {"enabled": enabled}
