"""Hostile words: nothing lost, nothing hidden, nothing that is not text."""

import re
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leaderboard.queries.conversation.text import UNSEEN, fold
from leaderboard.queries.conversation.words import signed_rupees, value_words
from leaderboard.templatetags.figures import rupees
from leaderboard.templatetags.trace import shown

OURS = re.compile(r"<span class=ctl>([^<]*)</span>")


@given(st.text(max_size=4000), st.integers(1, 12))
def test_folding_loses_nothing(text: str, times: int) -> None:
    folded = fold(text * times)
    if not folded.elsewhere:
        assert folded.head + folded.rest == text * times
    assert bool(folded.more) == (folded.head != text * times)


def test_ten_thousand_lines_are_folded_with_their_count() -> None:
    folded = fold("\n".join(map(str, range(10_000))))
    assert folded.head.count("\n") == 16
    assert folded.more == "show 9,984 more lines"
    assert folded.elsewhere


def test_one_endless_line_is_folded_by_its_characters() -> None:
    folded = fold("A" * 5000)
    assert len(folded.head) == 1200
    assert folded.more == "show 3,800 more characters"


def test_a_text_little_longer_than_the_fold_is_shown_whole() -> None:
    assert fold("line\n" * 18).more == ""


@given(st.text())
def test_what_is_shown_holds_no_markup_but_ours_and_no_unseen_character(
    text: str,
) -> None:
    written = shown(text)
    assert not UNSEEN.search(written)
    assert "<" not in OURS.sub("", written)


@given(st.text(alphabet=st.characters(blacklist_categories=["Cc", "Cf", "Cs", "Mn"])))
def test_text_without_unseen_characters_is_shown_as_it_is(text: str) -> None:
    if UNSEEN.search(text):
        return
    assert unescape(shown(text)) == text


def test_characters_that_turn_text_around_are_named() -> None:
    assert shown("a\u202eb") == "a<span class=ctl>U+202E</span>b"


def test_a_name_for_a_character_cannot_be_forged_by_writing_it() -> None:
    forged = shown("<span class=ctl>U+202E</span>")
    assert "<" not in forged


@pytest.mark.parametrize(
    "text", ["मेरी एफडी तोड़ दो", "எனக்கு பணம் வேண்டும்", "مرحبا", "👨\u200d👩\u200d👧 ok"]
)
def test_scripts_and_emoji_are_left_alone(text: str) -> None:
    assert shown(text) == text


def test_piles_of_marks_are_cut_and_say_so() -> None:
    assert shown("a" + "\u0301" * 400).count("\u0301") == 4


def test_money_is_grouped_as_in_india_and_signed_where_it_moved() -> None:
    assert rupees(12500000) == "₹1,25,00,000.00"
    assert signed_rupees(1184.0) == "+₹1,184.00"
    assert signed_rupees(-50) == "−₹50.00"


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("available_balance", 1234.5, "₹1,234.50"),
        ("rate", 7.1, "7.1 %"),
        ("tenure_months", 24, "24"),
        ("premature", True, "yes"),
        ("nominee", None, "–"),
        ("errors", [], "none"),
        ("payout_account", "SB1", "SB1"),
        ("limit", 1e300, "1e+300"),
    ],
)
def test_a_value_is_told_by_what_its_name_says_it_is(
    key: str, value: object, words: str
) -> None:
    assert value_words(key, value) == words
