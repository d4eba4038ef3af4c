"""Mandates and cheques."""

from bankenv.tests.factories import (
    ACCOUNT,
    UNLINKED_ACCOUNT,
    make_account,
    make_mandate,
)
from bankenv.tests.tool_cases.case import Case
from bankenv.tools.refusals import ALREADY_CANCELLED, VALIDATION_ERROR

MANDATE = "MND100001"
LEAF = {"cheque_number": "000123", "status": "issued"}
PAID = {"cheque_number": "000124", "status": "cleared"}

CASES = (
    Case(
        "show_mandates",
        "all of them",
        {},
        answer={"total": 1, "mandates": [make_mandate()]},
    ),
    Case(
        "cancel_mandate",
        "for good",
        {"mandate_id": MANDATE},
        answer={"status": "CANCELLED", "payee": "Kavach Life"},
        changes={
            "mandates.0.status": ("active", "cancelled"),
            "mandates.0.cancelled_on": (None, "2026-07-16"),
        },
    ),
    Case(
        "cancel_mandate",
        "somebody else's",
        {"mandate_id": "MND999999"},
        code=VALIDATION_ERROR,
        says="not a mandate of this customer",
    ),
    Case(
        "cancel_mandate",
        "twice",
        {"mandate_id": MANDATE},
        code=ALREADY_CANCELLED,
        says="already cancelled",
        parts={"mandates": [make_mandate(status="cancelled")]},
    ),
    Case(
        "stop_cheque_payment",
        "an issued one, a paid one and one the bank never saw",
        {"account_id": ACCOUNT, "cheque_numbers": ["000123", "000124", "000125"]},
        answer={"reason": "other", "reference": "STP?"},
        changes={
            f"accounts.{ACCOUNT}.cheques.0.status": ("issued", "stopped"),
            f"accounts.{ACCOUNT}.cheques.2": (
                None,
                {"cheque_number": "000125", "status": "stopped"},
            ),
        },
        parts={"accounts": {ACCOUNT: make_account(cheques=[LEAF, PAID])}},
    ),
    Case(
        "stop_cheque_payment",
        "an account that is not linked",
        {"account_id": UNLINKED_ACCOUNT, "cheque_numbers": ["000123"]},
        code=VALIDATION_ERROR,
        says="not linked",
    ),
    Case(
        "request_cheque_book",
        "to the home branch",
        {"account_id": ACCOUNT, "leaves": 50, "delivery_address": "Neemghat branch"},
        answer={"status": "REQUESTED", "expected_delivery": "2026-07-23"},
        changes={
            "service_orders.CHQ?": (
                None,
                {
                    "request_id": "CHQ?",
                    "kind": "cheque_book",
                    "account_id": ACCOUNT,
                    "leaves": 50,
                    "deliver_to": "home_branch",
                    "description": "Neemghat branch",
                    "expected_delivery": "2026-07-23",
                    "requested_at": "2026-07-16T00:00:00",
                    "status": "REQUESTED",
                },
            )
        },
    ),
    Case(
        "request_cheque_book",
        "an account that is not linked",
        {"account_id": UNLINKED_ACCOUNT},
        code=VALIDATION_ERROR,
        says="not linked",
    ),
    Case(
        "request_cheque_book",
        "one leaf more than a book has",
        {"account_id": ACCOUNT, "leaves": 101},
        code=VALIDATION_ERROR,
        says="at most 100 leaves",
    ),
)
