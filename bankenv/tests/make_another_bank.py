"""Writes the customers and tasks of a second, tiny bank: other rules, other papers.

Run `python -m bankenv.tests.make_another_bank` after changing it; rules, policy and
papers beside them are written by hand. The bank proves that nothing of the first one
is baked into code: another clock, other rates, bounds, penalties, fees and policy.
"""

from datetime import date
from pathlib import Path

import orjson

from bankenv.interest import fd_maturity, maturity_day, rd_maturity
from bankenv.money import to_paise, to_rupees
from bankenv.records import JsonValue, Record
from bankenv.tests.another_tasks import TASKS

ROOT = Path(__file__).parent / "another_bank"
CLOCK = date(2025, 9, 30)
BANK = "Saanjh Bank"


def entry(number: int, day: str, amount: float, after: float, text: str) -> Record:
    """Return one entry; `number` makes its id."""
    return {
        "reference_id": f"TXN{7000000000 + number}",
        "date": day,
        "description": text,
        "amount": amount,
        "direction": "debit" if amount < 0 else "credit",
        "channel": "cheque" if text.startswith("CHQ") else "upi",
        "balance_after": after,
    }


def account(account_id: str, kind: str, balance: float, **fields: JsonValue) -> Record:
    """Return an account without entries, unless `fields` hold some."""
    return {
        "account_id": account_id,
        "account_type": kind,
        "status": "ACTIVE",
        "bank_name": BANK,
        "ifsc": "XSNJ0000017",
        "home_branch": "Deepghat",
        "holders": [],
        "nominee": None,
        "open_date": "2020-02-03",
        "currency": "INR",
        "available_balance": balance,
        "hold_amount": 0.0,
        "transactions": [],
        "cheques": [],
        **fields,
    }


def fixed(  # noqa: PLR0913 - a deposit has this many terms
    deposit_id: str,
    principal: float,
    rate: float,
    terms: tuple[int, str],
    account_id: str,
    payout: str = "cumulative",
) -> Record:
    """Return a fixed deposit; `terms` are its months and its first day."""
    months, start = terms
    grown = to_rupees(fd_maturity(to_paise(principal), rate, months))
    return {
        "deposit_id": deposit_id,
        "kind": "FD",
        "principal": principal,
        "rate": rate,
        "tenure_months": months,
        "start_date": start,
        "maturity_date": maturity_day(date.fromisoformat(start), months).isoformat(),
        "maturity_amount": grown if payout == "cumulative" else principal,
        "payout_type": payout,
        "maturity_instruction": "no_renewal",
        "status": "ACTIVE",
        "payout_account": account_id,
        "nominee": None,
        "scheme": "regular",
        "mode_of_operation": "single",
    }


def recurring(deposit_id: str, monthly: float, rate: float, account_id: str) -> Record:
    """Return a recurring deposit of twelve months of which five were paid."""
    start = date(2025, 5, 12)
    return {
        "deposit_id": deposit_id,
        "kind": "RD",
        "monthly_installment": monthly,
        "rate": rate,
        "tenure_months": 12,
        "installments_paid": 5,
        "total_deposited": monthly * 5,
        "start_date": start.isoformat(),
        "maturity_date": maturity_day(start, 12).isoformat(),
        "maturity_amount": to_rupees(rd_maturity(to_paise(monthly), rate, 12)),
        "maturity_instruction": "renew_principal",
        "status": "ACTIVE",
        "source_account": account_id,
        "payout_account": account_id,
        "nominee": None,
    }


def loan(loan_id: str, kind: str, outstanding: float, rate: float) -> Record:
    """Return a running loan."""
    return {
        "loan_id": loan_id,
        "loan_type": kind,
        "principal": 500000.0,
        "outstanding": outstanding,
        "rate": rate,
        "tenure_months": 60,
        "remaining_months": 31,
        "emi": 11709.0,
        "status": "ACTIVE",
    }


def card(card_id: str, last4: str, account_id: str, status: str = "active") -> Record:
    """Return a debit card."""
    at_home = {"enabled": True, "daily_limit": 20000.0}
    regions = {"domestic": at_home, "international": {"enabled": False}}
    return {
        "card_id": card_id,
        "card_type": "debit",
        "last4": last4,
        "linked_account": account_id,
        "status": status,
        "controls": {"atm": regions, "online": regions, "pos": regions},
    }


def mandate(
    mandate_id: str, account_id: str, payee: str, amount: float, status: str
) -> Record:
    """Return a monthly mandate that has not debited yet, or never will."""
    return {
        "mandate_id": mandate_id,
        "account_id": account_id,
        "payee": payee,
        "type": "SI",
        "amount": amount,
        "frequency": "monthly",
        "next_debit_date": "2025-10-05" if status == "active" else None,
        "registered_on": "2025-09-20",
        "status": status,
        "linked_loan": None,
        **({"cancelled_on": "2025-09-21"} if status == "cancelled" else {}),
    }


