"""Whole customer records, assembled from their parts."""

from dataclasses import dataclass

from bankenv.generate.accounts import Account, account_record, accounts_of
from bankenv.generate.cards import cards_of
from bankenv.generate.cheques import cheques_of
from bankenv.generate.deposits import deposits_of
from bankenv.generate.entries import history
from bankenv.generate.ids import customer_id
from bankenv.generate.loans import loans_of
from bankenv.generate.mandates import mandates_of
from bankenv.generate.people import Person, roster
from bankenv.generate.profiles import profile
from bankenv.generate.services import insurance_of, offers_of, requests_of
from bankenv.records import Record


@dataclass(frozen=True, slots=True)
class Customer:
    """A person of the roster with the record the bank keeps of them."""

    person: Person
    record: Record

    @property
    def id(self) -> str:
        return str(self.record["customer_id"])


def draw_customers(count: int) -> list[Customer]:
    """Return the first `count` customers of the roster.

    A customer is the same whatever the count. Raises ValueError beyond the roster.
    """
    people = roster()
    if not 1 <= count <= len(people):
        raise ValueError(f"{count} customers asked for; the roster holds {len(people)}")
    return [Customer(person, _record(person)) for person in people[:count]]


def _record(person: Person) -> Record:
    accounts = accounts_of(person)
    deposits, cards = deposits_of(person, accounts), cards_of(person, accounts)
    loans, insurance = loans_of(person), insurance_of(person)
    mandates = mandates_of(person, accounts, loans)
    made = {a.id: _account(person, a, mandates, list(cards.values())) for a in accounts}
    return {
        "customer_id": customer_id(person.serial),
        "profile": profile(person),
        "login_context": {
            "linked_accounts": list(made),
            "linked_products": [*deposits, *loans, *insurance],
            "linked_cards": list(cards),
        },
        "accounts": made,
        "deposits": deposits,
        "loans": loans,
        "cards": cards,
        "mandates": mandates,
        "requests": requests_of(person),
        "insurance": insurance,
        "offers": offers_of(person),
        "pending_address_updates": [],
    }


def _account(
    person: Person, account: Account, mandates: list[Record], cards: list[Record]
) -> Record:
    cheques = cheques_of(person, account) if account.place == 0 else []
    record = account_record(person, account)
    record["transactions"] = history(person, account, mandates, cheques, cards)
    record["cheques"] = [cheque.record() for cheque in cheques]
    return record
