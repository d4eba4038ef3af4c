"""Mandates and cheques: list, cancel, stop, order."""

from datetime import timedelta
from typing import Annotated, Literal

from bankenv.books import Books
from bankenv.records import Record
from bankenv.references import reference
from bankenv.tools import links
from bankenv.tools.declaration import tool
from bankenv.tools.parameters import Choice, Identifier, Items, Text, Whole
from bankenv.tools.refusals import ALREADY_CANCELLED, VALIDATION_ERROR, Refusal

REGISTERED_ADDRESS = "registered address"
CHEQUE_NUMBER = Text(
    "A cheque's number as printed.", 10, "[0-9]{1,10}", "a cheque number like 000123"
)


@tool("read", "mandates_cheques")
def show_mandates(
    books: Books,
    account_id: Annotated[
        str | None, Identifier("Only mandates on this account.")
    ] = None,
    status: Annotated[
        Literal["active", "paused", "cancelled", "all"], Choice("Only these mandates.")
    ] = "all",
) -> Record:
    """List standing payment mandates: payee, amount, next debit, linked loan.

    List them before cancelling any, match payee and amount with the customer's words,
    and list again when the customer asks for proof.
    """
    mandates = [
        mandate
        for mandate in books.record.get("mandates") or ()
        if account_id in (None, mandate.get("account_id"))
        and status in ("all", mandate.get("status"))
    ]
    return {"total": len(mandates), "mandates": mandates}


@tool("write", "mandates_cheques")
def cancel_mandate(
    books: Books,
    mandate_id: Annotated[str, Identifier("The mandate, from show_mandates.")],
) -> Record:
    """Cancel one payment mandate for good, so that its later debits stop.

    Cannot be undone. List the mandates first and cancel only the one the customer
    named. A debit that is due within a day may still pass; whether a loan's EMI
    mandate may be cancelled here is for you to check.
    """
    mandates = books.record.get("mandates") or []
    ids = [mandate.get("mandate_id") for mandate in mandates]
    if mandate_id not in ids:
        message = f"{mandate_id} is not a mandate of this customer."
        raise Refusal(VALIDATION_ERROR, message)
    place = ids.index(mandate_id)
    if mandates[place].get("status") == "cancelled":
        raise Refusal(ALREADY_CANCELLED, f"{mandate_id} is already cancelled.")
    books.put(("mandates", place, "status"), "cancelled")
    books.put(("mandates", place, "cancelled_on"), books.today.isoformat())
    return {
        "status": "CANCELLED",
        "mandate_id": mandate_id,
        "payee": mandates[place].get("payee"),
        "future_debits_stopped": True,
        "cancelled_at": books.timestamp,
    }


@tool("write", "mandates_cheques")
def stop_cheque_payment(
    books: Books,
    account_id: Annotated[str, Identifier("The account the cheques are drawn on.")],
    cheque_numbers: Annotated[
        tuple[str, ...], Items("Numbers of the cheques to stop.", CHEQUE_NUMBER)
    ],
    reason: Annotated[
        Literal["lost", "dispute", "other"] | None, Choice("Why they are stopped.")
    ] = None,
) -> Record:
    """Stop payment of cheques that have not been paid yet.

    Look the account and its cheque entries up first: a paid cheque cannot be stopped,
    and each number's outcome says so. Name all numbers in one call, and the fee when
    more than one leaf is stopped.
    """
    account = links.account(books, account_id)
    places = {
        cheque.get("cheque_number"): place
        for place, cheque in enumerate(account.get("cheques") or ())
    }
    content = f"{books.customer_id}|{account_id}|{','.join(cheque_numbers)}"
    return {
        "account_id": account_id,
        "reason": reason or "other",
        "reference": reference(books.dataset.seed, "STP", content),
        "results": [
            _stop(books, account_id, number, places.get(number))
            for number in cheque_numbers
        ],
    }


def _stop(books: Books, account_id: str, number: str, place: int | None) -> Record:
    cheques = ("accounts", account_id, "cheques")
    stopped = {"cheque_number": number, "outcome": "STOP_PLACED"}
    if place is None:
        books.append(cheques, {"cheque_number": number, "status": "stopped"})
        return {**stopped, "note": "The bank had no such cheque on record until now."}
    if books.get((*cheques, place, "status")) == "cleared":
        note = "The cheque has been paid, so it cannot be stopped."
        return {"cheque_number": number, "outcome": "CANNOT_STOP", "note": note}
    books.put((*cheques, place, "status"), "stopped")
    return stopped


@tool("write", "mandates_cheques", free_text=("delivery_address",))
def request_cheque_book(
    books: Books,
    account_id: Annotated[str, Identifier("The account the cheques are for.")],
    leaves: Annotated[int, Whole("Number of cheques in the book.", 1, 1000)] = 25,
    delivery_address: Annotated[
        str | None,
        Text("The home branch's name, from the account; else the registered address."),
    ] = None,
) -> Record:
    """Order a cheque book for an account.

    Look the account up first: its status, its type and its home branch decide what
    may be ordered. Books go to the registered address or the home branch only.
    """
    account = links.account(books, account_id)
    most = books.rules.cheques.max_leaves
    if leaves > most:
        raise Refusal(VALIDATION_ERROR, f"A book has at most {most} leaves.")
    destination = _destination(account, delivery_address)
    content = f"{books.customer_id}|{account_id}|{leaves}|{destination}"
    orders = books.record.get("service_orders") or {}
    request_id = reference(books.dataset.seed, "CHQ", content, orders)
    days = books.rules.cheques.book_delivery_days
    expected = (books.today + timedelta(days=days)).isoformat()
    order = {
        "request_id": request_id,
        "kind": "cheque_book",
        "account_id": account_id,
        "leaves": leaves,
        "deliver_to": destination,
        "description": delivery_address,
        "expected_delivery": expected,
        "requested_at": books.timestamp,
        "status": "REQUESTED",
    }
    books.put(("service_orders", request_id), order)
    return {
        "status": "REQUESTED",
        "request_id": request_id,
        "account_id": account_id,
        "leaves": leaves,
        "delivery_address": delivery_address or REGISTERED_ADDRESS,
        "expected_delivery": expected,
        "requested_at": books.timestamp,
    }


def _destination(account: Record, address: str | None) -> str:
    """Say where an address in free words leads, so that wording does not matter."""
    if address is None:
        return "registered_address"
    words = address.casefold()
    branch = (account.get("home_branch") or "").casefold()
    if "home branch" in words or (branch and branch in words):
        return "home_branch"
    return "registered_address" if "registered" in words else "other"
