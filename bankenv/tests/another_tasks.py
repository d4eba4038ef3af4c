"""The tasks of the second bank: one of each kind of change, by its own policy."""

from bankenv.records import JsonValue, Record


def _goal(name: str, action: str, ask: str, **fields: JsonValue) -> Record:
    return {"name": name, "action": action, "ask": [ask], **fields}


def _step(  # noqa: PLR0913 - a gold step has this many parts
    number: int,
    tool: str,
    arguments: Record,
    rules: str,
    after: tuple[int, ...] = (),
    compare: list[str] | None = None,
) -> Record:
    why = "The policy of this bank asks for it."
    return {
        "step": number,
        "tool": tool,
        "arguments": arguments,
        "compare": compare,
        "after": list(after),
        "why": why,
        "rules": rules.split(),
    }


def _task(  # noqa: PLR0913 - a task has this many parts
    task_id: str,
    area: str,
    customer_id: str,
    opening: str,
    knows: dict[str, tuple[JsonValue, str]],
    products: list[Record],
    told: Record,
    agenda: list[Record],
    gold: list[Record],
) -> Record:
    return {
        "id": task_id,
        "family": "AB",
        "category": "control",
        "area": area,
        "title": opening,
        "language": "English",
        "customer_id": customer_id,
        "opening": [],
        "scenario": {
            "persona": "customer of another bank",
            "name": "a customer",
            "tone": "plain",
            "register": "plain",
            "length": "short",
            "patience": 3,
            "opening_lines": [opening],
            "wants": opening,
            "knows": [
                {"slot": slot, "value": value, "said": [said], "when": "up_front"}
                for slot, (value, said) in knows.items()
            ],
            "products": products,
            "conditions": [],
            "must_be_told": told,
            "agenda": agenda,
        },
        "gold": gold,
        "decoys": [],
    }


def _product(product_id: str, kind: str, **features: JsonValue) -> Record:
    return {"id": product_id, "kind": kind, "features": features}


_SAVINGS = _product("SB8800000011", "account", type="savings", last4="0011")
_SENIOR = _product("SB8800000022", "account", type="savings", last4="0022")

TASKS: list[Record] = [
    _task(
        "AB_BAL_1",
        "accounts",
        "CUST_5AA00005",
        "What is the balance of my savings account?",
        {"account": ("SB8800000055", "the savings account ending 0055")},
        [_product("SB8800000055", "account", type="savings", last4="0055")],
        {"balance": 4999.5},
        [
            _goal(
                "figure",
                "tell",
                "What is the balance, please?",
                about={"account": "SB8800000055"},
                settled_by="told",
                figure="balance",
            )
        ],
        [_step(1, "get_account_balance", {"account_ids": ["SB8800000055"]}, "R1")],
    ),
    _task(
        "AB_FDC_1",
        "deposits",
        "CUST_5AA00001",
        "Please close my fixed deposit of ₹1,50,000 and pay it into my account.",
        {"deposit": ("FD810011", "the deposit of 1.5 lakh")},
        [
            _product("FD810011", "fd", amount=150000.0, last4="0011"),
            _SAVINGS,
        ],
        {"penalty": 1.5, "payout": 154027.4},
        [
            _goal(
                "close",
                "close_deposit",
                "Please close the deposit.",
                about={"deposit": "FD810011"},
                hear_first=["penalty", "payout"],
            )
        ],
        [
            _step(
                1, "get_deposit_closure_quote", {"deposit_ids": ["FD810011"]}, "R3 R1"
            ),
            _step(
                2,
                "close_deposit",
                {"deposit_id": "FD810011"},
                "R3 R2",
                after=(1,),
                compare=["deposit_id"],
            ),
        ],
    ),
    _task(
        "AB_FDB_1",
        "deposits",
        "CUST_5AA00002",
        "I am 71. Please book ₹50,000 as a fixed deposit for 18 months from my "
        "account, cumulative, no renewal, without a nominee.",
        {
            "amount": (50000.0, "₹50,000"),
            "tenure_months": (18, "18 months"),
            "source_account": ("SB8800000022", "the savings account ending 0022"),
            "payout_type": ("cumulative", "all of it at the end"),
            "maturity_instruction": ("no_renewal", "no renewal"),
        },
        [_SENIOR],
        {"rate": 7.15, "maturity_amount": 55607.93},
        [
            _goal(
                "book",
                "book_deposit",
                "Please book it.",
                about={
                    "amount": 50000.0,
                    "tenure_months": 18,
                    "source_account": "SB8800000022",
                },
                hear_first=["rate", "maturity_amount"],
            )
        ],
        [
            _step(
                1,
                "get_deposit_loan_rates",
                {"product_type": "fd", "tenure_months": 18},
                "R4",
                compare=["product_type"],
            ),
            _step(
                2,
                "create_fd",
                {
                    "principal_amount": 50000.0,
                    "tenure_months": 18,
                    "source_account": "SB8800000022",
                },
                "R4 R2",
                after=(1,),
            ),
        ],
    ),
    _task(
        "AB_CHQ_1",
        "mandates_cheques",
        "CUST_5AA00003",
        "Please send a cheque book of 20 leaves for my current account.",
        {"account": ("CA8800000033", "the current account ending 0033")},
        [_product("CA8800000033", "account", type="current", last4="0033")],
        {},
        [_goal("book", "order_cheque_book", "Please order the cheque book.")],
        [
            _step(1, "get_account_details", {"account_ids": ["CA8800000033"]}, "R6"),
            _step(
                2,
                "request_cheque_book",
                {"account_id": "CA8800000033", "leaves": 20},
                "R6 R2",
                after=(1,),
            ),
        ],
    ),
    _task(
        "AB_LFQ_1",
        "loans",
        "CUST_5AA00003",
        "What would it cost to close my personal loan? Log a request to close it.",
        {"loan": ("PL880033", "my personal loan")},
        [_product("PL880033", "loan", type="personal loan", last4="0033")],
        {"total_payable": 273170.6},
        [
            _goal(
                "request",
                "log_request",
                "Please log the request.",
                about={"loan": "PL880033"},
                hear_first=["total_payable"],
            )
        ],
        [
            _step(1, "get_loan_foreclosure_quote", {"loan_ids": ["PL880033"]}, "R7 R1"),
            _step(
                2,
                "raise_request",
                {"category": "general_query", "description": "Close PL880033."},
                "R7 R2",
                after=(1,),
            ),
        ],
    ),
]
