"""A bank of one customer in the published layout, and trajectories on it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date

import orjson

from bankenv.bank import Dataset
from bankenv.dataset import load_dataset
from bankenv.published.constants import CLOCK, SEED
from bankenv.records import JsonValue, Record
from bankenv.scenario import Scenario
from bankenv.tasks import GoldStep, Task
from bankenv.trajectory import Call, End, Event, Header, Result, Trajectory

CUSTOMER = "CUST_AAAA0001"
RECORD: Record = {
    "customer_id": CUSTOMER,
    "profile": {"senior_citizen": False, "email": "asha.rao@example.com"},
    "login_context": {
        "linked_accounts": ["SB1000000001", "SB1000000002"],
        "linked_products": ["FD100001", "RD100002", "HL10001", "PL10002"],
        "linked_cards": ["CARD77485", "CARD77486"],
    },
    "accounts": {
        "SB1000000001": {
            "account_type": "savings",
            "ifsc": "DEMO0001234",
            "available_balance": 250000.0,
            "transactions": [
                {"date": "2026-07-10", "direction": "debit", "channel": "upi"},
                {"date": "2026-07-12", "direction": "credit", "channel": "neft"},
            ],
            "cheques": [
                {"cheque_number": "000123", "status": "issued"},
                {"cheque_number": "000124", "status": "issued"},
                {"cheque_number": "000125", "status": "cleared"},
            ],
        },
        "SB1000000002": {"available_balance": 500.0},
    },
    "deposits": {
        "FD100001": {
            "deposit_id": "FD100001",
            "kind": "FD",
            "principal": 100000.0,
            "rate": 7.1,
            "start_date": "2025-07-16",
            "maturity_date": "2027-07-16",
            "maturity_amount": 115114.2,
            "status": "ACTIVE",
            "payout_account": "SB1000000001",
        },
        "RD100002": {
            "deposit_id": "RD100002",
            "kind": "RD",
            "total_deposited": 10000,
            "rate": 6.5,
            "start_date": "2026-02-16",
            "maturity_date": "2027-02-16",
            "status": "ACTIVE",
        },
    },
    "loans": {
        "HL10001": {"outstanding": 2500000, "rate": 8.5, "loan_type": "home_loan"},
        "PL10002": {"outstanding": 200000, "rate": 12.5, "loan_type": "personal_loan"},
    },
    "cards": {
        "CARD77485": {"status": "active"},
        "CARD77486": {"status": "blocked", "block_reason": "lost"},
    },
    "mandates": [
        {"mandate_id": "M1", "account_id": "SB1000000001", "status": "active"},
        {"mandate_id": "M2", "account_id": "SB1000000001", "status": "cancelled"},
    ],
}
NOBODY = Scenario(
    persona="",
    name="",
    tone="",
    register="plain",
    length="normal",
    patience=0,
    opening_lines=(),
    wants="",
    knows=(),
    products=(),
    conditions=(),
    must_be_told={},
    agenda=(),
)
Sent = tuple[str, Record | None]


def published(record: Record = RECORD, tasks: Iterable[Task] = ()) -> Dataset:
    """Return the published rules over one customer's record."""
    return replace(
        load_dataset(),
        suite="published",
        clock=date.fromisoformat(CLOCK),
        seed=SEED,
        customers={CUSTOMER: orjson.dumps(record)},
        tasks={task.id: task for task in tasks},
        profile="published",
    )


def step(
    number: int,
    tool: str,
    arguments: Mapping[str, JsonValue],
    compare: Sequence[str] | None = None,
) -> GoldStep:
    """Return one gold action."""
    named = None if compare is None else tuple(compare)
    return GoldStep(number, tool, dict(arguments), named, (), "", ())


def task_of(*gold: GoldStep) -> Task:
    """Return a task of these gold actions."""
    return Task(
        id="rl_hpbal_0005",
        family="hpbal",
        category="hp",
        area="banking",
        title="",
        language="English",
        customer_id=CUSTOMER,
        opening=(),
        scenario=NOBODY,
        gold=gold,
    )


def recorded(
    *calls: Sent, end: str = "customer_ended", by: str | None = None
) -> Trajectory:
    """Return a conversation of these calls, each answered."""
    events: list[Event] = []
    for number, (tool, arguments) in enumerate(calls):
        at = len(events)
        events.append(Call(at, 0.0, f"c{number}", tool, arguments, None, None, by))
        events.append(Result(at + 1, 0.0, f"c{number}", True, {}))
    events.append(End(len(events), 0.0, end))
    return Trajectory(Header("rl_hpbal_0005", 1, "published"), tuple(events))
