from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import orjson
import pytest

from bankenv.decoding import BadData
from bankenv.rules import load_rules, read_rules
from bankenv.tests.factories import CLOCK, FIXTURES, bank_rules

# A parsed document of whatever shape.
Document = dict[str, Any]


def document() -> Document:
    parsed: Document = orjson.loads((FIXTURES / "bank" / "rules.json").read_bytes())
    return parsed


@pytest.mark.parametrize(
    ("months", "general", "senior"),
    [(3, 4.5, 5.0), (4, 5.5, 6.0), (12, 6.8, 7.3), (13, 7.1, 7.6), (24, 7.1, 7.6),
     (25, 7.3, 7.8), (60, 7.0, 7.5)],
)  # fmt: skip
def test_a_tenure_at_a_slab_edge_is_in_the_lower_slab(
    months: int, general: float, senior: float
) -> None:
    card = bank_rules().deposit_card("fd", CLOCK)
    assert card is not None
    slab = card.slab(months)
    assert slab is not None
    assert (slab.general_rate, slab.senior_rate) == (general, senior)


def test_a_tenure_beyond_the_card_has_no_slab() -> None:
    card = bank_rules().deposit_card("fd", CLOCK)
    assert card is not None
    assert card.slab(61) is None
    assert card.slab(0) is None


@pytest.mark.parametrize(("rupees", "rate"), [(2999999.99, 8.5), (3000000, 8.35)])
def test_an_amount_at_a_slab_edge_is_in_the_upper_slab(
    rupees: float, rate: float
) -> None:
    card = bank_rules().loan_card("home_loan", CLOCK)
    assert card is not None
    slab = card.slab(rupees)
    assert slab is not None
    assert slab.general_rate == rate


def test_a_rate_card_is_in_force_through_its_last_day() -> None:
    rules = bank_rules()
    old = rules.deposit_card("fd", date(2026, 3, 31))
    new = rules.deposit_card("fd", date(2026, 4, 1))
    assert old is not new
    assert old is not None
    assert old.valid_to == date(2026, 3, 31)
    assert rules.deposit_card("fd", date(2000, 1, 1)) is None


@pytest.mark.parametrize(
    ("day", "principal", "senior", "points"),
    [
        (date(2026, 4, 1), 100000.0, False, 1.0),
        (date(2026, 4, 1), 100000.0, True, 1.0),
        (date(2026, 3, 31), 500000.0, False, 0.5),
        (date(2026, 3, 31), 500000.01, False, 1.0),
        (date(2026, 3, 31), 900000.0, True, 0.0),
    ],
)
def test_the_penalty_is_the_circulars_of_the_day(
    day: date, principal: float, senior: bool, points: float
) -> None:
    circular = bank_rules().closure_circular(day)
    assert circular is not None
    assert circular.points(principal, senior=senior) == points


# Working days between the bank's message and a report on 16 July 2026.
@pytest.mark.parametrize(
    ("message", "days"),
    [(15, 1), (14, 2), (13, 3), (12, 4), (11, 4), (10, 4), (9, 5), (8, 6), (7, 7),
     (6, 8), (3, 10)],
)  # fmt: skip
def test_sundays_and_second_and_fourth_saturdays_are_no_working_days(
    message: int, days: int
) -> None:
    calendar = bank_rules().calendar
    assert calendar.working_days(date(2026, 7, message), CLOCK) == days


def test_a_holiday_is_no_working_day() -> None:
    bank = document()
    bank["calendar"]["holidays"] = ["2026-07-15"]
    calendar = read_rules(bank).calendar
    assert not calendar.is_working(date(2026, 7, 15))
    assert calendar.working_days(date(2026, 7, 14), CLOCK) == 1


def test_only_home_loans_are_foreclosed_free_of_charge() -> None:
    foreclosure = bank_rules().foreclosure
    assert foreclosure.charge("home_loan") == 0.0
    assert foreclosure.charge("gold_loan") == 2.0
    assert foreclosure.charge(None) == 2.0


@pytest.mark.parametrize(
    ("months", "allowed"), [(8, False), (9, True), (10, False), (60, True), (63, False)]
)
def test_recurring_deposits_run_in_steps_of_three_months(
    months: int, allowed: bool
) -> None:
    assert bank_rules().deposit_bounds["rd"].allows(months) is allowed


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda d: d.pop("gold"), r"rules\.gold: expected a value"),
        (lambda d: d.update(extra=1), "rules: expected one of .*, got 'extra'"),
        (lambda d: d["gold"].update(ltv_cap_percent="75"),
         r"rules\.gold\.ltv_cap_percent: expected a number from 0, got '75'"),
        (lambda d: d["gold"].update(ltv_cap_percent=-1), "expected a number from 0"),
        (lambda d: d["gold"].update(price_valid_hours=True), "expected a whole number"),
        (lambda d: d.update(bank_name=None), "bank_name: expected a text"),
        (lambda d: d["deposit_cards"][0]["slabs"][1].update(max_months=6.5),
         r"rules\.deposit_cards\[0\]\.slabs\[1\]\.max_months: expected a whole number"),
        (lambda d: d["deposit_cards"][0].update(valid_to="2030-01-01"),
         r"deposit_cards \(fd\): expected one paper at a time"),
        (lambda d: d["deposit_cards"][3].update(compounding="monthly"),
         r"deposit_cards\[3\]\.compounding: expected quarterly, .*'monthly'"),
        (lambda d: d["loan_cards"][0].update(valid_to="2001-01-01"),
         r"loan_cards \(home_loan\): expected valid_to not before valid_from"),
        (lambda d: d["closure_circulars"][0].update(valid_from="yesterday"),
         r"closure_circulars\[0\]\.valid_from: expected a date .*'yesterday'"),
        (lambda d: d["closure_circulars"][0].update(valid_to=None), "one paper at a"),
        (lambda d: d["deposit_bounds"].pop("rd"), r"deposit_bounds\.rd: expected"),
        (lambda d: d["deposit_bounds"]["fd"].update(step_months=0), "step_months from"),
        (lambda d: d.update(catalogue={}), "catalogue: expected a list"),
        (lambda d: d.update(minimum_balance=[]), "minimum_balance: expected an object"),
        (lambda d: d["cards"].update(daily_cap=7), "daily_cap: expected an object"),
    ],
)  # fmt: skip
def test_bad_rules_are_refused_with_place_and_value(
    spoil: Callable[[Document], object], message: str
) -> None:
    bank = document()
    spoil(bank)
    with pytest.raises(BadData, match=message):
        read_rules(bank)


def test_rules_that_are_no_json_name_their_file(tmp_path: Path) -> None:
    file = tmp_path / "rules.json"
    file.write_text("{")
    with pytest.raises(BadData, match=r"rules\.json: expected JSON"):
        load_rules(file)


def test_rules_that_are_no_object_are_refused() -> None:
    with pytest.raises(BadData, match="expected an object, got 5"):
        read_rules(5)
