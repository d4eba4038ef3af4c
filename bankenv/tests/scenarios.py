"""Customers to test with: the smallest valid scenario of each family's shape."""

from collections.abc import Mapping, Sequence

from bankenv.records import JsonValue
from bankenv.scenario import (
    ChangeOfMind,
    Decision,
    Fact,
    Goal,
    Product,
    Register,
    Scenario,
)

SAVINGS = Product("SB1000007890", "account", {"type": "savings", "last4": "7890"})
SALARY = Product("SB1000004417", "account", {"type": "salary", "last4": "4417"})
DEBIT = Product("CARD44170", "card", {"type": "debit", "last4": "4417"})
CREDIT = Product("CARD90210", "card", {"type": "credit", "last4": "9021"})
TWO_LAKH = Product(
    "FD123456",
    "fd",
    {"amount": 200000.0, "last4": "3456", "matures": "2027-08-03", "nominee": "Asha"},
)
THREE_LAKH = Product(
    "FD654321", "fd", {"amount": 300000.0, "last4": "4321", "matures": "2026-12-01"}
)
TWIN = Product(
    "FD777888",
    "fd",
    {"amount": 200000.0, "last4": "7888", "matures": "2027-01-20", "nominee": "Ravi"},
)
HOME_LOAN = Product("HL556677", "loan", {"type": "home loan", "last4": "6677"})
LIFE = Product("MND111222", "mandate", {"payee": "Kavach Life", "amount": 999.0})
HEALTH = Product("MND333444", "mandate", {"payee": "Kavach Health", "amount": 999.0})


def scenario(  # noqa: PLR0913 - a factory names only what a test is about
    agenda: Sequence[Goal],
    *,
    knows: Sequence[Fact] = (),
    products: Sequence[Product] = (),
    told: Mapping[str, JsonValue] | None = None,
    register: Register = "plain",
    patience: int = 3,
    opening: str = "Hello, I need some help.",
) -> Scenario:
    """Return a scenario with this agenda; the rest is the smallest that is valid."""
    return Scenario(
        persona="P07",
        name="Ketaki Gokhale",
        tone="polite, precise",
        register=register,
        length="normal",
        patience=patience,
        opening_lines=(opening,),
        wants="",
        knows=tuple(knows),
        products=tuple(products),
        conditions=(),
        must_be_told=told or {},
        agenda=tuple(agenda),
    )


def balance(register: Register = "plain") -> Scenario:
    """CT_BAL: the available balance of one account."""
    goal = Goal(
        "figure",
        "tell",
        ("What is my balance?",),
        {"account": SAVINGS.id},
        settled_by="told",
        figure="balance",
    )
    return scenario(
        [goal],
        knows=[Fact("account", SAVINGS.id, ("the savings account ending 7890",))],
        products=[SAVINGS, SALARY],
        told={"balance": 52310.5},
        register=register,
    )


def freeze(register: Register = "plain") -> Scenario:
    """CT_FRZ: a card mislaid at home, to be frozen and not blocked."""
    return scenario(
        [Goal("freeze", "freeze_card", ("Please freeze it.",), {"card": DEBIT.id})],
        knows=[Fact("card", DEBIT.id, ("the debit card ending 4417",))],
        products=[DEBIT, CREDIT],
        register=register,
        opening="My debit card ending 4417 is somewhere at home, stop it for now.",
    )


