"""Deposits looked up, quoted, closed, renewed."""

from datetime import date
from typing import Any  # Any: what a tool was sent, unchecked

from bankenv.published.batches import DEPOSIT, Row, looked_up
from bankenv.published.choices import Instruction
from bankenv.published.constants import PENALTY_POINTS
from bankenv.published.ledger import Declined, Ledger, not_linked
from bankenv.records import Record


def _of_kind(kind: str) -> Row:
    def row(deposit_id: str, deposit: Record) -> Record:
        if deposit.get("kind") != kind:
            raise Declined("VALIDATION_ERROR", f"{deposit_id} is not a {kind}.")
        return deposit

    return row


def get_fd_details(ledger: Ledger, deposit_ids: list[str]) -> Record:
    """Look up fixed deposits: principal, rate, dates, maturity, instruction."""
    rows, errors = looked_up(ledger, deposit_ids, DEPOSIT, _of_kind("FD"))
    return {"fds": rows, "errors": errors}


def get_rd_details(ledger: Ledger, deposit_ids: list[str]) -> Record:
    """Look up recurring deposits: installment, what was paid, rate, dates."""
    rows, errors = looked_up(ledger, deposit_ids, DEPOSIT, _of_kind("RD"))
    return {"rds": rows, "errors": errors}


def get_deposit_closure_quote(ledger: Ledger, deposit_ids: list[str]) -> Record:
    """Work out what closing deposits today would pay, penalty included.

    Show it to the customer before anything is closed. It changes nothing.
    """

    def row(_: str, deposit: Record) -> Record:
        return closure_quote(ledger, deposit)

    rows, errors = looked_up(ledger, deposit_ids, DEPOSIT, row)
    return {"quotes": rows, "errors": errors}


def closure_quote(ledger: Ledger, deposit: Record) -> Record:
    """Return what closing a deposit today would pay. Its status is not looked at."""
    kind = deposit.get("kind")
    if kind == "RD":
        paid = deposit.get("monthly_installment", 0) * deposit.get(
            "installments_paid", 0
        )
        principal = deposit.get("total_deposited", paid)
    else:
        principal = deposit.get("principal", 0)
    rate = deposit.get("rate", 0)
    matured = ledger.today >= date.fromisoformat(deposit["maturity_date"][:10])
    if matured:
        payout = deposit.get("maturity_amount", principal)
        interest, penalty, effective = payout - principal, 0.0, rate
    else:
        penalty = PENALTY_POINTS
        effective = max(rate - penalty, 0)
        began = date.fromisoformat(deposit["start_date"][:10])
        days = max((ledger.today - began).days, 0)
        interest = principal * effective / 100 * days / 365
        payout = principal + interest
        effective = round(effective, 2)
    return {
        "deposit_id": deposit["deposit_id"],
        "kind": kind,
        "matured": matured,
        "principal": round(principal, 2),
        "contract_rate": rate,
        "penalty_rate": penalty,
        "effective_rate": effective,
        "interest_payable": round(interest, 2),
        "penalty_amount": 0.0,
        "net_payout": round(payout, 2),
        "quote_date": ledger.today.isoformat(),
    }


def _deposit(ledger: Ledger, deposit_id: Any) -> Record:
    deposit: Record | None = ledger.part("deposits").get(deposit_id)
    if deposit is None or deposit_id not in ledger.linked("products"):
        raise not_linked("deposit", deposit_id)
    return deposit


def close_deposit(
    ledger: Ledger, deposit_id: str, payout_account: str | None = None
) -> Record:
    """Close a deposit and pay it out. It cannot be undone.

    Show the closure quote first and have a clear yes to it.
    """
    deposit = _deposit(ledger, deposit_id)
    if deposit.get("status") == "CLOSED":
        raise Declined("ALREADY_CLOSED", f"{deposit_id} is closed already.")
    quote = closure_quote(ledger, deposit)
    target = payout_account or deposit.get("payout_account")
    account = ledger.part("accounts").get(str(target)) if target else None
    if account is not None:
        ledger.post(account, quote["net_payout"], "Deposit closed")
        account["transactions"][-1]["direction"] = "credit"
    deposit["status"] = "CLOSED"
    deposit["closed_on"] = ledger.today.isoformat()
    return {
        "status": "CLOSED",
        "deposit_id": deposit_id,
        "kind": deposit.get("kind"),
        "premature": not quote["matured"],
        "penalty_rate": quote["penalty_rate"],
        "net_payout": quote["net_payout"],
        "payout_account": target,
        "future_installments_stopped": deposit.get("kind") == "RD",
        "closed_at": ledger.stamp,
    }


def update_deposit_renewal(
    ledger: Ledger, deposit_id: str, instruction: Instruction
) -> Record:
    """Change what becomes of a deposit at maturity."""
    deposit = _deposit(ledger, deposit_id)
    previous = deposit.get("maturity_instruction")
    deposit["maturity_instruction"] = instruction
    return {
        "status": "UPDATED",
        "deposit_id": deposit_id,
        "previous_instruction": previous,
        "new_instruction": instruction,
        "effective_on": deposit.get("maturity_date"),
        "updated_at": ledger.stamp,
    }
