from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bankenv.interest import (
    fd_maturity,
    fd_payout,
    fd_payouts,
    loan_plan,
    maturity_day,
    percent_of,
    rd_maturity,
    simple_interest,
)
from bankenv.money import Paise, to_paise, to_rupees


# Figures measured on the published bank, except the last, which part A of the plan has.
@pytest.mark.parametrize(
    ("principal", "rate", "months", "maturity"),
    [
        (100000, 7.1, 24, 115114.2),
        (250000.5, 6.8, 7, 260029.79),
        (100000, 4.5, 1, 100373.6),
        (1, 0, 12, 1.0),
        (100000, 6.8, 12, 106975.37),
        (10000, 7.8, 36, 12608.02),
        (200000, 6.45, 24, 227304.01),
    ],
)
def test_a_fixed_deposit_matures_at_the_published_figure(
    principal: float, rate: float, months: int, maturity: float
) -> None:
    assert to_rupees(fd_maturity(to_paise(principal), rate, months)) == maturity


@pytest.mark.parametrize(
    ("installment", "rate", "months", "maturity"),
    [
        (5000, 6.8, 24, 129553.59),
        (2000, 6.5, 11, 22836.1),
        (2000, 6.5, 10, 20702.9),
        (1000, 7.0, 1, 1005.83),
        (1000, 7.0, 2, 2023.33),
        (500.5, 7.3, 37, 20932.22),
    ],
)
def test_a_recurring_deposit_matures_at_the_published_figure(
    installment: float, rate: float, months: int, maturity: float
) -> None:
    assert to_rupees(rd_maturity(to_paise(installment), rate, months)) == maturity


@pytest.mark.parametrize(
    ("principal", "rate", "months", "figures"),
    [
        (2500000, 8.5, 240, (21695.58, 2706939.4, 5206939.4)),
        (100000, 12, 3, (34002.21, 2006.63, 102006.63)),
        (500000, 11.5, 60, (10996.3, 159778.22, 659778.22)),
        (100000, 0, 3, (33333.33, 0.0, 100000.0)),
        (2500000, 8.25, 240, (21301.64, 2612393.91, 5112393.91)),
        (500000, 11.5, 36, (16488.0, 93568.12, 593568.12)),
    ],
)
def test_equal_instalments_are_the_published_figures(
    principal: float, rate: float, months: int, figures: tuple[float, float, float]
) -> None:
    plan = loan_plan(to_paise(principal), rate, months)
    assert (plan.emi, plan.total_interest, plan.total) == tuple(map(to_paise, figures))


def test_the_last_instalment_clears_the_loan() -> None:
    last = loan_plan(to_paise(100000), 12, 3).months[-1]
    assert (last.principal, last.interest, last.closing) == (3366556, 33666, 0)


@given(
    st.integers(1, 10**12), st.integers(0, 10000).map(lambda n: n / 100),
    st.integers(1, 600),
)  # fmt: skip
def test_instalments_repay_the_principal_but_for_rounding(
    principal: int, rate: float, months: int
) -> None:
    plan = loan_plan(Paise(principal), rate, months)
    repaid = sum(row.principal for row in plan.months)
    assert abs(repaid - principal) <= months
    assert plan.months[-1].closing == 0


@pytest.mark.parametrize(
    ("payout_type", "rate", "months", "payout", "count"),
    [("monthly", 6.8, 7, 566.67, 7), ("quarterly", 6.8, 18, 1700.0, 6)],
)
def test_interest_is_paid_out_in_equal_parts(
    payout_type: str, rate: float, months: int, payout: float, count: int
) -> None:
    assert to_rupees(fd_payout(to_paise(100000), rate, payout_type)) == payout
    assert fd_payouts(payout_type, months) == count


@pytest.mark.parametrize(
    ("start", "months", "end"),
    [
        (date(2026, 7, 16), 12, date(2027, 7, 16)),
        (date(2026, 7, 16), 11, date(2027, 6, 15)),
        (date(2026, 7, 16), 36, date(2029, 7, 15)),
        (date(2026, 7, 16), 61, date(2031, 8, 15)),
        (date(2026, 7, 16), 6, date(2027, 1, 14)),
        (date(2024, 2, 29), 12, date(2025, 2, 28)),
        (date(2026, 1, 31), 1, date(2026, 3, 2)),
    ],
)
def test_a_tenure_ends_after_mean_months(start: date, months: int, end: date) -> None:
    assert maturity_day(start, months) == end


def test_a_leap_day_earns_interest() -> None:
    days = (date(2024, 3, 1) - date(2024, 2, 28)).days
    assert simple_interest(to_paise(36500), 10, days) == to_paise(20)


def test_a_share_is_rounded_once() -> None:
    assert to_rupees(percent_of(to_paise(200000), 2.0)) == 4000.0


# The plan's worked value of this deposit, 1,28,291, comes from the bankers' formula for
# instalments; the bank's calculator counts each quarter's instalments at its end.
def test_the_bankers_formula_gives_the_plans_figure_and_not_the_calculators() -> None:
    quarter = 6.40 / 400
    bankers = 5000 * ((1 + quarter) ** 8 - 1) / (1 - (1 + quarter) ** (-1 / 3))
    assert round(bankers) == 128291
    assert to_rupees(rd_maturity(to_paise(5000), 6.40, 24)) == 128970.43