def booking(register: Register = "plain") -> Scenario:
    """SQ_FDB: a deposit booked after rate and maturity value."""
    about: dict[str, JsonValue] = {
        "amount": 100000.0,
        "tenure_months": 12,
        "source_account": SAVINGS.id,
        "maturity_instruction": "no_renewal",
    }
    return scenario(
        [
            Goal(
                "book",
                "book_deposit",
                ("Please book it.",),
                about,
                hear_first=("rate", "maturity_amount"),
            ),
            Goal(
                "read_back",
                "tell",
                ("When does the new one mature?",),
                settled_by="told",
                figure="maturity_date",
            ),
        ],
        knows=[
            Fact("amount", 100000.0, ("one lakh", "₹1,00,000")),
            Fact("tenure_months", 12, ("one year", "12 months")),
            Fact("source_account", SAVINGS.id, ("my savings account ending 7890",)),
            Fact("maturity_instruction", "no_renewal", ("pay it out at maturity",)),
        ],
        products=[SAVINGS, SALARY],
        told={
            "rate": 6.75,
            "maturity_amount": 106923.0,
            "maturity_date": "2027-07-16",
        },
        register=register,
        opening="I'd like to make a fixed deposit. What would I get?",
    )


def closure(register: Register = "plain", patience: int = 3) -> Scenario:
    """SQ_FDC: a deposit closed once penalty and payout were heard, then the balance."""
    return scenario(
        [
            Goal(
                "close",
                "close_deposit",
                ("Please close my two lakh deposit.",),
                {"deposit": TWO_LAKH.id},
                hear_first=("penalty", "payout"),
            ),
            Goal(
                "balance",
                "tell",
                ("And what is my balance now?",),
                settled_by="told",
                figure="new_balance",
            ),
        ],
        knows=[Fact("deposit", TWO_LAKH.id, ("the two lakh one", "the ₹2,00,000 FD"))],
        products=[TWO_LAKH, THREE_LAKH, SAVINGS],
        told={"penalty": 1.0, "payout": 210000.5, "new_balance": 345000.0},
        register=register,
        patience=patience,
        opening="I want to close a fixed deposit of mine early.",
    )


def threshold(at_least: float = 205000.0, register: Register = "plain") -> Scenario:
    """SQ_FDC with a condition: closed if it pays enough, else its renewal off."""
    deposit: dict[str, JsonValue] = {"deposit": TWO_LAKH.id}
    return scenario(
        [
            Goal(
                "quote",
                "tell",
                ("What would I get?",),
                deposit,
                decide=Decision("payout", at_least, "close", "keep"),
                settled_by="told",
                figure="payout",
            ),
            Goal("close", "close_deposit", ("Then close it.",), deposit),
            Goal(
                "keep",
                "set_renewal",
                ("Then leave it, only switch its renewal off.",),
                {**deposit, "maturity_instruction": "no_renewal"},
            ),
        ],
        knows=[Fact("deposit", TWO_LAKH.id, ("the two lakh one",))],
        products=[TWO_LAKH, THREE_LAKH],
        told={"payout": 210000.5},
        register=register,
        opening="If my two lakh deposit pays enough I want it closed.",
    )


def lost_card(register: Register = "plain") -> Scenario:
    """SQ_LST: entries heard, the card blocked, a replacement logged."""
    return scenario(
        [
            Goal(
                "block",
                "block_card",
                ("Please block it for good.",),
                {"card": DEBIT.id, "reason": "lost"},
                hear_first=("entries",),
            ),
            Goal(
                "replacement",
                "log_request",
                ("And please put in for a new card.",),
                {"purpose": "replacement card"},
            ),
        ],
        knows=[
            Fact("card", DEBIT.id, ("the debit card ending 4417",)),
            Fact("reason", "lost", ("I lost it on the bus",)),
        ],
        products=[DEBIT, CREDIT],
        register=register,
        opening="I have lost my debit card. What was it last used for?",
    )


def mandate(register: Register = "plain") -> Scenario:
    """SQ_MND: one of two payments that sound alike is stopped, with proof."""
    return scenario(
        [
            Goal(
                "cancel",
                "cancel_mandate",
                ("Please stop Kavach Life.",),
                {"mandate": LIFE.id, "payee": "Kavach Life", "amount": 999.0},
            ),
            Goal(
                "proof",
                "tell",
                ("Does it show as cancelled?",),
                settled_by="told",
                figure="proof",
            ),
        ],
        knows=[Fact("payee", "Kavach Life", ("Kavach Life",))],
        products=[LIFE, HEALTH],
        register=register,
        opening="Kavach Life keeps taking money every month, please stop it.",
    )


