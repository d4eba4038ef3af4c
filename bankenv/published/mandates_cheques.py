"""Mandates and cheques."""

from bankenv.published.choices import MandateStatus, StopReason
from bankenv.published.constants import MOST_CHEQUES
from bankenv.published.ledger import Declined, Ledger, not_linked, own_account
from bankenv.records import Record


def show_mandates(
    ledger: Ledger, account_id: str | None = None, status: MandateStatus = "all"
) -> Record:
    """List standing mandates. Do so before one of them is cancelled."""
    rows = [
        row
        for row in ledger.record.get("mandates") or []
        if (not account_id or row.get("account_id") == account_id)
        and status in ("all", row.get("status"))
    ]
    return {"total": len(rows), "mandates": rows}


def cancel_mandate(ledger: Ledger, mandate_id: str) -> Record:
    """Cancel a standing mandate, so that it debits no more."""
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
    ledger: Ledger,
    account_id: str,
    cheque_numbers: list[str],
    reason: StopReason | None = None,
) -> Record:
    """Stop the payment of cheques that were not paid yet."""
    account = own_account(ledger, account_id)
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
    ledger: Ledger,
    account_id: str,
    leaves: int = 25,
    delivery_address: str | None = None,
) -> Record:
    """Order a cheque book."""
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
