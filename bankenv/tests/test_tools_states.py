"""What each tool answers in each state of the thing that its ids name.

One line a parameter that takes an id, one column a state. `ok` is a success; anything
else is the code of a refusal, or in a batch read words of the item in `errors`.
"""

from functools import cache

import orjson
import pytest

from bankenv.bank import read_dataset
from bankenv.books import Books
from bankenv.records import Record
from bankenv.tests.factories import (
    ACCOUNT,
    SECOND_ACCOUNT,
    make_account,
    make_card,
    make_customer,
    make_fd,
    make_mandate,
    make_rd,
    open_books,
)
from bankenv.tests.test_tools_boundaries import usual
from bankenv.tools import TOOLS, ToolResult, execute

FOREIGN, UNLINKED = "foreign", "unlinked"
NO = "VALIDATION_ERROR"
GONE = "not linked"

# The thing that a parameter's ids name; a tool's `account_id` that looks nothing up
# (a filter, a remark) is served whatever it names.
KINDS = {
    "account_id": "account",
    "account_ids": "account",
    "source_account": "account",
    "payout_account": "account",
    "card_id": "card",
    "card_ids": "card",
    "cheque_numbers": "cheque",
    "deposit_id": "deposit",
    "deposit_ids": "deposit",
    "loan_ids": "loan",
    "mandate_id": "mandate",
    "policy_ids": "policy",
    "request_id": "request",
    "related_transaction_id": "entry",
}

STATES = {
    "account": (
        "ACTIVE", "REKYC_GRACE", "KYC_LIMITED", "INOPERATIVE", "CLOSED", UNLINKED,
        FOREIGN,
    ),
    "card": ("active", "frozen", "blocked", "expired", UNLINKED, FOREIGN),
    "cheque": ("issued", "stopped", "stale", "cleared", FOREIGN),
    "deposit": (
        "running", "maturing", "matured", "tax_saver", "non_callable", "jointly",
        "CLOSED", UNLINKED, FOREIGN,
    ),
    "loan": ("ACTIVE", UNLINKED, FOREIGN),
    "mandate": ("active", "paused", "cancelled", FOREIGN),
    "policy": ("ACTIVE", UNLINKED, FOREIGN),
    "request": ("OPEN", FOREIGN),
    "entry": ("there", FOREIGN),
}  # fmt: skip

ALL_SERVED = ("ok",) * 7
HOLDER = ("ok", "ok", "ok", "ok", "ok", NO, NO)
PAID = ("ok", "ok", "ok", "ok", "INVALID_STATE", NO, NO)
LISTED = ("ok", "ok", "ok", "ok", "ok", GONE, GONE)
OPEN_DEPOSIT = ("ok", "ok", "ok", "ok", "ok", "ok", "ALREADY_CLOSED", NO, NO)
SHOWN_DEPOSIT = ("ok", "ok", "ok", "ok", "ok", "ok", "ok", GONE, GONE)
QUOTED = ("ok", "ok", "ok", "ok", "ok", "ok", "already closed", GONE, GONE)
LIVE_CARD = ("ok", "ok", "INVALID_STATE", "INVALID_STATE", NO, NO)

TABLE: dict[tuple[str, str], tuple[str, ...]] = {
    ("get_account_balance", "account_ids"): LISTED,
    ("get_account_details", "account_ids"): LISTED,
    ("get_transaction_history", "account_id"): HOLDER,
    ("request_duplicate_statement", "account_id"): HOLDER,
    ("request_cheque_book", "account_id"): HOLDER,
    ("stop_cheque_payment", "account_id"): HOLDER,
    ("show_mandates", "account_id"): ALL_SERVED,
    ("raise_request", "account_id"): ALL_SERVED,
    ("raise_request", "related_transaction_id"): ("ok", "ok"),
    ("create_fd", "source_account"): PAID,
    ("create_rd", "source_account"): PAID,
    ("close_deposit", "payout_account"): PAID,
    ("close_deposit", "deposit_id"): OPEN_DEPOSIT,
    ("update_deposit_renewal", "deposit_id"): OPEN_DEPOSIT,
    ("get_fd_details", "deposit_ids"): SHOWN_DEPOSIT,
    ("get_rd_details", "deposit_ids"): SHOWN_DEPOSIT,
    ("get_deposit_closure_quote", "deposit_ids"): QUOTED,
    ("get_loan_details", "loan_ids"): ("ok", GONE, GONE),
    ("get_loan_foreclosure_quote", "loan_ids"): ("ok", GONE, GONE),
    ("get_card_details", "card_ids"): ("ok", "ok", "ok", "ok", GONE, GONE),
    ("toggle_card_freeze", "card_id"): LIVE_CARD,
    ("set_card_controls", "card_id"): LIVE_CARD,
    ("block_card", "card_id"): ("ok", "ok", "ALREADY_BLOCKED", "ok", NO, NO),
    ("cancel_mandate", "mandate_id"): ("ok", "ok", "ALREADY_CANCELLED", NO),
    ("stop_cheque_payment", "cheque_numbers"): ("ok", "ok", "ok", "CANNOT_STOP", "ok"),
    ("get_insurance_details", "policy_ids"): ("ok", GONE, GONE),
    ("get_request_status", "request_id"): ("ok", NO),
}

