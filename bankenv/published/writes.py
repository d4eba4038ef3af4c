"""The writes of the published bank, as they change its records."""

from datetime import date, timedelta
from typing import Any  # Any: a tool takes whatever it is sent, unchecked

from bankenv.published.constants import (
    DAYS_PER_MONTH,
    FD,
    FD_FALLBACK,
    LONGEST_MONTHS,
    MOST_CHEQUES,
    PENALTY_POINTS,
    RD,
    RD_FALLBACK,
)
from bankenv.published.ledger import (
    Declined,
    Ledger,
    is_senior,
    not_linked,
    slab_rate,
)
from bankenv.records import Record

CHANNELS = ("atm", "online", "pos")
REGIONS = ("domestic", "international")


def create_fd(  # noqa: PLR0913  the tool's own parameters
    ledger: Ledger,
    principal_amount: Any,
    tenure_months: Any,
    source_account: Any,
    payout_type: Any = "cumulative",
    maturity_instruction: Any = "no_renewal",
    nominee: Any = None,
) -> Record:
    account = _source(ledger, source_account)
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
    monthly_installment: Any,
    tenure_months: Any,
    source_account: Any,
    maturity_instruction: Any = "no_renewal",
    nominee: Any = None,
) -> Record:
    account = _source(ledger, source_account)
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


def _source(ledger: Ledger, account_id: Any) -> Record:
    if account_id not in ledger.linked("accounts"):
        raise not_linked("account", account_id)
    account: Record | None = ledger.part("accounts").get(account_id)
    if account is None:
        raise not_linked("account", account_id)
    return account


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
    ledger: Ledger, deposit_id: Any, payout_account: Any = None
) -> Record:
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


def update_deposit_renewal(ledger: Ledger, deposit_id: Any, instruction: Any) -> Record:
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


def _card(ledger: Ledger, card_id: Any) -> Record:
    card: Record | None = ledger.part("cards").get(card_id)
    if card is None or card_id not in ledger.linked("cards"):
        raise not_linked("card", card_id)
    return card


def toggle_card_freeze(ledger: Ledger, card_id: Any, state: Any) -> Record:
    card = _card(ledger, card_id)
    if card.get("status") in ("blocked", "expired"):
        raise Declined("INVALID_STATE", f"{card_id} is {card['status']}.")
    card["status"] = "frozen" if state == "freeze" else "active"
    return {
        "status": "UPDATED",
        "card_id": card_id,
        "action": state,
        "new_card_status": card["status"],
        "updated_at": ledger.stamp,
    }


def block_card(ledger: Ledger, card_id: Any, reason: Any) -> Record:
    card = _card(ledger, card_id)
    if card.get("status") == "blocked":
        raise Declined("ALREADY_BLOCKED", f"{card_id} is blocked already.")
    card["status"] = "blocked"
    card["block_reason"] = reason
    return {
        "status": "BLOCKED",
        "card_id": card_id,
        "reason": reason,
        "reversible": False,
        "note": "Ask for a new card by a request.",
        "blocked_at": ledger.stamp,
    }


def set_card_controls(
    ledger: Ledger, card_id: Any, atm: Any = None, online: Any = None, pos: Any = None
) -> Record:
    card = _card(ledger, card_id)
    controls = card.setdefault("controls", {})
    for name, payload in zip(CHANNELS, (atm, online, pos), strict=True):
        if payload is None:
            continue
        channel = controls.setdefault(name, {})
        for region in REGIONS:
            # What is no object fails here, after the channels before it were changed.
            wanted = payload.get(region)
            if wanted is not None:
                channel[region] = _region(wanted)
    return {
        "status": "UPDATED",
        "card_id": card_id,
        "controls": controls,
        "updated_at": ledger.stamp,
    }


def _region(wanted: Any) -> Record:
    enabled = bool(wanted.get("enabled"))
    if enabled and "daily_limit" in wanted:
        return {"enabled": True, "daily_limit": wanted["daily_limit"]}
    return {"enabled": enabled}


def cancel_mandate(ledger: Ledger, mandate_id: Any) -> Record:
    rows = ledger.record.get("mandates") or []
    mandate = next((row for row in rows if row.get("mandate_id") == mandate_id), None)
    if mandate is None:
        raise Declined("VALIDATION_ERROR", f"There is no mandate {mandate_id}.")
    if mandate.get("status") == "cancelled":
        raise Declined("ALREADY_CANCELLED", f"{mandate_id} is cancelled already.")
    mandate["status"] = "cancelled"
    mandate["cancelled_on"] = ledger.today.isoformat()
    return {
        "status": "CANCELLED",
        "mandate_id": mandate_id,
        "payee": mandate.get("payee"),
        "future_debits_stopped": True,
        "cancelled_at": ledger.stamp,
    }


