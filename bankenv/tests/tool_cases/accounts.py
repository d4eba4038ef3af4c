"""Accounts."""

from bankenv.tests.factories import (
    ACCOUNT,
    SECOND_ACCOUNT,
    UNLINKED_ACCOUNT,
    make_account,
    make_entry,
)
from bankenv.tests.tool_cases.case import Case
from bankenv.tools.refusals import VALIDATION_ERROR

MOMENT = "2026-07-16T00:00:00"
QUARTER = {"from_date": "2026-04-01", "to_date": "2026-06-30"}
BACKWARDS = {"from_date": "2026-06-30", "to_date": "2026-04-01"}
ENTRIES = [make_entry(1, "2026-07-09"), make_entry(2, "2026-07-10", channel="atm")]

CASES = (
    Case(
        "get_account_balance",
        "two accounts and one that is nobody's",
        {"account_ids": [ACCOUNT, SECOND_ACCOUNT]},
        answer={
            "balances": [
                {
                    "account_id": account_id,
                    "available_balance": balance,
                    "hold_amount": 0.0,
                    "currency": "INR",
                    "as_of": MOMENT,
                }
                for account_id, balance in (
                    (ACCOUNT, 250000.0),
                    (SECOND_ACCOUNT, 1000.5),
                )
            ],
            "errors": [],
        },
    ),
    Case(
        "get_account_balance",
        "an account of the customer's that is not linked",
        {"account_ids": [ACCOUNT, UNLINKED_ACCOUNT]},
        says=f"{UNLINKED_ACCOUNT} is not linked",
    ),
    Case(
        "get_account_details",
        "one account",
        {"account_ids": [ACCOUNT]},
        answer={
            "accounts": [
                {
                    "account_id": ACCOUNT,
                    "account_type": "savings",
                    "status": "ACTIVE",
                    "bank_name": "Navdhara Bank",
                    "ifsc": "XNVD0010001",
                    "home_branch": "Neemghat",
                    "holders": ["Meenal Sethi"],
                    "nominee": None,
                    "open_date": "2019-04-02",
                    "currency": "INR",
                }
            ],
            "errors": [],
        },
    ),
    Case(
        "get_account_details",
        "an account that is not linked",
        {"account_ids": [UNLINKED_ACCOUNT]},
        says=f"{UNLINKED_ACCOUNT} is not linked",
    ),
    Case(
        "get_transaction_history",
        "the newest first",
        {"account_id": ACCOUNT, "from_date": "2026-07-01"},
        answer={
            "total_records": 2,
            "returned": 2,
            "offset": 0,
            "limit": 10,
            "transactions": ENTRIES[::-1],
        },
        parts={"accounts": {ACCOUNT: make_account(transactions=ENTRIES)}},
    ),
    Case(
        "get_transaction_history",
        "an account that is not linked",
        {"account_id": UNLINKED_ACCOUNT},
        code=VALIDATION_ERROR,
        says="not linked",
    ),
    Case(
        "get_transaction_history",
        "a period turned round",
        {"account_id": ACCOUNT, **BACKWARDS},
        code=VALIDATION_ERROR,
        says="to_date: expected a day not before 2026-06-30",
        malformed=True,
    ),
    Case(
        "request_duplicate_statement",
        "by e-mail",
        {"account_id": ACCOUNT, **QUARTER},
        answer={"status": "REQUESTED", "delivered_to": "meenal.sethi@example.com"},
        changes={
            "service_orders.STMT?": (
                None,
                {
                    "request_id": "STMT?",
                    "kind": "duplicate_statement",
                    "account_id": ACCOUNT,
                    **QUARTER,
                    "delivery_mode": "email",
                    "requested_at": MOMENT,
                    "status": "REQUESTED",
                },
            )
        },
    ),
    Case(
        "request_duplicate_statement",
        "an account that is not linked",
        {"account_id": UNLINKED_ACCOUNT, **QUARTER},
        code=VALIDATION_ERROR,
        says="not linked",
    ),
    Case(
        "request_duplicate_statement",
        "a period turned round",
        {"account_id": ACCOUNT, **BACKWARDS},
        code=VALIDATION_ERROR,
        says="to_date: expected a day not before 2026-06-30",
        malformed=True,
    ),
)
