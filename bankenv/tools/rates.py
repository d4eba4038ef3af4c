"""What deposits and loans pay and cost today, and the deposit calculators."""

from typing import Annotated, Literal

from bankenv.books import Books
from bankenv.interest import (
    PAYOUTS_PER_YEAR,
    fd_maturity,
    fd_payout,
    fd_payouts,
    rd_maturity,
    yearly_interest,
)
from bankenv.money import Paise, to_rupees
from bankenv.records import Record
from bankenv.rules import DepositCard, LoanCard
from bankenv.tools.declaration import tool
from bankenv.tools.parameters import Amount, Choice, Number, Whole
from bankenv.tools.refusals import VALIDATION_ERROR, Refusal

LONGEST_TENURE = 600

Payout = Annotated[
    Literal["cumulative", "monthly", "quarterly"],
    Choice("Interest kept to the end, or paid out on the way."),
]
Rate = Annotated[float, Number("Interest in percent a year, from a look-up.", 0, 100)]
Months = Annotated[int, Whole("Tenure in whole months.", 1, LONGEST_TENURE)]


@tool("read", "deposits")
def get_deposit_loan_rates(
    books: Books,
    product_type: Annotated[
        Literal["fd", "rd", "home_loan", "personal_loan", "gold_loan"],
        Choice("The deposit or loan product."),
    ],
    tenure_months: Annotated[
        int | None, Whole("For deposits: only this tenure.", 1, LONGEST_TENURE)
    ] = None,
    amount: Annotated[
        float | None, Number("For loans: only this amount in rupees.", 0, 10**12)
    ] = None,
) -> Record:
    """Look up the bank's rates in force today, in percent a year.

    The only source for a rate: never quote one from memory or from an old document.
    Deposit slabs run above `min_months` up to and including `max_months`, so a
    tenure at an edge is in the lower slab; seniors get `senior_rate`. Loan slabs run
    from `min_amount` to below `max_amount`. Where nothing fits, all are returned.
    """
    deposit_card = books.rules.deposit_card(product_type, books.today)
    if deposit_card is not None:
        return _rates(books, deposit_card, _deposit_slabs(deposit_card, tenure_months))
    loan_card = books.rules.loan_card(product_type, books.today)
    if loan_card is None:
        message = f"The bank has no rates for {product_type} today."
        raise Refusal(VALIDATION_ERROR, message)
    return _rates(books, loan_card, _loan_slabs(loan_card, amount))


def _rates(books: Books, card: DepositCard | LoanCard, slabs: list[Record]) -> Record:
    return {
        "product_type": card.product,
        "effective_date": books.today.isoformat(),
        "unit": card.unit,
        "compounding": card.compounding if isinstance(card, DepositCard) else None,
        "slabs": slabs,
    }


def _deposit_slabs(card: DepositCard, months: int | None) -> list[Record]:
    fitting = None if months is None else card.slab(months)
    return [
        {
            "label": slab.label,
            "min_months": slab.min_months,
            "max_months": slab.max_months,
            "general_rate": slab.general_rate,
            "senior_rate": slab.senior_rate,
        }
        for slab in ((fitting,) if fitting else card.slabs)
    ]


def _loan_slabs(card: LoanCard, rupees: float | None) -> list[Record]:
    fitting = None if rupees is None else card.slab(rupees)
    return [
        {
            "label": slab.label,
            "min_amount": slab.min_amount,
            "max_amount": slab.max_amount,
            "general_rate": slab.general_rate,
        }
        for slab in ((fitting,) if fitting else card.slabs)
    ]


@tool("read", "deposits")
def calculate_fd_maturity(
    books: Books,
    principal_amount: Annotated[Paise, Amount("The sum to deposit, in rupees.")],
    rate: Rate,
    tenure_months: Months,
    payout_type: Payout = "cumulative",
) -> Record:
    """Work out what a fixed deposit pays at a given rate. Books nothing.

    Take the rate from get_deposit_loan_rates. Cumulative deposits compound each
    quarter; the others pay interest out and return the principal. Before tax.
    """
    asked = {
        "principal_amount": to_rupees(principal_amount),
        "rate": rate,
        "tenure_months": tenure_months,
        "payout_type": payout_type,
    }
    if payout_type not in PAYOUTS_PER_YEAR:
        maturity = fd_maturity(principal_amount, rate, tenure_months)
        return {
            **asked,
            "compounding": "quarterly",
            "maturity_amount": to_rupees(maturity),
            "total_interest": to_rupees(maturity - principal_amount),
        }
    payout = fd_payout(principal_amount, rate, payout_type)
    interest = yearly_interest(principal_amount, rate, tenure_months)
    return {
        **asked,
        "periodic_payout": to_rupees(payout),
        "num_payouts": fd_payouts(payout_type, tenure_months),
        "total_interest": to_rupees(interest),
        "maturity_amount": to_rupees(principal_amount),
    }


@tool("read", "deposits")
def calculate_rd_maturity(
    books: Books,
    monthly_installment: Annotated[Paise, Amount("The monthly sum, in rupees.")],
    rate: Rate,
    tenure_months: Months,
) -> Record:
    """Work out what a recurring deposit pays at a given rate. Books nothing.

    Take the rate from get_deposit_loan_rates. Interest compounds each quarter; it is
    counted before tax and as if every instalment came on time.
    """
    deposited = monthly_installment * tenure_months
    maturity = rd_maturity(monthly_installment, rate, tenure_months)
    return {
        "monthly_installment": to_rupees(monthly_installment),
        "rate": rate,
        "tenure_months": tenure_months,
        "compounding": "quarterly",
        "total_deposited": to_rupees(deposited),
        "maturity_amount": to_rupees(maturity),
        "total_interest": to_rupees(maturity - deposited),
    }
