"""Loans and gold."""

from bankenv.tests.factories import make_customer
from bankenv.tests.tool_cases.case import Case
from bankenv.tools.refusals import VALIDATION_ERROR

LOAN = "HL100001"
STRANGE = "PL999999"

CASES = (
    Case(
        "get_loan_details",
        "one loan, whole",
        {"loan_ids": [LOAN]},
        answer={"loans": [make_customer()["loans"][LOAN]], "errors": []},
    ),
    Case(
        "get_loan_details",
        "a loan that is not linked",
        {"loan_ids": [STRANGE]},
        says=f"{STRANGE} is not linked",
    ),
    Case(
        "get_loan_foreclosure_quote",
        "thirty days of interest, and nothing else for a home loan",
        {"loan_ids": [LOAN]},
        answer={
            "quotes": [
                {
                    "loan_id": LOAN,
                    "as_of_date": "2026-07-16",
                    "loan_type": "home_loan",
                    "outstanding_principal": 2500000.0,
                    "accrued_interest": 17465.75,
                    "foreclosure_charges": 0.0,
                    "gst_on_charges": 0.0,
                    "total_payable": 2517465.75,
                }
            ]
        },
    ),
    Case(
        "get_loan_foreclosure_quote",
        "a loan that is not linked",
        {"loan_ids": [STRANGE]},
        says=f"{STRANGE} is not linked",
    ),
    Case(
        "calculate_emi",
        "three months",
        {"principal": 100000, "rate": 12, "tenure_months": 3},
        answer={
            "emi": 34002.21,
            "total_interest": 2006.63,
            "total_repayment": 102006.63,
        },
    ),
    Case(
        "get_gold_rate",
        "22 karat",
        {"purity_karat": 22},
        answer={
            "gold_rate_per_gram": 5850.0,
            "date": "2026-07-16",
            "valid_till": "2026-07-16T08:00:00",
        },
    ),
    Case(
        "get_gold_rate",
        "a bank without the price",
        {"purity_karat": 18},
        code=VALIDATION_ERROR,
        says="no price for gold of 18 karat",
        amend=lambda rules: rules["gold"]["price_per_gram"].pop("18"),
    ),
    Case(
        "calculate_gold_loan_ltv",
        "three quarters of the value",
        {"gold_grams": 25.5, "purity_karat": 22, "gold_rate_per_gram": 5850},
        answer={
            "gross_value": 149175.0,
            "ltv_cap_percent": 75.0,
            "max_eligible_loan_amount": 111881.25,
        },
    ),
)
