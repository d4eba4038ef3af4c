"""Loans: details, foreclosure quotes, instalments, gold."""

from typing import Annotated, Literal

from bankenv.books import Books
from bankenv.interest import loan_plan, percent_of, simple_interest
from bankenv.money import EXACT, Paise, nearest_paise, to_decimal, to_paise, to_rupees
from bankenv.records import Record
from bankenv.tools import links
from bankenv.tools.declaration import tool
from bankenv.tools.parameters import Amount, Choice, Day, Items, Number
from bankenv.tools.rates import Months, Rate
from bankenv.tools.refusals import VALIDATION_ERROR, Refusal

LoanIds = Annotated[tuple[str, ...], Items("Ids of the customer's loans.")]
Purity = Annotated[Literal[18, 22, 24], Choice("Purity of the gold in karat.")]


@tool("read", "loans", batch="loan_ids")
def get_loan_details(books: Books, loan_ids: LoanIds) -> Record:
    """Look up loans: type, outstanding, rate, EMI, months left, overdue amount.

    Look a loan up before speaking of its dues. No tool changes a loan.
    """
    found, errors = links.each(books, loan_ids, "loan_id", links.loan)
    return {"loans": [loan for _, loan in found], "errors": errors}


@tool("read", "loans", batch="loan_ids")
def get_loan_foreclosure_quote(
    books: Books,
    loan_ids: LoanIds,
    as_of_date: Annotated[
        str | None, Day("Day to print on the quote, YYYY-MM-DD; else today.")
    ] = None,
) -> Record:
    """Work out what paying loans off in full costs: principal, interest, charge, tax.

    The only source for a foreclosure figure. It is also the answer when a customer
    wants to pause, stop or lower an EMI: no tool does that, so show what leaving the
    loan costs. It closes nothing; log the wish with raise_request.
    """
    found, errors = links.each(books, loan_ids, "loan_id", links.loan)
    day = as_of_date or books.today.isoformat()
    return {
        "quotes": [_foreclosure(books, one, loan, day) for one, loan in found],
        "errors": errors,
        "note": "To foreclose, log a request with raise_request.",
    }


def _foreclosure(books: Books, loan_id: str, loan: Record, day: str) -> Record:
    rules = books.rules.foreclosure
    outstanding = to_paise(loan.get("outstanding", 0.0))
    rate = float(loan.get("rate", 0.0))
    interest = simple_interest(outstanding, rate, rules.interest_days)
    charge = percent_of(outstanding, rules.charge(loan.get("loan_type")))
    tax = percent_of(charge, rules.gst_percent)
    return {
        "loan_id": loan_id,
        "as_of_date": day,
        "loan_type": loan.get("loan_type"),
        "outstanding_principal": to_rupees(outstanding),
        "accrued_interest": to_rupees(interest),
        "foreclosure_charges": to_rupees(charge),
        "gst_on_charges": to_rupees(tax),
        "total_payable": to_rupees(outstanding + interest + charge + tax),
    }


@tool("read", "loans")
def calculate_emi(
    books: Books,
    principal: Annotated[Paise, Amount("The sum to borrow, in rupees.")],
    rate: Rate,
    tenure_months: Months,
) -> Record:
    """Work out a loan's equal monthly instalment, its total interest and schedule.

    Take the rate from get_deposit_loan_rates or the loan's record. Promises nothing.
    """
    plan = loan_plan(principal, rate, tenure_months)
    emi = to_rupees(plan.emi)
    return {
        "principal": to_rupees(principal),
        "rate": rate,
        "tenure_months": tenure_months,
        "emi": emi,
        "total_interest": to_rupees(plan.total_interest),
        "total_repayment": to_rupees(plan.total),
        "amortisation_schedule": [
            {
                "month": row.month,
                "emi": emi,
                "principal_component": to_rupees(row.principal),
                "interest_component": to_rupees(row.interest),
                "closing_balance": to_rupees(row.closing),
            }
            for row in plan.months
        ],
    }


@tool("read", "loans")
def get_gold_rate(books: Books, purity_karat: Purity) -> Record:
    """Look up today's price of a gram of gold at a purity, in rupees.

    Needed before any gold-loan figure.
    """
    gold = books.rules.gold
    price = gold.price_per_gram.get(str(purity_karat))
    if price is None:
        message = f"The bank has no price for gold of {purity_karat} karat."
        raise Refusal(VALIDATION_ERROR, message)
    return {
        "purity_karat": purity_karat,
        "gold_rate_per_gram": price,
        "currency": books.rules.currency,
        "date": books.today.isoformat(),
        "source": gold.source,
        "valid_till": books.moment(hours=gold.price_valid_hours),
    }


@tool("read", "loans")
def calculate_gold_loan_ltv(
    books: Books,
    gold_grams: Annotated[
        float, Number("Weight of the gold without stones.", 0, 100_000, False)
    ],
    purity_karat: Purity,
    gold_rate_per_gram: Annotated[
        Paise, Amount("Price of a gram at that purity, from get_gold_rate.")
    ],
) -> Record:
    """Work out how much the bank lends against gold: its value and the bank's share.

    Take the price from get_gold_rate. The result is the most, not an offer.
    """
    cap = books.rules.gold.ltv_cap_percent
    gross = EXACT.multiply(to_decimal(gold_grams), gold_rate_per_gram)
    share = EXACT.divide(EXACT.multiply(gross, to_decimal(cap)), 100)
    return {
        "gold_grams": gold_grams,
        "purity_karat": purity_karat,
        "gold_rate_per_gram": to_rupees(gold_rate_per_gram),
        "gross_value": to_rupees(nearest_paise(gross)),
        "ltv_cap_percent": cap,
        "max_eligible_loan_amount": to_rupees(nearest_paise(share)),
    }
