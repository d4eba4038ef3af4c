"""What booking a fixed and a recurring deposit have in common."""

from typing import NamedTuple

from bankenv.books import Books
from bankenv.interest import maturity_day
from bankenv.money import Paise, plain_number, rupee_text, to_rupees
from bankenv.records import Record
from bankenv.references import reference
from bankenv.tools import links
from bankenv.tools.refusals import VALIDATION_ERROR, Refusal


class Booking(NamedTuple):
    """A deposit asked for; `amount` is the principal or the first instalment."""

    kind: str
    amount: Paise
    months: int
    source_account: str


def admit(books: Books, asked: Booking) -> float:
    """Return the rate that the deposit gets today, or refuse to book it."""
    links.account(books, asked.source_account)
    product = asked.kind.lower()
    bounds = books.rules.deposit_bounds[product]
    if to_rupees(asked.amount) < bounds.min_amount:
        least = rupee_text(round(bounds.min_amount * 100))
        message = f"{asked.kind}s start from {least}, not {rupee_text(asked.amount)}."
        raise Refusal(VALIDATION_ERROR, message)
    card = books.rules.deposit_card(product, books.today)
    slab = card.slab(asked.months) if card and bounds.allows(asked.months) else None
    if slab is None:
        message = (
            f"{asked.kind}s run {bounds.min_months} to {bounds.max_months} months in "
            f"steps of {bounds.step_months}, not {asked.months}."
        )
        raise Refusal(VALIDATION_ERROR, message)
    senior = books.get(("profile", "senior_citizen"))
    return slab.senior_rate if senior else slab.general_rate


def deposit_id(books: Books, asked: Booking) -> str:
    """Return the new deposit's id; a second equal booking gets another one."""
    content = "|".join(
        (
            str(books.record.get("customer_id")),
            plain_number(asked.amount),
            str(asked.months),
            asked.source_account,
        )
    )
    taken = books.record.get("deposits") or {}
    return reference(books.dataset.seed, asked.kind, content, taken)


def dates(books: Books, months: int) -> Record:
    """Return the first and last day of a deposit that begins today."""
    return {
        "start_date": books.today.isoformat(),
        "maturity_date": maturity_day(books.today, months).isoformat(),
    }


def store(books: Books, deposit_id: str, record: Record) -> None:
    """Put the deposit on record and link it, where links are listed at all."""
    books.put(("deposits", deposit_id), record)
    # Without a list every product is linked; starting one would unlink the others.
    if books.get(("login_context", "linked_products")) is not None:
        books.append(("login_context", "linked_products"), deposit_id)


def receipt(books: Books, deposit_id: str) -> Record:
    """Return the end of a booking's answer."""
    content = f"{books.customer_id}|{deposit_id}"
    return {
        "receipt_ref": reference(books.dataset.seed, "RCPT", content),
        "booked_at": books.timestamp,
    }


def commitment(installment: Paise, months: int) -> str:
    """Return in words what a recurring deposit obliges the customer to."""
    return f"₹{plain_number(installment)}/month for {months} months"
