"""Entries added to an account's history by a task, with every balance after them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from bankenv.generate.accounts import MOST as MOST_ACCOUNTS
from bankenv.generate.customers import Customer
from bankenv.generate.entries import MOST
from bankenv.generate.ids import numbered
from bankenv.money import to_paise, to_rupees
from bankenv.records import Record
from bankenv.tasks import Edit

# Planted entries take the last numbers of an account; drawn ones never get there.
FIRST_PLACE = 80
MOST_PLANTED = 20


@dataclass(frozen=True, slots=True)
class Plant:
    """An entry to add; debits are negative rupees."""

    day: date
    description: str
    amount: float
    channel: str


@dataclass(frozen=True, slots=True)
class Planted:
    """The rows as they stand now, in the plants' order, and the edits that add them."""

    rows: tuple[Record, ...]
    opening: tuple[Edit, ...]


def planted(
    customer: Customer, account_id: str, plants: Sequence[Plant]
) -> Planted | None:
    """Return the account's history with the entries in it.

    None if a balance would fall below what is on hold, or if too many rows are on
    record to number the new ones.
    """
    account = customer.record["accounts"][account_id]
    before: list[Record] = account["transactions"]
    if len(before) > FIRST_PLACE or len(plants) > MOST_PLANTED:
        return None
    added = [_row(customer, account_id, at, p) for at, p in enumerate(plants)]
    ordered = sorted([*before, *added], key=lambda row: str(row["date"]))
    rows = _balanced(account, before, ordered)
    touched = [
        row for at, row in enumerate(rows) if at >= len(before) or row != before[at]
    ]
    if any(row["balance_after"] < account["hold_amount"] for row in touched):
        return None
    found = {row["reference_id"]: row for row in rows}
    return Planted(
        tuple(found[row["reference_id"]] for row in added),
        _edits(account, before, rows),
    )


def _row(customer: Customer, account_id: str, at: int, plant: Plant) -> Record:
    place = list(customer.record["accounts"]).index(account_id)
    serial = (customer.person.serial * MOST_ACCOUNTS + place) * MOST + FIRST_PLACE + at
    return {
        "reference_id": numbered("TXN", serial, 10),
        "date": plant.day.isoformat(),
        "description": plant.description,
        "amount": float(plant.amount),
        "direction": "credit" if plant.amount > 0 else "debit",
        "channel": plant.channel,
        "balance_after": 0.0,
    }


def _balanced(
    account: Record, before: Sequence[Record], ordered: Sequence[Record]
) -> list[Record]:
    """Return the rows with balances that run on from what stood before the oldest."""
    moved = sum(to_paise(row["amount"]) for row in before)
    balance = to_paise(account["available_balance"]) - moved
    rows = []
    for row in ordered:
        balance += to_paise(row["amount"])
        rows.append({**row, "balance_after": to_rupees(balance)})
    return rows


def _edits(
    account: Record, before: Sequence[Record], rows: Sequence[Record]
) -> tuple[Edit, ...]:
    path = f"accounts.{account['account_id']}"
    edits = [
        Edit(f"{path}.transactions.{at}", row)
        for at, row in enumerate(rows[: len(before)])
        if row != before[at]
    ]
    edits += [Edit(f"{path}.transactions.-", row) for row in rows[len(before) :]]
    balance = rows[-1]["balance_after"]
    if balance != account["available_balance"]:
        edits.append(Edit(f"{path}.available_balance", balance))
    return tuple(edits)
