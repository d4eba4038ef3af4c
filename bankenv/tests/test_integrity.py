"""Records agree with themselves; each way of disagreeing is found and placed."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import orjson
import pytest

from bankenv.bank import Dataset, read_dataset
from bankenv.integrity import record_faults
from bankenv.records import Record


@cache
def bank() -> Dataset:
    return read_dataset()


def test_the_records_of_the_whole_bank_agree() -> None:
    assert list(record_faults(bank())) == []


@cache
def full_record() -> bytes:
    """Return a customer who has one of everything that is checked."""
    for line in bank().customers.values():
        record = orjson.loads(line)
        account = next(iter(record["accounts"].values()))
        kinds = {deposit["kind"] for deposit in record["deposits"].values()}
        states = {mandate["status"] for mandate in record["mandates"]}
        cheques = {cheque["status"] for cheque in account["cheques"]}
        if (
            kinds == {"FD", "RD"}
            and {"active", "cancelled"} <= states
            and {"cleared", "issued"} <= cheques
            and record["loans"]
            and record["cards"]
        ):
            return line
    raise AssertionError("nobody has everything")


def faults_after(edit: Callable[[Record], object]) -> list[tuple[str, str]]:
    """Return the faults of the full record once it was edited."""
    record = orjson.loads(full_record())
    edit(record)
    customers = {record["customer_id"]: orjson.dumps(record)}
    return list(record_faults(replace(bank(), customers=customers)))


def first(record: Record, part: str, **fields: str) -> Any:  # Any: one row
    """Return the first row of a part whose fields are as given."""
    rows = record[part]
    rows = rows.values() if isinstance(rows, dict) else rows
    return next(r for r in rows if all(r[key] == v for key, v in fields.items()))


def account(record: Record) -> Any:  # Any: an account
    return first(record, "accounts")


def cheque(record: Record, status: str) -> Any:  # Any: a cheque
    rows = account(record)["cheques"]
    return next(row for row in rows if row["status"] == status)


def active(record: Record) -> Any:  # Any: a mandate that has debited
    return next(
        mandate
        for mandate in record["mandates"]
        if mandate["status"] == "active"
        and any(
            row["description"].endswith(mandate["payee"].upper())
            for row in record["accounts"][mandate["account_id"]]["transactions"]
        )
    )


def set_to(row: Any, **fields: object) -> None:  # Any: a row
    row.update(fields)


@pytest.mark.parametrize(
    ("edit", "place"),
    [
        (lambda r: set_to(account(r), available_balance=1.0), "available_balance"),
        (lambda r: set_to(account(r), available_balance=1.005), "available_balance"),
        (lambda r: set_to(account(r), hold_amount=9e9), "hold_amount"),
        (lambda r: set_to(account(r)["transactions"][3], amount=-0.5), "transactions"),
        (
            lambda r: set_to(account(r)["transactions"][0], direction="both"),
            "transactions.0",
        ),
        (
            lambda r: set_to(account(r)["transactions"][-1], date="2026-07-17"),
            "transactions",
        ),
        (lambda r: set_to(account(r), account_id="SB1"), "accounts"),
        (
            lambda r: r["login_context"]["linked_cards"].append("CARD1"),
            "login_context.linked_cards",
        ),
        (lambda r: set_to(first(r, "cards"), linked_account="SB1"), "linked_account"),
        (
            lambda r: set_to(first(r, "deposits"), payout_account="SB1"),
            "payout_account",
        ),
        (lambda r: set_to(first(r, "loans"), outstanding=9e9), "outstanding"),
        (
            lambda r: set_to(first(r, "deposits", kind="FD"), maturity_amount=1.0),
            "maturity_amount",
        ),
        (
            lambda r: set_to(first(r, "deposits", kind="RD"), maturity_amount=1.0),
            "maturity_amount",
        ),
        (
            lambda r: set_to(first(r, "deposits", kind="FD"), payout_type="monthly"),
            "maturity_amount",
        ),
        (
            lambda r: set_to(first(r, "deposits"), maturity_date="2030-01-01"),
            "maturity_date",
        ),
        (lambda r: set_to(first(r, "deposits"), rate=1.0), "rate"),
        (
            lambda r: set_to(first(r, "deposits", kind="RD"), installments_paid=59),
            "total_deposited",
        ),
        (lambda r: set_to(cheque(r, "cleared"), status="issued"), "cheques"),
        (lambda r: set_to(cheque(r, "issued"), status="cleared"), "cheques"),
        (lambda r: account(r)["cheques"].clear(), "transactions"),
        (lambda r: set_to(active(r), status="paused"), "mandates"),
        (lambda r: set_to(active(r), amount=1.25), "mandates"),
        (lambda r: set_to(active(r), registered_on="2026-07-15"), "mandates"),
        (lambda r: set_to(active(r), next_debit_date="2026-07-15"), "mandates"),
        (
            lambda r: set_to(
                first(r, "mandates", status="cancelled"), cancelled_on=None
            ),
            "mandates",
        ),
        (lambda r: set_to(first(r, "mandates"), linked_loan="HL1"), "linked_loan"),
        (lambda r: r["mandates"].append(r["mandates"][0]), "MND"),
    ],
)
def test_a_record_that_disagrees_with_itself_is_named(
    edit: Callable[[Record], object], place: str
) -> None:
    found = faults_after(edit)
    assert any(place in where for where, _ in found), found


def test_an_untouched_record_has_no_fault() -> None:
    assert faults_after(lambda record: None) == []