def stop_cheque_payment(
    ledger: Ledger, account_id: Any, cheque_numbers: Any, reason: Any = None
) -> Record:
    account = _source(ledger, account_id)
    if len(cheque_numbers) > MOST_CHEQUES:
        raise ValueError(f"{len(cheque_numbers)} cheques")
    cheques = account.setdefault("cheques", [])
    known = {cheque.get("cheque_number"): cheque for cheque in cheques}
    results: list[Record] = []
    for number in cheque_numbers:
        cheque = known.get(number)
        result = {"cheque_number": number, "outcome": "STOP_PLACED"}
        if cheque is None:
            # The index is not made anew: a number given twice is added twice.
            cheques.append({"cheque_number": number, "status": "stopped"})
            result["note"] = "Not seen so far; it will not be paid."
        elif cheque.get("status") == "cleared":
            result |= {"outcome": "CANNOT_STOP", "note": "It was paid already."}
        else:
            cheque["status"] = "stopped"
        results.append(result)
    return {
        "account_id": account_id,
        "reason": reason or "other",
        "reference": ledger.reference("STP", 8),
        "results": results,
    }


def request_cheque_book(
    ledger: Ledger, account_id: Any, leaves: Any = 25, delivery_address: Any = None
) -> Record:
    if account_id not in ledger.linked("accounts"):
        raise not_linked("account", account_id)
    return {
        "status": "REQUESTED",
        "request_id": ledger.reference("CHQ", 8),
        "account_id": account_id,
        "leaves": leaves,
        "delivery_address": delivery_address or "the registered address",
        "expected_delivery": ledger.day(7),
        "requested_at": ledger.stamp,
    }


def request_duplicate_statement(
    ledger: Ledger,
    account_id: Any,
    from_date: Any,
    to_date: Any,
    delivery_mode: Any = "email",
) -> Record:
    if account_id not in ledger.linked("accounts"):
        raise not_linked("account", account_id)
    request = ledger.reference("STMT", 8)
    answer: Record = {
        "status": "REQUESTED",
        "request_id": request,
        "account_id": account_id,
        "from_date": from_date,
        "to_date": to_date,
        "delivery_mode": delivery_mode,
        "requested_at": ledger.stamp,
    }
    if delivery_mode == "email":
        mail = ledger.part("profile").get("email")
        return answer | {"delivered_to": mail or "the registered address"}
    url = f"https://bank.example.com/statements/{request}.pdf"
    return answer | {"download_url": url, "expiry": ledger.moment(days=7)}


def update_address(  # noqa: PLR0913  the tool's own parameters
    ledger: Ledger,
    address_type: Any,
    line1: Any,
    city: Any,
    state: Any,
    pincode: Any,
    line2: Any = None,
) -> Record:
    address = {
        "line1": line1,
        "line2": line2,
        "city": city,
        "state": state,
        "pincode": pincode,
    }
    ledger.record.setdefault("pending_address_updates", []).append(
        {
            "address_type": address_type,
            "address": address,
            "requested_at": ledger.stamp,
            "status": "PENDING_VERIFICATION",
        }
    )
    return {
        "status": "REQUEST_LOGGED",
        "request_id": ledger.reference("ADR", 8),
        "address_type": address_type,
        "requested_address": address,
        "verification_status": "PENDING_VERIFICATION",
        "note": "It takes effect once it is verified.",
        "logged_at": ledger.stamp,
    }


def raise_request(
    ledger: Ledger,
    description: Any,
    category: Any = "general_query",
    related_transaction_id: Any = None,
    account_id: Any = None,
) -> Record:
    about_one = category in ("failed_transaction", "unauthorized_debit")
    if about_one and not related_transaction_id:
        raise Declined("VALIDATION_ERROR", f"{category} needs a transaction.")
    urgent = category == "unauthorized_debit"
    request = ledger.reference("SR-", 8)
    row = {
        "request_id": request,
        "category": category,
        "description": description,
        "related_transaction_id": related_transaction_id,
        "account_id": account_id,
        "status": "OPEN",
        "priority": "URGENT" if urgent else "NORMAL",
        "created_at": ledger.stamp,
        "eta": ledger.day(1 if urgent else 5),
    }
    ledger.record.setdefault("requests", {})[request] = row
    return {
        "status": "RAISED",
        "request_id": request,
        "category": category,
        "priority": row["priority"],
        "eta": row["eta"],
        "note": "You will hear by that day.",
        "created_at": row["created_at"],
    }
