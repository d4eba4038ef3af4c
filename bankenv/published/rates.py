"""Rates, calculators, the price of gold."""

from typing import Any  # Any: what a tool was sent, unchecked

from bankenv.published.choices import Karat, Payout, RateProduct
from bankenv.published.constants import (
    DEPOSITS,
    GOLD_CAP_PERCENT,
    GOLD_PER_GRAM,
    LOANS,
    LONGEST_MONTHS,
    Slab,
)
from bankenv.published.ledger import Declined, Ledger
from bankenv.records import Record


def get_deposit_loan_rates(
    ledger: Ledger,
    product_type: RateProduct,
    tenure_months: int | None = None,
    amount: float | None = None,
) -> Record:
    """Look up interest rates in percent a year.

    Rates come from here alone, never from memory. A deposit slab ends with its
    `max_months`; seniors have `senior_rate`.
    """
    if product_type in DEPOSITS:
        card = DEPOSITS[product_type]
        fits = [s for s in card if tenure_months and s.low < tenure_months <= s.high]
        unit, compounding, row = "tenure_months", "quarterly", _deposit_slab
    elif product_type in LOANS:
        card = LOANS[product_type]
        fits = [s for s in card if amount is not None and s.low <= amount < s.high]
        unit, compounding, row = "amount", None, _loan_slab
    else:
        raise Declined("VALIDATION_ERROR", f"There are no rates for {product_type}.")
    return {
        "product_type": product_type,
        "effective_date": ledger.today.isoformat(),
        "unit": unit,
        "compounding": compounding,
        "slabs": [row(slab) for slab in fits or card],
    }


def _deposit_slab(slab: Slab) -> Record:
    return {
        "label": slab.label,
        "min_months": slab.low,
        "max_months": slab.high,
        "general_rate": slab.general,
        "senior_rate": slab.senior,
    }


def _loan_slab(slab: Slab) -> Record:
    return {
        "label": slab.label,
        "min_amount": slab.low,
        "max_amount": slab.high,
        "general_rate": slab.general,
    }


def calculate_fd_maturity(
    ledger: Ledger,
    principal_amount: float,
    rate: float,
    tenure_months: int,
    payout_type: Payout = "cumulative",
) -> Record:
    """Work out what a fixed deposit brings at a rate that was looked up."""
    years = tenure_months / 12
    start: Record = {
        "principal_amount": principal_amount,
        "rate": rate,
        "tenure_months": tenure_months,
        "payout_type": payout_type,
    }
    if payout_type == "cumulative":
        maturity = principal_amount * (1 + rate / 100 / 4) ** (4 * years)
        return start | {
            "compounding": "quarterly",
            "maturity_amount": round(maturity, 2),
            "total_interest": round(maturity - principal_amount, 2),
        }
    _refuse_texts(principal_amount, rate)
    periods = 12 if payout_type == "monthly" else 4
    yearly = principal_amount * rate / 100
    return start | {
        "periodic_payout": round(yearly / periods, 2),
        "num_payouts": int(round(periods * years)),
        "total_interest": round(yearly * years, 2),
        "maturity_amount": round(principal_amount, 2),
    }


def calculate_rd_maturity(
    ledger: Ledger, monthly_installment: float, rate: float, tenure_months: int
) -> Record:
    """Work out what a recurring deposit brings at a rate that was looked up."""
    balance = rd_quarters(monthly_installment, rate, tenure_months)
    rest = tenure_months % 3
    if rest:
        balance *= 1 + rate / 100 / 4 * rest / 3
    deposited = monthly_installment * tenure_months
    return {
        "monthly_installment": monthly_installment,
        "rate": rate,
        "tenure_months": tenure_months,
        "compounding": "quarterly",
        "total_deposited": round(deposited, 2),
        "maturity_amount": round(balance, 2),
        "total_interest": round(balance - deposited, 2),
    }


def rd_quarters(installment: Any, rate: Any, months: Any) -> Any:
    """Return a recurring deposit's balance, compounded at each third month."""
    if months > LONGEST_MONTHS:
        raise ValueError(f"{months} months")
    quarter = rate / 100 / 4
    balance: Any = 0
    for month in range(1, months + 1):
        balance += installment
        if month % 3 == 0:
            balance *= 1 + quarter
    return balance


def calculate_emi(
    ledger: Ledger, principal: float, rate: float, tenure_months: int
) -> Record:
    """Work out the monthly installment of a loan, its interest and its schedule."""
    if tenure_months > LONGEST_MONTHS:
        raise ValueError(f"{tenure_months} months")
    monthly = rate / 100 / 12
    growth = (1 + monthly) ** tenure_months
    emi = (
        principal * monthly * growth / (growth - 1)
        if monthly
        else principal / tenure_months
    )
    return {
        "principal": principal,
        "rate": rate,
        "tenure_months": tenure_months,
        "emi": round(emi, 2),
        "total_interest": round(emi * tenure_months - principal, 2),
        "total_repayment": round(emi * tenure_months, 2),
        "amortisation_schedule": _schedule(principal, monthly, tenure_months, emi),
    }


def _schedule(balance: Any, monthly: Any, months: Any, emi: Any) -> list[Record]:
    rows = []
    for month in range(1, months + 1):
        interest = balance * monthly
        part = emi - interest
        balance -= part
        if month == months:
            part, balance = part + balance, 0
        rows.append(
            {
                "month": month,
                "emi": round(emi, 2),
                "principal_component": round(part, 2),
                "interest_component": round(interest, 2),
                "closing_balance": round(max(balance, 0), 2),
            }
        )
    return rows


def get_gold_rate(ledger: Ledger, purity_karat: Karat) -> Record:
    """Look up the price of a gram of gold today."""
    if purity_karat not in GOLD_PER_GRAM:
        raise Declined("VALIDATION_ERROR", f"There is no price for {purity_karat}.")
    return {
        "purity_karat": purity_karat,
        "gold_rate_per_gram": GOLD_PER_GRAM[purity_karat],
        "currency": "INR",
        "date": ledger.today.isoformat(),
        "source": "MCX",
        "valid_till": ledger.moment(hours=8),
    }


def calculate_gold_loan_ltv(
    ledger: Ledger, gold_grams: float, purity_karat: Karat, gold_rate_per_gram: float
) -> Record:
    """Work out how much may be lent against gold, from a price that was looked up."""
    _refuse_texts(gold_grams, gold_rate_per_gram)
    gross = gold_grams * gold_rate_per_gram
    return {
        "gold_grams": gold_grams,
        "purity_karat": purity_karat,
        "gold_rate_per_gram": gold_rate_per_gram,
        "gross_value": round(gross, 2),
        "ltv_cap_percent": GOLD_CAP_PERCENT,
        "max_eligible_loan_amount": round(gross * GOLD_CAP_PERCENT / 100, 2),
    }


def _refuse_texts(*values: Any) -> None:
    """Raise TypeError: a text times a large number would fill the memory first."""
    for value in values:
        if not isinstance(value, int | float):
            raise TypeError(f"{type(value).__name__} is no number")
