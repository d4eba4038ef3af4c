"""Accounts: balances, details, entries, statements."""

from bankenv.published.batches import ACCOUNT, looked_up
from bankenv.published.choices import Channel, Delivery, Direction
from bankenv.published.ledger import Ledger, not_linked
from bankenv.records import Record


def get_account_balance(ledger: Ledger, account_ids: list[str]) -> Record:
    """Look up the balance of accounts, and the part of it that is on hold.

    Look it up before any booking. It does not tell type or status.
    """

    def row(account_id: str, account: Record) -> Record:
        return {
            "account_id": account_id,
            "available_balance": account.get("available_balance", 0.0),
            "hold_amount": account.get("hold_amount", 0.0),
            "currency": account.get("currency", "INR"),
            "as_of": ledger.stamp,
        }

    rows, errors = looked_up(ledger, account_ids, ACCOUNT, row)
    return {"balances": rows, "errors": errors}


def get_account_details(ledger: Ledger, account_ids: list[str]) -> Record:
    """Look up accounts: type, status, branch, holders, nominee, opening date.

    Neither balance nor entries are in the answer.
    """

    def row(account_id: str, account: Record) -> Record:
        ifsc = account.get("ifsc")
        unknown = f"Unknown Bank ({ifsc[:4].upper()})" if ifsc else None
        return {
            "account_id": account_id,
            "account_type": account.get("account_type"),
            "status": account.get("status", "ACTIVE"),
            "bank_name": account.get("bank_name") or unknown,
            "ifsc": ifsc,
            "home_branch": account.get("home_branch"),
            "holders": account.get("holders", []),
            "nominee": account.get("nominee"),
            "open_date": account.get("open_date"),
            "currency": account.get("currency", "INR"),
        }

    rows, errors = looked_up(ledger, account_ids, ACCOUNT, row)
    return {"accounts": rows, "errors": errors}


def get_transaction_history(  # noqa: PLR0913  the tool's own parameters
    ledger: Ledger,
    account_id: str,
    from_date: str | None = None,
    to_date: str | None = None,
    type: Direction = "all",
    channel: Channel = "all",
    limit: int = 10,
    offset: int = 0,
) -> Record:
    """List the entries of an account, the newest day first.

    Find the entry that a dispute or a failed payment is about here: requests of these
    kinds need its id. `total_records` counts what fits; page on with `offset`.
    """
    account = ledger.part("accounts").get(account_id)
    if account is None or account_id not in ledger.linked("accounts"):
        raise not_linked("account", account_id)

    def fits(row: Record) -> bool:
        day = row.get("date", "")
        return (
            (not from_date or day >= from_date)
            and (not to_date or day <= to_date)
            and type in ("all", row.get("direction"))
            and channel in ("all", row.get("channel"))
        )

    found = [row for row in account.get("transactions", []) if fits(row)]
    found.sort(key=lambda row: str(row.get("date", "")), reverse=True)
    page = found[offset : offset + limit]
    return {
        "account_id": account_id,
        "total_records": len(found),
        "returned": len(page),
        "offset": offset,
        "limit": limit,
        "transactions": page,
    }


def request_duplicate_statement(
    ledger: Ledger,
    account_id: str,
    from_date: str,
    to_date: str,
    delivery_mode: Delivery = "email",
) -> Record:
    """Order a copy of the statement of a period."""
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
