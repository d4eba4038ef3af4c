"""Addresses, requests, insurance, products, documents, the hand-over."""

from typing import Annotated

from bankenv.published.batches import COVER, looked_up, whole
from bankenv.published.choices import AddressType, Category, Offered
from bankenv.published.constants import CATALOGUE
from bankenv.published.documents import search
from bankenv.published.ledger import Declined, Ledger
from bankenv.records import JsonValue, Record


def update_address(  # noqa: PLR0913  the tool's own parameters
    ledger: Ledger,
    address_type: AddressType,
    line1: str,
    city: str,
    state: str,
    pincode: str,
    line2: str | None = None,
) -> Record:
    """Log a new address. It counts once it was verified, not before."""
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
    description: str,
    category: Category = "general_query",
    related_transaction_id: str | None = None,
    account_id: str | None = None,
) -> Record:
    """Raise a service request or complaint for the bank's staff.

    Tell the category from what the customer says; do not ask for names of fields. A
    failed transaction and an unauthorised debit need the id of their entry.
    """
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


def get_request_status(ledger: Ledger, request_id: str) -> Record:
    """Look up a service request that was raised before."""
    row = ledger.part("requests").get(request_id)
    if row is None:
        raise Declined("VALIDATION_ERROR", f"There is no request {request_id}.")
    return {
        "request_id": request_id,
        "category": row.get("category"),
        "status": row.get("status", "OPEN"),
        "priority": row.get("priority"),
        "description": row.get("description"),
        "created_at": row.get("created_at"),
        "eta": row.get("eta"),
    }


def get_insurance_details(ledger: Ledger, policy_ids: list[str]) -> Record:
    """Look up insurance policies. Premiums and claims go through raise_request."""
    rows, errors = looked_up(ledger, policy_ids, COVER, whole)
    note = "Premiums and claims go through a request."
    return {"policies": rows, "errors": errors, "note": note}


def get_products_and_offers(ledger: Ledger, type: Offered = "all") -> Record:
    """List products of the bank and offers for this customer.

    Offers are indicative; rates come from get_deposit_loan_rates.
    """
    offers = ledger.record.get("offers") or []
    products: list[JsonValue] = [dict(row) for row in CATALOGUE]
    if type != "all":
        products = [row for row in products if row["type"] == type]
    if type not in ("all", "offer"):
        offers = [row for row in offers if row.get("type") == type]
    return {
        "filter": type,
        "products": products,
        "offers": offers,
        "disclaimer": "Offers are indicative; rates are those of the rate card.",
    }


def search_knowledge_base(
    ledger: Ledger,
    query: str,
    bank_id: str | None = None,
    category: str | None = None,
    top_k: int | None = None,
) -> Record:
    """Search the bank's documents for rules, charges and procedures by words.

    Rates, balances and everything else of this customer's come from other tools.
    """
    return search(ledger.sections, query, bank_id, category, top_k)


def transfer_to_human_agents(
    ledger: Ledger,
    summary: Annotated[str, "What the customer wants and what was done about it."],
) -> str:
    """Transfer the customer to a human agent, with a summary.

    Only for what the policy does not let you settle, or where the customer insists.
    """
    return "Transfer successful"
