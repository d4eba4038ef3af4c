from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bankenv.money import (
    nearest_paise,
    plain_number,
    rupee_text,
    to_paise,
    to_rupees,
)


@given(st.integers(0, 10**14))
def test_paise_survive_the_way_to_rupees_and_back(paise: int) -> None:
    assert to_paise(to_rupees(paise)) == paise


@pytest.mark.parametrize("rupees", [0.001, 1.005, 0.1 + 0.2])
def test_a_part_of_a_paisa_is_not_an_amount(rupees: float) -> None:
    with pytest.raises(ValueError, match="more than two decimals"):
        to_paise(rupees)


@pytest.mark.parametrize("rupees", [float("nan"), float("inf")])
def test_a_number_that_is_not_finite_is_not_an_amount(rupees: float) -> None:
    with pytest.raises(ValueError, match="not an amount"):
        to_paise(rupees)


@pytest.mark.parametrize(("exact", "paise"), [("0.5", 0), ("1.5", 2), ("2.51", 3)])
def test_half_a_paisa_rounds_to_the_even_paisa(exact: str, paise: int) -> None:
    assert nearest_paise(Decimal(exact)) == paise


@pytest.mark.parametrize(
    ("rupees", "text"),
    [(5, "₹5"), (1000, "₹1,000"), (125000.5, "₹1,25,000.50"), (-1e7, "-₹1,00,00,000")],
)
def test_rupees_are_written_in_indian_grouping(rupees: float, text: str) -> None:
    assert rupee_text(to_paise(rupees)) == text


@pytest.mark.parametrize(
    ("rupees", "text"), [(100000, "100000"), (100000.0, "100000"), (500.5, "500.5")]
)
def test_equal_amounts_are_written_alike_in_a_key(rupees: float, text: str) -> None:
    assert plain_number(to_paise(rupees)) == text
