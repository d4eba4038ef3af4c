"""Whether the customers' records agree with themselves: sums, references, dates."""

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import date

import orjson

from bankenv.bank import Dataset
from bankenv.integrity.deposits import deposit_faults
from bankenv.integrity.payments import cheque_faults, mandate_faults
from bankenv.money import to_paise
from bankenv.records import JsonValue, Record

# A fault inside one record: where it is, from the record down, and what is wrong.
Found = Iterator[tuple[str, str]]

_KEYED = {
    "accounts": "account_id",
    "cards": "card_id",
    "deposits": "deposit_id",
    "loans": "loan_id",
    "insurance": "policy_id",
    "requests": "request_id",
}
_LINKED = {
    "linked_accounts": ("accounts",),
    "linked_products": ("deposits", "loans", "insurance"),
    "linked_cards": ("cards",),
}


def record_faults(dataset: Dataset) -> Iterator[tuple[str, str]]:
    """Yield (place, what is wrong there) over the records of every customer."""
    ids: Counter[str] = Counter()
    for customer_id, line in dataset.customers.items():
        record = orjson.loads(line)
        ids.update(ids_of(record))
        for place, detail in _faults(record, dataset):
            yield f"{customer_id}.{place}", detail
    for one, count in ids.items():
        if count > 1:
            yield one, f"this id is used {count} times"


def ids_of(record: Record) -> Iterator[str]:
    """Yield every id that a record gives out, its transactions' included."""
    yield record["customer_id"]
    for kind in _KEYED:
        yield from record.get(kind, {})
    for mandate in record.get("mandates", ()):
        yield mandate["mandate_id"]
    for offer in record.get("offers", ()):
        yield offer["offer_id"]
    for account in record["accounts"].values():
        for row in account.get("transactions", ()):
            yield row["reference_id"]


def _faults(record: Record, dataset: Dataset) -> Found:
    yield from _money_faults(record, "")
    yield from _key_faults(record)
    yield from _reference_faults(record)
    for account_id, account in record["accounts"].items():
        place = f"accounts.{account_id}"
        yield from _history_faults(account, place, dataset.clock)
        yield from cheque_faults(account, place)
    yield from deposit_faults(record, dataset.rules)
    yield from mandate_faults(record, dataset.clock)
    for loan_id, loan in record.get("loans", {}).items():
        if not 0 <= loan["outstanding"] <= loan["principal"]:
            detail = f"{loan['outstanding']} owed of {loan['principal']} lent"
            yield f"loans.{loan_id}.outstanding", detail


def _money_faults(value: JsonValue, place: str) -> Found:
    """Yield numbers that have a part of a paisa, or are no numbers at all."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _money_faults(inner, f"{place}.{key}" if place else key)
    elif isinstance(value, list):
        for position, inner in enumerate(value):
            yield from _money_faults(inner, f"{place}.{position}")
    elif isinstance(value, float):
        try:
            to_paise(value)
        except ValueError as error:
            yield place, str(error)


def _key_faults(record: Record) -> Found:
    for kind, name in _KEYED.items():
        for key, row in record.get(kind, {}).items():
            if row.get(name) != key:
                yield f"{kind}.{key}", f"its {name} is {row.get(name)!r}"


def _reference_faults(record: Record) -> Found:
    """Yield ids that name nothing in the record."""
    for name, kinds in _LINKED.items():
        there = {one for kind in kinds for one in record.get(kind, {})}
        for one in record.get("login_context", {}).get(name, ()):
            if one not in there:
                yield f"login_context.{name}", f"{one} is not in the record"
    known = _known(record)
    for place, row in _referring(record):
        for name, there in known.items():
            named = row.get(name)
            if named is not None and named not in there:
                yield f"{place}.{name}", f"{named} is not in the record"


def _known(record: Record) -> Mapping[str, set[str]]:
    """Return what each referring field may name."""
    accounts = set(record["accounts"])
    return {
        "account_id": accounts,
        "payout_account": accounts,
        "source_account": accounts,
        "linked_account": accounts,
        "linked_loan": set(record.get("loans", {})),
        "related_transaction_id": {
            row["reference_id"]
            for account in record["accounts"].values()
            for row in account.get("transactions", ())
        },
    }


def _referring(record: Record) -> Iterator[tuple[str, Record]]:
    for kind in ("deposits", "cards", "requests"):
        for key, row in record.get(kind, {}).items():
            yield f"{kind}.{key}", row
    for position, mandate in enumerate(record.get("mandates", ())):
        yield f"mandates.{position}", mandate


def _history_faults(account: Record, place: str, clock: date) -> Found:
    """Yield where entries are out of order or do not add up to the balance."""
    rows = account.get("transactions", ())
    before: int | None = None
    day = ""
    for position, row in enumerate(rows):
        at = f"{place}.transactions.{position}"
        amount, after = round(row["amount"] * 100), round(row["balance_after"] * 100)
        if before is not None and before + amount != after:
            yield at, f"{before / 100} and {row['amount']} make no {after / 100}"
        if row["direction"] != ("credit" if amount > 0 else "debit"):
            yield at, f"{row['amount']} is no {row['direction']}"
        if not day <= row["date"] <= clock.isoformat():
            yield at, f"{row['date']} comes after {day or 'nothing'}"
        before, day = after, row["date"]
    balance = account["available_balance"]
    if before is not None and before != round(balance * 100):
        yield (
            f"{place}.available_balance",
            f"{balance}, yet entries end at {before / 100}",
        )
    if not 0 <= account.get("hold_amount", 0.0) <= max(balance, 0.0):
        yield f"{place}.hold_amount", f"{account['hold_amount']} of {balance} is held"
