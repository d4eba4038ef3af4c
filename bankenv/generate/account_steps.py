"""Accounts, cheques and requests: what their families choose, look at and order."""

from collections.abc import Iterable

from bankenv.generate.casting import Case
from bankenv.generate.customers import Customer
from bankenv.generate.parts import Chain, account_fact, said_first, serves_all
from bankenv.generate.wording import account_words, lines
from bankenv.records import JsonValue, Record
from bankenv.scenario import Fact, Goal
from bankenv.tasks import Edit

ROWS = 100
PICKED_UP = "home branch"


def serving_accounts(customer: Customer) -> list[Record]:
    """Return the accounts whose status allows every service, in the record's order."""
    return [a for a in customer.record["accounts"].values() if serves_all(a)]


def not_first(customer: Customer, accounts: list[Record]) -> list[Record]:
    """Return the accounts other than the one that the session lists first.

    All of them where the customer has a single account.
    """
    linked = customer.record["login_context"]["linked_accounts"]
    return [a for a in accounts if len(linked) == 1 or a["account_id"] != linked[0]]


def called(account: Record) -> str:
    """Return an account as titles and reasons name it."""
    words = account_words(account)
    return f"{words['type']} account ending {words['last4']}"


def named_account(case: Case, account: Record) -> Fact:
    """Return the account as one that the first message names."""
    return said_first(account_fact(case, account))


def other_accounts(record: Record, account: Record) -> tuple[dict[str, JsonValue], ...]:
    """Return the customer's other accounts as decoys."""
    return tuple(
        {"account": other["account_id"], "why": f"Another account, {called(other)}."}
        for other in record["accounts"].values()
        if other["account_id"] != account["account_id"]
    )


def status_edits(account: Record, status: str) -> tuple[Edit, ...]:
    """Return the edit that gives the account a status, none if it has it."""
    if account["status"] == status:
        return ()
    return (Edit(f"accounts.{account['account_id']}.status", status),)


def details_step(
    chain: Chain,
    account: Record,
    why: str,
    rules: str,
    *,
    compare: tuple[str, ...] | None = None,
) -> int:
    """Add the look at one account and return its number."""
    ids = {"account_ids": [account["account_id"]]}
    return chain.add("get_account_details", ids, why, rules, compare=compare)


def cheques_step(chain: Chain, account: Record, why: str, rules: str) -> int:
    """Add the look at an account's paid cheques and return its number."""
    return chain.add(
        "get_transaction_history",
        {"account_id": account["account_id"], "channel": "cheque", "limit": ROWS},
        why,
        rules,
        compare=("account_id",),
    )


def book_step(  # noqa: PLR0913 - an order has this many parts
    chain: Chain,
    account: Record,
    leaves: int,
    delivery: str,
    after: Iterable[int],
    why: str,
    rules: str = "R31",
) -> int:
    """Add the order of a cheque book; `delivery` is `home_branch` or another word."""
    order: Record = {"account_id": account["account_id"], "leaves": leaves}
    if delivery == "home_branch":
        order["delivery_address"] = f"Home branch, {account['home_branch']}"
    return chain.add(
        "request_cheque_book",
        order,
        why,
        rules,
        after=after,
        compare=("account_id", "leaves"),
    )


def book_goal(
    case: Case,
    ask: str,
    account: Record,
    about: dict[str, JsonValue],
    name: str = "book",
) -> Goal:
    """Return the wish for a cheque book on the account."""
    facts = {"account": account["account_id"], **about}
    asked = lines(case, ask, **account_words(account))
    return Goal(name, "order_cheque_book", asked, facts)
