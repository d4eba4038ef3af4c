import orjson
import pytest

from bankenv.books import Books
from bankenv.rules import read_rules
from bankenv.tests.factories import (
    FIXTURES,
    call,
    make_customer,
    malformed,
    open_books,
    refused,
)

LOANS = {
    "HL100001": {"loan_type": "home_loan", "outstanding": 2500000.0, "rate": 8.5},
    "PL100001": {"loan_type": "personal_loan", "outstanding": 200000.0, "rate": 12.5},
    "VL100001": {},
    "GL100001": {"loan_type": "gold_loan"},
}


def borrower() -> Books:
    login = {"linked_products": ["HL100001", "PL100001", "VL100001"]}
    return open_books(make_customer(loans=LOANS, login_context=login))


def test_loans_are_returned_whole_with_errors_apart() -> None:
    answer = call(
        borrower(), "get_loan_details", loan_ids=["PL100001", "GL100001", "XX"]
    )
    assert answer["loans"] == [LOANS["PL100001"]]
    assert [row["loan_id"] for row in answer["errors"]] == ["GL100001", "XX"]
    assert all("not linked" in row["error"] for row in answer["errors"])


def test_a_home_loan_is_foreclosed_without_charge() -> None:
    answer = call(borrower(), "get_loan_foreclosure_quote", loan_ids=["HL100001"])
    assert list(answer) == ["quotes", "errors", "note"]
    assert answer["quotes"] == [
        {
            "loan_id": "HL100001",
            "as_of_date": "2026-07-16",
            "loan_type": "home_loan",
            "outstanding_principal": 2500000.0,
            "accrued_interest": 17465.75,
            "foreclosure_charges": 0.0,
            "gst_on_charges": 0.0,
            "total_payable": 2517465.75,
        }
    ]


def test_any_other_loan_costs_a_charge_and_tax_on_it() -> None:
    answer = call(
        borrower(),
        "get_loan_foreclosure_quote",
        loan_ids=["PL100001", "XX"],
        as_of_date="2026-07-20",
    )
    figures = answer["quotes"][0]
    assert figures["accrued_interest"] == 2054.79
    assert figures["foreclosure_charges"] == 4000.0
    assert figures["gst_on_charges"] == 720.0
    assert figures["total_payable"] == 206774.79
    assert figures["as_of_date"] == "2026-07-20"
    assert answer["errors"][0]["loan_id"] == "XX"


def test_an_empty_loan_owes_nothing() -> None:
    answer = call(borrower(), "get_loan_foreclosure_quote", loan_ids=["VL100001"])
    assert answer["quotes"][0]["total_payable"] == 0.0


def test_instalments_come_with_their_schedule() -> None:
    answer = call(
        open_books(), "calculate_emi", principal=100000, rate=12, tenure_months=3
    )
    assert list(answer) == [
        "principal", "rate", "tenure_months", "emi", "total_interest",
        "total_repayment", "amortisation_schedule",
    ]  # fmt: skip
    assert answer["emi"] == 34002.21
    assert answer["total_interest"] == 2006.63
    assert answer["amortisation_schedule"][-1] == {
        "month": 3,
        "emi": 34002.21,
        "principal_component": 33665.56,
        "interest_component": 336.66,
        "closing_balance": 0.0,
    }


def test_a_loan_without_interest_is_repaid_in_equal_parts() -> None:
    answer = call(
        open_books(), "calculate_emi", principal=100000, rate=0, tenure_months=3
    )
    assert (answer["emi"], answer["total_interest"]) == (33333.33, 0.0)
    assert answer["total_repayment"] == 100000.0


def test_no_months_are_no_loan() -> None:
    message = malformed(
        open_books(), "calculate_emi", principal=100000, rate=8, tenure_months=0
    )
    assert message.startswith("tenure_months: expected a whole number from 1 to 600")


@pytest.mark.parametrize(("purity", "price"), [(18, 4600.0), (22, 5850.0), (24, 6300)])
def test_gold_has_a_price_for_eight_hours(purity: int, price: float) -> None:
    answer = call(open_books(), "get_gold_rate", purity_karat=purity)
    assert answer == {
        "purity_karat": purity,
        "gold_rate_per_gram": price,
        "currency": "INR",
        "date": "2026-07-16",
        "source": "MCX",
        "valid_till": "2026-07-16T08:00:00",
    }


def test_a_purity_with_a_decimal_point_is_the_same_purity() -> None:
    answer = call(open_books(), "get_gold_rate", purity_karat=22.0)
    assert type(answer["purity_karat"]) is int


@pytest.mark.parametrize("purity", ["22", 20, True, None, [22], 22.5])
def test_an_unknown_purity_is_malformed(purity: object) -> None:
    message = malformed(open_books(), "get_gold_rate", purity_karat=purity)
    assert message.startswith("purity_karat: expected one of 18, 22, 24")


def test_a_bank_without_a_price_refuses_one() -> None:
    document = orjson.loads((FIXTURES / "bank" / "rules.json").read_bytes())
    del document["gold"]["price_per_gram"]["18"]
    books = open_books(rules=read_rules(document))
    assert refused(books, "get_gold_rate", purity_karat=18) == "VALIDATION_ERROR"


def test_the_bank_lends_its_share_of_the_golds_value() -> None:
    answer = call(
        open_books(),
        "calculate_gold_loan_ltv",
        gold_grams=25.5,
        purity_karat=22,
        gold_rate_per_gram=5850,
    )
    assert answer == {
        "gold_grams": 25.5,
        "purity_karat": 22,
        "gold_rate_per_gram": 5850.0,
        "gross_value": 149175.0,
        "ltv_cap_percent": 75.0,
        "max_eligible_loan_amount": 111881.25,
    }


def test_no_gold_is_no_loan() -> None:
    message = malformed(
        open_books(),
        "calculate_gold_loan_ltv",
        gold_grams=0,
        purity_karat=22,
        gold_rate_per_gram=5850,
    )
    assert message == "gold_grams: expected a number above 0 to 100000, got 0."
