"""How the batch reads look up: a row for each linked id, an error for each other."""

from collections.abc import Callable
from typing import Any  # Any: what a tool was sent, unchecked

from bankenv.published.ledger import Declined, Ledger
from bankenv.records import Record

Row = Callable[[str, Record], Record]

# The part of the record, the kind of link, the name of the id in an error.
ACCOUNT = ("accounts", "accounts", "account_id")
DEPOSIT = ("deposits", "products", "deposit_id")
LOAN = ("loans", "products", "loan_id")
CARD = ("cards", "cards", "card_id")
COVER = ("insurance", "products", "policy_id")


def looked_up(
    ledger: Ledger, ids: Any, names: tuple[str, str, str], row: Row
) -> tuple[list[Record], list[Record]]:
    """Return a row for each linked id and an error for each other."""
    part, kind, key = names
    rows, errors = [], []
    linked = ledger.linked(kind)
    for one in ids:
        record = ledger.part(part).get(one)
        if one not in linked or record is None:
            errors.append({key: one, "error": f"{one} is not linked to you."})
            continue
        try:
            rows.append(row(one, record))
        except Declined as refusal:
            errors.append({key: one, "error": str(refusal)})
    return rows, errors


def whole(_: str, record: Record) -> Record:
    return record
