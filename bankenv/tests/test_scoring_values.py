"""When two argument values are the same."""

import pytest

from bankenv.records import JsonValue
from bankenv.scoring.told import was_told
from bankenv.scoring.values import same_value
from bankenv.scoring.words import done


@pytest.mark.parametrize(
    ("gold", "got"),
    [
        (100000, 100000.0),
        ("2026-07-01", "2026-07-01"),
        (["A", "B"], ["B", "A"]),
        (["A"], ("A", "A")),
        ({"a": 1, "b": None}, {"a": 1.0}),
        ('{"a": 1, "b": 2}', '{"b":2,"a":1}'),
        ({"a": [1, 2]}, '{"a": [1, 2]}'),
        (None, None),
    ],
)
def test_same(gold: JsonValue, got: JsonValue) -> None:
    assert same_value(gold, got)
    assert same_value(got, gold)


@pytest.mark.parametrize(
    ("gold", "got"),
    [
        (100000, "100000"),
        (1, True),
        (0, None),
        (0, False),
        ("2026-07-01", "2026-7-1"),
        ("2026-07-01", "01-07-2026"),
        (["A", "B"], ["A"]),
        ([1, 2], [2, 1]),
        ({"a": 1}, {"a": 1, "b": 2}),
        ("{not json", "{not  json"),
        ("SB1", ["SB1"]),
        (None, ""),
    ],
)
def test_not_the_same(gold: JsonValue, got: JsonValue) -> None:
    assert not same_value(gold, got)
    assert not same_value(got, gold)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (125000, "You will get ₹1.25 lakh in all."),
        (125000, "you get Rs 1,25,000.00"),
        (1250, "the fee is 1,250"),
        (106100.0, "**Payout:** ₹1,06,100.00"),
        (6.1, "the effective rate is 6.1% a year"),
        ("2027-03-14", "It matures on 14 March 2027."),
        ("cancelled", "The mandate is now Cancelled."),
        ("Pathshala Junior", "**Pathshala Junior** was stopped on 3 July 2026."),
    ],
)
def test_a_figure_said_in_any_spelling_was_told(value: JsonValue, text: str) -> None:
    assert was_told(value, ["Hello.", text])


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (10, "The account was opened in 2010."),
        (118400, "The penalty is ₹1,184.00."),
        (6.1, "the rate is 6.7%"),
        ("2027-03-14", "It matures on 14 April 2027."),
        (125000, ""),
        ("cancelled", "I cannot cancel it."),
    ],
)
def test_a_figure_that_only_resembles_was_not_told(value: JsonValue, text: str) -> None:
    assert not was_told(value, [text])


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"principal_amount": 125000}, "booked a fixed deposit of ₹1,25,000"),
        ({"principal_amount": 1e308}, "booked a fixed deposit of 1e+308"),
        ({"principal_amount": float("nan")}, "booked a fixed deposit of nan"),
        ({"principal_amount": "lots\nof it"}, "booked a fixed deposit of lots of it"),
        ({}, "booked a deposit"),
    ],
)
def test_a_sentence_can_be_made_of_anything_a_model_sends(
    arguments: dict[str, JsonValue], words: str
) -> None:
    assert done("create_fd", arguments) == words