def customer(
    number: int,
    name: str,
    accounts: list[Record],
    *,
    senior: bool = False,
    **parts: dict[str, Record],
) -> Record:
    """Return a customer who holds the accounts and what else the parts name."""
    deposits, loans = parts.get("deposits", {}), parts.get("loans", {})
    insurance, cards = parts.get("insurance", {}), parts.get("cards", {})
    return {
        "customer_id": f"CUST_5AA{number:05d}",
        "profile": {
            "name": name,
            "senior_citizen": senior,
            "email": f"{name.split()[0].lower()}@example.org",
        },
        "login_context": {
            "linked_accounts": [one["account_id"] for one in accounts],
            "linked_products": [*deposits, *loans, *insurance],
            "linked_cards": list(cards),
        },
        "accounts": {one["account_id"]: {**one, "holders": [name]} for one in accounts},
        "deposits": deposits,
        "loans": loans,
        "cards": cards,
        "mandates": [],
        "requests": {},
        "insurance": insurance,
        "offers": [],
        "pending_address_updates": [],
    }


def customers() -> list[Record]:
    """Return the five customers of the bank."""
    cheques = [
        {"cheque_number": "000411", "status": "cleared"},
        {"cheque_number": "000412", "status": "issued"},
    ]
    rows = [
        entry(1, "2025-08-02", 30000.0, 42000.0, "UPI FROM FAMILY"),
        entry(2, "2025-08-20", -2500.0, 39500.0, "CHQ 000411 TUITION"),
        entry(3, "2025-09-11", -750.25, 38749.75, "UPI FAILED PAPER MILL"),
    ]
    first = customer(
        1,
        "Ira Solanki",
        [account("SB8800000011", "savings", 38749.75, transactions=rows,
                 cheques=cheques)],
        deposits={"FD810011": fixed("FD810011", 150000.0, 6.4, (12, "2025-03-14"),
                                    "SB8800000011")},
        cards={"CARD88011": card("CARD88011", "8011", "SB8800000011")},
    )  # fmt: skip
    first["mandates"] = [
        mandate("MND880011", "SB8800000011", "Deep Library", 150.0, "active"),
        mandate("MND880012", "SB8800000011", "Deep Cinema", 199.0, "cancelled"),
    ]
    elder = customer(
        2,
        "Harish Vyas",
        [account("SB8800000022", "savings_senior", 300250.0)],
        senior=True,
        deposits={
            "FD810022": fixed("FD810022", 400000.0, 7.65, (24, "2025-02-10"),
                              "SB8800000022", "quarterly"),
            "RD810022": recurring("RD810022", 1500.0, 6.6, "SB8800000022"),
        },
    )  # fmt: skip
    trader = customer(
        3,
        "Leela Fernandes",
        [account("CA8800000033", "current", 91000.0),
         account("SB8800000034", "savings", 500.0)],
        loans={"PL880033": loan("PL880033", "personal_loan", 260000.0, 14.25),
               "VL880033": loan("VL880033", "vehicle_loan", 100000.0, 10.0)},
    )  # fmt: skip
    clerk = customer(
        4,
        "Arjun Mehra",
        [account("SB8800000044", "salary", 20000.0)],
        insurance={
            "POL880044": {"policy_id": "POL880044", "type": "term", "premium": 640.0}
        },
        cards={"CARD88044": card("CARD88044", "8044", "SB8800000044", "frozen")},
    )
    student = customer(
        5,
        "Nisha Barua",
        [account("SB8800000055", "savings", 4999.5)],
        deposits={"FD810055": fixed("FD810055", 250000.0, 6.0, (24, "2024-06-03"),
                                    "SB8800000055")},
    )  # fmt: skip
    return [first, elder, trader, clerk, student]


def build() -> dict[str, bytes]:
    """Return every made file: its path under the bank's folder, and its bytes."""
    suite = {
        "suite": "another-bank",
        "version": "1",
        "clock": CLOCK.isoformat(),
        "seed": "another-bank",
    }
    return {
        "suite.json": orjson.dumps(suite),
        "splits.json": orjson.dumps({"base": [task["id"] for task in TASKS]}),
        "bank/customers.jsonl": _lines(customers()),
        "tasks/AB.jsonl": _lines(TASKS),
    }


def _lines(rows: list[Record]) -> bytes:
    return b"".join(orjson.dumps(row) + b"\n" for row in rows)


if __name__ == "__main__":
    for name, content in build().items():
        (ROOT / name).write_bytes(content)
