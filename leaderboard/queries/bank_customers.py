"""The bank's customers as pages list them, and one with the whole record."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

import orjson

from bankenv.dataset import load_dataset
from bankenv.records import Record
from bankenv.tasks import Task
from leaderboard.queries.tasks import Choice, choices
from leaderboard.queries.words import words

FILTERS = ("text", "segment", "holds")


@dataclass(frozen=True, slots=True)
class CustomerFilter:
    """What the reader asked for; an empty value asks for all."""

    text: str = ""
    segment: str = ""
    holds: str = ""

    def keeps(self, row: "CustomerRow") -> bool:
        """Return whether the customer is asked for."""
        return (
            self.segment in ("", row.segment)
            and (not self.holds or self.holds in row.holds)
            and self.text.casefold() in row.searched
        )


@dataclass(frozen=True, slots=True)
class CustomerRow:
    """One customer in a line: who it is, and how much of what."""

    id: str
    name: str
    segment: str
    age: int | None
    senior: bool
    city: str
    accounts: int
    deposits: int
    loans: int
    cards: int
    mandates: int
    balance: float
    holds: frozenset[str]
    searched: str

    @property
    def segment_words(self) -> str:
        return words(self.segment)


@dataclass(frozen=True, slots=True)
class CustomerPage:
    """One customer: the row, the whole record, and the tasks that are about them."""

    row: CustomerRow
    record: Record
    tasks: tuple[Task, ...]


def customer_rows(asked: CustomerFilter) -> list[CustomerRow]:
    """Return the customers asked for, in the dataset's order."""
    return [row for row in _rows().values() if asked.keeps(row)]


def customer_choices() -> Mapping[str, list[Choice]]:
    """Return the values that each filter of customers may take, and their rows."""
    rows = _rows().values()
    held = [name for row in rows for name in sorted(row.holds)]
    return {
        "segment": choices(row.segment for row in rows),
        "holds": sorted(choices(held), key=lambda choice: choice.label),
    }


def customer_page(customer_id: str) -> CustomerPage | None:
    """Return one customer, or None where the bank has none of that id."""
    dataset = load_dataset()
    if customer_id not in dataset.customers:
        return None
    tasks = (t for t in dataset.tasks.values() if t.customer_id == customer_id)
    return CustomerPage(
        row=_rows()[customer_id],
        record=orjson.loads(dataset.customers[customer_id]),
        tasks=tuple(tasks),
    )


@lru_cache(maxsize=1)
def _rows() -> Mapping[str, CustomerRow]:
    """Return a row of every customer; reading all records takes a while, so once."""
    dataset = load_dataset()
    records = map(orjson.loads, dataset.customers.values())
    return {r["customer_id"]: _row(r, dataset.clock) for r in records}


def _row(record: Record, today: date) -> CustomerRow:
    profile = record.get("profile", {})
    city = profile.get("address", {}).get("city", "")
    name = profile.get("name", "")
    accounts = record.get("accounts", {})
    return CustomerRow(
        id=record["customer_id"],
        name=name,
        segment=profile.get("segment", ""),
        age=_age(profile.get("date_of_birth"), today),
        senior=bool(profile.get("senior_citizen")),
        city=city,
        accounts=len(accounts),
        deposits=len(record.get("deposits", {})),
        loans=len(record.get("loans", {})),
        cards=len(record.get("cards", {})),
        mandates=len(record.get("mandates", ())),
        balance=sum(a.get("available_balance", 0.0) for a in accounts.values()),
        holds=frozenset(_holds(record)),
        searched=" ".join([name, city, *_ids(record)]).casefold(),
    )


def _ids(record: Record) -> list[str]:
    """Return the ids that a reader may know a customer by."""
    maps = ("accounts", "deposits", "loans", "cards", "insurance", "requests")
    ids = [one for name in maps for one in record.get(name, {})]
    return [record["customer_id"], *ids] + [
        mandate["mandate_id"] for mandate in record.get("mandates", ())
    ]


def _age(born: str | None, today: date) -> int | None:
    if born is None:
        return None
    birth = date.fromisoformat(born)
    return (
        today.year - birth.year - ((today.month, today.day) < (birth.month, birth.day))
    )


def _holds(record: Record) -> set[str]:
    """Return words for what the customer holds that is worth filtering by."""
    deposits = record.get("deposits", {}).values()
    loans = record.get("loans", {}).values()
    cards = record.get("cards", {}).values()
    accounts = record.get("accounts", {}).values()
    found = {f"{d['kind'].lower()}_deposit" for d in deposits}
    found |= {
        f"{d['scheme']}_deposit"
        for d in deposits
        if d.get("scheme", "regular") != "regular"
    }
    found |= {loan["loan_type"] for loan in loans}
    found |= {f"{card['card_type']}_card" for card in cards}
    found |= {f"{card['status']}_card" for card in cards if card["status"] != "active"}
    found |= {f"{a['account_type']}_account" for a in accounts}
    found |= {
        f"{a['status'].lower()}_account" for a in accounts if a["status"] != "ACTIVE"
    }
    return found | {name for name, has in _OTHERS.items() if has(record)}


_OTHERS: Mapping[str, Callable[[Record], bool]] = {
    "cheques": lambda r: any(a.get("cheques") for a in r.get("accounts", {}).values()),
    "insurance": lambda r: bool(r.get("insurance")),
    "open_request": lambda r: bool(r.get("requests")),
    "joint_deposit": lambda r: any(
        d.get("mode_of_operation", "single") != "single"
        for d in r.get("deposits", {}).values()
    ),
    "hold_on_an_account": lambda r: any(
        a.get("hold_amount") for a in r.get("accounts", {}).values()
    ),
}
