"""Deposits: what they are, cost and pay, booking, closing, renewal."""

from datetime import date
from typing import Any

from bankenv.records import Record
from bankenv.tests.factories import (
    ACCOUNT,
    SECOND_ACCOUNT,
    UNLINKED_ACCOUNT,
    make_account,
    make_fd,
    make_rd,
)
from bankenv.tests.tool_cases.case import Case
from bankenv.tools.refusals import (
    ALREADY_CLOSED,
    INSUFFICIENT_FUNDS,
    INVALID_STATE,
    VALIDATION_ERROR,
)

FD, RD, STRANGE = "FD100001", "RD100001", "FD999999"
BOOK_FD: Record = {
    "principal_amount": 100000,
    "tenure_months": 12,
    "source_account": ACCOUNT,
}
BOOK_RD: Record = {
    "monthly_installment": 2000,
    "tenure_months": 12,
    "source_account": ACCOUNT,
}
CLOSED_ACCOUNT: Record = {"accounts": {ACCOUNT: make_account(status="CLOSED")}}


def moved(
    amount: float, after: float, description: str, account_id: str = ACCOUNT
) -> dict[str, tuple[Any, Any]]:  # values of a record are of any shape
    """Return the two changes that money makes: the balance and its entry."""
    account = f"accounts.{account_id}"
    entry = {
        "reference_id": "TXN?",
        "date": "2026-07-16",
        "description": description,
        "amount": amount,
        "direction": "debit" if amount < 0 else "credit",
        "channel": "internal",
        "balance_after": after,
    }
    return {
        f"{account}.available_balance": (round(after - amount, 2), after),
        f"{account}.transactions.0": (None, entry),
    }


def having(deposit: Record) -> Record:
    """Return the customer's deposits: this one."""
    return {"deposits": {deposit["deposit_id"]: deposit}}


LOOKING = (
    Case(
        "get_fd_details",
        "one deposit, whole",
        {"deposit_ids": [FD]},
        answer={"fds": [make_fd()], "errors": []},
    ),
    Case(
        "get_fd_details",
        "a deposit that is not linked",
        {"deposit_ids": [STRANGE]},
        says=f"{STRANGE} is not linked",
    ),
    Case(
        "get_fd_details",
        "a recurring one",
        {"deposit_ids": [RD]},
        says=f"{RD} is not an FD",
    ),
    Case(
        "get_rd_details",
        "one deposit, whole",
        {"deposit_ids": [RD]},
        answer={"rds": [make_rd()], "errors": []},
    ),
    Case(
        "get_rd_details",
        "a deposit that is not linked",
        {"deposit_ids": [STRANGE]},
        says=f"{STRANGE} is not linked",
    ),
    Case(
        "get_rd_details",
        "a fixed one",
        {"deposit_ids": [FD]},
        says=f"{FD} is not an RD",
    ),
    Case(
        "get_deposit_loan_rates",
        "one tenure",
        {"product_type": "rd", "tenure_months": 12},
        answer={
            "effective_date": "2026-07-16",
            "compounding": "quarterly",
            "slabs": [
                {
                    "label": "6 - 12 months",
                    "min_months": 6,
                    "max_months": 12,
                    "general_rate": 6.5,
                    "senior_rate": 7.0,
                }
            ],
        },
    ),
    Case(
        "get_deposit_loan_rates",
        "a day before the first card",
        {"product_type": "rd"},
        code=VALIDATION_ERROR,
        says="no rates for rd today",
        clock=date(2000, 1, 1),
    ),
    Case(
        "calculate_fd_maturity",
        "two years",
        {"principal_amount": 100000, "rate": 7.1, "tenure_months": 24},
        answer={"maturity_amount": 115114.2, "total_interest": 15114.2},
    ),
    Case(
        "calculate_rd_maturity",
        "two years",
        {"monthly_installment": 5000, "rate": 6.8, "tenure_months": 24},
        answer={"total_deposited": 120000.0, "maturity_amount": 129553.59},
    ),
)

BOOKING = (
    Case(
        "create_fd",
        "the money moves and the deposit is linked",
        BOOK_FD,
        answer={"status": "BOOKED", "rate": 6.8, "maturity_amount": 106975.37},
        changes={
            **moved(-100000.0, 150000.0, "FD booking"),
            "deposits.FD?": (
                None,
                {
                    "deposit_id": "FD?",
                    "kind": "FD",
                    "principal": 100000.0,
                    "rate": 6.8,
                    "tenure_months": 12,
                    "start_date": "2026-07-16",
                    "maturity_date": "2027-07-16",
                    "maturity_amount": 106975.37,
                    "payout_type": "cumulative",
                    "maturity_instruction": "no_renewal",
                    "status": "ACTIVE",
                    "payout_account": ACCOUNT,
                    "nominee": None,
                },
            ),
            "login_context.linked_products.4": (None, "FD?"),
        },
    ),
    Case(
        "create_rd",
        "the first instalment moves and the deposit is linked",
        BOOK_RD,
        answer={
            "status": "BOOKED",
            "recurring_commitment": "₹2000/month for 12 months",
        },
        changes={
            **moved(-2000.0, 248000.0, "RD first instalment"),
            "deposits.RD?": (
                None,
                {
                    "deposit_id": "RD?",
                    "kind": "RD",
                    "monthly_installment": 2000.0,
                    "rate": 6.5,
                    "tenure_months": 12,
                    "installments_paid": 1,
                    "total_deposited": 2000.0,
                    "start_date": "2026-07-16",
                    "maturity_date": "2027-07-16",
                    "maturity_amount": 24990.97,
                    "maturity_instruction": "no_renewal",
                    "status": "ACTIVE",
                    "source_account": ACCOUNT,
                    "payout_account": ACCOUNT,
                    "nominee": None,
                },
            ),
            "login_context.linked_products.4": (None, "RD?"),
        },
    ),
    *(
        Case(tool, name, {**usual, **change}, code=code, says=says, parts=parts)
        for tool, usual, amount, least, named in (
            ("create_fd", BOOK_FD, "principal_amount", 999.99, "FDs start from ₹1,000"),
            (
                "create_rd",
                BOOK_RD,
                "monthly_installment",
                499.99,
                "RDs start from ₹500",
            ),
        )
        for name, change, code, says, parts in (
            (
                "from an account that is not linked",
                {"source_account": UNLINKED_ACCOUNT},
                VALIDATION_ERROR,
                "not linked",
                {},
            ),
            ("a paisa too little", {amount: least}, VALIDATION_ERROR, named, {}),
            (
                "a month too long",
                {"tenure_months": 61},
                VALIDATION_ERROR,
                "to 60 months in steps of",
                {},
            ),
            (
                "a paisa more than there is",
                {amount: 250000.01},
                INSUFFICIENT_FUNDS,
                "has ₹2,50,000 available, and ₹2,50,000.01 is needed",
                {},
            ),
            ("from a closed account", {}, INVALID_STATE, "is closed", CLOSED_ACCOUNT),
        )
    ),
)

