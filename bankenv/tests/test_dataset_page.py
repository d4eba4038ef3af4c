"""docs/dataset.md states counts of the customers; they are counted here."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import orjson
import pytest

from bankenv.bank import read_dataset
from bankenv.records import Record

PAGE = Path(__file__).parents[2] / "docs" / "dataset.md"


@cache
def records() -> tuple[Record, ...]:
    return tuple(map(orjson.loads, read_dataset().customers.values()))


def rows(part: str) -> list[Record]:
    return [row for record in records() for row in record[part].values()]


def listed(words: dict[str, str], counts: Counter[str]) -> str:
    """Return counts in the page's order and words: "savings 662, salary 288"."""
    assert words.keys() == counts.keys()
    return ", ".join(f"{word} {counts[name]:,}" for name, word in words.items())


def accounts() -> Iterator[str]:
    every = rows("accounts")
    types = {
        "savings": "savings", "salary": "salary", "savings_senior": "senior",
        "current": "current", "savings_rural": "rural", "nro_savings": "NRO",
        "bsbd": "basic",
    }  # fmt: skip
    kinds = Counter(account["account_type"] for account in every)
    yield f"| {len(every):,}: {listed(types, kinds)} |"
    words = {
        "ACTIVE": "active", "REKYC_GRACE": "grace for re-KYC",
        "KYC_LIMITED": "limited", "INOPERATIVE": "inoperative",
    }  # fmt: skip
    yield f"| {listed(words, Counter(a['status'] for a in every))} |"
    yield f"| {sum(len(a['transactions']) for a in every):,}, "
    cheques = Counter(c["status"] for a in every for c in a["cheques"])
    states = {name: name for name in ("cleared", "issued", "stopped", "stale")}
    yield listed(states, cheques)
    holds = sum(account["hold_amount"] > 0 for account in every)
    empty = sum(account["available_balance"] == 0 for account in every)
    yield f"{holds} holds; {empty} empty accounts"


def products() -> Iterator[str]:
    kinds = Counter(deposit["kind"] for deposit in rows("deposits"))
    yield f"| fixed deposits | {kinds['FD']:,}: "
    share = kinds["RD"] / len(records())
    yield f"| recurring deposits | {share:.0%} of customers |".replace("%", " %")
    loans = Counter(loan["loan_type"] for loan in rows("loans"))
    types = {
        f"{name}_loan": name
        for name in ("personal", "home", "vehicle", "gold", "business", "education")
    }
    yield f"| {loans.total()}: {listed(types, loans)} |"
    cards = Counter(card["card_type"] for card in rows("cards"))
    yield f"| {cards['debit']:,} debit, {cards['credit']:,} credit;"
    mandates = Counter(m["type"] for record in records() for m in record["mandates"])
    words = {"UPI AutoPay": "UPI AutoPay", "e-NACH": "e-NACH",
             "SI": "standing instruction"}  # fmt: skip
    yield f"| {mandates.total():,}, the EMI of each loan among them; "
    yield listed(words, mandates)


def test_there_are_as_many_customers_as_the_page_says() -> None:
    assert f"{len(records())} customer records" in PAGE.read_text(encoding="utf-8")


@pytest.mark.parametrize("line", [*accounts(), *products()])
def test_the_page_states_what_is_there(line: str) -> None:
    assert line in PAGE.read_text(encoding="utf-8")
