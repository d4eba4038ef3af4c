import pytest

from bankenv.books import Books
from bankenv.records import JsonValue
from bankenv.tests.factories import (
    call,
    make_card,
    make_customer,
    malformed,
    open_books,
    refused,
)
from bankenv.tools import execute

CARD = "CARD10001"
STRANGE = "CARD99999"


def with_card(**fields: JsonValue) -> Books:
    return open_books(make_customer(cards={CARD: make_card(**fields)}))


def test_cards_are_returned_whole_with_errors_apart() -> None:
    books = open_books()
    answer = call(books, "get_card_details", card_ids=[CARD, STRANGE])
    assert answer["cards"] == [books.get(("cards", CARD))]
    assert answer["errors"][0]["card_id"] == STRANGE
    assert "not linked" in answer["errors"][0]["error"]


@pytest.mark.parametrize(
    ("before", "state", "after"),
    [
        ("active", "freeze", "frozen"),
        ("frozen", "unfreeze", "active"),
        ("frozen", "freeze", "frozen"),
        ("active", "unfreeze", "active"),
    ],
)
def test_a_card_is_frozen_and_unfrozen_at_will(
    before: str, state: str, after: str
) -> None:
    books = with_card(status=before)
    result = execute(books, "toggle_card_freeze", {"card_id": CARD, "state": state})
    assert result.content == {
        "status": "UPDATED",
        "card_id": CARD,
        "action": state,
        "new_card_status": after,
        "updated_at": "2026-07-16T00:00:00",
    }
    assert len(result.changes) == (before != after)
    assert books.get(("cards", CARD, "status")) == after


@pytest.mark.parametrize("status", ["blocked", "expired"])
@pytest.mark.parametrize("state", ["freeze", "unfreeze"])
def test_a_dead_card_is_neither_frozen_nor_unfrozen(status: str, state: str) -> None:
    books = with_card(status=status)
    code = refused(books, "toggle_card_freeze", card_id=CARD, state=state)
    assert code == "INVALID_STATE"


def test_only_a_linked_card_is_changed() -> None:
    books = open_books()
    for tool, arguments in (
        ("toggle_card_freeze", {"state": "freeze"}),
        ("block_card", {"reason": "lost"}),
        ("set_card_controls", {"atm": {"domestic": {"enabled": True}}}),
    ):
        assert refused(books, tool, card_id=STRANGE, **arguments) == "VALIDATION_ERROR"


@pytest.mark.parametrize("status", ["active", "frozen", "expired"])
def test_blocking_is_final(status: str) -> None:
    books = with_card(status=status)
    answer = call(books, "block_card", card_id=CARD, reason="stolen")
    assert list(answer) == [
        "status", "card_id", "reason", "reversible", "note", "blocked_at",
    ]  # fmt: skip
    assert (answer["status"], answer["reversible"]) == ("BLOCKED", False)
    assert books.get(("cards", CARD, "status")) == "blocked"
    assert books.get(("cards", CARD, "block_reason")) == "stolen"
    again = refused(books, "block_card", card_id=CARD, reason="lost")
    assert again == "ALREADY_BLOCKED"


def test_a_region_is_replaced_whole_and_the_others_stay() -> None:
    books = open_books()
    before = books.get(("cards", CARD, "controls"))
    answer = call(
        books,
        "set_card_controls",
        card_id=CARD,
        online={"international": {"enabled": True, "daily_limit": 5000}},
        pos={"domestic": {"enabled": True}},
    )
    controls = answer["controls"]
    assert controls["online"] == {
        "domestic": {"enabled": True, "daily_limit": 20000.0},
        "international": {"enabled": True, "daily_limit": 5000.0},
    }
    assert controls["pos"]["domestic"] == {"enabled": True}
    assert controls["atm"] is before["atm"]


def test_switching_off_drops_the_limit() -> None:
    answer = call(
        open_books(),
        "set_card_controls",
        card_id=CARD,
        atm={"domestic": {"enabled": False, "daily_limit": 20000}},
    )
    assert answer["controls"]["atm"]["domestic"] == {"enabled": False}


def test_a_card_without_controls_gets_them() -> None:
    books = with_card(controls=None)
    region = {"domestic": {"enabled": True}}
    answer = call(books, "set_card_controls", card_id=CARD, atm=region)
    assert answer["controls"] == {"atm": region}


@pytest.mark.parametrize(
    ("channels", "place"),
    [
        ({}, "atm, online, pos: expected at least one of them"),
        ({"atm": None}, "atm, online, pos"),
        ({"atm": {}}, "atm: expected an object with domestic, international"),
        ({"atm": "off"}, "atm: expected an object"),
        ({"atm": {"domestic": True}}, "atm.domestic: expected an object"),
        ({"atm": {"home": {"enabled": True}}}, "atm: expected one of domestic"),
        ({"atm": {"domestic": {"daily_limit": 9}}}, "atm.domestic.enabled: expected a"),
        ({"atm": {"domestic": {"enabled": "false"}}}, "atm.domestic.enabled"),
        ({"atm": {"domestic": {"enabled": 1}}}, "atm.domestic.enabled"),
        (
            {"atm": {"domestic": {"enabled": True, "daily_limit": "9"}}},
            "atm.domestic.daily_limit: expected rupees",
        ),
        (
            {"atm": {"domestic": {"enabled": True}}, "pos": 7},
            "pos: expected an object",
        ),
        ({"contactless": {"domestic": {"enabled": True}}}, "set_card_controls arg"),
    ],
)
def test_half_a_setting_is_malformed_and_changes_nothing(
    channels: dict[str, JsonValue], place: str
) -> None:
    message = malformed(open_books(), "set_card_controls", card_id=CARD, **channels)
    assert message.startswith(place)


@pytest.mark.parametrize("status", ["blocked", "expired"])
def test_a_dead_card_has_no_controls_to_set(status: str) -> None:
    books = with_card(status=status)
    region = {"domestic": {"enabled": True}}
    code = refused(books, "set_card_controls", card_id=CARD, atm=region)
    assert code == "INVALID_STATE"
