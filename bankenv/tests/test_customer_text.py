"""Reading a message: what is skipped for speed is what no pattern could fit."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bankenv.customer import text

MARKED = [
    *((pattern, marks) for marks, pattern, _ in text._REWRITES),
    (text._MARKDOWN, tuple(text._MARKS)),
    (text._INLINE_LIST, text._SECOND_ITEM),
]


@pytest.mark.parametrize(("pattern", "marks"), MARKED)
def test_whatever_a_pattern_fits_has_one_of_its_marks(
    pattern: re.Pattern[str], marks: tuple[str, ...]
) -> None:
    @given(st.from_regex(pattern))
    @settings(max_examples=60, deadline=None)
    def fits(written: str) -> None:
        assert any(mark in written for mark in marks)

    fits()


@given(st.from_regex(text._MASKED))
@settings(max_examples=60, deadline=None)
def test_whatever_is_masked_has_two_signs_of_a_mask_together(written: str) -> None:
    assert text._MASK.search(written.lower())