def foreclosure(
    register: Register = "plain", balance_value: float = 400000
) -> Scenario:
    """SQ_LFQ: total and funds heard, then a foreclosure or a part-payment request."""
    first = ("total_payable", "balance")
    return scenario(
        [
            Goal(
                "basis",
                "tell",
                ("Why is there a charge, or none?",),
                settled_by="told",
                figure="charge_basis",
            ),
            Goal(
                "funds",
                "tell",
                ("Is there enough in my savings account?",),
                {"account": SAVINGS.id},
                decide=Decision("balance", 342110.0, "foreclosure", "part"),
                settled_by="told",
                figure="balance",
            ),
            Goal(
                "foreclosure",
                "log_request",
                ("Then please put in the foreclosure.",),
                {"loan": HOME_LOAN.id, "purpose": "foreclosure"},
                hear_first=first,
            ),
            Goal(
                "part",
                "log_request",
                ("Then put in a part payment of one lakh.",),
                {"loan": HOME_LOAN.id, "purpose": "part_payment", "amount": 100000.0},
                hear_first=first,
            ),
        ],
        knows=[Fact("loan", HOME_LOAN.id, ("my home loan",))],
        products=[HOME_LOAN, SAVINGS],
        told={"total_payable": 342110.0, "charge": 0.0, "balance": balance_value},
        register=register,
        opening="I want to pay off my home loan. Is there a charge, and why?",
    )


def ambiguous(register: Register = "plain") -> Scenario:
    """EC_AMB: one of two deposits of the same amount, known by its nominee."""
    return scenario(
        [
            Goal(
                "close",
                "close_deposit",
                ("Please close my FD.",),
                {"deposit": TWO_LAKH.id},
                hear_first=("payout",),
            )
        ],
        knows=[Fact("deposit", TWO_LAKH.id, ("the one for Asha",))],
        products=[TWIN, TWO_LAKH],
        told={"payout": 210000.5},
        register=register,
        opening="Please close my FD.",
    )


def refused(press: int = 2) -> Scenario:
    """EC_LCK: a closure that is refused, pressed, and replaced by a smaller wish."""
    return scenario(
        [
            Goal(
                "close",
                "close_deposit",
                ("Please close it.",),
                {"deposit": TWO_LAKH.id},
                settled_by="refusal",
                press=press,
            ),
            Goal(
                "keep",
                "set_renewal",
                ("Then at least switch its renewal off.",),
                {"deposit": TWO_LAKH.id, "maturity_instruction": "no_renewal"},
            ),
        ],
        knows=[Fact("deposit", TWO_LAKH.id, ("the two lakh one",))],
        products=[TWO_LAKH, THREE_LAKH],
        opening="I need the money of my two lakh tax saver now.",
    )


def changed_mind(after: str = "payout") -> Scenario:
    """EC_CHG: the closure is dropped after a figure, or on being asked once more."""
    return scenario(
        [
            Goal(
                "close",
                "close_deposit",
                ("Please close it.",),
                {"deposit": TWO_LAKH.id},
                change=ChangeOfMind(after, "keep"),
            ),
            Goal(
                "keep",
                "set_renewal",
                ("Just see that it does not renew.",),
                {"deposit": TWO_LAKH.id, "maturity_instruction": "no_renewal"},
            ),
        ],
        knows=[Fact("deposit", TWO_LAKH.id, ("the two lakh one",))],
        products=[TWO_LAKH, THREE_LAKH],
        told={"payout": 210000.5},
        opening="Close my two lakh deposit, please.",
    )


ALL = (
    balance(),
    freeze("hinglish"),
    booking("indian"),
    closure(),
    threshold(register="hindi"),
    lost_card(),
    mandate("hinglish"),
    foreclosure(),
    ambiguous("hindi"),
    refused(),
    changed_mind(),
)
