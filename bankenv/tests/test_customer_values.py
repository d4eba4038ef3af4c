"""Money, dates and numbers in every spelling."""

import pytest

from bankenv.customer.text import pieces, tokens
from bankenv.customer.values import Value, same_date, values


def read(text: str) -> list[Value]:
    """Return the values of a text."""
    return [v for piece in pieces(text) for v in values(tokens(piece.text))]


@pytest.mark.parametrize(
    ("text", "rupees"),
    [
        ("₹1,28,291", 128291),
        ("1,28,291.00", 128291),
        ("128291", 128291),
        ("1.28 lakh", 128000),
        ("Rs 5k", 5000),
        ("Rs. 5,000/-", 5000),
        ("rs5000", 5000),
        ("INR 12,345.67", 12345.67),
        ("two lakh", 200000),
        ("ek lakh", 100000),
        ("do lakh", 200000),
        ("dedh lakh", 150000),
        ("2L", 200000),
        ("1.5 crore", 15000000),
        ("2 lakh 50 thousand", 250000),
        ("twenty five thousand", 25000),
        ("98 hazar 500 rupaye", 98500),
        ("₹१,२८,२९१", 128291),
        ("₹1,184.00", 1184),
        ("1,18,400", 118400),
        ("एक लाख", 100000),
        ("₹2,500 mahine", 2500),
        ("Rs 2500 every month", 2500),
    ],
)
def test_money_is_read_in_every_spelling(text: str, rupees: float) -> None:
    assert [v.amount for v in read(text)] == [rupees]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2026-08-03", "2026-08-03"),
        ("03/08/2026", "2026-08-03"),
        ("3 Aug 2026", "2026-08-03"),
        ("3rd of August, 2026", "2026-08-03"),
        ("August 3, 2026", "2026-08-03"),
        ("3-Aug-2026", "2026-08-03"),
        ("Aug 2026", "2026-08-00"),
        ("3 August", "0000-08-03"),
        ("3 अगस्त 2026", "2026-08-03"),
    ],
)
def test_dates_are_read_in_every_form(text: str, day: str) -> None:
    assert [v.text for v in read(text)] == [day]
    assert same_date(day, "2026-08-03")


@pytest.mark.parametrize(
    "text",
    ["ending 4417", "xx4417", "XX-4417", "•••• 4417", "**** 4417", "ends in 4417",
     "XXXX XXXX XXXX 4417", "**•••• 4417**", "last four digits are 4417"],
)  # fmt: skip
def test_last_four_digits_are_read_however_they_are_masked(text: str) -> None:
    assert [(v.kind, v.text) for v in read(text)] == [("last4", "4417")]


def test_tenures_are_months() -> None:
    said = "12 months, one year, a year, 1 year 6 months, 24-month, do saal, 13 mahine"
    assert [v.amount for v in read(said)] == [12, 12, 12, 18, 24, 24, 13]


def test_percentages_are_told_from_money() -> None:
    assert [(v.kind, v.amount) for v in read("6.75% and 7 per cent")] == [
        ("percent", 6.75),
        ("percent", 7),
    ]


def test_small_words_are_not_numbers() -> None:
    assert read("one moment, do you have a card? I may call you.") == []


def test_a_year_holds_no_ten() -> None:
    assert all(v.amount != 10 for v in read("It was opened in 2010."))


def test_a_rounded_lakh_is_close_to_its_exact_sum_and_no_other() -> None:
    (said,) = read("1.28 lakh")
    assert said.close_to(128291) and not said.close_to(129291)
    assert not said.close_to(128291, strict=True)


def test_ids_compare_without_their_signs() -> None:
    assert [v.text for v in read("FD123456 and SR-12345678")] == [
        "FD123456",
        "SR12345678",
    ]
