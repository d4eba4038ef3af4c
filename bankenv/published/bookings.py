"""Deposits booked."""

from datetime import timedelta
from typing import Any  # Any: what a tool was sent, unchecked

from bankenv.published.choices import Instruction, Payout
from bankenv.published.constants import DAYS_PER_MONTH, FD, FD_FALLBACK, RD, RD_FALLBACK
from bankenv.published.ledger import Declined, Ledger, is_senior, own_account, slab_rate
from bankenv.published.rates import rd_quarters
from bankenv.records import Record


def create_fd(  # noqa: PLR0913  the tool's own parameters
    ledger: Ledger,
    principal_amount: float,
    tenure_months: int,
    source_account: str,
    payout_type: Payout = "cumulative",
    maturity_instruction: Instruction = "no_renewal",
    nominee: Record | None = None,
) -> Record:
    """Book a fixed deposit and debit its principal from an account.

    Before that: the rate, the balance, and a clear yes of the customer.
    """
    account = own_account(ledger, source_account)
    senior = is_senior(ledger)
    rate = slab_rate(FD, tenure_months, senior=senior, fallback=FD_FALLBACK)
    _debit(ledger, account, principal_amount, "Fixed deposit booked")
    key = _deposit_key(ledger, principal_amount, tenure_months, source_account)
    deposit = ledger.keyed("FD", 6, key)
    maturity = principal_amount * (1 + rate / 100 / 4) ** (4 * tenure_months / 12)
    ends = _end(ledger, tenure_months)
    ledger.record.setdefault("deposits", {})[deposit] = {
        "deposit_id": deposit,
        "kind": "FD",
        "principal": principal_amount,
        "rate": rate,
        "tenure_months": tenure_months,
        "start_date": ledger.today.isoformat(),
        "maturity_date": ends,
        "maturity_amount": round(maturity, 2),
        "payout_type": payout_type,
        "maturity_instruction": maturity_instruction,
        "status": "ACTIVE",
        "payout_account": source_account,
        "nominee": nominee,
    }
    ledger.link_product(deposit)
    return {
        "status": "BOOKED",
        "deposit_id": deposit,
        "principal_amount": principal_amount,
        "rate": rate,
        "tenure_months": tenure_months,
        "payout_type": payout_type,
        "maturity_date": ends,
        "maturity_amount": round(maturity, 2),
        "source_account": source_account,
        "maturity_instruction": maturity_instruction,
        "receipt_ref": ledger.reference("RCPT", 8),
        "booked_at": ledger.stamp,
    }


def create_rd(  # noqa: PLR0913  the tool's own parameters
    ledger: Ledger,
    monthly_installment: float,
    tenure_months: int,
    source_account: str,
    maturity_instruction: Instruction = "no_renewal",
    nominee: Record | None = None,
) -> Record:
    """Open a recurring deposit and debit its first installment.

    The customer is bound to the same sum each month, and must have agreed to it.
    """
    account = own_account(ledger, source_account)
    senior = is_senior(ledger)
    rate = slab_rate(RD, tenure_months, senior=senior, fallback=RD_FALLBACK)
    _debit(ledger, account, monthly_installment, "Recurring deposit, first installment")
    key = _deposit_key(ledger, monthly_installment, tenure_months, source_account)
    deposit = ledger.keyed("RD", 6, key)
    projected = round(rd_quarters(monthly_installment, rate, tenure_months), 2)
    ends = _end(ledger, tenure_months)
    ledger.record.setdefault("deposits", {})[deposit] = {
        "deposit_id": deposit,
        "kind": "RD",
        "monthly_installment": monthly_installment,
        "rate": rate,
        "tenure_months": tenure_months,
        "installments_paid": 1,
        "total_deposited": monthly_installment,
        "start_date": ledger.today.isoformat(),
        "maturity_date": ends,
        "maturity_amount": projected,
        "maturity_instruction": maturity_instruction,
        "status": "ACTIVE",
        "source_account": source_account,
        "payout_account": source_account,
        "nominee": nominee,
    }
    ledger.link_product(deposit)
    return {
        "status": "BOOKED",
        "deposit_id": deposit,
        "monthly_installment": monthly_installment,
        "rate": rate,
        "tenure_months": tenure_months,
        "first_installment_debited": monthly_installment,
        "recurring_commitment": (
            f"\u20b9{monthly_installment:.0f}/month for {tenure_months} months"
        ),
        "maturity_date": ends,
        "projected_maturity_amount": projected,
        "source_account": source_account,
        "maturity_instruction": maturity_instruction,
        "receipt_ref": ledger.reference("RCPT", 8),
        "booked_at": ledger.stamp,
    }


def _debit(ledger: Ledger, account: Record, amount: Any, words: str) -> None:
    balance = account.get("available_balance", 0.0)
    if balance < amount:
        raise Declined("INSUFFICIENT_FUNDS", f"{balance} is there, {amount} is needed.")
    after = round(balance - amount, 2)
    ledger.post(account, -abs(amount), words)
    # A negative amount raises the balance, though its row says debit.
    account["available_balance"] = after
    account["transactions"][-1]["balance_after"] = after
    account["transactions"][-1]["direction"] = "debit"


def _deposit_key(ledger: Ledger, amount: Any, months: Any, source: Any) -> str:
    return f"{ledger.record.get('customer_id')}|{amount}|{months}|{source}"


def _end(ledger: Ledger, months: Any) -> str:
    return (ledger.today + timedelta(days=int(months * DAYS_PER_MONTH))).isoformat()
