"""Loans and what paying them off costs."""

from bankenv.published.batches import LOAN, looked_up, whole
from bankenv.published.constants import FORECLOSURE_CHARGE, FORECLOSURE_DAYS, GST
from bankenv.published.ledger import Ledger
from bankenv.records import Record


def get_loan_details(ledger: Ledger, loan_ids: list[str]) -> Record:
    """Look up loans: type, outstanding amount, rate, EMI, next due date."""
    rows, errors = looked_up(ledger, loan_ids, LOAN, whole)
    return {"loans": rows, "errors": errors}


def get_loan_foreclosure_quote(
    ledger: Ledger, loan_ids: list[str], as_of_date: str | None = None
) -> Record:
    """Work out what paying loans off today would cost, charges and tax included.

    It is also the answer to a wish to pause, stop or reduce an EMI, for which there is
    no tool. Closing a loan goes through raise_request.
    """

    def row(loan_id: str, loan: Record) -> Record:
        outstanding = loan.get("outstanding", 0.0)
        accrued = outstanding * loan.get("rate", 0.0) / 100 * FORECLOSURE_DAYS / 365
        free = loan.get("loan_type") == "home_loan"
        charges = outstanding * (0.0 if free else FORECLOSURE_CHARGE)
        tax = charges * GST
        return {
            "loan_id": loan_id,
            "as_of_date": as_of_date or ledger.today.isoformat(),
            "loan_type": loan.get("loan_type"),
            "outstanding_principal": round(outstanding, 2),
            "accrued_interest": round(accrued, 2),
            "foreclosure_charges": round(charges, 2),
            "gst_on_charges": round(tax, 2),
            "total_payable": round(outstanding + accrued + charges + tax, 2),
        }

    rows, errors = looked_up(ledger, loan_ids, LOAN, row)
    note = "A loan is closed by a request."
    return {"quotes": rows, "errors": errors, "note": note}
