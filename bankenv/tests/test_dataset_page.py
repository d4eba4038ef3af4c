"""docs/dataset.md states counts of the customers; they are counted here."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import orjson
import pytest

from bankenv.bank import read_dataset
from bankenv.generate.families import FAMILIES
from bankenv.lazy import lazy_shares, share_right
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


def table_rows() -> dict[str, str]:
    """Return the page's table rows that begin with a family, by family."""
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    cells = [line.split("|", 2) for line in lines if line.startswith("| ")]
    known = {family.id for family, _ in FAMILIES}
    rows: dict[str, str] = {}
    for _, name, rest in cells:
        if name.strip() in known:
            rows.setdefault(name.strip(), rest)
    return rows


def test_every_family_has_a_row_that_says_what_its_customer_wants() -> None:
    rows = table_rows()
    assert rows.keys() == {family.id for family, _ in FAMILIES}
    for family, row in rows.items():
        wants, *_, varies = [cell.strip() for cell in row.strip(" |").split("|")]
        assert len(wants) > 5 and len(varies) > 5, family


def test_every_family_with_short_chains_is_given_a_reason_on_the_page() -> None:
    dataset = read_dataset()
    part = PAGE.read_text(encoding="utf-8").partition("**Short chains.**")[2]
    excused = {
        line.split("|")[1].strip()
        for line in part.partition("\n**")[0].splitlines()
        if line.startswith("| ") and line[2:4].isupper()
    }
    assert excused == set(dataset.short_chains)


def test_the_page_counts_the_tasks_and_what_they_are_written_in() -> None:
    page = PAGE.read_text(encoding="utf-8")
    tasks = list(read_dataset().tasks.values())
    spoken = Counter(task.language for task in tasks)
    registers = ("English", "Indian English", "Hinglish", "Hindi in Latin letters")
    assert ", ".join(f"{name} {spoken[name]}" for name in registers) in page
    lengths = Counter(len(task.gold) for task in tasks)
    words = ("one call", "two", "three", "four", "five", "six")
    counts = ", ".join(f"{w} {lengths[n]}" for n, w in enumerate(words, start=1))
    assert counts in page
    mean = sum(len(task.gold) for task in tasks) / len(tasks)
    assert f"(mean {mean:.2f})" in page


def test_both_pages_state_the_share_that_the_lazy_path_ends_right() -> None:
    share = f"{share_right(lazy_shares(read_dataset())):.0%}".replace("%", " %")
    for page in (PAGE, PAGE.with_name("datasheet.md")):
        assert share in page.read_text(encoding="utf-8"), page.name