IDS = {
    "account": SECOND_ACCOUNT,
    "card": "CARD10001",
    "cheque": "000123",
    "deposit": "FD100001",
    "loan": "HL100001",
    "mandate": "MND100001",
    "policy": "POL100001",
    "request": "SR-10000001",
    "entry": "TXN1000000001",
}
OTHERS = {"cheque": "000999", "entry": "TXN9999999999"}
LINKS = {
    "account": "linked_accounts",
    "card": "linked_cards",
    "deposit": "linked_products",
    "loan": "linked_products",
    "policy": "linked_products",
}
DEPOSIT_FIELDS: dict[str, Record] = {
    "running": {},
    "maturing": {"maturity_date": "2026-07-16"},
    "matured": {"maturity_date": "2026-07-01"},
    "tax_saver": {"scheme": "tax_saver", "lock_in_until": "2030-07-16"},
    "non_callable": {"scheme": "non_callable"},
    "jointly": {"mode_of_operation": "jointly", "premature_mandate": False},
    "CLOSED": {"status": "CLOSED", "closed_on": "2026-07-01"},
}
# Beside what test_tools_boundaries calls usual.
ALSO: dict[str, Record] = {
    "set_card_controls": {"pos": {"domestic": {"enabled": True}}},
    "raise_request": {"category": "other"},
}


def in_state(kind: str, state: str, tool: str) -> Books:
    """Return books on a customer whose one thing of the kind is in the state."""
    status: Record = {} if state in (UNLINKED, FOREIGN) else {"status": state}
    make_deposit = make_rd if tool == "get_rd_details" else make_fd
    fields = DEPOSIT_FIELDS.get(state, {})
    record = make_customer(
        accounts={ACCOUNT: make_account(), SECOND_ACCOUNT: make_account()},
        deposits={IDS["deposit"]: make_deposit(IDS["deposit"])},
        requests={IDS["request"]: {"status": "OPEN"}},
    )
    if kind == "account":
        record["accounts"][SECOND_ACCOUNT] |= status
    elif kind == "card":
        record["cards"][IDS["card"]] = make_card(**status)
    elif kind == "cheque":
        row = {"cheque_number": IDS["cheque"], **status}
        record["accounts"][ACCOUNT]["cheques"] = [row]
    elif kind == "deposit":
        record["deposits"][IDS["deposit"]] = make_deposit(IDS["deposit"], **fields)
    elif kind == "mandate":
        record["mandates"] = [make_mandate(**status)]
    if state == UNLINKED:
        record["login_context"][LINKS[kind]].remove(IDS[kind])
    return open_books(record)


def answer(tool: str, parameter: str, state: str) -> str:
    """Return what the tool says of the thing in the state."""
    kind = KINDS[parameter]
    named = IDS[kind] if state != FOREIGN else OTHERS.get(kind, "XX9999999999")
    arguments = usual(tool) | ALSO.get(tool, {})
    arguments[parameter] = [named] if parameter.endswith("s") else named
    result = execute(in_state(kind, state, tool), tool, arguments)
    return _in_short(tool, result)


def _in_short(tool: str, result: ToolResult) -> str:
    if not result.ok:
        return str(result.content["error_code"])
    if TOOLS[tool].batch and result.content["errors"]:
        return str(result.content["errors"][0]["error"])
    if tool == "stop_cheque_payment":
        outcome = str(result.content["results"][0]["outcome"])
        return "ok" if outcome == "STOP_PLACED" else outcome
    return "ok"


@pytest.mark.parametrize(("tool", "parameter"), TABLE)
def test_a_tool_answers_by_the_state_of_what_it_is_called_on(
    tool: str, parameter: str
) -> None:
    states = STATES[KINDS[parameter]]
    for state, wanted in zip(states, TABLE[tool, parameter], strict=True):
        said = answer(tool, parameter, state)
        listed = TOOLS[tool].batch and wanted != "ok" and wanted in said
        assert said == wanted or listed, (state, said)


def test_every_parameter_that_takes_an_id_is_in_the_table() -> None:
    taking = {
        (tool.name, parameter.name)
        for tool in TOOLS.values()
        for parameter in tool.parameters
        if parameter.name in KINDS or parameter.name.endswith(("_id", "_ids"))
    }
    assert taking - {("search_knowledge_base", "bank_id")} == set(TABLE)


@cache
def kept_states() -> dict[str, set[str]]:
    """Return the states that the real bank's records are in."""
    kept: dict[str, set[str]] = {kind: set() for kind in STATES}
    for line in read_dataset().customers.values():
        record = orjson.loads(line)
        for kind, rows in _rows(record).items():
            kept[kind] |= {row["status"] for row in rows}
        kept["deposit"] |= {
            d.get("scheme") or "regular" for d in _rows(record)["deposit"]
        }
        kept["deposit"] |= {
            d.get("mode_of_operation") or "single" for d in _rows(record)["deposit"]
        }
    return kept


def _rows(record: Record) -> dict[str, list[Record]]:
    accounts = [*record["accounts"].values()]
    return {
        "account": accounts,
        "cheque": [cheque for one in accounts for cheque in one["cheques"]],
        "card": [*record["cards"].values()],
        "deposit": [*record["deposits"].values()],
        "loan": [*record["loans"].values()],
        "mandate": record["mandates"],
        "policy": [*record["insurance"].values()],
        "request": [*record["requests"].values()],
    }


@pytest.mark.parametrize("kind", [kind for kind in STATES if kind != "entry"])
def test_every_state_of_the_real_bank_is_in_the_table(kind: str) -> None:
    # An ordinary deposit, held alone or with a survivor, is the running one.
    running = {"ACTIVE", "regular", "single"}
    running |= {"either_or_survivor", "former_or_survivor"}
    known = {*STATES[kind], *(running if kind == "deposit" else ())}
    assert kept_states()[kind]
    assert kept_states()[kind] <= known
