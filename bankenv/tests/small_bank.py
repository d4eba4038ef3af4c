"""A bank of one customer with the real papers and rules, for tests of single parts."""

from datetime import date

import orjson

from bankenv.bank import FIXTURES, Dataset
from bankenv.knowledge import load_documents
from bankenv.policy import load_policy
from bankenv.records import Record
from bankenv.rules import load_rules
from bankenv.search import load_terms

CUSTOMER: Record = {
    "customer_id": "CUST_00000001",
    "profile": {"name": "Asha Rao", "phone": "+91-10000-00001"},
    "login_context": {
        "linked_accounts": ["SB1000000001", "SB1000000002"],
        "linked_products": ["FD100001", "HL100001"],
        "linked_cards": ["CARD10001"],
    },
    "accounts": {
        "SB1000000001": {"account_type": "savings", "available_balance": 81234.5},
        "SB1000000002": {"account_type": "salary", "available_balance": 10.0},
        "SB1000000003": {"account_type": "savings", "available_balance": 1.0},
    },
    "deposits": {"FD100001": {"deposit_id": "FD100001", "principal": 250000.0}},
    "loans": {"HL100001": {"loan_id": "HL100001", "outstanding": 912345.0}},
    "cards": {"CARD10001": {"card_id": "CARD10001", "last4": "4417"}},
    "mandates": [{"mandate_id": "MND100001", "payee": "Kavach Life"}],
    "requests": {},
    "insurance": {"POL100001": {"policy_id": "POL100001"}},
}


def small_dataset() -> Dataset:
    """Return a dataset without tasks whose one customer is CUSTOMER."""
    return Dataset(
        suite="small",
        version="1",
        clock=date(2026, 7, 16),
        seed="small",
        rules=load_rules(FIXTURES / "bank" / "rules.json"),
        policy=load_policy(FIXTURES / "policy"),
        customers={CUSTOMER["customer_id"]: orjson.dumps(CUSTOMER)},
        tasks={},
        splits={},
        documents=load_documents(FIXTURES / "kb"),
        hashes={},
        terms=load_terms(FIXTURES / "kb"),
    )
