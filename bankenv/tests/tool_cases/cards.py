"""Cards."""

from typing import Any

from bankenv.records import Record
from bankenv.tests.factories import make_card
from bankenv.tests.tool_cases.case import Case
from bankenv.tools.refusals import ALREADY_BLOCKED, INVALID_STATE, VALIDATION_ERROR

CARD = "CARD10001"
STRANGE = "CARD99999"
ABROAD: Record = {"online": {"international": {"enabled": True, "daily_limit": 5000}}}


def held(status: str) -> dict[str, Any]:  # parts of a customer are of any shape
    """Return the customer's cards: one, of this status."""
    return {"cards": {CARD: make_card(status=status)}}


CASES = (
    Case(
        "get_card_details",
        "one card, whole",
        {"card_ids": [CARD]},
        answer={"cards": [make_card()], "errors": []},
    ),
    Case(
        "get_card_details",
        "a card that is not linked",
        {"card_ids": [STRANGE]},
        says=f"{STRANGE} is not linked",
    ),
    Case(
        "toggle_card_freeze",
        "freezing",
        {"card_id": CARD, "state": "freeze"},
        answer={"status": "UPDATED", "action": "freeze", "new_card_status": "frozen"},
        changes={f"cards.{CARD}.status": ("active", "frozen")},
    ),
    Case(
        "toggle_card_freeze",
        "unfreezing",
        {"card_id": CARD, "state": "unfreeze"},
        answer={"new_card_status": "active"},
        changes={f"cards.{CARD}.status": ("frozen", "active")},
        parts=held("frozen"),
    ),
    Case(
        "toggle_card_freeze",
        "a frozen card again",
        {"card_id": CARD, "state": "freeze"},
        answer={"status": "UPDATED", "new_card_status": "frozen"},
        parts=held("frozen"),
    ),
    Case(
        "toggle_card_freeze",
        "a card that is not linked",
        {"card_id": STRANGE, "state": "freeze"},
        code=VALIDATION_ERROR,
        says="not linked",
    ),
    Case(
        "toggle_card_freeze",
        "a blocked card",
        {"card_id": CARD, "state": "unfreeze"},
        code=INVALID_STATE,
        says="is blocked",
        parts=held("blocked"),
    ),
    Case(
        "block_card",
        "for ever",
        {"card_id": CARD, "reason": "stolen"},
        answer={"status": "BLOCKED", "reason": "stolen", "reversible": False},
        changes={
            f"cards.{CARD}.status": ("active", "blocked"),
            f"cards.{CARD}.block_reason": (None, "stolen"),
        },
    ),
    Case(
        "block_card",
        "a card that is not linked",
        {"card_id": STRANGE, "reason": "lost"},
        code=VALIDATION_ERROR,
        says="not linked",
    ),
    Case(
        "block_card",
        "twice",
        {"card_id": CARD, "reason": "lost"},
        code=ALREADY_BLOCKED,
        says="already blocked",
        parts=held("blocked"),
    ),
    Case(
        "set_card_controls",
        "one region of one channel",
        {"card_id": CARD, **ABROAD},
        answer={"status": "UPDATED"},
        changes={
            f"cards.{CARD}.controls.online.international": (
                {"enabled": False},
                {"enabled": True, "daily_limit": 5000.0},
            )
        },
    ),
    Case(
        "set_card_controls",
        "a card that is not linked",
        {"card_id": STRANGE, **ABROAD},
        code=VALIDATION_ERROR,
        says="not linked",
    ),
    Case(
        "set_card_controls",
        "an expired card",
        {"card_id": CARD, **ABROAD},
        code=INVALID_STATE,
        says="is expired",
        parts=held("expired"),
    ),
    Case(
        "set_card_controls",
        "no channel",
        {"card_id": CARD},
        code=VALIDATION_ERROR,
        says="atm, online, pos: expected at least one of them",
        malformed=True,
    ),
)
