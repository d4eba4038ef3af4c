"""Money into and out of an account: the balance and its row change together."""

from bankenv.books import Books
from bankenv.money import Paise, rupee_text, to_paise, to_rupees
from bankenv.records import Record
from bankenv.references import reference
from bankenv.tools.refusals import INSUFFICIENT_FUNDS, INVALID_STATE, Refusal


def debit(
    books: Books, account_id: str, amount: Paise, description: str, cause: str
) -> None:
    """Take `amount` from the account, or refuse; `cause` is the id it is taken for.

    Hold, minimum balance and KYC status are for the assistant to respect, not for the
    ledger: the policy says so, and the bank books what it is told.
    """
    balance = _balance(books, account_id)
    if balance < amount:
        raise Refusal(
            INSUFFICIENT_FUNDS,
            f"{account_id} has {rupee_text(balance)} available, and "
            f"{rupee_text(amount)} is needed.",
        )
    _post(books, account_id, Paise(-amount), description, cause)


def credit(
    books: Books, account_id: str, amount: Paise, description: str, cause: str
) -> None:
    """Pay `amount` into the account, or refuse; `cause` is the id it is paid for."""
    _balance(books, account_id)
    _post(books, account_id, amount, description, cause)


def _balance(books: Books, account_id: str) -> Paise:
    account = books.record["accounts"][account_id]
    if account.get("status") == "CLOSED":
        raise Refusal(INVALID_STATE, f"{account_id} is closed; no money can move.")
    return to_paise(account.get("available_balance", 0.0))


def _post(
    books: Books, account_id: str, signed: Paise, description: str, cause: str
) -> None:
    account = books.record["accounts"][account_id]
    rows: list[Record] = account.get("transactions") or []
    after = to_rupees(to_paise(account.get("available_balance", 0.0)) + signed)
    today = books.today.isoformat()
    content = f"{books.customer_id}|{account_id}|{cause}|{signed}|{today}"
    taken = [row.get("reference_id", "") for row in rows]
    row = {
        "reference_id": reference(books.dataset.seed, "TXN", content, taken),
        "date": today,
        "description": description,
        "amount": to_rupees(signed),
        "direction": "debit" if signed < 0 else "credit",
        "channel": "internal",
        "balance_after": after,
    }
    books.put(("accounts", account_id, "available_balance"), after)
    books.append(("accounts", account_id, "transactions"), row)
