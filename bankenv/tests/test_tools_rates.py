from datetime import date

import pytest

from bankenv.tests.factories import call, malformed, open_books, refused


def test_rates_of_a_tenure_are_its_slab_alone() -> None:
    answer = call(
        open_books(), "get_deposit_loan_rates", product_type="fd", tenure_months=12
    )
    assert answer == {
        "product_type": "fd",
        "effective_date": "2026-07-16",
        "unit": "tenure_months",
        "compounding": "quarterly",
        "slabs": [
            {
                "label": "6 - 12 months",
                "min_months": 6,
                "max_months": 12,
                "general_rate": 6.8,
                "senior_rate": 7.3,
            }
        ],
    }


@pytest.mark.parametrize(
    ("product", "slabs"),
    [("fd", 6), ("rd", 4), ("home_loan", 3), ("personal_loan", 3), ("gold_loan", 3)],
)
def test_without_a_size_all_slabs_are_shown(product: str, slabs: int) -> None:
    answer = call(open_books(), "get_deposit_loan_rates", product_type=product)
    assert len(answer["slabs"]) == slabs


def test_a_tenure_that_fits_no_slab_shows_all() -> None:
    books = open_books()
    for product, slabs in (("fd", 6), ("rd", 4)):
        answer = call(
            books, "get_deposit_loan_rates", product_type=product, tenure_months=61
        )
        assert len(answer["slabs"]) == slabs


@pytest.mark.parametrize(
    ("amount", "rate"), [(0, 8.5), (2999999, 8.5), (3000000, 8.35), (7.5e6, 8.6)]
)
def test_loan_rates_go_by_the_amount(amount: float, rate: float) -> None:
    answer = call(
        open_books(), "get_deposit_loan_rates", product_type="home_loan", amount=amount
    )
    assert [slab["general_rate"] for slab in answer["slabs"]] == [rate]
    assert answer["compounding"] is None
    assert answer["unit"] == "amount"


def test_rates_are_those_of_the_banks_day() -> None:
    books = open_books(clock=date(2025, 1, 15))
    answer = call(books, "get_deposit_loan_rates", product_type="fd", tenure_months=24)
    assert answer["slabs"][0]["general_rate"] == 7.2


def test_before_the_first_card_there_are_no_rates() -> None:
    books = open_books(clock=date(2000, 1, 1))
    code = refused(books, "get_deposit_loan_rates", product_type="rd")
    assert code == "VALIDATION_ERROR"


def test_an_unknown_product_is_malformed() -> None:
    message = malformed(open_books(), "get_deposit_loan_rates", product_type="ppf")
    assert message.startswith("product_type: expected one of fd, rd, home_loan, ")
    assert message.endswith('gold_loan, got "ppf".')


def test_a_cumulative_deposit_grows() -> None:
    answer = call(
        open_books(),
        "calculate_fd_maturity",
        principal_amount=100000,
        rate=7.1,
        tenure_months=24,
    )
    assert answer == {
        "principal_amount": 100000.0,
        "rate": 7.1,
        "tenure_months": 24,
        "payout_type": "cumulative",
        "compounding": "quarterly",
        "maturity_amount": 115114.2,
        "total_interest": 15114.2,
    }


@pytest.mark.parametrize(
    ("payout_type", "months", "payout", "count", "interest"),
    [("monthly", 7, 566.67, 7, 3966.67), ("quarterly", 18, 1700.0, 6, 10200.0)],
)
def test_a_deposit_that_pays_out_returns_its_principal(
    payout_type: str, months: int, payout: float, count: int, interest: float
) -> None:
    answer = call(
        open_books(),
        "calculate_fd_maturity",
        principal_amount=100000.0,
        rate=6.8,
        tenure_months=months,
        payout_type=payout_type,
    )
    assert list(answer) == [
        "principal_amount", "rate", "tenure_months", "payout_type", "periodic_payout",
        "num_payouts", "total_interest", "maturity_amount",
    ]  # fmt: skip
    assert answer["periodic_payout"] == payout
    assert answer["num_payouts"] == count
    assert answer["total_interest"] == interest
    assert answer["maturity_amount"] == 100000.0


def test_a_recurring_deposit_grows() -> None:
    answer = call(
        open_books(),
        "calculate_rd_maturity",
        monthly_installment=5000,
        rate=6.8,
        tenure_months=24,
    )
    assert answer == {
        "monthly_installment": 5000.0,
        "rate": 6.8,
        "tenure_months": 24,
        "compounding": "quarterly",
        "total_deposited": 120000.0,
        "maturity_amount": 129553.59,
        "total_interest": 9553.59,
    }


def test_the_largest_figures_are_still_figures() -> None:
    books = open_books()
    for tool, amount in (
        ("calculate_fd_maturity", "principal_amount"),
        ("calculate_rd_maturity", "monthly_installment"),
        ("calculate_emi", "principal"),
    ):
        call(books, tool, **{amount: 1e12}, rate=100, tenure_months=600)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("principal_amount", 0),
        ("principal_amount", -1),
        ("principal_amount", 1000.001),
        ("principal_amount", 1e308),
        ("principal_amount", 10**400),
        ("principal_amount", float("nan")),
        ("principal_amount", float("inf")),
        ("principal_amount", "100000"),
        ("principal_amount", True),
        ("principal_amount", None),
        ("rate", -0.5),
        ("rate", 100.5),
        ("rate", float("nan")),
        ("rate", "7.1"),
        ("tenure_months", 0),
        ("tenure_months", 601),
        ("tenure_months", 6.5),
        ("tenure_months", float("inf")),
        ("tenure_months", "१२"),
        ("payout_type", "yearly"),
        ("payout_type", None),
        ("payout_type", ["monthly"]),
    ],
)
def test_an_impossible_figure_is_named(name: str, value: object) -> None:
    arguments = {"principal_amount": 1000, "rate": 7, "tenure_months": 12, name: value}
    message = malformed(open_books(), "calculate_fd_maturity", **arguments)
    assert message.startswith(f"{name}: expected ")
    assert len(message) < 250