CLOSING = (
    Case(
        "get_deposit_closure_quote",
        "a year early",
        {"deposit_ids": [FD]},
        answer={
            "quotes": [
                {
                    "deposit_id": FD,
                    "kind": "FD",
                    "matured": False,
                    "principal": 100000.0,
                    "contract_rate": 7.1,
                    "penalty_rate": 1.0,
                    "effective_rate": 6.1,
                    "interest_payable": 6100.0,
                    "penalty_amount": 0.0,
                    "net_payout": 106100.0,
                    "quote_date": "2026-07-16",
                }
            ]
        },
    ),
    Case(
        "get_deposit_closure_quote",
        "a deposit that is not linked",
        {"deposit_ids": [STRANGE]},
        says=f"{STRANGE} is not linked",
    ),
    Case(
        "get_deposit_closure_quote",
        "a closed deposit",
        {"deposit_ids": [FD]},
        says=f"{FD} is already closed, on 2026-07-01",
        parts=having(make_fd(status="CLOSED", closed_on="2026-07-01")),
    ),
    Case(
        "get_deposit_closure_quote",
        "a deposit without its maturity date",
        {"deposit_ids": [FD]},
        says=f"{FD} has no maturity_date on record",
        parts=having(make_fd(maturity_date=None)),
    ),
    Case(
        "close_deposit",
        "into its own account",
        {"deposit_id": FD},
        answer={
            "status": "CLOSED",
            "premature": True,
            "penalty_rate": 1.0,
            "net_payout": 106100.0,
            "payout_account": ACCOUNT,
            "future_installments_stopped": False,
        },
        changes={
            **moved(106100.0, 356100.0, f"FD closure {FD}"),
            f"deposits.{FD}.status": ("ACTIVE", "CLOSED"),
            f"deposits.{FD}.closed_on": (None, "2026-07-16"),
        },
    ),
    Case(
        "close_deposit",
        "a recurring one into another account",
        {"deposit_id": RD, "payout_account": SECOND_ACCOUNT},
        answer={"future_installments_stopped": True, "net_payout": 10226.03},
        changes={
            **moved(10226.03, 11226.53, f"RD closure {RD}", SECOND_ACCOUNT),
            f"deposits.{RD}.status": ("ACTIVE", "CLOSED"),
            f"deposits.{RD}.closed_on": (None, "2026-07-16"),
        },
    ),
    Case(
        "close_deposit",
        "a deposit that is not linked",
        {"deposit_id": STRANGE},
        code=VALIDATION_ERROR,
        says="not linked",
    ),
    Case(
        "close_deposit",
        "twice",
        {"deposit_id": FD},
        code=ALREADY_CLOSED,
        says="already closed",
        parts=having(make_fd(status="CLOSED")),
    ),
    Case(
        "close_deposit",
        "without its dates",
        {"deposit_id": FD},
        code=VALIDATION_ERROR,
        says="no start_date",
        parts=having(make_fd(start_date=None)),
    ),
    Case(
        "close_deposit",
        "into an account that is gone",
        {"deposit_id": FD},
        code=VALIDATION_ERROR,
        says="payout account (SB404) is not one of the customer's",
        parts=having(make_fd(payout_account="SB404")),
    ),
    Case(
        "close_deposit",
        "into a closed account",
        {"deposit_id": FD},
        code=INVALID_STATE,
        says="is closed",
        parts=CLOSED_ACCOUNT,
    ),
    Case(
        "update_deposit_renewal",
        "another instruction",
        {"deposit_id": FD, "instruction": "renew_principal"},
        answer={"previous_instruction": "no_renewal", "effective_on": "2027-07-16"},
        changes={
            f"deposits.{FD}.maturity_instruction": ("no_renewal", "renew_principal")
        },
    ),
    Case(
        "update_deposit_renewal",
        "the instruction it has",
        {"deposit_id": FD, "instruction": "no_renewal"},
        answer={"status": "UPDATED", "new_instruction": "no_renewal"},
    ),
    Case(
        "update_deposit_renewal",
        "a deposit that is not linked",
        {"deposit_id": STRANGE, "instruction": "no_renewal"},
        code=VALIDATION_ERROR,
        says="not linked",
    ),
    Case(
        "update_deposit_renewal",
        "a closed deposit",
        {"deposit_id": FD, "instruction": "no_renewal"},
        code=ALREADY_CLOSED,
        says="already closed",
        parts=having(make_fd(status="CLOSED")),
    ),
)

CASES = (*LOOKING, *BOOKING, *CLOSING)
