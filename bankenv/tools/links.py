"""What the customer in this conversation may touch: the linked ids, and their rows."""

from collections.abc import Callable, Collection, Iterable

from bankenv.books import Books
from bankenv.records import Record
from bankenv.tools.refusals import VALIDATION_ERROR, Refusal

Finder = Callable[[Books, str], Record]


def linked(books: Books, kind: str, maps: tuple[str, ...]) -> Collection[str]:
    """Return the ids named by `login_context.linked_<kind>`, else all there are."""
    context = books.record.get("login_context") or {}
    named: Collection[str] | None = context.get(f"linked_{kind}")
    if named is not None:
        return named
    return [one for name in maps for one in books.record.get(name) or {}]


def account(books: Books, account_id: str) -> Record:
    """Return a linked account's record, or refuse."""
    return _row(books, "accounts", account_id, linked(books, "accounts", ("accounts",)))


def card(books: Books, card_id: str) -> Record:
    """Return a linked card's record, or refuse."""
    return _row(books, "cards", card_id, linked(books, "cards", ("cards",)))


def deposit(books: Books, deposit_id: str) -> Record:
    """Return a linked deposit's record, or refuse."""
    return _product(books, "deposits", deposit_id)


def loan(books: Books, loan_id: str) -> Record:
    """Return a linked loan's record, or refuse."""
    return _product(books, "loans", loan_id)


def policy(books: Books, policy_id: str) -> Record:
    """Return a linked insurance policy's record, or refuse."""
    return _product(books, "insurance", policy_id)


def _product(books: Books, kind: str, product_id: str) -> Record:
    allowed = linked(books, "products", ("deposits", "loans", "insurance"))
    return _row(books, kind, product_id, allowed)


def _row(books: Books, kind: str, row_id: str, allowed: Collection[str]) -> Record:
    row: Record | None = (books.record.get(kind) or {}).get(row_id)
    if row is None or row_id not in allowed:
        raise Refusal(VALIDATION_ERROR, f"{row_id} is not linked to this customer.")
    return row


def each(
    books: Books, ids: Iterable[str], id_name: str, find: Finder
) -> tuple[list[tuple[str, Record]], list[Record]]:
    """Return (id, row) for every id that `find` allows, and an error for the others."""
    found: list[tuple[str, Record]] = []
    errors: list[Record] = []
    for one in ids:
        try:
            found.append((one, find(books, one)))
        except Refusal as refusal:
            errors.append({id_name: one, "error": str(refusal)})
    return found, errors
