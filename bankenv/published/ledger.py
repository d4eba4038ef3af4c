"""The state of the published bank in one conversation: one customer's record."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from hashlib import sha1
from typing import Any  # Any: what a tool was sent, unchecked

import orjson

from bankenv.published.constants import Slab
from bankenv.published.documents import Section
from bankenv.records import JsonValue, Record


class Declined(Exception):
    """A business error: an answer of the bank, not a failure of the call."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code

    def answer(self) -> Record:
        """Return what the caller is told."""
        return {
            "error_code": self.code,
            "error_message": str(self),
            "retriable": False,
        }


class Ledger:
    """One customer's record, which tools change in place, as they do there.

    A tool that fails half-way leaves what it changed before.
    """

    def __init__(
        self,
        record: bytes,
        clock: date,
        seed: str,
        salt: str = "",
        sections: Sequence[Section] = (),
    ) -> None:
        """Open a record. `salt` makes the references others, as chance does there."""
        self.record: Record = orjson.loads(record)
        self.today = clock
        self.seed = seed
        self.salt = salt
        self.sections = sections
        self.references = 0

    @property
    def stamp(self) -> str:
        """Return the frozen moment, ISO without a zone."""
        return self.moment()

    def moment(self, *, days: int = 0, hours: int = 0) -> str:
        """Return a time after the frozen midnight."""
        start = datetime.combine(self.today, datetime.min.time())
        return (start + timedelta(days=days, hours=hours)).isoformat()

    def day(self, days: int) -> str:
        """Return the date so many days on."""
        return (self.today + timedelta(days=days)).isoformat()

    def part(self, name: str) -> Record:
        """Return one map of the record, empty if it is missing."""
        found = self.record.get(name)
        return found if isinstance(found, dict) else {}

    def linked(self, kind: str) -> list[str]:
        """Return the linked `accounts`, `products` or `cards`."""
        parts = {
            "accounts": ("accounts",),
            "products": ("deposits", "loans", "insurance"),
            "cards": ("cards",),
        }[kind]
        context = self.part("login_context")
        name = f"linked_{kind}"
        if name in context:
            return list(context[name])
        return [key for part in parts for key in self.part(part)]

    def link_product(self, product: str) -> None:
        """Add to the linked products. A list that was missing begins with this one."""
        context = self.record.setdefault("login_context", {})
        context.setdefault("linked_products", []).append(product)

    def keyed(self, prefix: str, digits: int, key: str) -> str:
        """Return the reference that belongs to a key, in any run."""
        low = 10 ** (digits - 1)
        # The published ids are made with this hash; nothing is kept secret by it.
        text = f"{self.seed}:{prefix}:{key}".encode()
        digest = sha1(text, usedforsecurity=False).hexdigest()
        return f"{prefix}{low + int(digest, 16) % (9 * low)}"

    def reference(self, prefix: str, digits: int) -> str:
        """Return a fresh reference. There it is random; the comparison drops it."""
        self.references += 1
        return self.keyed(prefix, digits, f"{self.salt}{self.references}")

    def post(self, account: Record, amount: float, words: str) -> None:
        """Change an account's balance and add the row of its history."""
        balance = round(account.get("available_balance", 0.0) + amount, 2)
        account["available_balance"] = balance
        account.setdefault("transactions", []).append(
            {
                "reference_id": self.reference("TXN", 10),
                "date": self.today.isoformat(),
                "description": words,
                "amount": amount,
                "direction": "debit" if amount < 0 else "credit",
                "channel": "internal",
                "balance_after": balance,
            }
        )


def not_linked(what: str, value: JsonValue) -> Declined:
    """Return the refusal of an id that is not the customer's."""
    return Declined("VALIDATION_ERROR", f"The {what} {value} is not linked to you.")


def own_account(ledger: Ledger, account_id: Any) -> Record:
    """Return the record of a linked account; raises Declined for any other id."""
    if account_id not in ledger.linked("accounts"):
        raise not_linked("account", account_id)
    account: Record | None = ledger.part("accounts").get(account_id)
    if account is None:
        raise not_linked("account", account_id)
    return account


def slab_rate(
    slabs: tuple[Slab, ...], months: float, *, senior: bool, fallback: float
) -> float:
    """Return the rate for a tenure: a slab is open below and closed above."""
    for slab in slabs:
        if slab.low < months <= slab.high:
            return slab.senior if senior and slab.senior is not None else slab.general
    return fallback


def is_senior(ledger: Ledger) -> bool:
    """Tell whether the customer has a senior citizen's rates."""
    profile: Mapping[str, JsonValue] = ledger.part("profile")
    return bool(profile.get("senior_citizen"))
