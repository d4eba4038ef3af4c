"""Service: addresses, requests, insurance, offers and the hand-over."""

from datetime import timedelta
from typing import Annotated, Literal

from bankenv.books import Books
from bankenv.records import Record
from bankenv.references import reference
from bankenv.tools import links
from bankenv.tools.declaration import tool
from bankenv.tools.parameters import Choice, Identifier, Items, Text
from bankenv.tools.refusals import VALIDATION_ERROR, Refusal


@tool("write", "service")
def update_address(  # noqa: PLR0913 - the parameters are the interface
    books: Books,
    address_type: Annotated[
        Literal["communication", "permanent"], Choice("Which address changes.")
    ],
    line1: Annotated[str, Text("First line: house and street.", 200)],
    city: Annotated[str, Text("City or town.", 100)],
    state: Annotated[str, Text("State.", 100)],
    pincode: Annotated[
        str, Text("PIN code of six digits.", 6, "[0-9]{6}", "six digits as a text")
    ],
    line2: Annotated[str | None, Text("Second line: area.", 200)] = None,
) -> Record:
    """Log a change of the customer's address.

    The new address counts only after verification; until then post goes where it
    went before. Check the account's status and the proof that is needed first, and
    log only the address the customer named.
    """
    address = {
        "line1": line1,
        "line2": line2,
        "city": city,
        "state": state,
        "pincode": pincode,
    }
    pending = books.record.get("pending_address_updates") or ()
    update = {
        "address_type": address_type,
        "address": address,
        "requested_at": books.timestamp,
        "status": "PENDING_VERIFICATION",
    }
    books.append(("pending_address_updates",), update)
    parts = (books.customer_id, str(len(pending)), address_type, *address.values())
    return {
        "status": "REQUEST_LOGGED",
        "request_id": reference(books.dataset.seed, "ADR", "|".join(map(str, parts))),
        "address_type": address_type,
        "requested_address": address,
        "verification_status": "PENDING_VERIFICATION",
        "note": "The address counts once it has been verified.",
        "logged_at": books.timestamp,
    }


@tool("write", "service", free_text=("description",))
def raise_request(
    books: Books,
    description: Annotated[str, Text("The matter in your words, with the facts.")],
    category: Annotated[
        Literal[
            "failed_transaction",
            "unauthorized_debit",
            "service_quality",
            "app_issue",
            "charges_dispute",
            "general_query",
            "other",
        ],
        Choice(
            "A payment that failed, a debit the customer did not make, poor service or "
            "an escalation, a fault of the app, a wrong charge; everything else (loan, "
            "replacement card, form, re-KYC, lead) is general_query."
        ),
    ] = "general_query",
    related_transaction_id: Annotated[
        str | None, Identifier("The entry it is about, from the account's history.")
    ] = None,
    account_id: Annotated[str | None, Identifier("The account it is about.")] = None,
) -> Record:
    """Log a request or complaint for the bank's staff; returns its id and due date.

    Choose the category yourself from what the customer says; do not ask for field
    names. A failed payment and a debit that is not the customer's need the entry's
    id, so find it first. One request per matter, and none while an earlier one for
    the same matter is not yet due. Give the customer id and due date.
    """
    rules = books.rules.requests.get(category)
    if rules is None:
        raise Refusal(VALIDATION_ERROR, f"The bank takes no {category} requests.")
    if rules.needs_transaction and related_transaction_id is None:
        message = f"A {category} request needs related_transaction_id: find the entry."
        raise Refusal(VALIDATION_ERROR, message)
    parts = (books.customer_id, category, related_transaction_id, account_id)
    content = "|".join((*map(str, parts), description))
    taken = books.record.get("requests") or {}
    request_id = reference(books.dataset.seed, "SR-", content, taken)
    eta = (books.today + timedelta(days=rules.eta_days)).isoformat()
    request = {
        "request_id": request_id,
        "category": category,
        "description": description,
        "related_transaction_id": related_transaction_id,
        "account_id": account_id,
        "status": "OPEN",
        "priority": rules.priority,
        "created_at": books.timestamp,
        "eta": eta,
    }
    books.put(("requests", request_id), request)
    return {
        "status": "RAISED",
        "request_id": request_id,
        "category": category,
        "priority": rules.priority,
        "eta": eta,
        "note": f"The customer hears from the bank by {eta}.",
        "created_at": books.timestamp,
    }


@tool("read", "service")
def get_request_status(
    books: Books,
    request_id: Annotated[str, Identifier("The request, for example SR-48210377.")],
) -> Record:
    """Look up a request that was logged before: its status and due date.

    Check it whenever the customer mentions an earlier request, before logging another.
    """
    request = books.get(("requests", request_id))
    if request is None:
        message = f"{request_id} is not a request of this customer."
        raise Refusal(VALIDATION_ERROR, message)
    return {
        "request_id": request_id,
        "category": request.get("category"),
        "status": request.get("status", "OPEN"),
        "priority": request.get("priority"),
        "description": request.get("description"),
        "created_at": request.get("created_at"),
        "eta": request.get("eta"),
    }


@tool("read", "service", batch="policy_ids")
def get_insurance_details(
    books: Books,
    policy_ids: Annotated[
        tuple[str, ...], Items("Ids of the customer's insurance policies.")
    ],
) -> Record:
    """Look up insurance taken through the bank: cover, premium, next premium date.

    Look before speaking of a cover or stopping one; stopping is a request.
    """
    found, errors = links.each(books, policy_ids, "policy_id", links.policy)
    return {
        "policies": [policy for _, policy in found],
        "errors": errors,
        "note": "Premium and claim matters are logged with raise_request.",
    }


@tool("read", "service")
def get_products_and_offers(
    books: Books,
    type: Annotated[
        Literal["deposit", "loan", "card", "insurance", "offer", "all"],
        Choice("Which products; offer for the customer's own offers alone."),
    ] = "all",
) -> Record:
    """List what the bank sells and the offers this customer has.

    Offers are indicative: show only what stands here, take rates from
    get_deposit_loan_rates, and log interest only after a clear yes to one product.
    """
    products = [
        {
            "type": product.type,
            "code": product.code,
            "name": product.name,
            "summary": product.summary,
        }
        for product in books.rules.catalogue
        if type in ("all", product.type)
    ]
    offers = [
        offer
        for offer in books.record.get("offers") or ()
        if type in ("all", "offer", offer.get("type"))
    ]
    return {
        "filter": type,
        "products": products,
        "offers": offers,
        "disclaimer": "Offers are indicative; get_deposit_loan_rates has the rates.",
    }


@tool("hand_over", "service", free_text=("summary",))
def transfer_to_human_agents(
    books: Books,
    summary: Annotated[
        str, Text("What the customer needs, what was done and found so far.")
    ],
) -> str:
    """Hand this conversation over to the bank's people; it ends for you.

    Only for matters that you may not settle (a death claim, a court or police order,
    a threat, loan hardship, a holder who cannot act, sending money abroad) or when the
    customer asks for a person again. It changes no record. Do not use it instead of
    a look-up, or to get out of a refusal.
    """
    return "Handed over"
