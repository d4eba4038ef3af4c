"""Whether cheques and mandates say what the accounts' entries say."""

import re
from calendar import monthrange
from collections import Counter
from collections.abc import Container, Iterator, Sequence
from datetime import date

from bankenv.records import Record

_NUMBER = re.compile(r"\b\d{6,10}\b")


def cheque_faults(account: Record, place: str) -> Iterator[tuple[str, str]]:
    """Yield cheques that are cleared without an entry, or paid without being cleared.

    An entry of the channel `cheque` names the cheque's number in its description.
    """
    paid = Counter(
        number
        for row in account.get("transactions", ())
        if row["channel"] == "cheque"
        for number in _NUMBER.findall(row["description"])[:1]
    )
    for position, cheque in enumerate(account.get("cheques", ())):
        times = paid.pop(cheque["cheque_number"], 0)
        if times != (cheque["status"] == "cleared"):
            detail = f"{cheque['status']}, yet paid {times} times"
            yield f"{place}.cheques.{position}", detail
    for number in paid:
        yield f"{place}.transactions", f"cheque {number} was paid but never written"


def mandate_faults(record: Record, clock: date) -> Iterator[tuple[str, str]]:
    """Yield mandates whose debits are missing, or come when there should be none.

    A debit of a mandate has its amount, and its payee at the end of its description.
    """
    for position, mandate in enumerate(record.get("mandates", ())):
        account = record["accounts"].get(mandate["account_id"], {})
        for detail in _mandate_faults(mandate, account, clock):
            yield f"mandates.{position}", detail


def _mandate_faults(mandate: Record, account: Record, clock: date) -> Iterator[str]:
    rows = account.get("transactions", ())
    debits = {row["date"] for row in rows if _is_debit(row, mandate)}
    if any(day < mandate["registered_on"] for day in debits):
        yield "it debited before it was registered"
    if mandate["status"] == "active":
        yield from _active_faults(mandate, rows, debits, clock)
        return
    until = mandate.get("cancelled_on") or ""
    if any(day > until for day in debits):
        yield f"{mandate['status']}, yet it debited on {max(debits)}"
    if mandate["status"] == "cancelled" and not until:
        yield "cancelled, yet on no day"


def _active_faults(
    mandate: Record, rows: Sequence[Record], debits: Container[str], clock: date
) -> Iterator[str]:
    if (mandate["next_debit_date"] or "") < clock.isoformat():
        yield f"active, yet its next debit is {mandate['next_debit_date']}"
    elif rows:
        since = max(rows[0]["date"], mandate["registered_on"])
        for day in _due(mandate, clock):
            if day >= since and day not in debits:
                yield f"active, yet nothing was debited on {day}"


def _is_debit(row: Record, mandate: Record) -> bool:
    told = row["description"].endswith(mandate["payee"].upper())
    return bool(told and row["amount"] == -mandate["amount"])


def _due(mandate: Record, clock: date) -> Iterator[str]:
    """Yield the days of the past year on which a monthly mandate was due."""
    if mandate["frequency"] != "monthly":
        return
    day = date.fromisoformat(mandate["next_debit_date"]).day
    for back in range(12):
        years, month = divmod(clock.year * 12 + clock.month - 1 - back, 12)
        last = monthrange(years, month + 1)[1]
        due = date(years, month + 1, min(day, last))
        if due < clock:
            yield due.isoformat()
