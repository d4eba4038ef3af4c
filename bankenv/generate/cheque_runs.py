"""Runs of cheques on one account: paid ones with their entries, and unpaid ones."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bankenv.generate.account_steps import serving_accounts
from bankenv.generate.customers import Customer
from bankenv.records import Record


@dataclass(frozen=True, slots=True)
class Paid:
    """A paid cheque's number and its entry in the account's history."""

    number: str
    entry: Record

    @property
    def purpose(self) -> str:
        """Return what the entry says the cheque was for, in plain words."""
        return str(self.entry["description"]).split(" ", 2)[2].lower()


@dataclass(frozen=True, slots=True)
class Run:
    """Neighbouring cheque numbers of one account, paid ones and unpaid ones."""

    account: Record
    numbers: tuple[str, ...]
    paid: tuple[Paid, ...]

    @property
    def unpaid(self) -> tuple[str, ...]:
        done = {paid.number for paid in self.paid}
        return tuple(number for number in self.numbers if number not in done)


def runs(customer: Customer, size: int) -> Iterator[Run]:
    """Yield every run of so many cheques that are either paid or out, oldest first."""
    for account in serving_accounts(customer):
        cheques = account["cheques"]
        for start in range(len(cheques) - size + 1):
            window = cheques[start : start + size]
            if all(one["status"] in ("cleared", "issued") for one in window):
                yield _run(account, window)


def _run(account: Record, window: Sequence[Record]) -> Run:
    paid = tuple(
        Paid(number, paid_entry(account, number))
        for number, status in ((c["cheque_number"], c["status"]) for c in window)
        if status == "cleared"
    )
    return Run(account, tuple(c["cheque_number"] for c in window), paid)


def paid_entry(account: Record, number: str) -> Record:
    """Return the entry of a paid cheque; raises ValueError if it has none."""
    for row in account["transactions"]:
        if row["description"].startswith(f"CHQ {number} "):
            return dict(row)
    raise ValueError(f"{account['account_id']}: cheque {number} has no entry")


def only_of_its_amount(account: Record, paid: Paid) -> bool:
    """Tell whether no other cheque of the account was paid with the same amount."""
    rows = [r for r in account["transactions"] if r["channel"] == "cheque"]
    return [r["amount"] for r in rows].count(paid.entry["amount"]) == 1


def spread(numbers: Sequence[str]) -> str:
    """Return numbers as people give them: one, two, or first to last of a run."""
    if len(numbers) == 1:
        return numbers[0]
    in_a_row = int(numbers[-1]) - int(numbers[0]) == len(numbers) - 1
    if len(numbers) > 2 and in_a_row:
        return f"{numbers[0]} to {numbers[-1]}"
    return ", ".join(numbers)
