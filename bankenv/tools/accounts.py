"""Accounts: balances, details, entries, statements."""

from operator import itemgetter
from typing import Annotated, Literal

from bankenv.books import Books
from bankenv.records import Record
from bankenv.references import reference
from bankenv.tools import links
from bankenv.tools.declaration import tool
from bankenv.tools.parameters import BadArgument, Choice, Day, Identifier, Items, Whole

AccountIds = Annotated[
    tuple[str, ...], Items("Ids of the customer's accounts, for example SB1785318658.")
]
Direction = Literal["debit", "credit", "all"]
Channel = Literal["upi", "neft", "imps", "rtgs", "atm", "pos", "cheque", "all"]


@tool("read", "accounts", batch="account_ids")
def get_account_balance(books: Books, account_ids: AccountIds) -> Record:
    """Look up what is available in accounts now, and what is held back.

    The hold is part of the available balance that the customer may not use. Look the
    balance up before any booking and whenever the customer asks; it does not tell the
    account's type, for which see get_account_details.
    """
    found, errors = links.each(books, account_ids, "account_id", links.account)
    balances = [
        {
            "account_id": account_id,
            "available_balance": float(account.get("available_balance", 0.0)),
            "hold_amount": float(account.get("hold_amount", 0.0)),
            "currency": account.get("currency", books.rules.currency),
            "as_of": books.timestamp,
        }
        for account_id, account in found
    ]
    return {"balances": balances, "errors": errors}


@tool("read", "accounts", batch="account_ids")
def get_account_details(books: Books, account_ids: AccountIds) -> Record:
    """Look up accounts: type, status, branch, holders, nominee, opening date.

    The type sets the minimum balance; the status says what is allowed (ACTIVE,
    REKYC_GRACE, KYC_LIMITED, INOPERATIVE). No balance and no entries are returned.
    """
    found, errors = links.each(books, account_ids, "account_id", links.account)
    return {
        "accounts": [_details(books, one, account) for one, account in found],
        "errors": errors,
    }


def _details(books: Books, account_id: str, account: Record) -> Record:
    return {
        "account_id": account_id,
        "account_type": account.get("account_type"),
        "status": account.get("status", "ACTIVE"),
        "bank_name": account.get("bank_name") or _bank_name(account.get("ifsc")),
        "ifsc": account.get("ifsc"),
        "home_branch": account.get("home_branch"),
        "holders": account.get("holders", []),
        "nominee": account.get("nominee"),
        "open_date": account.get("open_date"),
        "currency": account.get("currency", books.rules.currency),
    }


def _bank_name(ifsc: str | None) -> str | None:
    return f"Unknown Bank ({ifsc[:4].upper()})" if ifsc else None


@tool("read", "accounts")
def get_transaction_history(  # noqa: PLR0913 - the parameters are the interface
    books: Books,
    account_id: Annotated[str, Identifier("The account whose entries are wanted.")],
    from_date: Annotated[str | None, Day("First day wanted, YYYY-MM-DD.")] = None,
    to_date: Annotated[str | None, Day("Last day wanted, YYYY-MM-DD.")] = None,
    type: Annotated[Direction, Choice("Money out, money in, or both.")] = "all",
    channel: Annotated[Channel, Choice("How the money moved, or all ways.")] = "all",
    limit: Annotated[int, Whole("How many entries to return.", 1, 500)] = 10,
    offset: Annotated[int, Whole("How many entries to skip.", 0, 1_000_000)] = 0,
) -> Record:
    """List an account's entries, the newest first, with their transaction ids.

    Use it to find the entry a customer speaks of before any dispute or failed-payment
    request, to see whether it was reversed, and to check card use before unfreezing.
    `total_records` counts all entries that fit; page on with `offset`. Entries the
    bank made itself have the channel "internal" and appear under "all" only.
    """
    account = links.account(books, account_id)
    if from_date is not None and to_date is not None and to_date < from_date:
        raise BadArgument("to_date", f"a day not before {from_date}", to_date)
    period = (from_date or "", to_date or "9999-12-31")
    rows = [
        row
        for row in account.get("transactions") or ()
        if period[0] <= row["date"] <= period[1]
        and type in ("all", row["direction"])
        and channel in ("all", row["channel"])
    ]
    # Rows are kept oldest first, so turning them round puts each day's newest first.
    rows.reverse()
    rows.sort(key=itemgetter("date"), reverse=True)
    page = rows[offset : offset + limit]
    return {
        "account_id": account_id,
        "total_records": len(rows),
        "returned": len(page),
        "offset": offset,
        "limit": limit,
        "transactions": page,
    }


@tool("write", "accounts")
def request_duplicate_statement(
    books: Books,
    account_id: Annotated[str, Identifier("The account the statement is of.")],
    from_date: Annotated[str, Day("First day of the period, YYYY-MM-DD.")],
    to_date: Annotated[str, Day("Last day of the period, YYYY-MM-DD.")],
    delivery_mode: Annotated[
        Literal["email", "download"],
        Choice("To the registered e-mail address, or as a link in this chat."),
    ] = "email",
) -> Record:
    """Order a copy of an account's statement for a period.

    Tell the customer period and way of delivery first. It goes to the registered
    e-mail address or as a download link; no other address and no stamped paper copy.
    """
    links.account(books, account_id)
    if to_date < from_date:
        raise BadArgument("to_date", f"a day not before {from_date}", to_date)
    content = f"{books.customer_id}|{account_id}|{from_date}|{to_date}|{delivery_mode}"
    orders = books.record.get("service_orders") or {}
    request_id = reference(books.dataset.seed, "STMT", content, orders)
    asked = {
        "account_id": account_id,
        "from_date": from_date,
        "to_date": to_date,
        "delivery_mode": delivery_mode,
        "requested_at": books.timestamp,
    }
    order = {
        "request_id": request_id,
        "kind": "duplicate_statement",
        **asked,
        "status": "REQUESTED",
    }
    books.put(("service_orders", request_id), order)
    delivery = _delivery(books, delivery_mode, request_id)
    return {"status": "REQUESTED", "request_id": request_id, **asked, **delivery}


def _delivery(books: Books, mode: str, request_id: str) -> Record:
    if mode == "email":
        email = books.get(("profile", "email"))
        return {"delivered_to": email or "the registered e-mail address"}
    statements = books.rules.statements
    return {
        "download_url": statements.download_url.format(request_id=request_id),
        "expiry": books.moment(days=statements.link_days),
    }
