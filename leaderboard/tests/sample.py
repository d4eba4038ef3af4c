"""A small bank with one customer and one task: closing a deposit, the quote first."""

from datetime import date
from functools import lru_cache

import orjson

from bankenv.bank import FIXTURES, Dataset
from bankenv.policy import load_policy
from bankenv.records import JsonValue
from bankenv.replay import replay
from bankenv.rules import load_rules
from bankenv.scenario import Scenario
from bankenv.scoring import score
from bankenv.tasks import GoldStep, Task
from bankenv.trajectory import Message, Trajectory
from bankenv.verdict import Verdict

CUSTOMER = {
    "customer_id": "CUST_00000001",
    "profile": {"name": "Asha Rao", "email": "asha@example.com"},
    "login_context": {
        "linked_accounts": ["SB0000000091"],
        "linked_products": ["FD440017", "FD440018"],
        "linked_cards": ["CARD77310"],
    },
    "accounts": {
        "SB0000000091": {
            "account_type": "savings",
            "status": "ACTIVE",
            "available_balance": 35566.5,
            "hold_amount": 0.0,
            "currency": "INR",
            "transactions": [],
        }
    },
    "deposits": {
        name: {
            "deposit_id": name,
            "kind": "FD",
            "principal": principal,
            "rate": 7.1,
            "tenure_months": 24,
            "start_date": "2025-07-16",
            "maturity_date": "2027-07-16",
            "maturity_amount": round(principal * 1.1511, 2),
            "payout_type": "cumulative",
            "maturity_instruction": "no_renewal",
            "status": "ACTIVE",
            "payout_account": "SB0000000091",
        }
        for name, principal in (("FD440017", 200000.0), ("FD440018", 75000.0))
    },
    "cards": {
        "CARD77310": {
            "card_id": "CARD77310",
            "card_type": "debit",
            "last4": "7731",
            "status": "active",
        }
    },
    "loans": {},
    "mandates": [],
}

DETAILS: tuple[str, JsonValue] = ("get_fd_details", {"deposit_ids": ["FD440017"]})
QUOTE: tuple[str, JsonValue] = (
    "get_deposit_closure_quote",
    {"deposit_ids": ["FD440017"]},
)
CLOSE: tuple[str, JsonValue] = ("close_deposit", {"deposit_id": "FD440017"})
BALANCE: tuple[str, JsonValue] = (
    "get_account_balance",
    {"account_ids": ["SB0000000091"]},
)
FREEZE: tuple[str, JsonValue] = (
    "toggle_card_freeze",
    {"card_id": "CARD77310", "state": "freeze"},
)
UNFREEZE: tuple[str, JsonValue] = (
    "toggle_card_freeze",
    {"card_id": "CARD77310", "state": "unfreeze"},
)
GOLD = (DETAILS, QUOTE, CLOSE, BALANCE)
WHY = (
    "Find which deposit the customer means.",
    "The customer must see penalty and payout before an irreversible closure.",
    "Only after the customer said yes.",
    "The customer asks for the credited balance.",
)


@lru_cache
def sample_dataset() -> Dataset:
    task = sample_task()
    return Dataset(
        suite="sample",
        version="1",
        clock=date(2026, 7, 16),
        seed="sample",
        rules=load_rules(FIXTURES / "bank" / "rules.json"),
        policy=load_policy(FIXTURES / "policy"),
        customers={CUSTOMER["customer_id"]: orjson.dumps(CUSTOMER)},  # type: ignore[dict-item]  # the id is a text
        tasks={task.id: task},
        splits={"base": (task.id,)},
        documents=(),
        hashes=dict.fromkeys(("bank", "tasks", "policy", "tools"), "0" * 64),
    )


@lru_cache
def sample_task() -> Task:
    scenario = Scenario(
        persona="a retired teacher",
        name="Asha Rao",
        tone="polite",
        register="plain",
        length="short",
        patience=3,
        opening_lines=("Please break my two lakh deposit.",),
        wants="the deposit closed, after hearing what it costs",
        knows=(),
        products=(),
        conditions=(),
        must_be_told={},
        agenda=(),
    )
    gold = tuple(
        GoldStep(
            step=number,
            tool=tool,
            arguments=arguments,
            compare=None,
            after=(number - 1,) if number > 1 else (),
            why=why,
            rules=_rules(tool),
        )
        for number, ((tool, arguments), why) in enumerate(
            zip(GOLD, WHY, strict=True), start=1
        )
    )
    return Task(
        id="SQ_FDC_001",
        family="SQ_FDC",
        category="sequencing",
        area="deposits",
        title="Close a fixed deposit before maturity",
        language="en",
        customer_id="CUST_00000001",
        opening=(),
        scenario=scenario,
        gold=gold,
    )


def _rules(tool: str) -> tuple[str, ...]:
    """Return the policy rule that asks for a quote before a closure."""
    asked = load_policy(FIXTURES / "policy").must_precede
    rules = [p.rule for p in asked if [tool] in map(list, p.reads)]
    return tuple(rules[:1]) if tool == "get_deposit_closure_quote" else ()


def played(*calls: tuple[str, JsonValue]) -> Trajectory:
    """Return the trajectory of these calls on the sample task."""
    return replay(sample_dataset(), sample_task(), calls)


def scored(trajectory: Trajectory) -> Verdict:
    return score(sample_dataset(), trajectory)


def saying(trajectory: Trajectory, text: str) -> Trajectory:
    """Return the trajectory with the customer's first words replaced."""
    first = Message(0, 0.0, "customer", text)
    return Trajectory(trajectory.header, (first, *trajectory.events[1:]))
