"""Figures on pages."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.utils import timezone

from leaderboard.queries.sorting import parse_sort, sorted_rows
from leaderboard.templatetags import figures
from leaderboard.templatetags.marks import interval_bar


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (125000, "₹1,25,000.00"),
        (12500000.5, "₹1,25,00,000.50"),
        (999, "₹999.00"),
        (1000, "₹1,000.00"),
        (0, "₹0.00"),
        (-1234.5, "−₹1,234.50"),
        (Decimal("0.005"), "₹0.00"),
        (Decimal("0.015"), "₹0.02"),
        (999.999, "₹1,000.00"),
        (None, "–"),
    ],
)
def test_rupees_are_grouped_as_india_groups_them(
    value: float | None, said: str
) -> None:
    assert figures.rupees(value) == said


@pytest.mark.parametrize(
    ("value", "said"), [(0.849, "84.9"), (0, "0.0"), (1, "100.0"), (None, "–")]
)
def test_a_missing_rate_is_a_dash_and_never_a_zero(
    value: float | None, said: str
) -> None:
    assert figures.percent(value) == said


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (0.4, "0.4 s"),
        (21, "21 s"),
        (59.7, "1 min 0 s"),
        (190, "3 min 10 s"),
        (4800, "1 h 20 min"),
    ],
)
def test_seconds_are_said_in_the_largest_units_that_help(
    value: float, said: str
) -> None:
    assert figures.seconds(value) == said


def test_an_age_carries_its_moment_and_time_zone() -> None:
    moment = timezone.now() - timedelta(days=2, hours=3)
    said = figures.ago(moment)
    assert "2 days ago" in said
    assert timezone.localtime(moment).strftime("%Y-%m-%d") in said


@pytest.mark.parametrize("descending", [True, False])
def test_missing_values_sort_last_both_ways(descending: bool) -> None:
    rows = [0.31, None, 0.12]
    assert sorted_rows(rows, lambda row: row, descending=descending)[-1] is None


def test_a_sort_that_does_not_exist_falls_back() -> None:
    assert str(parse_sort("-password", ["rate"], "-rate")) == "-rate"


def test_a_second_click_turns_the_order_round() -> None:
    sort = parse_sort("rate", ["rate", "cost"], "-rate", largest_first=["rate"])
    assert (sort.turned("rate"), sort.turned("cost")) == ("-rate", "cost")


def test_an_interval_stays_inside_its_drawing() -> None:
    drawn = interval_bar(1.0, 0.9, 1.2, 1.0)
    assert "97.50%" in drawn
    assert "style=" not in drawn
